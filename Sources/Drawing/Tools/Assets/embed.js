// The page embedded in an article, #embed: the map with a count and a link to the whole page. Until the reader clicks
// the map, the wheel and one finger scroll the article instead of the map.
const Embed = (() => {
  const { element, link } = Elements;
  const { map } = Chart;
  const isOn = new URLSearchParams(location.hash.slice(1)).has("embed");
  const isTouch = matchMedia("(pointer: coarse)").matches;
  let words = Words.ko;
  let bar = null;
  let hiding = 0;

  function setActive(isActive) {
    if (isActive) {
      map.scrollWheelZoom.enable();
      map.dragging.enable();
    } else {
      map.scrollWheelZoom.disable();
      if (isTouch) map.dragging.disable();
    }
    document.documentElement.classList.toggle("active", isActive);
  }

  function hint(text) {
    const box = document.getElementById("said");
    clearTimeout(hiding);
    box.replaceChildren(element("span", "", text));
    box.classList.add("shown");
    hiding = setTimeout(() => box.classList.remove("shown"), 1500);
  }

  function start() {
    document.documentElement.classList.add("embedded");
    const box = map.getContainer();
    setActive(false);
    // With Ctrl the wheel zooms without a click. The pinch gesture of a touch pad does too.
    box.addEventListener("wheel", (event) => {
      if (event.ctrlKey || event.metaKey) {
        map.scrollWheelZoom.enable();
        event.preventDefault();
      } else if (!document.documentElement.classList.contains("active")) {
        map.scrollWheelZoom.disable();
        hint(words.wheelHint);
      }
    }, { capture: true, passive: false });
    box.addEventListener("click", () => setActive(true));
    document.addEventListener("pointerdown", (event) => { if (!box.contains(event.target)) setActive(false); });
    window.addEventListener("blur", () => setActive(false));
    if (!isTouch) box.addEventListener("mouseleave", () => setActive(false));
    bar = element("div", "embed-bar");
    document.querySelector(".stage").append(bar);
  }

  // Writes the text of the bar. Its link opens the whole page in a new tab.
  function describe(title, count, next) {
    if (!isOn) return;
    words = next;
    const fragment = location.hash.slice(1).split("&").filter((part) => !/^embed(=|$)/.test(part)).join("&");
    const open = link(Share.address(fragment && `#${fragment}`), words.openWhole);
    Object.assign(open, { target: "_blank", rel: "noopener" });
    bar.replaceChildren(element("h1", "", title), element("span", "", count), open);
  }

  if (isOn) start();

  return { isOn, describe };
})();
