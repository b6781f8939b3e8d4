// Addresses of map services for a point and its name, by the program's own templates (MapLinks.swift).
const Links = (() => {
  const { data } = Model;
  // Characters that tables leave out too: controls, and characters that change the direction of text.
  const UNSAFE = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/gu;
  const singleLine = (text) => text.replace(/[\t-\r\x85\u2028\u2029]/g, " ").replace(UNSAFE, "");
  const trimmed = (text) => text.replace(/^[\p{White_Space}\ufeff]+|[\p{White_Space}\ufeff]+$/gu, "");
  const encoded = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (mark) => "%" + mark.charCodeAt(0).toString(16).toUpperCase());
  // At most seven decimals, without trailing zeros and without an exponent.
  const degrees = (value) => value.toFixed(7).replace(/\.?0+$/, "").replace(/^-0$/, "0");

  function label(name, point, reserved) {
    const characters = [...singleLine(name)].slice(0, data.label.length).map((c) => (reserved.includes(c) ? " " : c));
    return encoded(trimmed(characters.join("")) || point.join(" "));
  }

  function filled(template, name, latitude, longitude) {
    const point = [degrees(latitude), degrees(longitude)];
    const values = { lat: () => point[0], lng: () => point[1], name: () => label(name, point, ""), segment: () => label(name, point, data.label.reserved) };
    return template.replace(/\{(lat|lng|name|segment)\}/g, (_, key) => values[key]());
  }

  // Only Android offers a choice of apps for geo addresses. Elsewhere nothing would open, or an error would appear.
  const hasGeo = /Android/i.test(navigator.userAgent);

  // Returns the addresses that open a place: [{ key, ko, en, href }]; empty for a place without a point.
  function of(one) {
    if (!one.hasPoint) return [];
    const { latitude, longitude } = Points.of(one);
    const services = data.services.map(({ key, ko, en, template }) => ({ key, ko, en, href: filled(template, one.name, latitude, longitude) }));
    return hasGeo ? [{ key: "geo", ko: "지도 앱", en: "Map app", href: filled(data.geo, one.name, latitude, longitude) }, ...services] : services;
  }

  return { of, singleLine, degrees };
})();
