// The layers below the places: tiles, land, the base map, outlines of districts, names, a graticule. `markerBoxes`
// returns the boxes of the markers around the view, in pixels of the world at this zoom. `counts` returns, by district,
// how many places are drawn there, and whether their number stands at the district's name: { count, isAtName }.
const Base = (map, markerBoxes, counts) => {
  const { element } = Elements;
  const { data } = Model;
  const STEPS = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
  // The pixels that a district of middle size is wide when outlines begin to be drawn.
  const LEAST_WIDTH = 32;
  // Names are drawn below this zoom.
  const NAMES_TO = 16;
  const NUMBER_FONT = 15;
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
    const bounds = L.latLngBounds(largestOf(polygons)[0]);
    // A hundred points of a ring are enough to find a place for a name.
    const rings = largestOf(polygons).map((ring) => ring.filter((_, i) => i % Math.ceil(ring.length / 100) === 0));
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

  // `positions` returns the positions for the name; it is called when the name is first near the view. `bounds` is the
  // area of what the name names.
  function addLabel(label, className, bounds, positions) {
    let points = null;
    const marker = L.marker(bounds.getCenter(), { pane: "names", interactive: false, keyboard: false, icon: L.divIcon({ className }) }).addTo(map);
    labels.push({ ...label, className, bounds, marker, points: () => (points ||= positions()) });
  }

  const land = [];
  // The districts that the page is about; the others are drawn faintly.
  const focus = Ground.outlines.map(({ name }) => name).filter((name) => data.focus.includes(name));
  const faint = [];
  for (const { name, polygons } of Ground.outlines) {
    const isFaint = focus.length > 0 && !focus.includes(name);
    (isFaint ? faint : land).push(...polygons);
    const shape = L.polygon(polygons, { pane: "outlines", className: isFaint ? "district faint" : "district", interactive: false, fill: false, smoothFactor: 0.8 }).addTo(map);
    outlines.set(name, shape);
    const bounds = shape.getBounds();
    const size = (bounds.getNorth() - bounds.getSouth()) * (bounds.getEast() - bounds.getWest());
    addLabel({ name, english: Model.romanized.get(name), size, font: 13, isDistrict: true }, "district-label", bounds, () => labelPoints(polygons));
  }
  // Outlines are drawn from the zoom at which most districts have room for a number.
  const widths = [...outlines.values()].map((shape) => shape.getBounds().getEast() - shape.getBounds().getWest()).sort((one, other) => one - other);
  const outlinesFrom = widths.length ? Math.max(0, Math.ceil(Math.log2((LEAST_WIDTH * 360) / 256 / Math.max(widths[Math.floor(widths.length / 2)], 1e-6)))) : Infinity;
  Model.drawAreas(outlinesFrom);
  if (faint.length) L.polygon(faint, { pane: "land", className: "district-land faint", interactive: false, smoothFactor: 0.8 }).addTo(map);
  if (land.length) L.polygon(land, { pane: "land", className: "district-land", interactive: false, smoothFactor: 0.8 }).addTo(map);
  // Everything outside the part of `--within` is faint.
  if (data.edge.length) {
    const ring = data.edge.flatMap((value, i) => (i % 2 ? [[data.edge[i - 1] / 1e5, value / 1e5]] : []));
    const [west, east] = [ring[0][1] - 360, ring[0][1] + 360];
    map.createPane("surroundings").style.zIndex = 320;
    L.polygon([[[-85, west], [85, west], [85, east], [-85, east]], ring], { pane: "surroundings", className: "surroundings", interactive: false, smoothFactor: 0.2 }).addTo(map);
  }
  // Larger districts come first, then the water.
  labels.sort((one, other) => other.size - one.size);
  const byName = new Map(labels.map((label) => [label.name, label]));
  const city = land.length ? L.latLngBounds(land.flat(2)) : null;
  const isInCity = (point) => !city || city.contains(point);
  for (const { name, english, areas, lines } of Ground.names()) {
    // The name of a line is placed at the line's middle, or else at a point before or after the middle.
    const line = lines.reduce((longest, one) => (one.length > longest.length ? one : longest), []);
    const middles = [0.5, 0.35, 0.65, 0.2, 0.8].map((share) => line[Math.floor(share * (line.length - 1))]);
    const positions = () => {
      const points = areas.length ? labelPoints(areas, 60) : middles;
      return [...points.filter(isInCity), ...points.filter((point) => !isInCity(point))];
    };
    addLabel({ name, english, size: 0, font: 11 }, "water-label", L.latLngBounds([...areas.flat(2), ...lines.flat()]), positions);
  }

  let words = Words.ko;
  function nameDistricts(next) {
    words = next;
    for (const label of labels) label.drawn = null;
    if (tiles) tiles.speak(words);
    placeNames();
  }

  const widthOf = (text, font) => ([...text].reduce((sum, c) => sum + (c > "\u1100" ? 1 : 0.58), 0) + 0.5) * font;

  // Sets the text of a name: a district's name has the number of its places after it, or below it if the number is a
  // marker of its own.
  function write(label, known) {
    const font = map.getSize().x < 500 ? Math.min(label.font, 11) : label.font;
    const name = words === Words.en ? label.english || label.name : label.name;
    const number = known?.count ? known.count.toLocaleString(words.language) : "";
    Object.assign(label, { text: name, number, fontSize: font, isAtName: Boolean(known?.isAtName) });
    label.height = font + 5;
    label.width = widthOf(number && !label.isAtName ? `${name} ${number}` : name, font);
    const drawn = JSON.stringify([name, number, font, label.isAtName]);
    if (label.drawn === drawn) return;
    label.drawn = drawn;
    const html = element("span", "", name);
    html.style.fontSize = `${font}px`;
    if (number) html.append(" ", element("b", "", number));
    label.marker.setIcon(L.divIcon({ className: label.className, html, iconSize: [label.width, label.height] }));
    label.marker.getElement()?.setAttribute("aria-hidden", "true");
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
    // A box with an owner does not stand in the way of its owner's other boxes.
    return {
      add: (box, owner) => around(box, (key) => { squares.get(key)?.push({ box, owner }) ?? squares.set(key, [{ box, owner }]); }),
      isFree: (box, owner) => !around(box, (key) => squares.get(key)?.some((other) => (!owner || other.owner !== owner) && meets(box, other.box))),
    };
  }

  // Puts each name near the middle of the district or water that it names, where it covers no marker and no other name;
  // hides the name if there is no room.
  function placeNames() {
    const zoom = map.getZoom();
    const isFar = Math.floor(zoom) < outlinesFrom;
    container.classList.toggle("far", isFar);
    const isShown = zoom >= Math.min(9, outlinesFrom) && zoom < NAMES_TO;
    map.getPane("names").style.display = isShown ? "" : "none";
    const field = makeField();
    if (isShown) for (const box of markerBoxes()) field.add(box);
    const known = isFar ? new Map() : counts();
    const place = (label, [width, height], points = label.points()) => {
      const box = (point) => {
        const { x, y } = map.project(point, zoom);
        return [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
      };
      const free = points.find((point) => field.isFree(box(point), label));
      if (free) field.add(box(free), label);
      return free;
    };
    const around = map.getBounds().pad(1);
    const isNear = ({ bounds }) => [-360, 0, 360].some((turn) => around.intersects([[bounds.getSouth(), bounds.getWest() + turn], [bounds.getNorth(), bounds.getEast() + turn]]));
    const near = new Set(isShown ? labels.filter(isNear) : []);
    for (const label of labels) [label.spot, label.isAtName] = [null, false];
    for (const label of near) write(label, label.isDistrict ? known.get(label.name) : null);
    const numbered = [...near].filter((label) => label.isAtName);
    // Each number gets a place, those of small districts first; then it moves to where its name has room, too, but not
    // near the border.
    const short = (label) => [widthOf(label.number, NUMBER_FONT), NUMBER_FONT + 4];
    for (const label of [...numbered].reverse()) label.spot = place(label, short(label)) || null;
    for (const label of numbered) {
      const size = [Math.max(label.width, short(label)[0]), label.height + NUMBER_FONT + 2];
      const full = place(label, size, label.points().slice(0, Math.ceil(label.points().length / 2)));
      const point = full || label.spot;
      label.spot = point && { point, size: full ? size : short(label), name: full ? label.text : "", number: label.number, font: label.fontSize };
    }
    for (const label of labels) if (!near.has(label)) label.marker.setOpacity(0);
    for (const label of near) {
      const isHidden = label.isAtName || (isFar && label.isDistrict);
      const free = isHidden ? null : place(label, [label.width, label.height]);
      label.marker.setOpacity(free ? 1 : 0);
      if (free) label.marker.setLatLng(free);
    }
  }

  // Where the number of a district stands: { point, size, name, number, font }; null if there is no room for it.
  const spot = (name) => byName.get(name)?.spot || null;

  // Whether a district is so small at a zoom that its number stands at its name. In a large district, a few places have
  // a marker at their point. An infinite count, of places that other outlines contain, always stands at the name.
  const hasNumber = (name, zoom, count) => {
    const bounds = zoom < NAMES_TO ? outlines.get(name)?.getBounds() : null;
    if (!bounds) return false;
    const [first, last] = [map.project(bounds.getNorthWest(), zoom), map.project(bounds.getSouthEast(), zoom)];
    const icons = count < 8 ? 4 : count < Infinity ? 12 : Infinity;
    return last.x - first.x < icons * data.icon[0] && last.y - first.y < icons * data.icon[1];
  };

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

  // The names of the districts that the first view shows.
  const framed = () => (focus.length ? focus : [...outlines.keys()]);

  return { nameDistricts, placeNames, spot, hasNumber, framed, chooseDistrict, outlineBounds: (name) => outlines.get(name)?.getBounds() || null };
};
