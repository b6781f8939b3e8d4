// Distances on the WGS 84 ellipsoid, as in geocli: the inverse geodesic problem with Karney's series of the sixth order
// ("Algorithms for geodesics", J. Geodesy 87 (2013) 43–55, doi:10.1007/s00190-012-0578-z). Iteration finds the
// difference in longitude on the sphere. Where it does not converge, near the antipode, bisection finds the first
// azimuth.
const Geodesic = (() => {
  const A = 6378137;
  const F = 1 / 298.257223563;
  const B = A * (1 - F);
  const N = F / (2 - F);
  const SECOND_ECCENTRICITY = (F * (2 - F)) / (1 - F) ** 2;
  const RADIANS = Math.PI / 180;

  // Σ c[l] (sin 2(l+1)σ₂ − sin 2(l+1)σ₁)
  function waves(c, one, two) {
    let sum = 0;
    for (let l = 0; l < c.length; l += 1) sum += c[l] * (Math.sin(2 * (l + 1) * two) - Math.sin(2 * (l + 1) * one));
    return sum;
  }

  // The small parameter ε of a geodesic that crosses the equator at azimuth α₀.
  function epsilon(cosAlpha0) {
    const root = Math.sqrt(1 + SECOND_ECCENTRICITY * cosAlpha0 ** 2);
    return (root - 1) / (root + 1);
  }

  // The length of a geodesic between two points of its auxiliary sphere, in meters; equations 15, 17 and 18.
  function length(cosAlpha0, one, two, arc) {
    const e = epsilon(cosAlpha0);
    const [e2, e3, e4, e5, e6] = [e ** 2, e ** 3, e ** 4, e ** 5, e ** 6];
    const first = (1 + e2 / 4 + e4 / 64 + e6 / 256) / (1 - e);
    const c = [
      -e / 2 + (3 * e3) / 16 - e5 / 32, -e2 / 16 + e4 / 32 - (9 * e6) / 2048, -e3 / 48 + (3 * e5) / 256,
      (-5 * e4) / 512 + (3 * e6) / 512, (-7 * e5) / 1280, (-7 * e6) / 2048,
    ];
    return B * first * (arc + waves(c, one, two));
  }

  // How much the difference in longitude on the sphere exceeds that on the ellipsoid; equations 8, 23, 24 and 25.
  function excess(sinAlpha0, cosAlpha0, one, two, arc) {
    const e = epsilon(cosAlpha0);
    const [e2, e3, e4, e5, n2] = [e ** 2, e ** 3, e ** 4, e ** 5, N ** 2];
    const first = 1 - (0.5 - N / 2) * e - (0.25 + N / 8 - (3 * n2) / 8) * e2 - (1 / 16 + (3 * N) / 16 + n2 / 16) * e3 - (3 / 64 + N / 32) * e4 - (3 / 128) * e5;
    const c = [
      (0.25 - N / 4) * e + (1 / 8 - n2 / 8) * e2 + (3 / 64 + (3 * N) / 64 - n2 / 64) * e3 + (5 / 128 + N / 64) * e4 + (3 / 128) * e5,
      (1 / 16 - (3 * N) / 32 + n2 / 32) * e2 + (3 / 64 - N / 32 - (3 * n2) / 64) * e3 + (3 / 128 + N / 128) * e4 + (5 / 256) * e5,
      (5 / 192 - (3 * N) / 64 + (5 * n2) / 192) * e3 + (3 / 128 - (5 * N) / 192) * e4 + (7 / 512) * e5,
      (7 / 512 - (7 * N) / 256) * e4 + (7 / 512) * e5, (21 / 2560) * e5,
    ];
    return F * sinAlpha0 * first * (arc + waves(c, one, two));
  }

  // Sine and cosine of the reduced latitude.
  function reduced(latitude) {
    const [sin, cos] = [(1 - F) * Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS)];
    const size = Math.hypot(sin, cos);
    return [sin / size, Math.max(cos / size, 1e-150)];
  }

  // The length, by iteration of the longitude on the sphere; null if the iteration does not converge.
  function iterated([sin1, cos1], [sin2, cos2], lambda) {
    let omega = lambda;
    for (let round = 0; round < 30; round += 1) {
      const east = cos2 * Math.sin(omega);
      const north = cos1 * sin2 - sin1 * cos2 * Math.cos(omega);
      const span = Math.hypot(east, north);
      if (span === 0) return 0;
      const arc = Math.atan2(span, sin1 * sin2 + cos1 * cos2 * Math.cos(omega));
      const [sinAlpha, cosAlpha] = [east / span, north / span];
      const sinAlpha0 = sinAlpha * cos1;
      const cosAlpha0 = Math.hypot(cosAlpha, sinAlpha * sin1);
      const one = Math.atan2(sin1, cosAlpha * cos1);
      const next = lambda + excess(sinAlpha0, cosAlpha0, one, one + arc, arc);
      if (next > Math.PI) return null;
      if (Math.abs(next - omega) < 1e-15) return length(cosAlpha0, one, one + arc, arc);
      omega = next;
    }
    return null;
  }

  // The length, by bisection of the azimuth at the first point. This point is south of the equator, and the second
  // point is not farther from the equator.
  function bisected([sin1, cos1], [sin2, cos2], lambda) {
    let [low, high] = [0, Math.PI];
    let found = null;
    for (let round = 0; round < 60; round += 1) {
      const alpha = (low + high) / 2;
      const [sinAlpha, cosAlpha] = [Math.sin(alpha), Math.cos(alpha)];
      const sinAlpha0 = sinAlpha * cos1;
      const cosAlpha0 = Math.hypot(cosAlpha, sinAlpha * sin1);
      const ahead = Math.sqrt((cosAlpha * cos1) ** 2 + Math.max(0, cos1 < -sin1 ? (cos2 - cos1) * (cos1 + cos2) : (sin1 - sin2) * (sin1 + sin2)));
      const one = Math.atan2(sin1, cosAlpha * cos1);
      const two = Math.atan2(sin2, ahead);
      const arc = two - one;
      const omega = Math.atan2(sinAlpha0 * Math.sin(two), Math.cos(two)) - Math.atan2(sinAlpha0 * Math.sin(one), Math.cos(one));
      found = [cosAlpha0, one, two, arc];
      if (omega - excess(sinAlpha0, cosAlpha0, one, two, arc) > lambda) high = alpha;
      else low = alpha;
    }
    return length(...found);
  }

  // The length in meters of the shortest path between two positions, which are in degrees.
  function distance(latitude1, longitude1, latitude2, longitude2) {
    const turned = (longitude) => (longitude === -180 ? 180 : longitude);
    let lambda = Math.abs(turned(longitude2) - turned(longitude1)) % 360;
    // A pole has every longitude.
    lambda = Math.max(Math.abs(latitude1), Math.abs(latitude2)) === 90 ? 0 : (lambda > 180 ? 360 - lambda : lambda) * RADIANS;
    // The point farther from the equator comes first, and it is put south of the equator.
    let [first, second] = Math.abs(latitude1) < Math.abs(latitude2) ? [latitude2, latitude1] : [latitude1, latitude2];
    if (first > 0) [first, second] = [-first, -second];
    const [one, two] = [reduced(first), reduced(second)];
    if (one[0] === 0) {
      if (lambda <= (1 - F) * Math.PI) return A * lambda;
      one[0] = -1e-150;
    }
    return iterated(one, two, lambda) ?? bisected(one, two, lambda);
  }

  return { distance };
})();
