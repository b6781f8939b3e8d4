// The card of one bookstore, with the bookstores that its marker hides.
const Card = (() => {
  const { element, pin, link, webLink } = Elements;
  const { stores } = Model;
  const LIST_LENGTH = 200;

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
      const name = encodeURIComponent(one.name.isWellFormed?.() === false ? "" : one.name);
      const links = element("div", "links");
      links.append(link(`geo:${point}`, words.geo), link(`https://map.naver.com/p/search/${name}`, words.naver), link(`https://map.kakao.com/link/map/${name},${point}`, words.kakao));
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
