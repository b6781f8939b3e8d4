// Links to what the page shows: copied, or passed to the device's share dialog. The page itself sends nothing.
const Share = (() => {
  const { element, link } = Elements;
  const { data } = Model;
  const canShare = typeof navigator.share === "function";
  const isPublished = Boolean(data.address) || /^https?:$/.test(location.protocol);

  // The address of this page with the current choices: where it is published, or else where it was opened.
  function address(fragment = location.hash) {
    const base = data.address || location.href.split("#")[0];
    return fragment && fragment !== "#" ? base + fragment : base;
  }

  // Copies a text, in one of two ways; returns false if the browser refuses both.
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (error) {
      const field = element("textarea", "copied", text);
      field.value = text;
      field.setAttribute("aria-hidden", "true");
      const focused = document.activeElement;
      document.body.append(field);
      field.select();
      let isDone = false;
      try { isDone = document.execCommand("copy"); } catch (other) { isDone = false; }
      field.remove();
      focused?.focus({ preventScroll: true });
      return isDone;
    }
  }

  // A message at the map's lower edge, which screen readers also read. `text` is shown so that the reader can copy it.
  let hiding = 0;
  function say(message, text) {
    const box = document.getElementById("said");
    clearTimeout(hiding);
    box.replaceChildren(element("span", "", message));
    if (text) {
      const field = Object.assign(element("input"), { type: "text", readOnly: true, value: text });
      field.setAttribute("aria-label", message);
      box.append(field);
      field.addEventListener("focus", () => field.select());
      field.focus();
    }
    box.classList.add("shown");
    hiding = setTimeout(() => box.classList.remove("shown"), text ? 20000 : 5000);
  }

  async function copyLink(words, fragment) {
    const text = address(fragment);
    if (await copy(text)) say(isPublished ? words.copied : words.copiedLocal);
    else say(words.copyByHand, text);
  }

  // Opens the device's share dialog; if the device has none, copies the link. Closing the dialog is not an error.
  async function share(content, words) {
    if (canShare) {
      try {
        await navigator.share(content);
        return;
      } catch (error) {
        if (error.name === "AbortError") return;
      }
    }
    const text = [content.text, content.url].filter(Boolean).join("\n");
    if (await copy(text)) say(words.copiedText);
    else say(words.copyByHand, text);
  }

  // Shares the page: its title, the choices as a sentence, and its address if others can open the address.
  const sharePage = (words, title, count) => share({ title, text: `${title} – ${count}`, ...(isPublished ? { url: address() } : {}) }, words);

  // Shares one place: its name, address and phone, and a link to it on this page. If the page was opened as a file, the
  // link is to a map instead, if there is one.
  function sharePlace(one, words, fragment) {
    const where = Model.where(one);
    const map = Links.of(one).find(({ key }) => key === "naver");
    const text = [one.name, where, one.phoneRaw || one.phone].filter(Boolean).map(Links.singleLine).join("\n");
    return share({ title: Links.singleLine(one.name), text, ...(isPublished ? { url: address(fragment) } : map ? { url: map.href } : {}) }, words);
  }

  const button = (className, text, press) => {
    const made = element("button", className, text);
    made.type = "button";
    made.addEventListener("click", press);
    return made;
  };

  // The links and buttons at the end of a card.
  function actions(one, words) {
    const box = element("div", "actions");
    const open = element("div", "links");
    open.setAttribute("role", "group");
    open.setAttribute("aria-label", words.openIn);
    for (const service of Links.of(one)) {
      const made = link(service.href, service[words.language]);
      made.dataset.service = service.key;
      open.append(made);
    }
    const fragment = `#id=${one.id}`;
    const own = element("div", "links");
    own.append(button("quiet copy-link", words.copyLink, () => copyLink(words, fragment)), button("quiet share-place", words.share, () => sharePlace(one, words, fragment)));
    if (open.childElementCount) box.append(element("p", "open-in", words.openIn), open);
    box.append(own);
    return box;
  }

  return { address, copyLink, sharePage, sharePlace, actions, say, canShare, isPublished };
})();
