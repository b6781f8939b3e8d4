// A person's own records on a page that was made with --mine: what markers, cards and lists show of them.
const Records = (() => {
  const { element, drawing } = Elements;
  const { data } = Model;
  const { photos, records } = data.mine;

  Object.assign(Words.ko, {
    mine: "내 장소", lists: "목록", usualList: "표시", visits: "방문", myNotes: "내 기록", page: (page) => `${page}쪽`,
    visited: (days) => (days.length === 1 ? days[0] : `${days.length.toLocaleString("ko")}회, 마지막 ${days[0]}`),
    remarked: (lists, notes, visits) => [lists !== null && (lists ? `표시: ${lists}` : "표시"), notes && `기록 ${notes}개`, visits && `방문 ${visits}회`].filter(Boolean),
    held: (n) => `내 장소 ${n}곳`, photo: (n, all) => (all > 1 ? `사진 ${n}/${all}` : "사진"),
    noPhotos: (n) => `사진 ${n}장은 이 페이지에 담지 못했습니다`, elsewhereMine: (n) => `이 지도의 목록에 없는 내 장소 ${n}곳`,
    standing: { gone: "이 카탈로그에 없음", other: "이 지도의 목록에 없음", none: "장소 없는 기록" },
  });
  Object.assign(Words.en, {
    mine: "My places", lists: "Lists", usualList: "Marked", visits: "Visits", myNotes: "My notes", page: (page) => `p. ${page}`,
    visited: (days) => (days.length === 1 ? days[0] : `${days.length.toLocaleString("en")}, the last on ${days[0]}`),
    remarked: (lists, notes, visits) => [lists !== null && (lists ? `marked: ${lists}` : "marked"), notes && `${notes} ${notes === 1 ? "note" : "notes"}`, visits && `${visits} ${visits === 1 ? "visit" : "visits"}`].filter(Boolean),
    held: (n) => `${n} of your places`, photo: (n, all) => (all > 1 ? `Photo ${n} of ${all}` : "Photo"),
    noPhotos: (n) => `${n} ${n === 1 ? "photo is" : "photos are"} not on this page`, elsewhereMine: (n) => `${n} of your places ${n === 1 ? "is" : "are"} not in the list of this map`,
    standing: { gone: "Not in this catalog", other: "Not in the list of this map", none: "Notes without a place" },
  });

  const byPlace = new Map(records.filter((record) => record.place >= 0).map((record) => [record.place, record]));
  const isListed = (record) => record.place >= 0 && record.place < data.listed;
  // The records without a marker on the map, because the page does not list their places.
  const others = records.filter((record) => !isListed(record));

  // The sign of a record, in addition to its color: a star for a mark, lines for a note, a tick for a visit.
  const SIGNS = ["★", "≡", "✓"];
  const rank = (record) => (record.marks.length ? 0 : record.notes.length ? 1 : 2);
  const sign = (found) => {
    const text = SIGNS[Math.min(...found.map(rank))] + (found.length > 1 ? found.length : "");
    const made = element("span", "mine-sign", text);
    made.setAttribute("aria-hidden", "true");
    return made;
  };
  const held = (places) => places.map((place) => byPlace.get(place)).filter(Boolean);

  const remark = (record, words) => words.remarked(record.marks.length ? record.marks.map(([list]) => list).filter(Boolean).join(", ") : null, record.notes.length, record.visits.length);

  // A photo. Its file has no orientation any more, so the page turns it.
  function photo([type, bytes, width, height, storedWidth, storedHeight, matrix], label) {
    const svg = drawing("svg", { viewBox: `0 0 ${width} ${height}`, width, role: "img", "aria-label": label, class: "mine-photo", preserveAspectRatio: "xMinYMid meet" });
    svg.append(drawing("image", {
      href: `data:${type};base64,${bytes}`, width: storedWidth, height: storedHeight, transform: `matrix(${matrix.join(" ")})`, preserveAspectRatio: "none",
    }));
    return svg;
  }

  function note(one, words) {
    const item = element("li", "mine-note");
    const own = (className, text) => {
      const made = element("p", className, text);
      made.dir = "auto";
      item.append(made);
    };
    item.append(element("span", "mine-day", one.day));
    if (one.phrase) own("mine-phrase", one.phrase);
    const book = [one.book && `『${one.book}』`, one.author, one.page && words.page(one.page), one.isbn && `ISBN ${one.isbn}`].filter(Boolean).join(", ");
    if (book) own("mine-book", book);
    if (one.text) own("mine-text", one.text);
    if (one.tags.length) own("mine-tags", one.tags.map((tag) => `#${tag}`).join(" "));
    one.photos.forEach((index, at) => item.append(photo(photos[index], words.photo(at + 1, one.photos.length))));
    if (one.left) own("mine-left", words.noPhotos(one.left));
    return item;
  }

  // The notes as a section of a card; null if there are no notes.
  function notes(record, words) {
    if (!record.notes.length) return null;
    const box = element("section", "mine-notes");
    const list = element("ul");
    list.append(...record.notes.map((one) => note(one, words)));
    box.append(element("h3", "", words.myNotes), list);
    return box;
  }

  function describe(record, words, fact, section) {
    fact(words.lists, ...record.marks.map(([list, day, title]) => document.createTextNode([list || words.usualList, day, title].filter(Boolean).join(" · "))));
    if (record.visits.length) fact(words.visits, words.visited(record.visits));
    const found = notes(record, words);
    if (found) section(found);
  }

  Chart.extend({
    apart: () => [...byPlace.keys()],
    sign: (places) => (held(places).length ? sign(held(places)) : null),
    key: (places) => held(places).map((record) => rank(record)).join("."),
    label: (places, words) => {
      const found = held(places);
      if (!found.length) return "";
      return places.length === 1 ? remark(found[0], words).join(", ") : words.held(found.length);
    },
  });
  Card.extend((one, words, fact, section) => {
    const record = byPlace.get(one.place);
    if (record) describe(record, words, fact, section);
  });
  Card.remark((one, words) => (byPlace.has(one.place) ? remark(byPlace.get(one.place), words).map((text, index) => (index ? text : `${SIGNS[rank(byPlace.get(one.place))]} ${text}`)) : []));
  Model.choices.set("mine", (place) => byPlace.has(place));
  Address.FIELDS.push({ key: "mine", name: "mine", none: false, isStep: true, read: () => true });

  // The words that say why the page does not list the place of a record.
  const standing = ({ state, since }, words) =>
    (state === "closed" ? words.closedOn(since) : state === "missing" ? words.removedSince(since) : words.standing[state]);
  const title = (record, words) => record.name || words.standing.none;

  // The card of a record whose place the page does not list.
  function card(record, words) {
    const box = element("div", "card mine-card");
    const name = element("h2", "", title(record, words));
    name.dir = "auto";
    box.append(name);
    if (record.name) box.append(element("span", "kind", standing(record, words)));
    const facts = element("dl");
    const sections = [];
    const fact = (term, ...values) => {
      if (!values.length) return;
      const cell = element("dd");
      values.forEach((value, index) => cell.append(...(index ? [element("br"), value] : [value])));
      facts.append(element("dt", "", term), cell);
    };
    if (record.address) fact(words.address, record.address);
    describe(record, words, fact, (section) => sections.push(section));
    if (record.name && !record.point) fact(words.position, words.withoutPoint);
    box.append(facts, ...sections);
    return box;
  }

  return { byPlace, others, sign, remark, standing, title, card };
})();
