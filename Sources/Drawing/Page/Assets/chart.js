// The map itself: markers and cards. It shows what the page gives it and decides nothing.
const Chart = (() => {
  const { element, pin, onKey, linked } = Elements;
  const { data, stores } = Model;
  const [WIDTH, HEIGHT] = data.icon;

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

  const markers = new Map();
  const changeLayer = L.layerGroup().addTo(map);
  let popup = null;
  let returnFocus = null;
  let restores = true;
  let ring = null;
  let shown = { members: new Map(), counts: false, words: Words.ko };
  let onSelect = () => {};

  const base = Base(map, () => [...shown.members.keys()]);

  const abbreviated = (n) => (n >= 10000 ? `${Math.floor(n / 1000)}k` : n >= 1000 ? `${(Math.floor(n / 100) / 10).toString()}k` : String(n));

  function icon(one, hidden) {
    const box = element("div");
    box.style.height = "100%";
    box.append(pin(one.kind));
    if (shown.counts && hidden.length) box.append(element("span", "badge", abbreviated(hidden.length + 1)));
    return L.divIcon({ className: `marker ${one.kind}`, html: box, iconSize: [WIDTH, HEIGHT], iconAnchor: [WIDTH * data.anchor[0], HEIGHT * data.anchor[1]] });
  }

  // Returns the bookstore's point in the copy of the world nearest to the middle of the map.
  const near = (one) => [one.latitude, one.longitude + 360 * Math.round((map.getCenter().lng - one.longitude) / 360)];

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

  // Updates the markers in view to those that are to be shown. `members` gives the hidden bookstores of each, by its
  // index.
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
      if (isOther) base.avoid(markerBoxes());
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

  // The boxes of all markers at this zoom, in view or not, in CSS pixels from the map's upper left corner.
  function markerBoxes() {
    return [...shown.members.keys()].map((place) => {
      const { x, y } = map.latLngToContainerPoint(near(stores[place]));
      return { x: x - WIDTH * data.anchor[0], y: y - HEIGHT * data.anchor[1], width: WIDTH, height: HEIGHT };
    });
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

  // Opens a bookstore's card. `focus` is for keyboard users.
  function open(one, { hidden, apart, words, pick, onClose, node, focus }) {
    close(false);
    const content = Card.make(one, hidden, words, pick);
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
    // The chosen row or marker may have been made again since.
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
  map.on("move", () => {
    if (!frame) frame = requestAnimationFrame(() => { frame = 0; showMarkers(); });
  });
  new ResizeObserver(() => map.invalidateSize({ animate: false })).observe(map.getContainer());
  map.getContainer().addEventListener("keydown", (event) => event.key === "Escape" && close());

  return {
    map, open, close, showMarkers, showChanges, setWords, setAttribution,
    select: (callback) => { onSelect = callback; },
    chooseDistrict: base.chooseDistrict,
    outlineBounds: base.outlineBounds,
  };
})();
