// The base map under the outlines: water, parks, roads, railways. This script has only the shapes and their sources;
// base.js draws them.
const Ground = (() => {
  const layers = Model.data.base || [];

  // Lines and rings are stored as differences in hundred-thousandths of a degree, longitude first.
  function points(differences) {
    const found = [];
    let [x, y] = [0, 0];
    for (let i = 0; i < differences.length; i += 2) {
      x += differences[i];
      y += differences[i + 1];
      found.push([y / 1e5, x / 1e5]);
    }
    return found;
  }

  // The names of waters, each once, with all their areas and lines.
  function names() {
    const found = new Map();
    for (const layer of layers) {
      for (const [name, english, areas, lines] of layer.names || []) {
        const one = found.get(name) || { name, english, areas: [], lines: [] };
        for (let i = areas[0]; i < areas[0] + areas[1]; i += 1) one.areas.push(layer.areas[i].map(points));
        for (let i = lines[0]; i < lines[0] + lines[1]; i += 1) one.lines.push(points(layer.lines[i]));
        found.set(name, one);
      }
    }
    return [...found.values()];
  }

  // The sources, each with the layers that come from it: [{ title, license, roles, … }].
  const sources = [];
  for (const { role, title, license, title_ko, license_ko } of layers) {
    const known = sources.find((one) => one.title === title && one.license === license);
    if (known) known.roles.push(role);
    else sources.push({ title, license, title_ko, license_ko, roles: [role] });
  }

  // The title or the license of a source in the page's language. Only the program's own ground has both languages.
  const text = (source, key, lang) => (lang === "ko" && source[`${key}_ko`]) || source[key];

  return {
    layers, points, names, sources, text,
    // The lines for the list of sources.
    lines: (words, lang) => sources.map((source) => `${words.ground} (${source.roles.map((role) => words.roles[role]).join(", ")}): ${text(source, "title", lang)}. ${words.license}: ${text(source, "license", lang)}.`),
  };
})();
