// The data of the page: places, which of them the filters admit, which are shown at each zoom, and what changed.
const Model = (() => {
  // The value for places without a district.
  const NOWHERE = "-";
  const NONE = 0xffff;
  const NO_POINT = 2 ** 48 - 1;
  const data = JSON.parse(document.getElementById("data").textContent);
  if (data.followsReader) data.language = navigator.languages.map((tag) => tag.slice(0, 2)).find((one) => one === "ko" || one === "en") || data.language;
  const columns = data.places;
  const { count } = data;
  const kinds = data.kinds.map((kind) => kind.name);

  const ids = new Float64Array(count);
  let last = 0;
  Packed.varying(columns.ids).forEach((step, place) => { ids[place] = last += step; });
  const plane = Packed.numbers(columns.plane, 6);
  const xs = plane.filter((_, i) => i % 2 === 0);
  const ys = plane.filter((_, i) => i % 2 === 1);
  const degrees = Packed.integers(columns.degrees);
  const kindOf = Packed.bytes(columns.kinds);
  const districtOf = Packed.words(columns.districts);
  // The area of each place, and the drawn outline that contains it, as indices of `areaNames`: both are the district,
  // with few exceptions.
  const [areaOf, partOf] = [districtOf.slice(), districtOf.slice()];
  for (let i = 0; i < columns.areas.length; i += 3) [areaOf[columns.areas[i]], partOf[columns.areas[i]]] = [columns.areas[i + 1], columns.areas[i + 2]];
  const names = Packed.texts(columns.names, count);
  const addresses = Packed.texts(columns.addresses, count);
  // Days that few places have, from pairs of the place and the day.
  const rareDays = (pairs) => {
    const found = new Map();
    for (let i = 0; i < pairs.length; i += 2) found.set(pairs[i], data.days[pairs[i + 1]]);
    return found;
  };
  const removedOn = rareDays(columns.removed);
  const closedOn = rareDays(columns.closed);

  // The values that only cards show; a page of very many places leaves them out.
  const details = columns.details && {
    phones: Packed.texts(columns.details.phones, count), phonesRaw: Packed.texts(columns.details.phonesRaw, count),
    websites: Packed.texts(columns.details.websites, count), sns: Packed.texts(columns.details.sns, count),
    lastSeen: Packed.words(columns.details.lastSeen),
  };

  // A place; its values are read from the columns.
  class Store {
    constructor(place) { this.place = place; }
    get id() { return ids[this.place]; }
    get name() { return names[this.place]; }
    get kind() { return kinds[kindOf[this.place]]; }
    get style() { return data.kinds[kindOf[this.place]].style; }
    get district() { return data.districts[districtOf[this.place]] || null; }
    get address() { return addresses[this.place] || null; }
    get latitude() { return this.hasPoint ? degrees[2 * this.place] / 1e7 : null; }
    get longitude() { return this.hasPoint ? degrees[2 * this.place + 1] / 1e7 : null; }
    get hasPoint() { return xs[this.place] !== NO_POINT; }
    get isListed() { return this.place < data.listed; }
    // Since this day, the place is no longer in its feed.
    get removedOn() { return removedOn.get(this.place) || null; }
    // The day on which it closed, as a person or the source says.
    get closedOn() { return closedOn.get(this.place) || null; }
    get hasDetails() { return Boolean(details); }
    get phone() { return details?.phones[this.place] || null; }
    get phoneRaw() { return details?.phonesRaw[this.place] || null; }
    get website() { return details?.websites[this.place] || null; }
    get sns() { return details?.sns[this.place] ? details.sns[this.place].split("\t") : []; }
    get lastSeen() { return details ? data.days[details.lastSeen[this.place]] : null; }
    // The source of the point; facts.js adds the sources other than the feed itself.
    get pointSource() { return pointSources.get(this.place) || "feed"; }
  }

  const pointSources = new Map();
  const stores = Array.from({ length: count }, (_, place) => new Store(place));
  const places = stores.map((one) => one.place);
  const numbers = new Map(places.map((place) => [ids[place], place]));

  Search.useDistricts(data.districtNames);
  const romanized = new Map(data.districtNames);

  // The searched fields. They are made while the page is idle, or when the user searches.
  const madeFields = [];
  const digits = Packed.texts(columns.digits, count);
  const folded = new Map(columns.folded.map(([place, ...texts]) => [place, texts]));
  function fields(isEnough = () => false) {
    while (madeFields.length < count && !isEnough()) {
      for (const end = Math.min(count, madeFields.length + 500); madeFields.length < end;) {
        const one = stores[madeFields.length];
        madeFields.push(Search.fields(one.name, one.address, one.district, digits[one.place], folded.get(one.place)));
      }
    }
    return madeFields;
  }

  // Most addresses contain their district, but not all.
  const where = ({ address, district }) =>
    (address && district && !address.includes(district) ? `${district} ${address}` : address || district || "");

  // The order of names: first those that begin with a letter of the language, then other letters, then the rest. Most
  // names differ in their first three letters, which are compared as numbers, because that is faster.
  const orders = new Map();
  function nameOrder(language) {
    if (orders.has(language)) return orders.get(language);
    const first = language === "ko" ? /^[ㄱ-ㅎ가-힣]/ : /^[a-z]/;
    const keys = new Float64Array(count);
    const texts = names.map((name, place) => {
      const text = name.normalize("NFC").toLowerCase();
      const rank = first.test(text) ? 0 : /^\p{L}/u.test(text) ? 1 : 2;
      keys[place] = rank * 2 ** 48 + (text.charCodeAt(0) || 0) * 2 ** 32 + (text.charCodeAt(1) || 0) * 2 ** 16 + (text.charCodeAt(2) || 0);
      return text;
    });
    const sorted = places.slice().sort((a, b) => keys[a] - keys[b] || (texts[a] < texts[b] ? -1 : texts[a] > texts[b] ? 1 : ids[a] - ids[b]));
    orders.set(language, sorted);
    return sorted;
  }

  // The changes as `geocli changes` lists them: [run, kind of change, place], in the order of runs.
  const events = [];
  const signs = data.changes.what;
  const steps = Packed.varying(data.changes.events);
  let [run, changedPlace] = [0, 0];
  for (let i = 0; i < steps.length; i += 3) {
    run += steps[i];
    changedPlace += steps[i + 2];
    events.push({ run, what: signs[steps[i + 1]], place: changedPlace, from: null });
  }
  for (const [event, latitude, longitude] of data.changes.moves) events[event].from = [latitude, longitude];
  const { runs } = data.changes;
  // The days that the user can choose in "changes since", the latest first: the days of runs that changed something.
  // The first run is left out, because it added everything.
  const changeDays = [...new Set(events.filter((event) => event.run > 0).map((event) => runs[event.run]))]
    .filter((day) => firstRun(day) > 0).sort().reverse();

  // The index of the first run on that day or later.
  function firstRun(day) {
    const found = runs.findIndex((one) => one >= day);
    return found < 0 ? runs.length : found;
  }

  // The kinds of change, the least important first. Of several changes of one place, the most important one counts.
  const WEIGHT = ["changed", "returned", "moved", "added", "removed", "closed"];

  // Returns what has changed since a day, by place: { what, day, from }. The places are those of `geocli changes`.
  const knownChanges = new Map();
  function changes(since) {
    if (knownChanges.has(since)) return knownChanges.get(since);
    const found = new Map();
    const start = firstRun(since);
    for (const event of events) {
      if (event.run < start) continue;
      const one = stores[event.place];
      const isPast = event.what === "removed" || event.what === "closed" ? one.isListed : false;
      const known = found.get(event.place);
      const now = { what: event.what, day: runs[event.run], from: known?.from || event.from, weight: isPast ? -1 : WEIGHT.indexOf(event.what) };
      found.set(event.place, known && known.weight > now.weight ? { ...known, from: now.from } : now);
    }
    knownChanges.clear();
    knownChanges.set(since, found);
    return found;
  }

  const isIn = (place, kind, district) =>
    (kind === "all" || kinds[kindOf[place]] === kind) &&
    (!district || (district === NOWHERE ? districtOf[place] === NONE : data.districts[districtOf[place]] === district));

  // Further filters: each is a test of a place, by its key in the page's state. A test counts only if its key is set.
  const choices = new Map();

  // Returns the places that the filters admit, in the order of the list. For each kind and district, it also returns
  // how many places the other filters admit.
  function matching({ kind, district, query, since, ...further }, language = data.language) {
    const changed = since ? changes(since) : null;
    const tests = [...choices].filter(([key]) => further[key]).map(([, test]) => test);
    const isThen = changed ? (place) => changed.has(place) : (place) => place < data.listed;
    const isWanted = tests.length ? (place) => isThen(place) && tests.every((test) => test(place)) : isThen;
    // The search does not see the other filters, so the meaning of a text does not depend on them.
    const found = query ? Search.find(query, fields(), ids, changed ? () => true : isThen, data.isWhole) : null;
    const candidates = found ? found.places.filter(isWanted) : nameOrder(language).filter(isWanted);
    const result = { places: [], guess: (found && found.guess) || null, kinds: { all: 0 }, districts: {} };
    for (const name of kinds) result.kinds[name] = 0;
    for (const place of candidates) {
      const isOfKind = isIn(place, kind, "");
      const isThere = isIn(place, "all", district);
      if (isOfKind && isThere) result.places.push(place);
      if (isThere) {
        result.kinds.all += 1;
        result.kinds[kinds[kindOf[place]]] += 1;
      }
      if (isOfKind) {
        const name = data.districts[districtOf[place]] || NOWHERE;
        result.districts[name] = (result.districts[name] || 0) + 1;
      }
    }
    // As in the program, a guess is not mentioned if the filters admit none of its places.
    if (!result.places.length) result.guess = null;
    return result;
  }

  // Places with a point in the order of rank.
  const ranked = Int32Array.from(Collision.rank(places.filter((place) => xs[place] !== NO_POINT), xs, ys, ids));
  const box = Collision.extent(data.icon, data.anchor);

  // The lowest zoom at which outlines of districts are drawn. From there on, the markers are those of the areas mode.
  let areasFrom = Infinity;

  // The markers of these places at each zoom; places without a point have none.
  class Markers {
    constructor(wanted) {
      const isIn = new Uint8Array(count);
      for (const place of wanted) isIn[place] = 1;
      this.ranked = ranked.filter((place) => isIn[place]);
    }

    get stable() { return (this.madeStable ||= new Collision.Pass(this.ranked, xs, ys, box)); }
    get areas() { return (this.madeAreas ||= new Collision.AreaPass(this.ranked, xs, ys, box, areaOf, partOf)); }

    level(zoom) { return (zoom >= areasFrom ? this.areas : this.stable).level(zoom); }

    // The lowest zoom, up to `highest`, at which a place has a marker of its own; Collision.NEVER if there is none.
    lowestZoom(place, highest) {
      if (areasFrom > highest) return Collision.lowestZoom(this.stable, place, highest);
      return Math.max(areasFrom, Collision.lowestZoom(this.areas, place, highest));
    }
  }

  // The markers of all places or of one kind, without other filters.
  const passes = new Map();
  function set(kind) {
    if (!passes.has(kind)) passes.set(kind, new Markers(places.filter((place) => place < data.listed && isIn(place, kind, ""))));
    return passes.get(kind);
  }

  const at = (id) => stores[numbers.get(id)];
  // The kinds with at least one place.
  const usedKinds = data.kinds.filter((kind, index) => kindOf.includes(index));
  const usedDistricts = [...new Set(data.districts)];
  const hasNowhere = districtOf.includes(NONE);

  return {
    data, stores, pointSources, ids, xs, ys, at, byID: { get: at }, romanized, where, choices, matching, changes, changeDays, isIn, Markers, set, fields, nameOrder,
    drawAreas: (from) => { areasFrom = from; },
    areaName: (place) => data.areaNames[areaOf[place]] || null,
    partName: (place) => data.areaNames[partOf[place]] || null,
    mode: (zoom) => (zoom >= areasFrom ? "areas" : "stable"),
    listed: () => places.slice(0, data.listed),
    kinds: usedKinds, districts: usedDistricts, hasNowhere, hasDetails: Boolean(details), NOWHERE,
  };
})();
