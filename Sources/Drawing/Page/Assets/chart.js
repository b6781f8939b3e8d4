// The map itself: the markers and the highlights. It shows what the page gives it and decides nothing.
const Chart = (() => {
  const { element, pin, balloon, onKey, linked } = Elements;
  const { data, stores, xs, ys } = Model;
  const { SIDE } = Collision;
  const [WIDTH, HEIGHT] = data.icon;
  const [LEFT, TOP] = [WIDTH * data.anchor[0], HEIGHT * data.anchor[1]];
  const SIGNS = { added: "+", closed: "×", removed: "−", moved: "→", returned: "↺", changed: "✎" };
  // The map stops at quarter zooms, so it fits places more closely. The markers are those of the next lower whole zoom.
  const SNAP = 0.25;
  // The map has elements only for the markers in the view and in a margin around it. The margin is this fraction of the
  // view's size. The elements are updated each time the view has moved by STRIDE pixels.
  const MARGIN = 0.3;
  const STRIDE = 40;

  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;

  const map = L.map("map", {
    zoomControl: false, minZoom: 1, maxZoom: data.maxZoom, worldCopyJump: true, zoomSnap: SNAP, attributionControl: false,
    fadeAnimation: !isStill, zoomAnimation: !isStill, inertia: !isStill,
  });
  for (const [name, order] of [["outlines", 300], ["grid", 310], ["names", 350], ["changes", 590]]) map.createPane(name).style.zIndex = order;
  map.getPane("names").style.pointerEvents = "none";
  const zoomControl = L.control.zoom({ position: "topright" }).addTo(map);
  for (const button of zoomControl.getContainer().querySelectorAll("a")) onKey(button, () => button.click());
  if (isStill) map.panBy = (offset) => L.Map.prototype.panBy.call(map, offset, { animate: false });
  const attribution = L.control.attribution({ prefix: false }).addTo(map);
  attribution.getContainer().addEventListener("click", (event) => event.target.closest("a") || attribution.getContainer().classList.toggle("open"));
  L.control.scale({ imperial: false, position: "bottomleft" }).addTo(map);

  const markers = new Map();
  const moves = L.layerGroup().addTo(map);
  let ring = null;
  let standsOut = null;
  // `apart` has the places that are drawn alone, although they share a marker in the collision pass.
  let shown = { level: null, apart: [], changes: null, words: Words.ko };
  let tiles = new Map();
  let onSelect = () => {};
  // What other scripts add to a marker: { sign, label, key }, each called with the places that the marker stands for.
  const further = [];
  const added = (name, place, ...rest) => further.map((part) => part[name]([place, ...shown.level.holds(place)], ...rest)).filter(Boolean);

  // The markers that stand at the name of their district, each with the district: the only marker of a small district.
  let numbers = new Map();
  const opening = data.frame && L.latLngBounds([data.frame[1], data.frame[0]], [data.frame[3], data.frame[2] < data.frame[0] ? data.frame[2] + 360 : data.frame[2]]);
  const base = Base(map, markerBoxes, () => {
    const found = new Map();
    if (!shown.level?.pass.counts) return found;
    for (const [area, count] of shown.level.pass.counts()) if (data.areaNames[area]) found.set(data.areaNames[area], { count, isAtName: false });
    for (const district of numbers.values()) found.get(district).isAtName = true;
    return found;
  });

  // The zoom of the pass.
  const level = () => Math.max(0, Math.floor(map.getZoom()));

  // Units of the plane per pixel.
  const unitsPerPixel = () => SIDE / (256 * 2 ** map.getZoom());

  // The number of the copy of the world in which a place is nearest to the map's middle, and the place's X in that
  // copy. `middle` is the X of the map's middle.
  const copyOf = (place, middle) => Math.round((middle - xs[place]) / SIDE);
  const nearX = (place, middle) => xs[place] + SIDE * copyOf(place, middle);
  // The place's position in that copy, as latitude and longitude.
  const near = (one) => [one.latitude, one.longitude + 360 * Math.round((map.getCenter().lng - one.longitude) / 360)];

  // Puts the shown places into tiles of 256 points, so that those in the view are found quickly among many.
  function tile(level) {
    const rows = 2 ** level.zoom;
    const size = SIDE / rows;
    tiles = new Map();
    numbers = new Map();
    for (const place of level.shown) {
      const count = level.whole(place);
      if (count > 1 && base.hasNumber(Model.areaName(place), level.zoom, level.isSplit(place) ? Infinity : count)) {
        numbers.set(place, Model.areaName(place));
        continue;
      }
      const key = Math.floor(ys[place] / size) * rows + Math.floor(xs[place] / size);
      const found = tiles.get(key);
      if (found) found.push(place);
      else tiles.set(key, [place]);
    }
  }

  // The view with a margin (a fraction of its size), in units of the plane.
  function view(margin) {
    const units = unitsPerPixel();
    const { min, max } = map.getPixelBounds();
    const [width, height] = [(max.x - min.x) * margin, (max.y - min.y) * margin];
    return { west: (min.x - width) * units, east: (max.x + width) * units, north: (min.y - height) * units, south: (max.y + height) * units, middle: ((min.x + max.x) / 2) * units };
  }

  // Returns the places with a marker at their point, in the view and its margin.
  function inView(margin) {
    if (!shown.level) return [];
    const { west, east, north, south, middle } = view(margin);
    const rows = 2 ** shown.level.zoom;
    const size = SIDE / rows;
    const [first, last] = [Math.floor(west / size), Math.min(Math.floor(east / size), Math.floor(west / size) + rows - 1)];
    const found = [];
    for (let row = Math.max(0, Math.floor(north / size)); row <= Math.min(rows, Math.floor(south / size)); row += 1) {
      for (let column = first; column <= last; column += 1) {
        for (const place of tiles.get(row * rows + (((column % rows) + rows) % rows)) || []) {
          const x = nearX(place, middle);
          if (x >= west && x <= east && ys[place] >= north && ys[place] <= south) found.push(place);
        }
      }
    }
    return found;
  }

  // Returns the places whose number stands at the name of a district in the view and its margin. A number that has no
  // room there stands at the place's point, over other markers.
  function numbersInView(margin) {
    const { west, east, north, south, middle } = view(margin);
    const units = unitsPerPixel();
    return [...numbers.keys()].filter((place) => {
      const point = map.project(spotOf(place)?.point ?? near(stores[place]));
      const x = point.x * units + SIDE * Math.round((middle - point.x * units) / SIDE);
      return x >= west && x <= east && point.y * units >= north && point.y * units <= south;
    });
  }

  const spotOf = (place) => (numbers.has(place) ? base.spot(numbers.get(place)) : null);

  // Whether a place itself is in view.
  const isInView = (place) => {
    const { west, east, north, south, middle } = view(0);
    const x = nearX(place, middle);
    return x >= west && x <= east && ys[place] >= north && ys[place] <= south;
  };

  // The boxes of the markers around the view, in pixels of the world at this zoom: [left, top, right, bottom]. Names on
  // the map avoid them.
  function markerBoxes() {
    const units = unitsPerPixel();
    return inView(MARGIN).map((place) => {
      const [x, y] = [xs[place] / units, ys[place] / units];
      return [x - LEFT, y - TOP, x - LEFT + WIDTH, y - TOP + HEIGHT];
    });
  }

  // What a marker stands for: the number of places, and the number of each kind.
  function content(place) {
    if (contents.level !== shown.level) contents = { level: shown.level, known: new Map() };
    let known = contents.known.get(place);
    if (!known) contents.known.set(place, (known = counted(place)));
    return known;
  }

  let contents = { level: null, known: new Map() };
  function counted(place) {
    const held = shown.level.holds(place);
    const parts = data.kinds.map((kind) => ({ ...kind, count: 0 }));
    for (const one of [place, ...held]) parts.find((part) => part.name === stores[one].kind).count += 1;
    return { count: held.length + 1, parts: parts.filter((part) => part.count) };
  }

  function icon(one, { count, parts }, what, signs) {
    const box = element("div", "pin-box");
    if (count > 1) box.append(...balloon(parts, count, WIDTH, HEIGHT));
    else {
      box.append(pin(one.style));
      if (what) box.append(element("span", "sign", SIGNS[what]));
    }
    box.append(...signs);
    const kind = count > 1 ? "many" : `k${one.style}${what === "closed" || what === "removed" ? " gone" : ""}`;
    return L.divIcon({ className: `marker ${kind}`, html: box, iconSize: [WIDTH, HEIGHT], iconAnchor: [LEFT, TOP] });
  }

  // The number of a small district, below its name.
  function numberIcon({ size, name, number, font }) {
    const box = element("div", "pin-box");
    if (name) box.append(Object.assign(element("span", "district-name", name), { style: `font-size: ${font}px` }));
    box.append(element("b", "district-number", number));
    return L.divIcon({ className: "marker many at-name", html: box, iconSize: size });
  }

  function addMarker(place) {
    const one = stores[place];
    const holds = content(place);
    const what = shown.changes?.get(place)?.what;
    const spot = spotOf(place);
    const point = spot ? { latitude: spot.point[0] ?? spot.point.lat, longitude: spot.point[1] ?? spot.point.lng } : one;
    const marker = L.marker(near(point), { icon: spot ? numberIcon(spot) : icon(one, holds, what, added("sign", place)), riseOnHover: true }).addTo(map);
    const node = marker.getElement();
    node.addEventListener("focus", () => node.matches(":focus-visible") && map.panInside(marker.getLatLng(), { padding: [WIDTH, HEIGHT + 10], animate: false }));
    node.dataset.id = one.id;
    node.dataset.count = holds.count;
    if (what && holds.count === 1) node.dataset.change = what;
    node.setAttribute("role", "button");
    node.setAttribute("aria-label", [spot && districtName(numbers.get(place)), shown.words.label(one, holds, what), ...added("label", place, shown.words)].filter(Boolean).join(", "));
    onKey(node, () => onSelect(one, node));
    marker.on("click", () => onSelect(one, node));
    markers.set(place, { marker, point, key: key(place, holds), copy: copyOf(place, view(0).middle) });
    node.classList.toggle("chosen", standsOut?.place === place);
    node.classList.toggle("alone", shown.apart.includes(place));
  }

  const districtName = (district) => (shown.words === Words.en ? Model.romanized.get(district) || district : district);

  const key = (place, { parts }) => [JSON.stringify(spotOf(place)), shown.apart.includes(place), ...parts.map((part) => `${part.style}:${part.count}`), shown.changes?.get(place)?.what, shown.words.language, ...added("key", place)].join();

  // Shows `next`. Without `next`, shows the same markers in a changed view. All changes update the elements together:
  // at `render`, or when the running script ends.
  function showMarkers(next) {
    if (next) {
      if (shown.level !== next.level) {
        tile(next.level);
        placeNames();
      }
      shown = next;
    }
    if (isOld) return;
    isOld = true;
    queueMicrotask(render);
  }

  let isOld = false;
  let rendered = null;

  // Updates the elements so that they are the markers in view.
  function render() {
    if (!isOld) return;
    isOld = false;
    placeOldNames();
    if (rendered !== shown || areSpotsOld) {
      const isNew = rendered !== shown;
      [rendered, areSpotsOld] = [shown, false];
      for (const [place, known] of markers) {
        if (!shown.level.shows(place) || known.key !== key(place, content(place))) removeMarker(place);
      }
      if (isNew) showMoves();
    }
    const places = [...inView(MARGIN), ...numbersInView(MARGIN)];
    const seen = new Set(places);
    for (const place of [...markers.keys()]) if (!seen.has(place)) removeMarker(place);
    for (const place of places) if (!markers.has(place)) addMarker(place);
    const { middle } = view(0);
    for (const [place, known] of markers) {
      if (known.copy === copyOf(place, middle)) continue;
      known.copy = copyOf(place, middle);
      known.marker.setLatLng(near(known.point));
    }
  }

  // Places the names on the map again, once for all changes of the running script.
  let areNamesOld = false;
  let areSpotsOld = false;
  function placeNames() {
    if (areNamesOld) return;
    areNamesOld = true;
    queueMicrotask(placeOldNames);
  }

  function placeOldNames() {
    if (areNamesOld) {
      base.placeNames();
      areSpotsOld = numbers.size > 0;
    }
    areNamesOld = false;
  }

  function removeMarker(place) {
    markers.get(place).marker.remove();
    markers.delete(place);
  }

  // Draws a line from the former position of each moved place that does not share its marker.
  function showMoves() {
    moves.clearLayers();
    for (const [place, { from }] of shown.changes || []) {
      if (!from || !shown.level.shows(place) || shown.level.count(place) > 1) continue;
      const options = { pane: "changes", className: "moved-line", interactive: false };
      L.polyline([from, [stores[place].latitude, stores[place].longitude]], options).addTo(moves);
      L.circleMarker(from, { ...options, className: "moved-from", radius: 4 }).addTo(moves);
    }
  }

  // Highlights one place: its marker, with a ring around its point, or the ring alone if the filters exclude the place.
  // null highlights none.
  function point(one) {
    render();
    if (standsOut) markers.get(standsOut.place)?.marker.getElement().classList.remove("chosen");
    if (ring) ring.remove();
    [ring, standsOut] = [null, one];
    if (!one || !one.hasPoint) return;
    markers.get(one.place)?.marker.getElement().classList.add("chosen");
    if (shown.level?.shows(one.place) && shown.level.count(one.place) > 1) return;
    ring = L.circleMarker(near(one), { className: "ring", radius: 9, interactive: false, color: "currentColor", weight: 3, fill: false }).addTo(map);
  }

  // Returns all markers of this zoom, in view or not, in pixels of the window.
  function drawn() {
    if (!shown.level) return [];
    const units = unitsPerPixel();
    const { min } = map.getPixelBounds();
    const { left, top } = map.getContainer().getBoundingClientRect();
    const { middle } = view(0);
    const id = (place) => Model.ids[place];
    return shown.level.shown.map((place) => {
      const spot = spotOf(place);
      const point = spot && map.project(spot.point);
      const [x, y] = spot ? [point.x - spot.size[0] / 2, point.y - spot.size[1] / 2] : [nearX(place, middle) / units - LEFT, ys[place] / units - TOP];
      const [width, height] = spot ? spot.size : [WIDTH, HEIGHT];
      return {
        id: id(place), count: shown.level.count(place), holds: shown.level.holds(place).map(id), x: left + x - min.x, y: top + y - min.y, width, height,
        // The district at whose name the number stands, and whether the place is drawn alone on purpose.
        district: numbers.get(place) || null, isApart: shown.apart.includes(place),
      };
    });
  }

  // Moves the view to places. `box` is an area that must be visible in any case, such as a district's outline.
  function fit(places, box) {
    const there = places.filter((place) => stores[place].hasPoint);
    if (!there.length && !box) return;
    const bounds = L.latLngBounds(box ? [box.getSouthWest(), box.getNorthEast()] : []);
    let [west, east] = [Infinity, -Infinity];
    for (const place of there) [west, east] = [Math.min(west, xs[place]), Math.max(east, xs[place])];
    // Places on both sides of ±180° are shown as neighbors.
    const isSplit = east - west > SIDE / 2;
    for (const place of there) {
      const { latitude, longitude } = stores[place];
      bounds.extend([latitude, isSplit && longitude < 0 ? longitude + 360 : longitude]);
    }
    // The padding keeps whole markers visible, beside the buttons and above the line of sources.
    map.fitBounds(bounds, { paddingTopLeft: [LEFT + 10, TOP + 8], paddingBottomRight: [Math.max(WIDTH - LEFT, 34) + 10, HEIGHT - TOP + 26], maxZoom: 16, animate: false });
  }

  function setWords(words) {
    base.nameDistricts(words);
    const [zoomIn, zoomOut] = zoomControl.getContainer().querySelectorAll("a");
    for (const [button, text] of [[zoomIn, words.zoomIn], [zoomOut, words.zoomOut]]) {
      button.title = text;
      button.setAttribute("aria-label", text);
    }
  }

  function setAttribution(text) {
    attribution._attributions = {};
    const safe = element("span");
    safe.append(...linked(text));
    attribution.addAttribution(safe.innerHTML);
  }

  let frame = 0;
  let last = L.point(0, 0);
  map.on("move", () => {
    if (frame) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      const { min } = map.getPixelBounds();
      if (min.distanceTo(last) < STRIDE) return;
      last = min;
      showMarkers();
    });
  });
  map.on("moveend", () => { showMarkers(); placeNames(); render(); });
  new ResizeObserver(() => map.invalidateSize({ animate: false })).observe(map.getContainer());

  return {
    map, level, showMarkers, render, drawn, fit, isInView, point, setWords, setAttribution, SIGNS,
    select: (callback) => { onSelect = callback; },
    extend: (part) => further.push(part),
    // The places that other scripts want drawn alone.
    apart: () => further.flatMap((part) => part.apart?.() || []),
    marker: (one) => {
      render();
      return markers.get(one.place)?.marker.getElement() || null;
    },
    chooseDistrict: base.chooseDistrict,
    outlineBounds: base.outlineBounds,
    // The bounds of the page's frame, or else of its districts; null if there are none.
    allBounds: () => opening || base.framed().map(base.outlineBounds).filter(Boolean).reduce((all, one) => all?.extend(one) || L.latLngBounds(one.getSouthWest(), one.getNorthEast()), null),
  };
})();
