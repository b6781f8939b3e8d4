// The page: the user's choices and their effects.
const Page = (() => {
  const { data, stores } = Model;
  const { map } = Chart;
  const { element, pin, linked } = Elements;
  const PIECE = 100;
  const MOST_PRINTED = 2000;
  const byId = (id) => document.getElementById(id);
  const state = Address.initial();
  let words = Words[state.lang];
  // The result of the filters: the places and the counts for each choice, the places as the list shows them, and their
  // collision pass.
  let found = { places: [], kinds: {}, districts: {} };
  let listed = [];
  let pass = null;
  let rows = 0;
  // The view before a choice in the list moved the map. It is restored when the card is closed.
  let viewBefore = null;
  const listedCount = data.listed;

  const hasFilter = () => Boolean(state.district || state.query.trim() || state.since || state.kind !== "all" || further().some(Boolean));
  const further = () => [...Model.choices.keys()].map((key) => state[key]);
  const changes = () => (state.since ? Model.changes(state.since) : null);
  const view = () => ({ zoom: map.getZoom(), latitude: map.getCenter().lat, longitude: map.getCenter().lng });
  const remember = (isTyping = false) => Address.remember(() => state, () => Here.addressView(view()), isTyping);

  // The collision passes of the last choices.
  const passes = new Map();
  function passOf(places) {
    if (!hasFilter()) return Model.set("all");
    const key = JSON.stringify([state.kind, state.district, state.query.trim(), state.since, ...further()]);
    if (!passes.has(key)) {
      if (passes.size >= 8) passes.clear();
      passes.set(key, new Model.Markers(places));
    }
    return passes.get(key);
  }

  // The markers of this zoom, in which the chosen place and a person's own places are alone.
  let drawn = {};
  function level() {
    const whole = pass.level(Chart.level());
    const apart = [...Chart.apart(), ...(state.id === null ? [] : [Model.at(state.id).place])];
    const isSame = drawn.whole === whole && drawn.apart.join() === apart.join();
    if (!isSame) drawn = { whole, apart, level: whole.apart(apart) };
    return drawn.level;
  }

  function draw() {
    Chart.showMarkers({ level: level(), apart: drawn.apart, changes: changes(), words });
  }

  // Updates the list and the map after a choice has changed.
  function update() {
    found = Model.matching(state, state.lang);
    Here.sync(state);
    sort();
    pass = passOf(found.places);
    rows = Math.min(listed.length, PIECE);
    describe();
    Chart.chooseDistrict(state.district);
    draw();
    showList();
  }

  const order = () => Orders[state.order] || Orders.usual;

  // Sorts the list in the chosen order.
  function sort() {
    const { compare } = order();
    if (compare) listed = found.places.slice().sort((a, b) => compare(a, b) || Model.ids[a] - Model.ids[b]);
    else listed = found.places;
    if (state.inView) listed = Order.inView(listed, map);
  }

  // Applies the user's choice: shows the result, and moves the view to it.
  function choose(next, { isTyping = false } = {}) {
    if (Object.entries(next).every(([key, value]) => state[key] === value)) return;
    const isOnlyKind = Object.keys(next).join() === "kind";
    Object.assign(state, next);
    closeCard();
    fillChoices();
    update();
    byId("results").scrollTop = 0;
    // Choosing another kind keeps the view if a match is in view.
    if (!isOnlyKind || !found.places.some((place) => stores[place].hasPoint && Chart.isInView(place))) showMatches();
    Chart.render();
    remember(isTyping);
  }

  // Moves the view to the result: to the whole district if one is chosen, to all that is drawn if there is no filter.
  function showMatches() {
    const box = state.district && !state.query.trim() ? Chart.outlineBounds(state.district) : hasFilter() ? null : Chart.allBounds();
    if (found.places.length || box) Chart.fit(data.frame && !hasFilter() ? [] : found.places, box);
  }

  function describe() {
    const missing = listed.filter((place) => !stores[place].hasPoint).length;
    const parts = [Order.counted(listed.length, found.places.length, state, listedCount, words)];
    if (missing) parts.push(words.missing(missing));
    if (found.guess) parts.push(words.guess(found.guess.texts));
    byId("count").textContent = parts.join(" · ");
    byId("clear").hidden = !hasFilter();
    for (const badge of byId("kinds").querySelectorAll("b")) badge.textContent = (found.kinds[badge.dataset.kind] || 0).toLocaleString(state.lang);
    fillDistricts();
  }

  function row(one, note) {
    const button = element("button", `row k${one.style}`);
    button.type = "button";
    button.dataset.id = one.id;
    button.append(pin(one.style, "swatch"), element("span", "name", one.name));
    const where = Model.where(one);
    if (where) button.append(element("span", "where", where));
    const away = Here.distance(one.place);
    if (away) button.append(element("span", "away", away));
    if (note) button.append(element("span", "note", note));
    button.setAttribute("aria-label", [one.name, words.kind(one.kind), away, where, note].filter(Boolean).join(", "));
    if (state.id === one.id) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => pick(one, button));
    const item = element("li");
    item.append(button);
    return item;
  }

  // Returns the text below a place in the list.
  function note(one) {
    const change = changes()?.get(one.place);
    const parts = [
      change ? words.news(change.what, change.day)
        : one.closedOn ? words.closedOn(one.closedOn) : one.removedOn && words.removedSince(one.removedOn),
      order().note?.(one, words), !one.hasPoint && words.withoutPoint, ...Card.remarks(one, words),
    ];
    return parts.filter(Boolean).join(" · ");
  }

  function showList() {
    const focused = byId("list").contains(document.activeElement) ? document.activeElement.dataset.id : null;
    byId("list").replaceChildren(...listed.slice(0, rows).map((place) => row(stores[place], note(stores[place]))));
    if (focused) byId("list").querySelector(`.row[data-id="${focused}"]`)?.focus({ preventScroll: true });
    const more = byId("more");
    more.hidden = rows >= listed.length;
    more.textContent = words.more(Math.min(PIECE, listed.length - rows));
    document.dispatchEvent(new Event("geocli-listed"));
  }

  // A place was chosen in a list: opens its card, and moves the map if the place has no marker in view.
  function pick(one, node) {
    document.body.classList.remove("tall");
    describeSheet();
    map.invalidateSize({ animate: false });
    if (one.hasPoint) {
      if (!Chart.isInView(one.place)) {
        viewBefore ||= view();
        map.setView([one.latitude, one.longitude], Math.max(map.getZoom(), Math.min(zoomOf(one), data.maxZoom)), { animate: false });
        viewBefore.chosen = view();
      }
    }
    showCard(one, node);
  }

  // The lowest zoom at which a place has a marker; 16 if it has none, for example because the filters exclude it.
  function zoomOf(one) {
    const zoom = pass.lowestZoom(one.place, data.maxZoom);
    return zoom === Collision.NEVER ? 16 : zoom;
  }

  // A marker was pressed: opens the card of its place, or of all that it stands for.
  function press(one, node) {
    if (level().count(one.place) > 1) showGroup(one, node);
    else showCard(one, node);
  }

  const cardOptions = (one, node) => ({
    words, avoid: one.hasPoint ? Chart.marker(one)?.getBoundingClientRect() : null,
    closed: (isDone) => forget(isDone),
    focusAfter: () => focusTarget(one, node),
  });

  // The row or marker may have been replaced in the meantime.
  function focusTarget(one, node) {
    if (node?.isConnected) return node;
    return document.querySelector(`.marker[data-id="${one.id}"]`) || document.querySelector(`#list .row[data-id="${one.id}"]`) || map.getContainer();
  }

  function showCard(one, node, focus = true) {
    Object.assign(state, { id: one.id, group: null });
    draw();
    Chart.point(one);
    CardBox.open(Card.make(one, words, changes()?.get(one.place)), { label: one.name, focus, ...cardOptions(one, node) });
    markChosen();
    remember();
  }

  function showGroup(one, node, focus = true) {
    Object.assign(state, { id: null, group: one.id });
    draw();
    const places = [one.place, ...level().holds(one.place)];
    const zoom = splitsAt(one.place, places);
    Chart.point(one);
    const content = Card.group(places, words, {
      zoom, pick: (other) => pick(other, null),
      apart: () => { Chart.fit(places); if (map.getZoom() < zoom) map.setView([one.latitude, one.longitude], zoom, { animate: false }); },
    });
    CardBox.open(content, { label: words.here(places.length), focus, ...cardOptions(one, node) });
    markChosen();
    remember();
  }

  // The next higher zoom at which a marker no longer stands for all its places; null if there is none.
  function splitsAt(place, places) {
    const next = level().splitsAt(place, data.maxZoom);
    if (Model.mode(Chart.level()) === "areas" || new Set(places.map((one) => stores[one].district)).size < 2) return next;
    for (let zoom = Chart.level() + 1; zoom < (next ?? data.maxZoom); zoom += 1) if (Model.mode(zoom) === "areas") return zoom;
    return next;
  }

  // The content of a card depends on the zoom: its marker may now stand for one place only, or another marker may
  // hold that place.
  function reopen() {
    const one = Model.at(state.group ?? state.id);
    if (!one || !CardBox.isOpen()) return;
    const focus = CardBox.hasFocus();
    if (state.group === null) { Chart.point(one); return; }
    const holder = stores[level().holderOf(one.place)];
    if (holder && level().count(holder.place) > 1) showGroup(holder, null, focus);
    else showCard(one, null, focus);
  }

  // The card was closed. If a choice in the list moved the map, and the view is still the same, the map moves back.
  function forget(isDone) {
    Object.assign(state, { id: null, group: null });
    draw();
    Chart.point(null);
    markChosen();
    if (isDone && viewBefore && JSON.stringify(viewBefore.chosen) === JSON.stringify(view())) {
      map.setView([viewBefore.latitude, viewBefore.longitude], viewBefore.zoom, { animate: false });
    }
    viewBefore = null;
    remember();
  }

  const closeCard = () => CardBox.close(false);

  function markChosen() {
    for (const button of byId("list").querySelectorAll(".row[aria-current]")) button.removeAttribute("aria-current");
    if (state.id === null) return;
    for (const button of byId("list").querySelectorAll(`.row[data-id="${state.id}"]`)) button.setAttribute("aria-current", "true");
  }

  function speak() {
    words = Words[state.lang];
    document.documentElement.lang = state.lang;
    document.title = data.title[state.lang];
    byId("title").textContent = data.title[state.lang];
    byId("subtitle").textContent = data.date ? words.dataDate(data.date, age(data.date)) : "";
    byId("language").textContent = words.otherLanguage;
    byId("language").lang = state.lang === "ko" ? "en" : "ko";
    for (const node of document.querySelectorAll("[data-text]")) node.textContent = words[node.dataset.text];
    for (const node of document.querySelectorAll("[data-placeholder]")) node.placeholder = words[node.dataset.placeholder];
    for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", words[node.dataset.label]);
    map.getContainer().setAttribute("role", "application");
    map.getContainer().setAttribute("aria-label", words.map);
    fillChoices();
    fillSources();
    describeSheet();
    Chart.setWords(words);
    document.dispatchEvent(new Event("geocli-words"));
  }

  const age = (day) => Math.max(0, Math.floor((Date.now() - Date.parse(`${day}T00:00:00+09:00`)) / 864e5));

  function fillChoices() {
    fillKinds();
    fillSince();
    if (byId("query").value !== state.query) byId("query").value = state.query;
  }

  function fillKinds() {
    const group = byId("kinds").querySelector("div");
    const isSame = group.dataset.lang === state.lang;
    if (!isSame) {
      group.dataset.lang = state.lang;
      group.replaceChildren(...[null, ...Model.kinds].map((kind) => {
        const name = kind ? kind.name : "all";
        const label = element("label", kind ? `k${kind.style}` : "");
        const input = Object.assign(element("input"), { type: "radio", name: "kind", value: name });
        input.addEventListener("change", () => choose({ kind: name }));
        label.append(input);
        if (kind) label.append(pin(kind.style, "swatch"));
        const badge = element("b");
        badge.dataset.kind = name;
        label.append(kind ? words.kindShort(name) : words.all, badge);
        return label;
      }));
    }
    for (const input of group.querySelectorAll("input")) input.checked = input.value === state.kind;
  }

  const option = (value, text) => Object.assign(element("option", "", text), { value });

  // Fills the choice of districts, each with the number of places that the other filters admit in this district.
  function fillDistricts() {
    const name = (district) => (state.lang === "en" ? Model.romanized.get(district) || district : district);
    const counted = (district, text) => option(district, `${text} (${(found.districts[district] || 0).toLocaleString(state.lang)})`);
    const names = Model.districts.slice().sort((a, b) => (name(a) < name(b) ? -1 : 1));
    const options = [option("", words.everyDistrict), ...names.map((district) => counted(district, name(district)))];
    if (Model.hasNowhere) options.push(counted(Model.NOWHERE, words.noDistrict));
    byId("district").replaceChildren(...options);
    byId("district").value = state.district;
  }

  function fillSince() {
    const days = Model.changeDays.slice();
    if (state.since && !days.includes(state.since)) days.push(state.since);
    byId("since-field").hidden = !days.length;
    byId("since").replaceChildren(option("", words.noChanges), ...days.sort().reverse().map((day) => option(day, words.sinceDay(day))));
    byId("since").value = state.since;
  }

  function fillSources() {
    const lines = [...(data.credit ? [data.credit] : []), ...data.sources.map((source) => source.line[state.lang])];
    if (data.outlines) lines.push(`${words.outlines}: ${Ground.text(data.outlines, "title", state.lang)}. ${words.license}: ${Ground.text(data.outlines, "license", state.lang)}.`);
    lines.push(...Ground.lines(words, state.lang));
    if (data.landmarks && data.landmarks.note) lines.push(`${data.landmarks.note[state.lang]}.`);
    if (data.tiles && data.tiles.attribution) lines.push(data.tiles.attribution);
    lines.push(words.madeWith);
    byId("sources").replaceChildren(...lines.map((line) => {
      const paragraph = element("p");
      paragraph.append(...linked(line));
      return paragraph;
    }));
    const short = (text) => (text.length > 36 ? `${text.slice(0, 35).trim()}…` : text);
    Chart.setAttribution([data.credit, ...data.sources.map((source) => short(source.title[state.lang])), data.outlines && `${words.outlines}: ${short(Ground.text(data.outlines, "title", state.lang))}`, ...Ground.sources.map((source) => `${short(Ground.text(source, "title", state.lang))} (${short(Ground.text(source, "license", state.lang))})`), data.tiles && data.tiles.attribution, "Leaflet"].filter(Boolean).join(" · "));
  }

  // On a narrow screen the list is a sheet below the map. The sheet can be made tall.
  function describeSheet() {
    const isTall = document.body.classList.contains("tall");
    byId("sheet").textContent = isTall ? words.shortList : words.tallList;
    byId("sheet").setAttribute("aria-expanded", String(isTall));
  }

  // Applies the fragment of the address.
  function recall() {
    const { state: wanted, view: place } = Address.read(location.hash.slice(1));
    Object.assign(state, wanted);
    viewBefore = null;
    if (place) map.setView([place.latitude, place.longitude], Math.max(1, Math.min(data.maxZoom, place.zoom)), { animate: false });
    else if (!map._loaded) {
      map.setView([37.5663, 126.9779], 10, { animate: false });
      // A link whose filters admit nothing shows where the page's places are.
      Chart.fit(Model.listed(), Chart.allBounds());
    }
    speak();
    update();
    if (!place) showMatches();
    const { id, group } = wanted;
    closeCard();
    Object.assign(state, { id, group });
    draw();
    const one = Model.at(group ?? id);
    if (one && group !== null) press(one, null);
    else if (one) {
      if (!place && one.hasPoint) map.setView([one.latitude, one.longitude], Math.max(map.getZoom(), Math.min(zoomOf(one), data.maxZoom)), { animate: false });
      showCard(one, null);
    }
    Chart.render();
    Address.noted(state);
    remember();
  }

  let typing = 0;
  function search() {
    clearTimeout(typing);
    choose({ query: byId("query").value }, { isTyping: true });
  }

  byId("query").addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(search, 60);
  });
  byId("query").addEventListener("keydown", (event) => {
    const first = byId("list").querySelector(".row");
    if (event.key !== "ArrowDown" || !first) return;
    event.preventDefault();
    first.focus();
  });
  byId("filters").addEventListener("submit", (event) => {
    event.preventDefault();
    search();
    if (state.query.trim()) byId("list").querySelector(".row")?.click();
  });
  byId("district").addEventListener("change", () => choose({ district: byId("district").value }));
  byId("since").addEventListener("change", () => choose({ since: byId("since").value }));
  byId("clear").addEventListener("click", () => {
    byId("query").value = "";
    choose({ kind: "all", district: "", query: "", since: "", ...Object.fromEntries([...Model.choices.keys()].map((key) => [key, false])) });
    byId("query").focus();
  });
  byId("language").addEventListener("click", () => {
    state.lang = state.lang === "ko" ? "en" : "ko";
    closeCard();
    speak();
    update();
    remember();
  });
  byId("sheet").addEventListener("click", () => {
    document.body.classList.toggle("tall");
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
  map.on("zoomend", () => { if (pass) { draw(); reopen(); } });
  map.on("moveend", () => {
    if (state.inView && pass) { sort(); rows = Math.min(listed.length, PIECE); describe(); showList(); }
    remember();
  });
  // Back, Forward, and an address that was edited.
  window.addEventListener("popstate", recall);
  document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); (byId("list").querySelector(".row") || byId("list")).focus(); });
  Chart.select(press);

  recall();
  document.documentElement.dataset.ready = "true";
  const readyAt = performance.now();

  // Prepares the search while the page is idle.
  const idle = window.requestIdleCallback || ((callback) => setTimeout(() => callback({ timeRemaining: () => 8 }), 50));
  const prepare = (deadline) => {
    if (Model.fields(() => deadline.timeRemaining() < 2).length < stores.length) idle(prepare);
  };
  idle(prepare);

  // A print has the whole list, if it is not too long.
  window.addEventListener("beforeprint", () => { if (listed.length <= MOST_PRINTED) { rows = listed.length; showList(); } });

  // For tests and for programs that use the page: its current state, and the data from which this state follows.
  window.geocli = {
    sets: ["all", ...Model.kinds.map((kind) => kind.name)],
    mode: Model.mode,
    levels(set, zoom, mode = "stable") {
      const level = Model.set(set)[mode].level(zoom);
      const id = (place) => Model.ids[place];
      const hiddenBy = {};
      const counts = {};
      for (const place of level.shown) {
        counts[id(place)] = level.count(place);
        for (const one of level.holds(place)) hiddenBy[id(one)] = id(place);
      }
      return { visible: level.shown.map(id).sort((a, b) => a - b), hiddenBy, counts };
    },
    listed: () => listed.map((place) => Model.ids[place]),
    csv: () => Download.csv(listed),
    geojson: () => Download.geojson(listed),
    drawn: Chart.drawn,
    state: () => {
      const { id, group, ...choices } = state;
      return { ...choices, zoom: map.getZoom(), chosen: id, group };
    },
    readyAt,
    map,
  };

  // For the scripts that come after this one.
  return { state, listed: () => listed, count: () => byId("count").textContent, words: () => words, choose, update, showList, showCard, pick, remember, view };
})();
