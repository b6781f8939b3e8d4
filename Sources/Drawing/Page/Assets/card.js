// The cards: of one bookstore, and of the bookstores that one marker holds.
const Card = (() => {
  const { element, pin, link, webLink } = Elements;
  const { stores } = Model;
  const LIST_LENGTH = 200;

  // A name in a link, as Sources/Export/Links/MapService+Address.swift writes it: on one line, without controls, 80 characters.
  const label = (name) => [...name.replace(/[\t-\r\x85\u2028\u2029]/g, " ").replace(/[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/gu, "")].slice(0, 80).join("").trim();
  const encoded = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (mark) => "%" + mark.charCodeAt(0).toString(16).toUpperCase());

  function make(one, words, change) {
    const box = element("div", `card k${one.style}`);
    box.append(element("h2", "", one.name), element("span", "kind", words.kind(one.kind)));
    if (change) box.append(element("span", "news", `${words[change.what]} ${change.day}`));
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
    if (!one.hasPoint) fact(words.position, words.withoutPoint);
    box.append(facts);
    if (one.hasPoint) box.append(links(one, words));
    if (!one.hasDetails) box.append(element("p", "elsewhere", words.elsewhere(one.id)));
    return box;
  }

  function links(one, words) {
    const point = `${one.latitude},${one.longitude}`;
    const title = label(one.name) || point.replace(",", " ");
    const box = element("div", "links");
    box.append(
      link(`geo:${point}`, words.geo),
      link(`https://map.naver.com/?lng=${one.longitude}&lat=${one.latitude}&title=${encoded(title)}`, words.naver),
      link(`https://map.kakao.com/link/map/${encoded(title.replace(/[,/\\;%]/g, " "))},${point}`, words.kakao),
    );
    return box;
  }

  // The card of a marker that stands for several: how many of each kind, a way to see them apart, and all of them.
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
    for (const place of places.slice(0, LIST_LENGTH)) list.append(held(stores[place], pick));
    if (places.length > LIST_LENGTH) list.append(element("li", "rest", words.more(places.length - LIST_LENGTH)));
    box.append(list);
    return box;
  }

  function held(one, pick) {
    const row = element("button", `row k${one.style}`);
    row.type = "button";
    row.dataset.id = one.id;
    row.append(pin(one.style, "swatch"), element("span", "name", one.name), element("span", "where", Model.where(one)));
    row.addEventListener("click", () => pick(one));
    const item = element("li");
    item.append(row);
    return item;
  }

  return { make, group };
})();
