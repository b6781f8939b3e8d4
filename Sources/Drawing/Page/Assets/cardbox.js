// The box that shows a card: beside the map's middle on a wide screen, over the list on a narrow one. It never moves the
// map.
const CardBox = (() => {
  const { element } = Elements;
  const box = document.getElementById("card");
  const body = element("div", "card-body");
  const button = element("button", "close", "×");
  button.type = "button";
  box.append(button, body);
  let onClose = null;
  let returnFocus = () => null;

  // Shows a card. `avoid` is the rectangle that must stay visible, such as a marker, in pixels of the window. `focus`
  // says whether the card gets the keyboard focus.
  function open(content, { label, words, avoid, focus, closed, focusAfter }) {
    const wasOpen = !box.hidden;
    button.setAttribute("aria-label", words.close);
    button.title = words.close;
    box.setAttribute("aria-label", label);
    body.replaceChildren(content);
    body.scrollTop = 0;
    box.hidden = false;
    document.body.classList.add("has-card");
    [onClose, returnFocus] = [closed, focusAfter];
    if (!wasOpen) box.classList.remove("away");
    const own = box.getBoundingClientRect();
    if (avoid && own.left < avoid.right && avoid.left < own.right && own.top < avoid.bottom && avoid.top < own.bottom) box.classList.toggle("away");
    if (focus) {
      content.tabIndex = -1;
      content.focus({ preventScroll: true });
    }
  }

  function close(restoresFocus = true) {
    if (box.hidden) return;
    const hadFocus = box.contains(document.activeElement);
    box.hidden = true;
    document.body.classList.remove("has-card");
    body.replaceChildren();
    const [callback, target] = [onClose, returnFocus];
    onClose = null;
    callback?.(restoresFocus);
    if (restoresFocus && hadFocus) target()?.focus({ preventScroll: true });
  }

  button.addEventListener("click", () => close());
  document.addEventListener("keydown", (event) => event.key === "Escape" && close());

  return { open, close, isOpen: () => !box.hidden, hasFocus: () => box.contains(document.activeElement) };
})();
