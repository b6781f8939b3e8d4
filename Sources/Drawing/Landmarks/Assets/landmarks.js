// Landmarks, such as stations: small dots below the markers, with names where they cover no marker and no other name.
(() => {
  const { element } = Elements;
  const { map } = Chart;
  const { names, english, points } = Model.data.landmarks;
  const MARGIN = 0.3;
  // The lowest zooms at which dots and names are shown. At lower zooms there are too many to tell apart.
  const [DOTS, NAMES] = [12, 12.5];
  const FONT = 11;

  map.createPane("landmarks").style.zIndex = 340;
  map.createPane("landmark-names").style.zIndex = 345;
  for (const name of ["landmarks", "landmark-names"]) map.getPane(name).style.pointerEvents = "none";

  const all = names.map((name, index) => {
    const point = L.latLng(points[2 * index] / 1e5, points[2 * index + 1] / 1e5);
    return { names: { ko: name, en: english[index] || name }, name: "", point, width: 0, height: FONT + 4, dot: null, label: null, spot: null };
  });

  function speak() {
    for (const one of all) {
      one.label?.remove();
      [one.label, one.name] = [null, one.names[Page.state.lang]];
      one.width = ([...one.name].reduce((sum, c) => sum + (c > "\u1100" ? 1 : 0.58), 0) + 0.5) * FONT;
    }
    later();
  }

  // The possible positions of a name, as the offset of its box's corner from the dot: below, above, right, left.
  const spots = ({ width, height }) => [[-width / 2, 4], [-width / 2, -height - 4], [5, -height / 2], [-width - 5, -height / 2]];

  const place = (point, className, html, size, pane, [left, top]) => {
    const icon = L.divIcon({ className, html, iconSize: size, iconAnchor: [-left, -top] });
    const marker = L.marker(point, { pane, interactive: false, keyboard: false, icon }).addTo(map);
    marker.getElement()?.setAttribute("aria-hidden", "true");
    return marker;
  };

  function showDot(one, isShown) {
    if (!isShown) one.dot?.remove();
    if (!isShown || !one.dot) one.dot = isShown ? place(one.point, "landmark-dot", "", [6, 6], "landmarks", [-3, -3]) : null;
  }

  // Shows the name at a spot; hides the name if there is no spot.
  function showName(one, spot) {
    if (one.label && spot && String(one.spot) === String(spot)) return;
    one.label?.remove();
    one.spot = spot;
    one.label = spot ? place(one.point, "landmark-label", element("span", "", one.name), [one.width, one.height], "landmark-names", spot) : null;
  }

  // The boxes of everything that has priority, in pixels of the view: markers, and the names of districts and water.
  function taken() {
    const { left, top } = map.getContainer().getBoundingClientRect();
    const isVisible = (node) => node.style.opacity !== "0" && node.getClientRects().length > 0;
    return [...map.getContainer().querySelectorAll(".marker, .district-label, .water-label, .here-dot")].filter(isVisible).map((node) => {
      const box = node.getBoundingClientRect();
      return [box.left - left, box.top - top, box.right - left, box.bottom - top];
    });
  }

  const meets = (one, other) => one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];

  function arrange() {
    const zoom = map.getZoom();
    const bounds = map.getBounds().pad(MARGIN);
    const boxes = zoom >= NAMES ? taken() : [];
    for (const one of all) {
      const isHere = zoom >= DOTS && bounds.contains(one.point);
      showDot(one, isHere);
      let spot = null;
      if (isHere && zoom >= NAMES) {
        const { x, y } = map.latLngToContainerPoint(one.point);
        const box = ([left, top]) => [x + left, y + top, x + left + one.width, y + top + one.height];
        spot = spots(one).find((spot) => !boxes.some((other) => meets(box(spot), other))) || null;
        if (spot) boxes.push(box(spot));
      }
      showName(one, spot);
    }
  }

  let waiting = 0;
  function later() {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => requestAnimationFrame(arrange));
  }

  map.on("moveend zoomend resize", later);
  document.addEventListener("geocli-words", speak);
  document.addEventListener("geocli-listed", later);
  speak();
  arrange();

  // For tests: the names that are shown.
  window.geocli.landmarks = () => all.filter((one) => one.label).map((one) => one.name);
})();
