// The page's state in its address, and the steps that Back undoes.
const Address = (() => {
  // Each choice: its name in the address, its value if nothing is chosen, how a word of the address is read (null
  // rejects it), and whether a change is a step that Back undoes.
  const FIELDS = [
    { key: "kind", name: "kind", none: "all", isStep: true, read: (text) => (Model.kinds.some((kind) => kind.name === text) ? text : null) },
    { key: "district", name: "district", none: "", isStep: true, read: (text) => (Model.districts.includes(text) || text === Model.NOWHERE ? text : null) },
    { key: "query", name: "q", none: "", isStep: true, read: (text) => text.slice(0, 200), write: (text) => text.trim() },
    { key: "since", name: "since", none: "", isStep: true, read: (text) => (Model.data.changes.runs.length && /^\d{4}-\d\d-\d\d$/.test(text) ? text : null) },
    { key: "order", name: "order", none: "usual", isStep: false, read: (text) => (Object.hasOwn(Orders, text) ? text : null) },
    { key: "lang", name: "lang", none: Model.data.language, isStep: false, read: (text) => (Object.hasOwn(Words, text) ? text : null) },
    // The open card: the card of one place (`id`), or of all places that its marker holds (`group`).
    { key: "id", name: "id", none: null, isStep: true, read: (text) => Model.at(Number(text))?.id ?? null },
    { key: "group", name: "group", none: null, isStep: true, read: (text) => Model.at(Number(text))?.id ?? null },
  ];

  const initial = () => Object.fromEntries(FIELDS.map(({ key, none }) => [key, none]));

  // Returns the state in a fragment, without invalid words, and its view: { zoom, latitude, longitude } or null.
  function read(fragment) {
    const parameters = new URLSearchParams(fragment);
    const state = initial();
    for (const { key, name, read: parse } of FIELDS) {
      const text = parameters.get(name);
      const value = text === null ? null : parse(text);
      if (value !== null) state[key] = value;
    }
    const [zoom, latitude, longitude] = (parameters.get("map") || "").split("/").map(Number);
    const isView = [zoom, latitude, longitude].every(Number.isFinite) && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360;
    return { state, view: isView ? { zoom, latitude, longitude } : null };
  }

  // Returns the fragment, such as map=13.25/37.5663/126.9779&kind=used&q=책방.
  function fragment(state, { zoom, latitude, longitude }) {
    const parameters = new URLSearchParams();
    parameters.set("map", `${Math.round(zoom * 100) / 100}/${latitude.toFixed(5)}/${longitude.toFixed(5)}`);
    for (const { key, name, none, write } of FIELDS) {
      const value = write ? write(state[key]) : state[key];
      if (value !== none) parameters.set(name, String(value));
    }
    return parameters.toString().replace(/%2F/g, "/");
  }

  const step = (state) => JSON.stringify(FIELDS.filter((field) => field.isStep).map((field) => state[field.key]));

  // Browsers refuse to change an address too often.
  let waiting = 0;
  let written = null;

  // Writes the address after a short delay. A step gets its own entry in the browser's history. Further typing belongs
  // to the same step.
  function remember(state, view, isTyping) {
    clearTimeout(waiting);
    waiting = setTimeout(() => write(state(), view(), isTyping), 150);
  }

  function write(state, view, isTyping) {
    clearTimeout(waiting);
    const text = fragment(state, view);
    if (location.hash.slice(1) === text) return;
    const former = written;
    written = { step: step(state), isTyping };
    const isStep = !state.embed && former && former.step !== written.step && !(isTyping && former.isTyping);
    history[isStep ? "pushState" : "replaceState"](null, "", `#${text}`);
  }

  // Notes the state that was just read from the address.
  function noted(state) {
    clearTimeout(waiting);
    written = { step: step(state), isTyping: false };
  }

  return { FIELDS, initial, read, fragment, remember, write, noted };
})();
