// The base map (water, parks, roads, railways) and the outlines of districts. This script has only the shapes and their
// sources; base.js draws them.
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

  // The outlines of districts, each as { name, polygons }: OutlineColumn (PageOutlines.swift) has the form.
  const outlines = Model.data.outlines ? readOutlines(Model.data.outlines) : [];
  function readOutlines({ names, step, rings }) {
    const numbers = Packed.varying(rings);
    const known = [];
    let at = 0;
    let [x, y] = [0, 0];
    const list = (read) => Array.from({ length: numbers[at++] }, read);
    function run(start) {
      const count = numbers[at++];
      const back = count < 0 ? numbers[at++] : 0;
      const points = Array.from({ length: Math.abs(count) }, (_, i) =>
        (back ? known[start - Math.abs(back) + Math.sign(back) * i] : [x += step * numbers[at++], y += step * numbers[at++]]));
      [x, y] = points[points.length - 1];
      return points;
    }
    function ring() {
      const start = known.length;
      const points = list(() => run(start)).flat();
      for (const point of points) known.push(point);
      return points.map(([east, north]) => [north / 1e5, east / 1e5]);
    }
    for (const [name, english] of names) if (english) Model.romanized.set(name, english);
    return names.map(([name]) => ({ name, polygons: list(() => list(ring)) }));
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
    layers, outlines, points, names, sources, text,
    // The lines for the list of sources.
    lines: (words, lang) => sources.map((source) => `${words.ground} (${source.roles.map((role) => words.roles[role]).join(", ")}): ${text(source, "title", lang)}. ${words.license}: ${text(source, "license", lang)}.`),
  };
})();
