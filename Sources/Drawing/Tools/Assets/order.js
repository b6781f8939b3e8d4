// The order of the list, and whether it holds only what the map shows.
const Order = (() => {
  const { stores } = Model;
  const KEYS = ["best", "name", "district", "distance"];

  // Returns places in an order; `usual` is that of the list without one: by name, or the best match first. Those without
  // a point, or without a district, come last; equal ones by id, or as usual.
  function arranged(places, key, usual, byName, language) {
    if (key === "distance" && Here.origin()) {
      const meters = (place) => Here.meters(place) ?? Infinity;
      return [...places].sort((a, b) => (meters(a) === meters(b) ? stores[a].id - stores[b].id : meters(a) - meters(b)));
    }
    if (key === "name" && usual !== "name") return byName(places);
    if (key === "district") {
      const collator = new Intl.Collator(language);
      const name = (place) => Model.districtName(stores[place].district, language);
      const rest = arranged(places, Here.origin() ? "distance" : "name", usual, byName, language);
      const position = new Map(rest.map((place, index) => [place, index]));
      return rest.sort((a, b) => {
        const [one, other] = [name(a), name(b)];
        if (one && other && one !== other) return collator.compare(one, other);
        return Boolean(other) - Boolean(one) || position.get(a) - position.get(b);
      });
    }
    return places;
  }

  // Returns the places that the map shows now; one without a point is not shown.
  function inView(places, map) {
    const bounds = map.getBounds();
    const [west, east] = [bounds.getWest(), bounds.getEast()];
    return places.filter((place) => {
      const one = stores[place];
      if (!one.hasPoint || one.latitude < bounds.getSouth() || one.latitude > bounds.getNorth()) return false;
      const turns = Math.ceil((west - one.longitude) / 360);
      return one.longitude + 360 * turns <= east;
    });
  }

  return { KEYS, arranged, inView };
})();
