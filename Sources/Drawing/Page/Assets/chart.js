// The map itself: outlines, graticule, markers, popups. It shows what it is told and decides nothing.
const Chart = (() => {
  const { data, stores } = Model;
  const [WIDTH, HEIGHT] = data.icon;
  const SVG = "http://www.w3.org/2000/svg";
  const STEPS = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
  const LIST_LENGTH = 200;

  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;

  const map = L.map("map", {
    zoomControl: false, minZoom: 1, maxZoom: data.maxZoom, worldCopyJump: true, zoomSnap: 1, attributionControl: false,
    fadeAnimation: !isStill, zoomAnimation: !isStill, inertia: !isStill,
  });
  for (const [name, order] of [["outlines", 300], ["grid", 310], ["names", 350], ["changes", 620]]) map.createPane(name).style.zIndex = order;
  map.getPane("names").style.pointerEvents = "none";
  const zoomControl = L.control.zoom({ position: "topright" }).addTo(map);
  for (const button of zoomControl.getContainer().querySelectorAll("a")) onKey(button, () => button.click());
  if (isStill) map.panBy = (offset) => L.Map.prototype.panBy.call(map, offset, { animate: false });
  const attribution = L.control.attribution({ prefix: false }).addTo(map);
  L.control.scale({ imperial: false, position: "bottomleft" }).addTo(map);

  const outlines = new Map();
  const labels = [];
  const markers = new Map();
  const changeLayer = L.layerGroup().addTo(map);
  let popup = null;
  let returnFocus = null;
  let restores = true;
  let ring = null;
  let shown = { members: new Map(), counts: false, words: Words.ko };
  let onSelect = () => {};

  const element = (tag, className, text) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined && text !== null) made.textContent = text;
    if (/[\u3131-\ud7a3]/.test(text) && ["name", "where"].includes(className)) made.lang = "ko";
    return made;
  };

  function pin(kind, className) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 40 53");
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("preserveAspectRatio", "xMidYMax meet");
    if (className) svg.setAttribute("class", className);
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#pin-${kind}`);
    svg.append(use);
    return svg;
  }

  // Tiles, if the page's maker asked for them, below everything.
  if (data.tiles) {
    L.tileLayer(data.tiles.url, { attribution: "", maxZoom: data.maxZoom, maxNativeZoom: 19 }).addTo(map);
    map.getContainer().classList.add("tiled");
  }

  // Rings come as differences of hundred-thousandths of a degree, longitude first.
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

  // Places for a district's name: those of a grid's points that lie inside, the farthest from the border first.
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

  // Puts each name where no marker and no other name stands, near the middle of its district; else it is left out.
  function placeNames() {
    const zoom = map.getZoom();
    const isShown = zoom >= 11 && zoom <= 15;
    map.getPane("names").style.display = isShown ? "" : "none";
    if (!isShown) return;
    const [left, top] = [WIDTH * data.anchor[0], HEIGHT * data.anchor[1]];
    const taken = [...shown.members.keys()].map((place) => {
      const { x, y } = map.project([stores[place].latitude, stores[place].longitude], zoom);
      return [x - left + 4, y - top + 3, x - left + WIDTH - 2, y - top + HEIGHT];
    });
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

  // Lines of whole steps of degrees, and their numbers at the map's edges.
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

  const abbreviated = (n) => (n >= 10000 ? `${Math.floor(n / 1000)}k` : n >= 1000 ? `${(Math.floor(n / 100) / 10).toString()}k` : String(n));

  function icon(one, hidden) {
    const box = element("div");
    box.style.height = "100%";
    box.append(pin(one.kind));
    if (shown.counts && hidden.length) box.append(element("span", "badge", abbreviated(hidden.length + 1)));
    return L.divIcon({ className: `marker ${one.kind}`, html: box, iconSize: [WIDTH, HEIGHT], iconAnchor: [WIDTH * data.anchor[0], HEIGHT * data.anchor[1]] });
  }

  // Its point in that copy of the world which is nearest to the middle of the map.
  const near = (one) => [one.latitude, one.longitude + 360 * Math.round((map.getCenter().lng - one.longitude) / 360)];

  // Enter and Space press what is no button by itself.
  function onKey(node, press) {
    node.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      press();
    });
  }

  function addMarker(one, hidden) {
    const marker = L.marker(near(one), { icon: icon(one, hidden), riseOnHover: true }).addTo(map);
    const node = marker.getElement();
    node.addEventListener("focus", () => node.matches(":focus-visible") && map.panInside(marker.getLatLng(), { padding: [WIDTH, HEIGHT + 10], animate: false }));
    const count = shown.counts ? hidden.length : 0;
    node.dataset.id = one.id;
    node.dataset.count = count + 1;
    node.setAttribute("role", "button");
    node.setAttribute("aria-label", shown.words.label(one.name, shown.words[one.kind], count));
    onKey(node, () => onSelect(one, node));
    marker.on("click", () => onSelect(one, node));
    markers.set(one.place, { marker, hidden, words: shown.words, counts: shown.counts });
  }

  // Makes the markers of the view those that are to be shown: `members` gives the hidden ones of each by its place.
  function showMarkers(next) {
    if (next) {
      const former = shown;
      shown = next;
      const isOther = former.members !== next.members;
      if (isOther || former.words !== next.words || former.counts !== next.counts) {
        for (const [place, { hidden, words, counts }] of markers) {
          const now = shown.members.get(place);
          if (!now || words !== shown.words || counts !== shown.counts || now.length !== hidden.length) removeMarker(place);
        }
      }
      if (isOther) placeNames();
    }
    const bounds = map.getBounds().pad(0.3);
    const seen = new Set();
    for (const [place, hidden] of shown.members) {
      const one = stores[place];
      const point = near(one);
      if (!bounds.contains(point)) continue;
      seen.add(place);
      if (!markers.has(place)) addMarker(one, hidden);
      else {
        const known = markers.get(place);
        known.hidden = hidden;
        if (known.marker.getLatLng().lng !== point[1]) known.marker.setLatLng(point);
      }
    }
    for (const place of [...markers.keys()]) if (!seen.has(place)) removeMarker(place);
  }

  function removeMarker(place) {
    markers.get(place).marker.remove();
    markers.delete(place);
  }

  function showChanges(list, words, pick) {
    changeLayer.clearLayers();
    const signs = { added: "+", closed: "×", moved: "→" };
    for (const { what, one, from } of list) {
      if (!one.hasPoint) continue;
      const here = [one.latitude, one.longitude];
      if (from) {
        L.polyline([from, here], { pane: "changes", className: "moved-line", interactive: false }).addTo(changeLayer);
        L.circleMarker(from, { pane: "changes", className: "moved-line", radius: 5, interactive: false }).addTo(changeLayer);
      }
      const html = element("span", "", signs[what]);
      const marker = L.marker(here, { pane: "changes", icon: L.divIcon({ className: "change", html, iconSize: [22, 22], iconAnchor: [11, 11] }) }).addTo(changeLayer);
      const node = marker.getElement();
      node.dataset.change = what;
      node.setAttribute("role", "button");
      node.setAttribute("aria-label", `${words[what]}: ${one.name}`);
      onKey(node, () => pick(one, node));
      marker.on("click", () => pick(one, node));
    }
  }

  const link = (href, text) => {
    const made = element("a", "", text);
    made.href = href;
    if (/^https?:/i.test(href)) Object.assign(made, { target: "_blank", rel: "noopener noreferrer" });
    return made;
  };
  // Text with its addresses as links.
  const linked = (text) =>
    text.split(/(https?:\/\/[^\s,<>"]+)/).filter(Boolean).map((part) => (/^https?:/.test(part) ? link(part, part) : document.createTextNode(part)));
  // Only the web's own schemes become links; anything else that a feed says stays text.
  const webLink = (text) => (/^https?:\/\/[^\s]+$/i.test(text) ? link(text, text.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "")) : document.createTextNode(text));

  function card(one, hidden, words, pick) {
    const box = element("div", `card ${one.kind}`);
    box.append(element("h2", "", one.name), element("span", "kind", words[one.kind]));
    const facts = element("dl");
    const fact = (title, ...values) => {
      const shownValues = values.filter((value) => value);
      if (!shownValues.length) return;
      const cell = element("dd");
      shownValues.forEach((value, index) => cell.append(...(index ? [element("br"), value] : [value])));
      facts.append(element("dt", "", title), cell);
    };
    fact(words.address, Model.where(one));
    fact(words.phone, one.phone ? link(`tel:${one.phone}`, one.phoneRaw || one.phone) : one.phoneRaw);
    fact(words.website, one.website && webLink(one.website));
    fact(words.sns, ...one.sns.map(webLink));
    if (one.closedOn) fact(words.closed, one.closedOn);
    fact(words.seen, one.lastSeen);
    box.append(facts);
    if (one.hasPoint) {
      const point = `${one.latitude},${one.longitude}`;
      const name = encodeURIComponent(one.name.isWellFormed?.() === false ? "" : one.name);
      const links = element("div", "links");
      links.append(link(`geo:${point}`, words.geo), link(`https://map.naver.com/p/search/${name}`, words.naver), link(`https://map.kakao.com/link/map/${name},${point}`, words.kakao));
      box.append(links);
    }
    if (hidden.length) {
      box.append(element("p", "hidden-title", words.hides(hidden.length)));
      const list = element("ul", "hidden-list");
      for (const place of hidden.slice(0, LIST_LENGTH)) list.append(hiddenRow(stores[place], pick));
      if (hidden.length > LIST_LENGTH) list.append(element("li", "", words.more(hidden.length - LIST_LENGTH)));
      box.append(list);
    }
    return box;
  }

  function hiddenRow(one, pick) {
    const row = element("button", `row ${one.kind}`);
    row.type = "button";
    row.dataset.id = one.id;
    row.append(pin(one.kind, "swatch"), element("span", "name", one.name), element("span", "where", Model.where(one)));
    row.addEventListener("click", () => pick(one));
    const item = element("li");
    item.append(row);
    return item;
  }

  // Opens a bookstore's card; `focus` for those who use the keyboard.
  function open(one, { hidden, apart, words, pick, onClose, node, focus }) {
    close(false);
    const content = card(one, hidden, words, pick);
    if (apart) {
      const button = element("button", "quiet apart", words.apart(apart));
      button.type = "button";
      button.addEventListener("click", () => map.setView([one.latitude, one.longitude], apart));
      content.append(button);
    }
    returnFocus = node || null;
    const isMarked = markers.has(one.place);
    popup = L.popup({ className: one.hasPoint ? "" : "nowhere", maxWidth: 320, minWidth: 230, maxHeight: Math.max(120, map.getSize().y - HEIGHT - 90), autoPanPaddingBottomRight: [64, 20], offset: [0, isMarked ? -HEIGHT * data.anchor[1] + 8 : -6], autoPanPadding: [20, 20] })
      .setLatLng(one.hasPoint ? near(one) : map.getCenter()).setContent(content).openOn(map);
    popup.one = one;
    const box = popup.getElement();
    box.setAttribute("role", "dialog");
    box.setAttribute("aria-label", one.name);
    const button = box.querySelector(".leaflet-popup-close-button");
    button.setAttribute("aria-label", words.close);
    button.setAttribute("role", "button");
    onKey(button, () => close());
    if (!isMarked && one.hasPoint) ring = L.circleMarker([one.latitude, one.longitude], { className: "ring", radius: 9, interactive: false, color: "currentColor", weight: 3, fill: false }).addTo(map);
    popup.on("remove", () => closed(onClose));
    if (focus) {
      content.tabIndex = -1;
      content.focus({ preventScroll: true });
    }
  }

  function closed(onClose) {
    const { id } = popup.one;
    popup = null;
    if (ring) ring.remove();
    ring = null;
    onClose();
    // The row or marker that was chosen may have been made anew meanwhile.
    const found = (kind) => document.querySelector(`${kind}[data-id="${id}"]`);
    const target = returnFocus?.isConnected ? returnFocus : found(".marker") || found("#results .row") || map.getContainer();
    if (restores) target.focus({ preventScroll: true });
    returnFocus = null;
  }

  function close(restoresFocus = true) {
    restores = restoresFocus;
    if (popup) map.closePopup(popup);
    restores = true;
  }

  function chooseDistrict(name) {
    for (const [key, shape] of outlines) {
      shape.getElement()?.classList.toggle("chosen", key === name);
      if (key === name) shape.bringToFront();
    }
  }

  function setWords(words) {
    nameDistricts(words);
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
  map.on("move", () => {
    placeGridLabels();
    if (!frame) frame = requestAnimationFrame(() => { frame = 0; showMarkers(); });
  });
  map.on("moveend resize", drawGrid);
  new ResizeObserver(() => map.invalidateSize({ animate: false })).observe(map.getContainer());
  map.getContainer().addEventListener("keydown", (event) => event.key === "Escape" && close());

  return {
    map, element, pin, linked, open, close, showMarkers, showChanges, chooseDistrict, setWords, setAttribution,
    select: (callback) => { onSelect = callback; },
    openStore: () => (popup ? popup.one : null),
    outlineBounds: (name) => outlines.get(name)?.getBounds() || null,
  };
})();
