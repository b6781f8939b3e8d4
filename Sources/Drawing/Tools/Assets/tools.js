// The buttons of the tools: near me, the order of the list, links, files.
const Tools = (() => {
  const { element } = Elements;
  const { map } = Chart;
  const { state } = Page;
  const SVG = "http://www.w3.org/2000/svg";
  const byId = (id) => document.getElementById(id);
  const ICONS = {
    here: "M12 3v4M12 17v4M3 12h4M17 12h4M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10z",
    link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1.500 1.500M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.500-1.500",
    share: "M12 15V3M8 7l4-4 4 4M6 11H5v10h14V11h-1",
    save: "M12 3v12M8 11l4 4 4-4M4 17v4h16v-4",
    close: "M6 6l12 12M18 6L6 18",
  };

  function icon(name) {
    const svg = document.createElementNS(SVG, "svg");
    for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" })) svg.setAttribute(key, value);
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", ICONS[name]);
    svg.append(path);
    return svg;
  }

  function button(className, name, press) {
    const made = element("button", className);
    made.type = "button";
    if (name) made.append(icon(name));
    made.addEventListener("click", press);
    return made;
  }

  const named = (node, text) => {
    node.title = text;
    node.setAttribute("aria-label", text);
  };

  // "Near me" is on the map, as in map apps.
  const near = button("near", "here", () => Here.locate());
  const nearText = element("span");
  near.append(nearText);
  const NearControl = L.Control.extend({
    onAdd() {
      const box = element("div", "leaflet-bar near-box");
      box.append(near);
      L.DomEvent.disableClickPropagation(box);
      return box;
    },
  });
  if (Here.isOffered && !Embed.isOn) new NearControl({ position: "topright" }).addTo(map);

  // The result or the reason for a failure, which screen readers also read.
  const said = element("div", "said");
  said.id = "said";
  said.setAttribute("role", "status");
  document.querySelector(".stage").append(said);

  const line = element("div", "here-line");
  line.id = "here";
  line.hidden = true;
  const lineText = element("span");
  lineText.setAttribute("role", "status");
  const lineClose = button("quiet", "close", () => {
    Here.clear();
    byId("order").focus();
  });
  line.append(lineText, lineClose);

  // The order and the switch are at the start of the list, and they scroll away with it.
  const order = element("select");
  order.id = "order";
  order.addEventListener("change", () => setOrder(order.value));
  const orderLabel = element("label", "order-field");
  const orderText = element("span", "label");
  orderLabel.append(orderText, order);
  const only = Object.assign(element("input"), { type: "checkbox", id: "in-view" });
  only.addEventListener("change", () => {
    state.inView = only.checked;
    Page.update();
    Page.remember();
  });
  const onlyLabel = element("label", "switch");
  const onlyText = element("span");
  onlyLabel.append(only, onlyText);
  const tools = byId("list-tools");
  tools.append(line);
  byId("results").prepend(tools);
  // On a small phone they are among the other choices, which scroll sideways, because there is no room for another
  // line.
  const small = matchMedia("(max-width: 760px) and (max-height: 700px)");
  const arrange = () => (small.matches ? document.querySelector(".choices") : tools).append(orderLabel, onlyLabel);
  small.addEventListener("change", arrange);
  arrange();

  function setOrder(value) {
    if (value === "center") { Here.pick(map.getCenter()); return; }
    if (value === "distance" && !Here.origin()) { Here.locate(); fillOrder(); return; }
    state.order = value;
    Page.update();
    byId("results").scrollTop = 0;
    Page.remember();
  }

  function fillOrder() {
    const { orders } = Page.words();
    const isSearch = Boolean(state.query.trim());
    const choices = [["usual", isSearch ? orders.best : orders.name], ...(isSearch ? [["name", orders.name]] : []), ["district", orders.district]];
    if (Here.isOffered || Here.origin()) choices.push(["distance", orders.distance]);
    choices.push(["center", orders.center]);
    order.replaceChildren(...choices.map(([value, text]) => Object.assign(element("option", "", text), { value })));
    const now = state.order === "distance" && !Here.origin() ? "usual" : state.order;
    order.value = choices.some(([value]) => value === now) ? now : "usual";
  }

  // The position has changed, or it could not be found.
  function moved({ moves }) {
    const origin = Here.origin();
    if (origin && !Here.problem() && !Here.isAsking()) {
      state.near = Here.written();
      state.order = "distance";
    } else if (!origin) {
      state.near = "";
      if (state.order === "distance") state.order = "usual";
    }
    if (!Here.problem() && !Here.isAsking()) {
      Page.update();
      byId("results").scrollTop = 0;
      if (moves) Here.show(Page.listed());
      Page.remember();
    }
    describe();
  }

  function describe() {
    const words = Page.words();
    const origin = Here.origin();
    const problem = Here.problem();
    near.setAttribute("aria-busy", String(Here.isAsking()));
    near.setAttribute("aria-pressed", String(Boolean(origin?.isOwn)));
    line.hidden = !origin && !problem && !Here.isAsking();
    line.classList.toggle("problem", Boolean(problem));
    lineClose.hidden = Here.isAsking();
    const accuracy = origin?.isOwn && origin.accuracy >= 100 ? Points.text(origin.accuracy) : "";
    lineText.textContent = problem ? words[problem] : Here.isAsking() ? words.locating : !origin ? "" : origin.isOwn ? words.fromOwn(accuracy) : words.fromPicked;
    only.checked = state.inView;
    fillOrder();
  }

  // Links and files.
  const copy = button("tool", "link", () => Share.copyLink(Page.words()));
  const share = button("tool", "share", () => Share.sharePage(Page.words(), document.title, Page.count()));
  const save = element("details", "menu");
  const saveButton = element("summary", "tool");
  saveButton.append(icon("save"));
  const saveList = element("div", "menu-list");
  const files = ["csv", "geojson"].map((kind) => button("menu-item", null, () => {
    save.open = false;
    saveButton.focus();
    Download[kind === "csv" ? "saveCSV" : "saveGeoJSON"](Page.listed());
    Share.say(Page.words().saved(Page.listed().length));
  }));
  saveList.append(...files);
  save.append(saveButton, saveList);
  byId("tools").append(copy, share, save);
  document.addEventListener("pointerdown", (event) => { if (!save.contains(event.target)) save.open = false; });
  save.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !save.open) return;
    event.stopPropagation();
    save.open = false;
    saveButton.focus();
  });

  function speak() {
    const words = Page.words();
    nearText.textContent = words.near;
    near.title = words.nearTitle;
    named(copy, words.copyLink);
    named(share, words.share);
    named(saveButton, words.downloadTitle);
    named(lineClose, words.clearHere);
    files.forEach((file, index) => { file.textContent = [words.csv, words.geojson][index]; });
    orderText.textContent = words.order;
    onlyText.textContent = words.inView;
    byId("tools").setAttribute("role", "group");
    byId("tools").setAttribute("aria-label", words.tools);
    describe();
    tell();
  }

  const tell = () => Embed.describe(document.title, Page.count(), Page.words());

  document.addEventListener("geocli-words", speak);
  document.addEventListener("geocli-listed", () => { describe(); tell(); });
  map.on("moveend", tell);
  Here.onChange(moved);
  speak();
})();
