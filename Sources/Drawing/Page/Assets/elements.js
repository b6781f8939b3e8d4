// Elements of the page; their text is never read as HTML.
const Elements = (() => {
  const SVG = "http://www.w3.org/2000/svg";

  const element = (tag, className, text) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined && text !== null) made.textContent = text;
    if (/[\u3131-\ud7a3]/.test(text) && ["name", "where"].includes(className)) made.lang = "ko";
    return made;
  };

  function pin(kind, className) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 40 53");
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("preserveAspectRatio", "xMidYMax meet");
    if (className) svg.setAttribute("class", className);
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#pin-${kind}`);
    svg.append(use);
    return svg;
  }

  // Enter and Space press elements that are not buttons.
  function onKey(node, press) {
    node.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      press();
    });
  }

  const link = (href, text) => {
    const made = element("a", "", text);
    made.href = href;
    if (/^https?:/i.test(href)) Object.assign(made, { target: "_blank", rel: "noopener noreferrer" });
    return made;
  };
  // Turns the addresses in a text into links.
  const linked = (text) =>
    text.split(/(https?:\/\/[^\s,<>"]+)/).filter(Boolean).map((part) => (/^https?:/.test(part) ? link(part, part) : document.createTextNode(part)));
  // Only http and https become links; any other address from a feed stays text.
  const webLink = (text) => (/^https?:\/\/[^\s]+$/i.test(text) ? link(text, text.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "")) : document.createTextNode(text));

  return { element, pin, onKey, link, linked, webLink };
})();
