// The layers below the bookstores: tiles, outlines of districts with their names, a graticule.
// `markerBoxes` gives the boxes of the markers around the view, in pixels of the world at this zoom.
const Base = (map, markerBoxes) => {
  const { element } = Elements;
  const { data } = Model;
  const STEPS = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
  const outlines = new Map();
  const labels = [];

  // Tiles are the lowest layer, if the page's settings have them.
  if (data.tiles) {
    L.tileLayer(data.tiles.url, { attribution: "", maxZoom: data.maxZoom, maxNativeZoom: 19 }).addTo(map);
    map.getContainer().classList.add("tiled");
  }

  // Rings are stored as differences in hundred-thousandths of a degree, longitude first.
  function ringPoints(differences) {
    const points = [];
    let [x, y] = [0, 0];
    for (let i = 0; i < differences.length; i += 2) {
      x += differences[i];
      y += differences[i + 1];
      points.push([y / 1e5, x / 1e5]);
    }
    return points;
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

  // Returns positions for a district's name: the points of a grid inside the district, the farthest from the border
  // first.
  function labelPoints(polygons) {
    const rings = polygons.reduce((largest, one) => (one[0].length > largest[0].length ? one : largest));
    const bounds = L.latLngBounds(rings[0]);
    const scale = Math.cos((bounds.getCenter().lat * Math.PI) / 180);
    const found = [];
    for (let row = 1; row < 18; row += 1) {
      for (let column = 1; column < 18; column += 1) {
        const point = [
          bounds.getSouth() + ((bounds.getNorth() - bounds.getSouth()) * row) / 18,
          bounds.getWest() + ((bounds.getEast() - bounds.getWest()) * column) / 18,
        ];
        const distance = distanceToRings(rings, point, scale);
        if (distance > 0) found.push([distance, point]);
      }
    }
    return found.sort((one, other) => other[0] - one[0]).map((one) => one[1]).concat(found.length ? [] : [bounds.getCenter()]);
  }

  for (const outline of data.outlines ? data.outlines.areas : []) {
    const polygons = outline.rings.map((rings) => rings.map(ringPoints));
    const shape = L.polygon(polygons, { pane: "outlines", className: "district", interactive: false, stroke: true, smoothFactor: 0.8 }).addTo(map);
    outlines.set(outline.name, shape);
    const points = labelPoints(polygons);
    labels.push({ name: outline.name, points, marker: L.marker(points[0], { pane: "names", interactive: false, keyboard: false, icon: L.divIcon({ className: "district-label" }) }).addTo(map) });
  }

  function nameDistricts(words) {
    for (const label of labels) {
      label.text = words === Words.en ? Model.romanized.get(label.name) || label.name : label.name;
      label.width = [...label.text].reduce((sum, c) => sum + (c > "\u1100" ? 13 : 7.5), 6);
      label.marker.setIcon(L.divIcon({ className: "district-label", html: element("span", "", label.text), iconSize: [label.width, 18] }));
      label.marker.getElement()?.setAttribute("aria-hidden", "true");
    }
    placeNames();
  }

  // Puts each name where it covers no marker and no other name, near the middle of its district; hides it if there is
  // no room.
  function placeNames() {
    const zoom = map.getZoom();
    const isShown = zoom >= 9.75 && zoom < 16;
    map.getPane("names").style.display = isShown ? "" : "none";
    if (!isShown) return;
    const taken = markerBoxes();
    for (const { marker, points, width } of labels) {
      const box = (point) => {
        const { x, y } = map.project(point, zoom);
        return [x - width / 2, y - 9, x + width / 2, y + 9];
      };
      const meets = (one, other) => one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
      const free = points.find((point) => !taken.some((other) => meets(box(point), other)));
      marker.setOpacity(free ? 1 : 0);
      if (!free) continue;
      marker.setLatLng(free);
      taken.push(box(free));
    }
  }

  // Lines at round steps of degrees, and their numbers at the map's edges.
  const grid = L.layerGroup().addTo(map);
  const gridLabels = element("div", "grid-labels");
  gridLabels.setAttribute("aria-hidden", "true");
  map.getContainer().append(gridLabels);

  let drawn = { zoom: null, bounds: null };

  function drawGrid() {
    if (drawn.zoom === map.getZoom() && drawn.bounds.contains(map.getBounds())) return;
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
