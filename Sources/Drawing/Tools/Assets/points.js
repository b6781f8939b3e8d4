// Points as the catalog has them, and distances to them. On a page of very many places they have only seven
// decimals.
const Points = (() => {
  const exact = Model.data.exact && Model.data.exact.points;

  const of = (one) => (exact ? { latitude: exact[2 * one.place], longitude: exact[2 * one.place + 1] } : { latitude: one.latitude, longitude: one.longitude });

  // The geodesic distance in meters; null for a place without a point.
  function meters(one, origin) {
    if (!one.hasPoint) return null;
    const { latitude, longitude } = of(one);
    return Geodesic.distance(origin.latitude, origin.longitude, latitude, longitude);
  }

  // As in geocli's tables.
  const text = (distance) => (distance < 999.5 ? `${distance.toFixed(0)} m` : `${(distance / 1000).toFixed(2)} km`);

  return { of, meters, text };
})();
