// Files of the listed places, made in the page. They have the columns and values of `geocli export`, except values
// that the page does not have.
const Download = (() => {
  const { data, stores } = Model;
  const { exact } = data;
  const refs = exact ? exact.refs.split("\n") : [];
  const missing = new Map();
  for (let i = 0; exact && i < exact.missingRuns.length; i += 2) missing.set(exact.missingRuns[i], exact.missingRuns[i + 1]);
  const corrected = new Map();
  for (let i = 0; exact && i < exact.corrected.length; i += 2) corrected.set(exact.corrected[i], exact.corrected[i + 1]);
  // Texts from a feed. A spreadsheet must not read them as a formula.
  const FOREIGN = ["name", "district", "address", "phone_raw", "website", "sns"];
  // Values that a page of very many places does not have.
  const DETAILS = ["ref", "phone", "phone_raw", "website", "sns", "first_seen", "last_seen", "missing_runs", "point_source", "corrected"];
  const columns = data.columns.filter((key) => exact || !DETAILS.includes(key));

  const values = {
    id: (one) => one.id,
    ref: (one) => refs[one.place],
    name: (one) => one.name,
    kind: (one) => one.kind,
    district: (one) => one.district,
    address: (one) => one.address,
    phone: (one) => one.phone,
    phone_raw: (one) => one.phoneRaw,
    website: (one) => one.website,
    sns: (one) => (one.sns.length ? one.sns : null),
    latitude: (one) => (one.hasPoint ? Points.of(one).latitude : null),
    longitude: (one) => (one.hasPoint ? Points.of(one).longitude : null),
    first_seen: (one) => data.days[exact.firstSeen[one.place]],
    last_seen: (one) => one.lastSeen,
    missing_runs: (one) => missing.get(one.place) || 0,
    removed_on: (one) => one.removedOn,
    closed_on: (one) => one.closedOn,
    point_source: (one) => (one.hasPoint ? one.pointSource : null),
    corrected: (one) => corrected.get(one.place) ?? null,
  };

  // The start of a text that a spreadsheet may read as a formula (DelimitedRows.swift): a sign, even after blanks and
  // invisible characters.
  const FORMULA = /^(?:[\t\r\n]|[\p{White_Space}\ufeff\u200b\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/u;

  // Writes a number without an exponent, with enough digits to read it back unchanged.
  function number(value) {
    const text = String(value);
    return /e/i.test(text) ? value.toFixed(20).replace(/0+$/, "").replace(/\.$/, "") : text;
  }

  function cell(key, value) {
    if (value === null || value === undefined) return "";
    let text = Array.isArray(value) ? value.join(" ") : typeof value === "number" ? number(value) : String(value);
    if (FOREIGN.includes(key) && FORMULA.test(text)) text = `'${text}`;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }

  const inOrder = (places) => [...places].sort((a, b) => stores[a].id - stores[b].id);

  // CSV (RFC 4180) of these places, by id.
  function csv(places) {
    const lines = inOrder(places).map((place) => columns.map((key) => cell(key, values[key](stores[place]))).join(","));
    return [columns.join(","), ...lines].map((line) => `${line}\n`).join("");
  }

  // GeoJSON (RFC 7946) of the places with a point, by id.
  function geojson(places) {
    const keys = columns.filter((key) => !["latitude", "longitude"].includes(key));
    const features = inOrder(places).map((place) => stores[place]).filter((one) => one.hasPoint).map((one) => {
      const { latitude, longitude } = Points.of(one);
      const properties = Object.fromEntries(keys.map((key) => [key, values[key](one) ?? null]));
      return `{"type":"Feature","id":${number(one.id)},"geometry":{"type":"Point","coordinates":[${Links.degrees(longitude)},${Links.degrees(latitude)}]},"properties":${JSON.stringify(properties)}}`;
    });
    const body = features.length ? `\n${features.join(",\n")}\n` : "";
    return `{"type":"FeatureCollection","sources":${JSON.stringify(data.sources.map((source) => source.statement))},"features":[${body}]}\n`;
  }

  // The name of a file contains the day of its data.
  const named = (ending) => `places${/^\d{4}-\d\d-\d\d$/.test(data.date || "") ? `-${data.date}` : ""}.${ending}`;

  function save(text, type, ending) {
    const address = URL.createObjectURL(new Blob([text], { type }));
    const anchor = Object.assign(document.createElement("a"), { href: address, download: named(ending) });
    document.body.append(anchor);
    anchor.click();
    anchor.remove();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  }

  return {
    csv, geojson,
    saveCSV: (places) => save(csv(places), "text/csv;charset=utf-8", "csv"),
    saveGeoJSON: (places) => save(geojson(places), "application/geo+json", "geojson"),
  };
})();
