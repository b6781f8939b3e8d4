// The data of the page: bookstores, their visibility by zoom, changes.
const Model = (() => {
  const KINDS = ["new", "used", "other"];
  const NEVER = 99;
  // The value for bookstores without a district.
  const NOWHERE = "-";
  const data = JSON.parse(document.getElementById("data").textContent);
  const stores = data.bookstores.map((row, place) => store(row, place));

  function store(row, place) {
    const [id, name, kind, district, address, phone, phoneRaw, website, sns, latitude, longitude, firstSeen, lastSeen, closedOn, digits, folded] = row;
    const area = data.districts[district] || null;
    return {
      place, id, name, kind: KINDS[kind], district: area, address, phone, phoneRaw, website, sns: sns || [], latitude, longitude,
      firstSeen: data.days[firstSeen], lastSeen: data.days[lastSeen], closedOn: data.days[closedOn] || null,
      isListed: place < data.listed, hasPoint: latitude !== null,
      fields: Search.fields(name, address, area, digits, folded),
    };
  }

  Search.useDistricts(data.districtNames);
  const romanized = new Map(data.districtNames);
  const byID = new Map(stores.map((one) => [one.id, one]));
  const fields = stores.map((one) => one.fields);
  const ids = stores.map((one) => one.id);

  // Most addresses contain their district, but not all.
  const where = ({ address, district }) =>
    (address && district && !address.includes(district) ? `${district} ${address}` : address || district || "");

  // Returns the lowest zoom at which a bookstore is shown among those of a set ("all" or a kind).
  const minZoom = (set, place) => data.sets[set].from[place] ?? NEVER;

  // Returns the bookstore that hides another at a zoom below its own; the runs are [zoom, hider, zoom, hider, …].
  function hider(set, place, zoom) {
    const runs = data.sets[set].behind[place] || [];
    let found = null;
    for (let i = 0; i < runs.length && runs[i] <= zoom; i += 2) found = runs[i + 1];
    return found;
  }

  const cache = new Map();

  // Returns the visible bookstores of a set at a zoom, by index, each with those it hides.
  function level(set, zoom) {
    const key = set + zoom;
    if (cache.has(key)) return cache.get(key);
    const members = new Map();
    const hidden = [];
    data.sets[set].from.forEach((from, place) => {
      if (from === null) return;
      if (from <= zoom) members.set(place, []);
      else hidden.push(place);
    });
    for (const place of hidden) members.get(hider(set, place, zoom)).push(place);
    if (cache.size > 8) cache.clear();
    cache.set(key, members);
    return members;
  }

  const isIn = (one, kind, district) =>
    (kind === "all" || one.kind === kind) && (!district || (district === NOWHERE ? !one.district : one.district === district));

  // Returns the indices of the bookstores that the filters admit, in the order of the list.
  function matching({ kind, district, query }, collator) {
    const admits = (place) => {
      const one = stores[place];
      return one.isListed && isIn(one, kind, district);
    };
    const found = query ? Search.find(query, fields, ids, (place) => stores[place].isListed, data.isWhole) : null;
    if (found) return { places: found.places.filter(admits), guess: found.guess };
    const places = stores.map((one) => one.place).filter(admits);
    // Names that begin with a letter come first.
    const rank = (place) => (/^\p{L}/u.test(stores[place].name) ? 0 : 1);
    places.sort((a, b) => rank(a) - rank(b) || collator.compare(stores[a].name, stores[b].name) || ids[a] - ids[b]);
    return { places, guess: null };
  }

  // Returns the last change of each bookstore since a day: [{ what, one, day, from }].
  function changes(since) {
    const last = new Map();
    for (const [day, what, place, latitude, longitude] of data.changes) {
      if (data.days[day] < since) continue;
      const one = stores[place];
      if (what === "closed" && !one.closedOn) continue;
      if (what !== "closed" && last.get(place)?.what === "added" && one.isListed) continue;
      const earlier = last.get(place);
      const from = earlier?.what === "moved" && what === "moved" ? earlier.from : latitude === undefined ? null : [latitude, longitude];
      last.set(place, { what, one, day: data.days[day], from });
    }
    return [...last.values()].filter(({ what, one, from }) => what !== "moved" || !from || from[0] !== one.latitude || from[1] !== one.longitude);
  }

  const changeDays = [...new Set(data.changes.map(([day]) => data.days[day]))].sort().reverse();
  const count = (kind) => stores.filter((one) => one.isListed && one.kind === kind).length;

  return { data, stores, byID, romanized, where, minZoom, hider, level, matching, changes, changeDays, isIn, count, KINDS, NEVER, NOWHERE };
})();
