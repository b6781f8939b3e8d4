// Makes the page's elements. A text is never read as HTML.
const Elements = (() => {
  const SVG = "http://www.w3.org/2000/svg";

  const element = (tag, className, text) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined && text !== null) made.textContent = text;
    if (/[\u3131-\ud7a3]/.test(text) && ["name", "where"].includes(className)) made.lang = "ko";
    return made;
  };

  function drawing(tag, attributes) {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  }

  // A pin in the shape and color with the number `style`.
  function pin(style, className) {
    const svg = drawing("svg", { viewBox: "0 0 40 53", "aria-hidden": "true", preserveAspectRatio: "xMidYMax meet" });
    if (className) svg.setAttribute("class", className);
    svg.append(drawing("use", { href: `#pin-${style}` }));
    return svg;
  }

  const abbreviated = (n) => (n >= 10000 ? `${Math.floor(n / 1000)}k` : n >= 1000 ? `${(Math.floor(n / 100) / 10).toString()}k` : String(n));

  // A sector of a ring around (20, y), clockwise from the top; `from` and `to` are fractions of a full turn.
  function sector(y, outer, inner, from, to, gap) {
    const at = (radius, turn) => `${(20 + radius * Math.sin(2 * Math.PI * turn)).toFixed(2)} ${(y - radius * Math.cos(2 * Math.PI * turn)).toFixed(2)}`;
    const [start, end] = [from + gap, to - gap];
    const middle = (start + end) / 2;
    // Two arcs for each circle, because one arc can't go all the way around.
    return `M${at(outer, start)}A${outer} ${outer} 0 0 1 ${at(outer, middle)}A${outer} ${outer} 0 0 1 ${at(outer, end)}` +
      `L${at(inner, end)}A${inner} ${inner} 0 0 0 ${at(inner, middle)}A${inner} ${inner} 0 0 0 ${at(inner, start)}z`;
  }

  // A marker that stands for several places: a balloon with their number, larger for more. Its ring shows each
  // kind's share in the kind's color. It stays inside the icon of 40 by 53 units.
  function balloon(parts, count, width, height) {
    const size = Math.min(1, Math.log2(count) / 7);
    const radius = 12 + 7 * size;
    const stroke = 3 + 2.5 * size;
    const y = 40 - radius;
    const svg = drawing("svg", { viewBox: "0 0 40 53", "aria-hidden": "true", preserveAspectRatio: "xMidYMax meet" });
    svg.append(
      drawing("path", { class: "tail", d: `M${20 - radius * 0.45} ${y + radius * 0.8}L20 52L${20 + radius * 0.45} ${y + radius * 0.8}z` }),
      drawing("circle", { class: "disc", cx: 20, cy: y, r: radius }),
    );
    let start = 0;
    // Kinds with few places stay visible.
    const least = parts.map((part) => Math.max(part.count / count, 0.04));
    const sum = least.reduce((total, share) => total + share, 0);
    const gap = parts.length > 1 ? 0.006 : 0;
    parts.forEach((part, index) => {
      const share = least[index] / sum;
      const path = drawing("path", { class: `share k${part.style}`, d: sector(y, radius, radius - stroke, start, start + share, gap) });
      path.dataset.share = share.toFixed(3);
      svg.append(path);
      start += share;
    });
    const number = element("span", "number", abbreviated(count));
    // The drawing is as large as the space allows, and it is aligned to the bottom.
    const scale = Math.min(width / 40, height / 53);
    number.style.top = `${height - (53 - y) * scale}px`;
    number.style.fontSize = `${Math.max(9, Math.min(14, (number.textContent.length > 3 ? 8.5 : 9.5 + 3.5 * size) * Math.max(scale, 0.8)))}px`;
    return [svg, number];
  }

  // Makes Enter and Space press an element that is not a button.
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

  return { element, drawing, pin, balloon, onKey, link, linked, webLink };
})();
