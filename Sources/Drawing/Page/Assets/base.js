// The layers below the places: tiles, land, the base map, outlines of districts, names, a graticule. `markerBoxes`
// returns the boxes of the markers around the view, in pixels of the world at this zoom.
const Base = (map, markerBoxes) => {
  const { element } = Elements;
  const { data } = Model;
  const STEPS = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
  const container = map.getContainer();
  const outlines = new Map();
  const labels = [];

  for (const [name, order] of [["land", 240], ["ground", 250]]) map.createPane(name).style.zIndex = order;

  // Without outlines and without land in the base map, the whole map is drawn as land.
  const hasLand = Ground.layers.some(({ role }) => role === "land");
  container.classList.add(hasLand ? "sea" : data.outlines ? "around" : "plain");

  // Tiles are the lowest layer. The land and the base map are shown only while no tile is shown.
  const tiles = data.tiles ? Tiles(map, data.tiles, data.maxZoom) : null;

  for (const { role, areas, lines } of Ground.layers) {
    const look = (kind) => ({ pane: "ground", className: `base ${role} ${kind}`, interactive: false, smoothFactor: 0.6 });
    if (areas.length) L.polygon(areas.map((rings) => rings.map(Ground.points)), { ...look("area"), fillRule: "nonzero" }).addTo(map);
    if (!lines.length) continue;
    const points = lines.map(Ground.points);
    L.polyline(points, look("line")).addTo(map);
    if (role === "rail") L.polyline(points, look("sleepers")).addTo(map);
  }

  function distanceToRings(rings, [y, x], scale) {
    let inside = false;
    let nearest = Infinity;
    for (const ring of rings) {
      for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
        const [ay, ax, by, bx] = [ring[i][0], ring[i][1] * scale, ring[j][0], ring[j][1] * scale];
        if (ay > y !== by > y && x * scale < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
        const length = (bx - ax) ** 2 + (by - ay) ** 2;
        const t = length ? Math.max(0, Math.min(1, ((x * scale - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) : 0;
        nearest = Math.min(nearest, (ax + t * (bx - ax) - x * scale) ** 2 + (ay + t * (by - ay) - y) ** 2);
      }
    }
    return inside ? nearest : -nearest;
  }

  const largestOf = (polygons) => polygons.reduce((largest, one) => (one[0].length > largest[0].length ? one : largest));

  // Returns positions for a name: the points of a grid inside the area, the farthest from the border first.
  function labelPoints(polygons, steps = 18) {
    const rings = largestOf(polygons);
    const bounds = L.latLngBounds(rings[0]);
    const scale = Math.cos((bounds.getCenter().lat * Math.PI) / 180);
    const found = [];
    for (let row = 1; row < steps; row += 1) {
      for (let column = 1; column < steps; column += 1) {
        const point = [
          bounds.getSouth() + ((bounds.getNorth() - bounds.getSouth()) * row) / steps,
          bounds.getWest() + ((bounds.getEast() - bounds.getWest()) * column) / steps,
        ];
        const distance = distanceToRings(rings, point, scale);
        if (distance > 0) found.push([distance, point]);
      }
    }
    return found.sort((one, other) => other[0] - one[0]).map((one) => one[1]).concat(found.length ? [] : [bounds.getCenter()]);
  }

  function addLabel(label, className) {
    label.marker = L.marker(label.points[0], { pane: "names", interactive: false, keyboard: false, icon: L.divIcon({ className }) }).addTo(map);
    labels.push({ ...label, className });
  }

  const land = [];
  for (const outline of data.outlines ? data.outlines.areas : []) {
    const polygons = outline.rings.map((rings) => rings.map(Ground.points));
    land.push(...polygons);
    const shape = L.polygon(polygons, { pane: "outlines", className: "district", interactive: false, fill: false, smoothFactor: 0.8 }).addTo(map);
    outlines.set(outline.name, shape);
    const bounds = shape.getBounds();
    const size = (bounds.getNorth() - bounds.getSouth()) * (bounds.getEast() - bounds.getWest());
    addLabel({ name: outline.name, english: outline.english || Model.romanized.get(outline.name), points: labelPoints(polygons), size, font: 13 }, "district-label");
  }
  if (land.length) L.polygon(land, { pane: "land", className: "district-land", interactive: false, smoothFactor: 0.8 }).addTo(map);
  // Larger districts come first, then the water.
  labels.sort((one, other) => other.size - one.size);
  const city = land.length ? L.latLngBounds(land.flat(2)) : null;
  const isInCity = (point) => !city || city.contains(point);
  for (const { name, english, areas, lines } of Ground.names()) {
    // The name of a line is placed at the line's middle, or else at a point before or after the middle.
    const line = lines.reduce((longest, one) => (one.length > longest.length ? one : longest), []);
    const middles = [0.5, 0.35, 0.65, 0.2, 0.8].map((share) => line[Math.floor(share * (line.length - 1))]);
    const points = areas.length ? labelPoints(areas, 60) : middles;
    addLabel({ name, english, points: [...points.filter(isInCity), ...points.filter((point) => !isInCity(point))], size: 0, font: 11 }, "water-label");
  }

  function nameDistricts(words) {
    const isNarrow = container.clientWidth < 500;
    for (const label of labels) {
      const font = isNarrow ? Math.min(label.font, 11) : label.font;
      label.text = words === Words.en ? label.english || label.name : label.name;
      label.width = ([...label.text].reduce((sum, c) => sum + (c > "\u1100" ? 1 : 0.58), 0) + 0.5) * font;
      label.height = font + 5;
      const html = element("span", "", label.text);
      html.style.fontSize = `${font}px`;
      label.marker.setIcon(L.divIcon({ className: label.className, html, iconSize: [label.width, label.height] }));
      label.marker.getElement()?.setAttribute("aria-hidden", "true");
    }
    if (tiles) tiles.speak(words);
    placeNames();
  }

  // Boxes stored by squares of the world, so that a name is compared only with the boxes near it.
  function makeField() {
    const SIDE = 128;
    const squares = new Map();
    function around([left, top, right, bottom], body) {
      for (let row = Math.floor(top / SIDE); row <= bottom / SIDE; row += 1) {
        for (let column = Math.floor(left / SIDE); column <= right / SIDE; column += 1) if (body(`${row}/${column}`)) return true;
      }
      return false;
    }
    const meets = (one, other) => one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
    return {
      add: (box) => around(box, (key) => { squares.get(key)?.push(box) ?? squares.set(key, [box]); }),
      isFree: (box) => !around(box, (key) => squares.get(key)?.some((other) => meets(box, other))),
    };
  }

  // Puts each name near the middle of the district or water that it names, where it covers no marker and no other name;
  // hides the name if there is no room.
  function placeNames() {
    const zoom = map.getZoom();
    const isShown = zoom >= 9 && zoom < 16;
    map.getPane("names").style.display = isShown ? "" : "none";
    if (!isShown) return;
    const field = makeField();
    for (const box of markerBoxes()) field.add(box);
    for (const { marker, points, width, height } of labels) {
      const box = (point) => {
        const { x, y } = map.project(point, zoom);
        return [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
      };
      const free = points.find((point) => field.isFree(box(point)));
      marker.setOpacity(free ? 1 : 0);
      if (!free) continue;
      marker.setLatLng(free);
      field.add(box(free));
    }
  }

  // Without a base map: lines at round steps of degrees, with their numbers at the map's edges.
  const grid = L.layerGroup().addTo(map);
  const gridLabels = element("div", "grid-labels");
  gridLabels.setAttribute("aria-hidden", "true");
  container.append(gridLabels);

  let drawn = { zoom: null, bounds: null };

  function drawGrid() {
    if (Ground.layers.length || (drawn.zoom === map.getZoom() && drawn.bounds.contains(map.getBounds()))) return;
    grid.clearLayers();
    const bounds = map.getBounds().pad(0.7);
    drawn = { zoom: map.getZoom(), bounds };
    const step = STEPS.find((one) => map.getBounds().getEast() - map.getBounds().getWest() >= 4 * one) || STEPS[STEPS.length - 1];
    const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    const [south, north] = [Math.max(-85, bounds.getSouth()), Math.min(85, bounds.getNorth())];
    const style = { pane: "grid", className: "grid", interactive: false };
    const lines = [];
    for (let n = Math.ceil(bounds.getWest() / step); n * step <= bounds.getEast(); n += 1) {
      L.polyline([[south, n * step], [north, n * step]], style).addTo(grid);
      lines.push({ longitude: n * step, text: degrees(((n * step + 540) % 360) - 180, decimals, "E", "W") });
    }
    for (let n = Math.ceil(south / step); n * step <= north; n += 1) {
      L.polyline([[n * step, bounds.getWest()], [n * step, bounds.getEast()]], style).addTo(grid);
      lines.push({ latitude: n * step, text: degrees(n * step, decimals, "N", "S") });
    }
    gridLabels.replaceChildren(...lines.map((line) => Object.assign(element("span", "", line.text), { line })));
    placeGridLabels();
  }

  const degrees = (value, decimals, positive, negative) =>
    `${Math.abs(value).toFixed(decimals)}°${Math.abs(value) < 1e-9 ? "" : value > 0 ? positive : negative}`;

  function placeGridLabels() {
    const size = map.getSize();
    for (const label of gridLabels.children) {
      const { latitude, longitude } = label.line;
      const point = map.latLngToContainerPoint([latitude ?? map.getCenter().lat, longitude ?? map.getCenter().lng]);
      const [x, y] = latitude === undefined ? [point.x + 3, 3] : [4, point.y - 14];
      label.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
      label.hidden = x < 0 || y < 0 || x > size.x - 20 || y > size.y - 60;
    }
  }

  function chooseDistrict(name) {
    for (const [key, shape] of outlines) {
      shape.getElement()?.classList.toggle("chosen", key === name);
      if (key === name) shape.bringToFront();
    }
  }

  map.on("move", placeGridLabels);
  map.on("moveend resize", drawGrid);

  return { nameDistricts, placeNames, chooseDistrict, outlineBounds: (name) => outlines.get(name)?.getBounds() || null };
};
