// Pictures from a tile service below the map, and a message if they fail to load. Until a picture has loaded, the map
// shows its own land and base map.
const Tiles = (map, { url }, maxZoom) => {
  const { element } = Elements;
  const PATIENCE = 10000;
  const container = map.getContainer();
  let counts = { come: 0, failed: 0 };
  let isClosed = false;
  let problem = "";
  let words = Words.ko;

  const text = element("span");
  const close = element("button", "", "×");
  close.type = "button";
  const note = element("div", "tiles-note");
  note.setAttribute("role", "status");
  note.append(text, close);
  note.hidden = true;
  L.DomEvent.disableClickPropagation(note);
  container.append(note);
  close.addEventListener("click", () => { isClosed = true; show(); });

  function show() {
    container.classList.toggle("tiled", counts.come > 0);
    note.hidden = isClosed || !problem;
    text.textContent = problem ? words[problem] : "";
  }

  function judge(next) {
    problem = next;
    show();
  }

  const layer = L.tileLayer(url, { attribution: "", maxZoom, maxNativeZoom: 19 });
  let waiting = 0;
  layer.on("loading", () => {
    counts = { come: counts.come ? 1 : 0, failed: 0 };
    clearTimeout(waiting);
    waiting = setTimeout(() => judge(counts.come ? "tilesPartly" : "tilesMissing"), PATIENCE);
  });
  layer.on("tileload", () => {
    counts.come += 1;
    if (counts.come === 1) show();
  });
  layer.on("tileerror", ({ tile }) => {
    counts.failed += 1;
    // A picture that failed is hidden, because browsers draw it as a broken picture.
    tile.style.visibility = "hidden";
  });
  layer.on("load", () => {
    clearTimeout(waiting);
    const shown = [...container.querySelectorAll(".leaflet-tile-loaded")].filter((tile) => tile.naturalWidth > 0).length;
    counts.come = shown;
    judge(counts.failed === 0 ? "" : shown ? "tilesPartly" : "tilesMissing");
  });
  layer.addTo(map);

  return {
    speak(next) {
      words = next;
      close.setAttribute("aria-label", words.close);
      show();
    },
  };
};
