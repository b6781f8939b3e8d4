// The position from which distances are measured: the reader's own position, or a point picked on the map. The page
// asks for the reader's position only on a tap, and never sends it.
const Here = (() => {
  const { element } = Elements;
  const { map } = Chart;
  const TIMEOUT = 15000;
  const HOLD = 600;
  const layer = L.layerGroup().addTo(map);
  map.createPane("here").style.zIndex = 610;
  // { latitude, longitude, isOwn, accuracy }
  let origin = null;
  // Whether the page moved the view to the reader's position. The address does not get this view, because the view
  // would reveal the position.
  let isOwnView = false;
  let isAsking = false;
  let problem = null;
  let onChange = () => {};
  // The distance of each place from an origin. It is NaN until it is needed, and Infinity for a place without a
  // point.
  let cache = { origin: null, meters: null };

  const isOffered = "geolocation" in navigator;

  function set(next) {
    origin = next;
    problem = null;
    isAsking = false;
    if (!next || !next.isOwn) isOwnView = false;
    draw();
  }

  function draw() {
    layer.clearLayers();
    if (!origin) return;
    const point = [origin.latitude, origin.longitude];
    if (origin.isOwn && origin.accuracy > 0 && origin.accuracy < 50000) {
      L.circle(point, { pane: "changes", radius: origin.accuracy, className: "here-area", interactive: false }).addTo(layer);
    }
    const icon = L.divIcon({ className: origin.isOwn ? "here-own" : "here-picked", html: element("span"), iconSize: [22, 22], iconAnchor: [11, 11] });
    const node = L.marker(point, { pane: "here", icon, interactive: false, keyboard: false }).addTo(layer).getElement();
    node.setAttribute("aria-hidden", "true");
  }

  // Asks the browser for the position, once.
  function locate() {
    if (!isOffered) return fail("unavailable");
    isAsking = true;
    problem = null;
    onChange({ moves: false });
    const found = ({ coords }) => {
      if (!isAsking) return;
      isOwnView = true;
      set({ latitude: coords.latitude, longitude: coords.longitude, accuracy: coords.accuracy, isOwn: true });
      onChange({ moves: true });
    };
    const missed = (error) => isAsking && fail({ 1: "denied", 2: "unavailable", 3: "late" }[error.code] || "unavailable");
    try {
      navigator.geolocation.getCurrentPosition(found, missed, { enableHighAccuracy: true, timeout: TIMEOUT, maximumAge: 60000 });
    } catch (error) {
      fail("unavailable");
    }
    return undefined;
  }

  function fail(reason) {
    isAsking = false;
    problem = reason;
    onChange({ moves: false });
  }

  // Picks a point of the map. It is rounded first, so that a link gives the same distances.
  function pick({ lat, lng }, isSilent = false) {
    const longitude = ((((lng + 180) % 360) + 360) % 360) - 180;
    set({ latitude: Number(lat.toFixed(5)), longitude: Number(longitude.toFixed(5)), isOwn: false, accuracy: 0 });
    if (!isSilent) onChange({ moves: false });
  }

  function clear(isSilent = false) {
    set(null);
    if (!isSilent) onChange({ moves: false });
  }

  // The distance to a place in meters; null if there is no position, or the place has no point.
  function meters(place) {
    if (!origin) return null;
    if (cache.origin !== origin) cache = { origin, meters: new Float64Array(Model.stores.length).fill(NaN) };
    if (Number.isNaN(cache.meters[place])) cache.meters[place] = Points.meters(Model.stores[place], origin) ?? Infinity;
    return cache.meters[place] === Infinity ? null : cache.meters[place];
  }

  const distance = (place) => {
    const found = meters(place);
    return found === null ? "" : Points.text(found);
  };

  // The text for the address; only a picked point is written.
  const written = () => (origin && !origin.isOwn ? `${Links.degrees(origin.latitude)},${Links.degrees(origin.longitude)}` : "");

  // Returns the point that a piece of the page's URL states; null if the piece is not a point.
  function parsed(text) {
    const [latitude, longitude] = text.split(",").map((part) => (/^-?\d{1,3}(\.\d+)?$/.test(part) ? Number(part) : NaN));
    return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { lat: latitude, lng: longitude } : null;
  }

  // Takes the picked point from the page's state. If the state has none, the reader's own position stays.
  function sync({ near }) {
    if (near === written()) return;
    if (near) pick(parsed(near), true);
    else if (!origin.isOwn) clear(true);
  }

  // The view for the address. If the page has moved the map to the reader's position, this is the view before the move.
  let lastView = null;
  function addressView(view) {
    if (!isOwnView || !lastView) lastView = view;
    return lastView;
  }

  Address.FIELDS.push({
    key: "near", name: "near", none: "", isStep: true,
    read: (text) => {
      const point = parsed(text);
      return point && `${Links.degrees(Number(point.lat.toFixed(5)))},${Links.degrees(Number(point.lng.toFixed(5)))}`;
    },
  });

  // Shows the position and the three nearest of these places.
  function show(places) {
    if (!origin) return;
    const nearest = places.filter((place) => meters(place) !== null).slice(0, 3).map((place) => [Model.stores[place].latitude, Model.stores[place].longitude]);
    map.fitBounds(L.latLngBounds([[origin.latitude, origin.longitude], ...nearest]), { padding: [50, 60], maxZoom: 17, animate: false });
  }

  // A long press or a right click picks a point. On a keyboard, the menu key or Shift+F10 picks the middle of the map.
  let keyedAt = -Infinity;
  map.on("contextmenu", (event) => {
    event.originalEvent?.preventDefault();
    if (performance.now() - keyedAt > 1000) pick(event.latlng);
  });
  map.getContainer().addEventListener("keydown", (event) => {
    if (event.target !== map.getContainer() || (event.key !== "ContextMenu" && !(event.shiftKey && event.key === "F10"))) return;
    event.preventDefault();
    keyedAt = performance.now();
    pick(map.getCenter());
  });
  // Safari on phones has no event for a long press.
  let holding = 0;
  const release = () => clearTimeout(holding);
  if (!("oncontextmenu" in window) || /iP(hone|ad|od)/.test(navigator.userAgent)) {
    map.getContainer().addEventListener("touchstart", (event) => {
      release();
      if (event.touches.length !== 1 || event.target.closest(".marker, .leaflet-popup, .leaflet-control")) return;
      const touch = event.touches[0];
      holding = setTimeout(() => pick(map.mouseEventToLatLng(touch)), HOLD);
    }, { passive: true });
    for (const type of ["touchmove", "touchend", "touchcancel"]) map.getContainer().addEventListener(type, release, { passive: true });
  }
  // After the reader has moved the map, the view is the reader's own choice.
  for (const type of ["pointerdown", "wheel", "keydown"]) map.getContainer().addEventListener(type, () => { isOwnView = false; }, { capture: true, passive: true });

  return {
    locate, pick, clear, show, meters, distance, sync, written, addressView, isOffered,
    origin: () => origin,
    isAsking: () => isAsking,
    problem: () => problem,
    onChange: (callback) => { onChange = callback; },
  };
})();
