// The cards: the card of one place, and the card of all places that one marker holds.
const Card = (() => {
  const { element, pin, link, webLink } = Elements;
  const { stores } = Model;
  const LIST_LENGTH = 200;
  // What other scripts add to the card of a place, and the remarks that they add to a place in a list.
  const further = [];
  const remarking = [];
  const remarks = (one, words) => remarking.flatMap((remark) => remark(one, words));

  function make(one, words, change) {
    const box = element("div", `card k${one.style}`);
    box.append(element("h2", "", one.name), element("span", "kind", words.kind(one.kind)));
    if (change) box.append(element("span", "news", words.news(change.what, change.day)));
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
    fact(words.state, one.closedOn && words.closedOn(one.closedOn), one.removedOn && words.removedSince(one.removedOn));
    fact(words.seen, one.lastSeen);
    if (!one.hasPoint) fact(words.position, words.withoutPoint);
    const sections = [];
    for (const add of further) add(one, words, fact, (section) => sections.push(section));
    box.append(facts, ...sections);
    box.append(Share.actions(one, words));
    if (!one.hasDetails) box.append(element("p", "elsewhere", words.elsewhere(one.id)));
    return box;
  }

  // The card of a marker that stands for several places: the number of each kind, a button that zooms in until they
  // separate, and the list of all of them.
  function group(places, words, { pick, apart, zoom }) {
    const box = element("div", "card group");
    const counts = Model.kinds.map((kind) => ({ kind, count: places.filter((place) => stores[place].kind === kind.name).length }));
    box.append(element("h2", "", words.here(places.length)));
    const parts = element("p", "parts");
    for (const { kind, count } of counts.filter((part) => part.count)) {
      const part = element("span", `k${kind.style}`);
      part.append(pin(kind.style, "swatch"), `${words.kind(kind.name)} ${count.toLocaleString(words.language)}`);
      parts.append(part);
    }
    box.append(parts);
    if (zoom !== null) {
      const button = element("button", "apart", words.apart);
      button.type = "button";
      button.dataset.zoom = zoom;
      button.addEventListener("click", apart);
      box.append(button);
    }
    const list = element("ul", "hidden-list");
    // Places with a remark come first, so that none of them is cut off.
    const isRemarked = (place) => Number(remarks(stores[place], words).length > 0);
    const ordered = remarking.length ? places.slice().sort((a, b) => isRemarked(b) - isRemarked(a)) : places;
    for (const place of ordered.slice(0, LIST_LENGTH)) list.append(held(stores[place], words, pick));
    if (places.length > LIST_LENGTH) list.append(element("li", "rest", words.more(places.length - LIST_LENGTH)));
    box.append(list);
    return box;
  }

  function held(one, words, pick) {
    const row = element("button", `row k${one.style}`);
    row.type = "button";
    row.dataset.id = one.id;
    row.append(pin(one.style, "swatch"), element("span", "name", one.name), element("span", "where", Model.where(one)));
    const remark = remarks(one, words).join(" · ");
    if (remark) row.append(element("span", "note", remark));
    row.addEventListener("click", () => pick(one));
    const item = element("li");
    item.append(row);
    return item;
  }

  return { make, group, remarks, extend: (add) => further.push(add), remark: (remark) => remarking.push(remark) };
})();
