// The card of one bookstore, with the bookstores that its marker hides.
const Card = (() => {
  const { element, pin, link, webLink } = Elements;
  const { stores } = Model;
  const LIST_LENGTH = 200;

  // A name in a link, as Sources/Export/Links/MapService+Address.swift writes it: on one line, without controls, 80 characters.
  const label = (name) => [...name.replace(/[\t-\r\x85\u2028\u2029]/g, " ").replace(/[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/gu, "")].slice(0, 80).join("").trim();
  const encoded = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (mark) => "%" + mark.charCodeAt(0).toString(16).toUpperCase());

  function make(one, hidden, words, pick) {
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
      const links = element("div", "links");
      const title = label(one.name) || point.replace(",", " ");
      links.append(
        link(`geo:${point}`, words.geo),
        link(`https://map.naver.com/?lng=${one.longitude}&lat=${one.latitude}&title=${encoded(title)}`, words.naver),
        link(`https://map.kakao.com/link/map/${encoded(title.replace(/[,/\\;%]/g, " "))},${point}`, words.kakao),
      );
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

  return { make };
})();
