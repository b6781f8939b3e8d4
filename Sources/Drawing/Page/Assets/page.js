// The page: the user's choices, their effects, and the address that restores them.
(() => {
  const { data, stores } = Model;
  const { map } = Chart;
  const { element, pin, linked } = Elements;
  const PIECE = 100;
  const byId = (id) => document.getElementById(id);
  const state = { kind: "all", district: "", query: "", since: "", lang: data.language };
  let words = Words[state.lang];
  let listed = [];
  let rows = 0;
  let chosen = null;
  let collator = new Intl.Collator(state.lang);

  const hasFilter = () => Boolean(state.district || state.query.trim());
  const listedCount = stores.filter((one) => one.isListed).length;

  // Returns the members to show. Without a filter: each marker with those it hides. With one: only the markers that
  // match.
  function visibleMembers() {
    const level = Model.level(state.kind, map.getZoom());
    if (!hasFilter()) return level;
    const members = new Map();
    for (const place of listed) if (level.has(place)) members.set(place, []);
    return members;
  }

  function draw() {
    Chart.showMarkers({ members: visibleMembers(), counts: !hasFilter(), words });
  }

  // Updates the list, then the map, after a choice has changed.
  function update() {
    const found = Model.matching(state, collator);
    listed = found.places;
    rows = Math.min(listed.length, PIECE);
    byId("count").textContent = listed.length ? words.shown(listed.length, listedCount) + (found.guess ? ` · ${words.guess(found.guess.texts)}` : "") : words.nothing;
    byId("clear").hidden = !hasFilter() && state.kind === "all" && !state.since;
    byId("hint").textContent = words.noCounts;
    byId("hint").hidden = !hasFilter();
    Chart.chooseDistrict(state.district);
    Chart.close(false);
    draw();
    showList();
    showChanges();
    remember();
  }

  function row(one, note) {
    const button = element("button", `row ${one.kind}`);
    button.type = "button";
    button.dataset.id = one.id;
    button.append(pin(one.kind, "swatch"), element("span", "name", one.name));
    const where = Model.where(one);
    if (where) button.append(element("span", "where", where));
    if (note) button.append(element("span", "note", note));
    button.setAttribute("aria-label", [one.name, words[one.kind], where, note].filter(Boolean).join(", "));
    if (chosen === one) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => choose(one, button));
    const item = element("li");
    item.append(button);
    return item;
  }

  // Returns the text for a bookstore that has no marker now.
  function note(one) {
    const parts = [one.closedOn && `${words.closed} ${one.closedOn}`, place(one)];
    return parts.filter(Boolean).join(" · ");
  }

  function place(one) {
    if (!one.hasPoint) return words.withoutPoint;
    const zoom = map.getZoom();
    if (!hasFilter() || Model.minZoom(state.kind, one.place) <= zoom) return "";
    const hider = stores[Model.hider(state.kind, one.place, zoom)];
    return hider ? words.hiddenBy(hider.name) : words.hiddenHere;
  }

  function showList() {
    const focused = byId("list").contains(document.activeElement) ? document.activeElement.dataset.id : null;
    byId("list").replaceChildren(...listed.slice(0, rows).map((place) => row(stores[place], note(stores[place]))));
    if (focused) byId("list").querySelector(`.row[data-id="${focused}"]`)?.focus({ preventScroll: true });
    const more = byId("more");
    more.hidden = rows >= listed.length;
    more.textContent = words.more(Math.min(PIECE, listed.length - rows));
  }

  function showChanges() {
    const list = (state.since ? Model.changes(state.since) : [])
      .filter(({ one }) => Model.isIn(one, state.kind, state.district));
    byId("changes").hidden = !state.since;
    byId("changes-title").textContent = words.changesTitle(list.length);
    const signs = { added: "+", closed: "×", moved: "→" };
    byId("changes").querySelector("ul").replaceChildren(...list.map(({ what, one, day }) => {
      const date = what === "closed" ? one.closedOn : day;
      const item = row(one, `${words[what]} · ${date}`);
      item.firstChild.firstChild.replaceWith(element("span", "change", signs[what]));
      item.firstChild.setAttribute("aria-label", `${words[what]}, ${one.name}, ${date}`);
      return item;
    }));
    Chart.showChanges(list, words, (one, node) => show(one, node));
  }

  // Shows a bookstore chosen in the list: brings it into view at a zoom that shows it, if there is one.
  function choose(one, node) {
    if (!one.hasPoint) { show(one, node); return; }
    const zoom = Math.max(map.getZoom(), Math.min(one.isListed ? lowestZoom(one) : 15, data.maxZoom));
    document.body.classList.remove("open");
    describeSheet();
    map.invalidateSize({ animate: false });
    map.setView([one.latitude, one.longitude], zoom, { animate: false });
    show(one, node);
  }

  const lowestZoom = (one) => {
    const zoom = Model.minZoom(state.kind === "all" || state.kind === one.kind ? state.kind : "all", one.place);
    return zoom === Model.NEVER ? 15 : zoom;
  };

  function show(one, node, focus = true) {
    const level = Model.level(state.kind, map.getZoom());
    const hidden = hasFilter() ? [] : level.get(one.place) || [];
    const zooms = hidden.map((place) => Model.minZoom(state.kind, place)).filter((zoom) => zoom <= data.maxZoom);
    chosen = one;
    Chart.open(one, {
      hidden, apart: zooms.length ? Math.min(...zooms) : null, words, node, focus,
      pick: (other) => choose(other, null),
      onClose: () => { chosen = null; markChosen(); remember(); },
    });
    chosen = one;
    markChosen();
    remember();
  }

  // The list on a card depends on the zoom.
  function reopen() {
    if (chosen) show(chosen, null, Boolean(document.activeElement.closest(".leaflet-popup")));
  }

  function markChosen() {
    for (const button of byId("results").querySelectorAll(".row[aria-current]")) button.removeAttribute("aria-current");
    if (!chosen) return;
    for (const button of byId("results").querySelectorAll(`.row[data-id="${chosen.id}"]`)) button.setAttribute("aria-current", "true");
  }

  function speak() {
    words = Words[state.lang];
    collator = new Intl.Collator(state.lang);
    document.documentElement.lang = state.lang;
    document.title = data.title[state.lang];
    byId("title").textContent = data.title[state.lang];
    byId("subtitle").textContent = data.date ? words.dataDate(data.date, age(data.date)) : "";
    byId("language").textContent = words.language;
    byId("language").lang = state.lang === "ko" ? "en" : "ko";
    for (const node of document.querySelectorAll("[data-text]")) node.textContent = words[node.dataset.text];
    for (const node of document.querySelectorAll("[data-placeholder]")) node.placeholder = words[node.dataset.placeholder];
    for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", words[node.dataset.label]);
    map.getContainer().setAttribute("role", "application");
    map.getContainer().setAttribute("aria-label", words.map);
    fillKinds();
    fillSelects();
    fillSources();
    describeSheet();
    Chart.setWords(words);
  }

  const age = (day) => Math.max(0, Math.floor((Date.now() - Date.parse(`${day}T00:00:00+09:00`)) / 864e5));

  function fillKinds() {
    const choices = ["all", ...Model.KINDS.filter((kind) => kind in data.sets)];
    const legend = byId("kinds").querySelector("legend");
    const group = element("div");
    group.append(...choices.map((kind) => {
      const label = element("label", kind);
      const input = Object.assign(element("input"), { type: "radio", name: "kind", value: kind, checked: kind === state.kind });
      input.addEventListener("change", () => { state.kind = kind; update(); });
      label.append(input);
      if (kind !== "all") label.append(pin(kind, "swatch"));
      label.append(words[`${kind}Short`] || words[kind], element("b", "", (kind === "all" ? listedCount : Model.count(kind)).toLocaleString(state.lang)));
      return label;
    }));
    byId("kinds").replaceChildren(legend, group);
  }

  function fillSelects() {
    const option = (value, text) => Object.assign(element("option", "", text), { value });
    const name = (district) => (state.lang === "en" ? Model.romanized.get(district) || district : district);
    const names = [...new Set(data.districts)].sort((a, b) => collator.compare(name(a), name(b)));
    byId("district").replaceChildren(option("", words.everyDistrict), ...names.map((district) => option(district, name(district))));
    if (stores.some((one) => one.isListed && !one.district)) byId("district").append(option(Model.NOWHERE, words.noDistrict));
    byId("district").value = state.district;
    byId("since-field").hidden = !Model.changeDays.length;
    byId("since").replaceChildren(option("", words.noChanges), ...Model.changeDays.map((day) => option(day, words.sinceDay(day))));
    byId("since").value = state.since;
  }

  function fillSources() {
    const lines = data.sources.map((source) => `${words.source}: ${source.title}, ${source.source}. ${words.license}: ${source.license}. ${words.dataDate(source.data_date, age(source.data_date))}.`);
    if (data.outlines) lines.push(`${words.outlines}: ${data.outlines.title}. ${words.license}: ${data.outlines.license}.`);
    if (data.tiles && data.tiles.attribution) lines.push(data.tiles.attribution);
    lines.push(words.madeWith);
    byId("sources").replaceChildren(...lines.map((line) => {
      const paragraph = element("p");
      paragraph.append(...linked(line));
      return paragraph;
    }));
    Chart.setAttribution([...data.sources.map((source) => source.title), data.tiles && data.tiles.attribution, "Leaflet"].filter(Boolean).join(" · "));
  }

  function openSheet() {
    document.body.classList.add("open");
    describeSheet();
  }

  function describeSheet() {
    const isOpen = document.body.classList.contains("open");
    byId("sheet").textContent = isOpen ? words.closeList : words.openList;
    byId("sheet").setAttribute("aria-expanded", String(isOpen));
  }

  // Browsers refuse to change an address too often.
  let remembering = 0;
  function remember() {
    clearTimeout(remembering);
    remembering = setTimeout(writeFragment, 150);
  }

  // Writes the fragment, such as #map=13/37.5663/126.9779&kind=used&q=책방.
  function writeFragment() {
    const parameters = new URLSearchParams();
    const { lat, lng } = map.getCenter();
    parameters.set("map", `${map.getZoom()}/${lat.toFixed(5)}/${lng.toFixed(5)}`);
    if (state.kind !== "all") parameters.set("kind", state.kind);
    if (state.district) parameters.set("district", state.district);
    if (state.query.trim()) parameters.set("q", state.query.trim());
    if (state.since) parameters.set("since", state.since);
    if (state.lang !== data.language) parameters.set("lang", state.lang);
    if (chosen) parameters.set("id", String(chosen.id));
    const text = parameters.toString().replace(/%2F/g, "/");
    if (location.hash.slice(1) === text) return;
    history.replaceState(null, "", `#${text}`);
  }

  // Applies the fragment, as far as its values are valid.
  function recall() {
    const parameters = new URLSearchParams(location.hash.slice(1));
    const kind = parameters.get("kind");
    const lang = parameters.get("lang");
    const district = parameters.get("district") || "";
    const since = parameters.get("since") || "";
    state.kind = kind && Object.hasOwn(data.sets, kind) ? kind : "all";
    state.district = data.districts.includes(district) || district === Model.NOWHERE ? district : "";
    state.query = (parameters.get("q") || "").slice(0, 200);
    state.since = Model.changeDays.includes(since) ? since : "";
    state.lang = lang && Object.hasOwn(Words, lang) ? lang : data.language;
    byId("query").value = state.query;
    const [zoom, latitude, longitude] = (parameters.get("map") || "").split("/").map(Number);
    const isView = [zoom, latitude, longitude].every(Number.isFinite) && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360;
    if (isView) map.setView([latitude, longitude], Math.max(1, Math.min(data.maxZoom, Math.round(zoom))), { animate: false });
    else map.fitBounds(everything(), { padding: [24, 24], maxZoom: 16, animate: false });
    speak();
    update();
    const one = Model.byID.get(Number(parameters.get("id")));
    if (one) show(one, null);
    else Chart.close(false);
  }

  function everything() {
    const points = stores.filter((one) => one.isListed && one.hasPoint).map((one) => [one.latitude, one.longitude]);
    return points.length ? L.latLngBounds(points) : L.latLngBounds([[37.43, 126.77], [37.7, 127.18]]);
  }

  let typing = 0;
  function search() {
    state.query = byId("query").value;
    update();
    byId("results").scrollTop = 0;
    const points = boundsOf(listed);
    const isInView = listed.some((place) => stores[place].hasPoint && map.getBounds().contains([stores[place].latitude, stores[place].longitude]));
    if (state.query.trim() && points && !isInView) map.fitBounds(points, { padding: [40, 60], maxZoom: 16, animate: false });
  }

  byId("query").addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(search, 60);
  });
  byId("query").addEventListener("keydown", (event) => {
    const first = byId("list").querySelector(".row");
    if (event.key !== "ArrowDown" || !first) return;
    event.preventDefault();
    openSheet();
    first.focus();
  });
  byId("filters").addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(typing);
    search();
    if (state.query.trim()) byId("list").querySelector(".row")?.click();
  });
  byId("district").addEventListener("change", () => {
    state.district = byId("district").value;
    update();
    const bounds = Chart.outlineBounds(state.district) || boundsOf(listed);
    if (state.district && bounds) map.fitBounds(bounds, { padding: [20, 20], maxZoom: 16, animate: false });
  });
  function boundsOf(places) {
    const points = places.map((place) => stores[place]).filter((one) => one.hasPoint).map((one) => [one.latitude, one.longitude]);
    return points.length ? L.latLngBounds(points) : null;
  }
  byId("since").addEventListener("change", () => { state.since = byId("since").value; update(); });
  byId("clear").addEventListener("click", () => {
    Object.assign(state, { kind: "all", district: "", query: "", since: "" });
    byId("query").value = "";
    fillKinds();
    fillSelects();
    update();
    byId("query").focus();
  });
  byId("language").addEventListener("click", () => {
    state.lang = state.lang === "ko" ? "en" : "ko";
    Chart.close(false);
    speak();
    update();
  });
  byId("sheet").addEventListener("click", () => {
    document.body.classList.toggle("open");
    describeSheet();
    map.invalidateSize({ animate: false });
  });
  byId("more").addEventListener("click", () => {
    const first = rows;
    rows = Math.min(listed.length, rows + PIECE);
    showList();
    byId("list").children[first]?.firstChild.focus();
  });
  // The Up and Down keys move through the list.
  byId("results").addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !event.target.classList.contains("row")) return;
    const buttons = [...byId("results").querySelectorAll(".row")];
    const next = buttons[buttons.indexOf(event.target) + step];
    event.preventDefault();
    if (next) next.focus();
    else if (step < 0) byId("query").focus();
  });
  map.on("zoomend", () => { draw(); if (hasFilter()) showList(); reopen(); });
  map.on("moveend", remember);
  window.addEventListener("hashchange", recall);
  document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); openSheet(); (byId("list").querySelector(".row") || byId("list")).focus(); });
  Chart.select((one, node) => show(one, node));

  recall();
  document.documentElement.dataset.ready = "true";
  const readyAt = performance.now();

  // For tests and for programs that use the page: its current state and the reasons for it.
  window.geocli = {
    sets: Object.keys(data.sets),
    levels(set, zoom) {
      const members = Model.level(set, zoom);
      const id = (place) => stores[place].id;
      const hiddenBy = {};
      const counts = {};
      for (const [place, hidden] of members) {
        counts[id(place)] = hidden.length + 1;
        for (const one of hidden) hiddenBy[id(one)] = id(place);
      }
      return { visible: [...members.keys()].map(id).sort((a, b) => a - b), hiddenBy, counts };
    },
    listed: () => listed.map((place) => stores[place].id),
    state: () => ({ ...state, zoom: map.getZoom(), chosen: chosen ? chosen.id : null }),
    readyAt,
    map,
  };
})();
