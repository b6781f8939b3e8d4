// The orders of the list, and whether the list is limited to the places in view.
const Order = (() => {
  const { stores } = Model;
  const language = () => document.documentElement.lang;
  const meters = (place) => Here.meters(place) ?? Infinity;
  // The position of each place in the order of names, by language.
  const positions = new Map();
  function position(place) {
    if (!positions.has(language())) {
      const found = new Int32Array(stores.length);
      Model.nameOrder(language()).forEach((one, index) => { found[one] = index; });
      positions.set(language(), found);
    }
    return positions.get(language())[place];
  }
  const byName = (a, b) => position(a) - position(b);
  // The test for equality comes first, because Infinity - Infinity is NaN.
  const byDistance = (a, b) => (meters(a) === meters(b) ? 0 : meters(a) - meters(b));
  const collators = new Map();

  function byDistrict(a, b) {
    if (!collators.has(language())) collators.set(language(), new Intl.Collator(language()));
    const name = (place) => {
      const { district } = stores[place];
      return district && language() === "en" ? Model.romanized.get(district) || district : district || "";
    };
    const [one, other] = [name(a), name(b)];
    if (one !== other) return one && other ? collators.get(language()).compare(one, other) : other ? 1 : -1;
    return Here.origin() ? byDistance(a, b) : byName(a, b);
  }

  // Places without a point or without a district come last; equal places are ordered by id.
  Orders.name = { compare: byName };
  Orders.district = { compare: byDistrict };
  Orders.distance = { get compare() { return Here.origin() ? byDistance : null; } };
  Address.FIELDS.push(
    { key: "inView", name: "inview", none: false, isStep: false, read: () => true },
    // The page embedded in an article; see embed.js.
    { key: "embed", name: "embed", none: false, isStep: false, read: () => true },
  );

  // Returns the places that the map shows now; places without a point are left out.
  function inView(places, map) {
    const bounds = map.getBounds();
    const [west, east] = [bounds.getWest(), bounds.getEast()];
    return places.filter((place) => {
      const one = stores[place];
      if (!one.hasPoint || one.latitude < bounds.getSouth() || one.latitude > bounds.getNorth()) return false;
      return one.longitude + 360 * Math.ceil((west - one.longitude) / 360) <= east;
    });
  }

  // The text about the length of the list.
  function counted(shown, matching, state, all, words) {
    if (state.inView && matching) return shown ? words.shownInView(shown, matching) : words.nothingInView;
    return matching ? words.shown(matching, state.since ? matching : all) : words.nothing;
  }

  return { inView, counted };
})();
