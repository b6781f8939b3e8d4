// The filter for the person's own places. The own places that the page does not list are shown on the map and below the
// list.
(() => {
  const { element, onKey } = Elements;
  const { map } = Chart;
  const { others, byPlace } = Records;
  const byId = (id) => document.getElementById(id);
  const SIZE = 26;

  const chip = element("label", "mine-chip");
  const input = Object.assign(element("input"), { type: "checkbox" });
  const text = element("span");
  const count = [...byPlace.keys()].filter((place) => place < Model.data.listed).length;
  const star = element("span", "mine-star", "★");
  star.setAttribute("aria-hidden", "true");
  chip.append(input, star, text, element("b", "", String(count)));
  input.addEventListener("change", () => Page.choose({ mine: input.checked }));
  const box = element("div", "kinds mine-choice");
  const line = element("div");
  line.append(chip);
  box.append(line);
  if (count) byId("kinds").after(box);

  const list = element("section", "mine-others");
  const heading = element("h2");
  const rows = element("ul");
  list.append(heading, rows);
  if (others.length) byId("sources").before(list);

  // The focus returns to the element that was pressed, below the list or on the map.
  function open(record, node) {
    const words = Page.words();
    CardBox.close(false);
    document.body.classList.remove("tall");
    if (record.point && !map.getBounds().contains(record.point)) map.setView(record.point, Math.max(map.getZoom(), 14), { animate: false });
    CardBox.open(Records.card(record, words), {
      words, label: Records.title(record, words), focus: true, avoid: markers.get(record)?.getElement()?.getBoundingClientRect() || null,
      closed: () => {}, focusAfter: () => (node?.isConnected ? node : map.getContainer()),
    });
  }

  map.createPane("mine").style.zIndex = 610;
  const markers = new Map();
  for (const record of others) {
    if (!record.point) continue;
    const icon = L.divIcon({ className: "mine-marker", html: Records.sign([record]), iconSize: [SIZE, SIZE], iconAnchor: [SIZE / 2, SIZE / 2] });
    const marker = L.marker(record.point, { icon, pane: "mine", riseOnHover: true }).addTo(map);
    const node = marker.getElement();
    node.setAttribute("role", "button");
    onKey(node, () => open(record, node));
    marker.on("click", () => open(record, node));
    markers.set(record, marker);
  }

  function row(record, words) {
    const button = element("button", "row mine-row");
    button.type = "button";
    const name = element("span", "name", Records.title(record, words));
    name.dir = "auto";
    button.append(Records.sign([record]), name);
    const where = [record.name && Records.standing(record, words), record.address].filter(Boolean).join(" · ");
    if (where) button.append(element("span", "where", where));
    button.append(element("span", "note", Records.remark(record, words).join(" · ")));
    button.addEventListener("click", () => open(record, button));
    const item = element("li");
    item.append(button);
    return item;
  }

  function speak() {
    const words = Page.words();
    text.textContent = words.mine;
    heading.textContent = words.elsewhereMine(others.length);
    rows.replaceChildren(...others.map((record) => row(record, words)));
    for (const [record, marker] of markers) {
      const label = [Records.title(record, words), Records.standing(record, words), ...Records.remark(record, words)].join(", ");
      marker.getElement().setAttribute("aria-label", label);
      marker.getElement().title = record.name;
    }
  }

  const sync = () => { input.checked = Boolean(Page.state.mine); };
  document.addEventListener("geocli-words", speak);
  document.addEventListener("geocli-listed", sync);
  speak();
  sync();
})();
