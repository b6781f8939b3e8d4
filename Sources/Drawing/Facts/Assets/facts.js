// What only a few places have: other rows of the same shop, and a point that was found from an address.
(() => {
  const { element } = Elements;
  const { data, stores, pointSources } = Model;

  Object.assign(Words.ko, {
    also: "다른 출처", fromAddress: (source) => `주소로 찾은 위치(${source})`,
    openOther: (name, where) => `${name}, ${where}. 카드 열기`, notHere: "이 지도에 없음",
  });
  Object.assign(Words.en, {
    also: "Also in", fromAddress: (source) => `from the address (${source})`,
    openOther: (name, where) => `${name}, ${where}. Open its card`, notHere: "not on this map",
  });

  for (const [source, packed] of data.filled || []) {
    let place = 0;
    for (const step of Packed.varying(packed)) pointSources.set(place += step, source);
  }

  // The rows of each place's shop: [index of the place or -1, reference, name if it is not on the page].
  const shops = new Map();
  for (const rows of data.shops || []) for (const [place] of rows) shops.set(place, rows);
  shops.delete(-1);

  const titles = new Map(data.feeds.map(({ feed, title }) => [feed, title]));

  // Another row of the shop: a button that opens its card, or its name if it is not on the page.
  function row([place, ref, name], words) {
    const one = stores[place];
    const feed = ref.split("/")[0];
    const title = titles.get(feed)?.[words.language];
    const where = [title !== feed && title, ref, !one && words.notHere].filter(Boolean).join(" · ");
    const shown = element(one ? "button" : "span", "also-row");
    shown.append(element("span", "name", one ? one.name : name), element("span", "where", where));
    if (one) {
      shown.type = "button";
      shown.dataset.id = one.id;
      shown.setAttribute("aria-label", words.openOther(one.name, where));
      shown.addEventListener("click", () => Page.pick(one, null));
    }
    const item = element("li");
    item.append(shown);
    return item;
  }

  Card.extend((one, words, fact) => {
    if (one.hasPoint && one.pointSource !== "feed") fact(words.position, words.fromAddress(one.pointSource));
    const others = (shops.get(one.place) || []).filter(([place]) => place !== one.place);
    if (!others.length) return;
    const list = element("ul", "also");
    list.append(...others.map((other) => row(other, words)));
    fact(words.also, list);
  });
})();
