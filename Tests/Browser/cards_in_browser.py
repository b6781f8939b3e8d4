#!/usr/bin/env python3
"""Opens share cards in Chromium and measures them.

    cards_in_browser.py FOLDER PHRASES.json

FOLDER has NAME-story.svg and NAME-square.svg for each phrase, and photo-NAME-SIZE.svg for photos of four coloured
quarters. Checks of each card: no error, no request, every line within its box and the card, no two texts over each
other or over the map, the lines are the words of the phrase in their order, no line begins or ends with the wrong sign.
With the named font installed, each line is as wide as it was computed to be; with any other font, also a very wide one,
every line still stays in its box. Each photo shows its quarters in the right corners. Exit code 1 if a check fails.
"""

import base64
import json
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

from browser import Browser

FONT = "NanumMyeongjo"
# For each text: its class, the numbers of its box, its size, and for each line its text and edges.
TEXTS = """return [...document.querySelectorAll('g[data-box]')].map(g => [
  g.getAttribute('class'), g.dataset.box.split(' ').map(Number), Number(g.getAttribute('font-size')),
  [...g.querySelectorAll('text')].map(t => {
    const box = t.getBoundingClientRect();
    return [t.textContent, box.left, box.top, box.right, box.bottom, Number(t.getAttribute('textLength'))];
  }), g.getAttribute('font-family')])"""
NATURAL = """return [...document.querySelectorAll('g[data-box]')].map(g => [...g.querySelectorAll('text')].map(t => {
  const length = t.getAttribute('textLength');
  t.removeAttribute('textLength');
  const natural = t.getComputedTextLength();
  t.setAttribute('textLength', length);
  return natural;
}))"""
OTHER_FONT = """for (const one of document.querySelectorAll('[font-family]')) one.setAttribute('font-family', arguments[0]);"""
MAP = """const map = document.querySelector('g.map');
if (!map) return null;
const box = map.getBoundingClientRect();
return [box.left, box.top, box.right, box.bottom];"""
# The colours of a picture's quarters, as a canvas sees them.
QUARTERS = """const [source, done] = [arguments[0], arguments[1]];
const image = new Image();
image.onerror = () => done(null);
image.onload = () => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext('2d', {willReadFrequently: true});
  context.drawImage(image, 0, 0);
  done([[0.3, 0.15], [0.7, 0.15], [0.3, 0.9], [0.7, 0.9]].map(([x, y]) =>
    [...context.getImageData(Math.round(x * image.width), Math.round(y * image.height), 1, 1).data]));
};
image.src = source;"""
QUARTER_COLOURS = [(230, 40, 40), (40, 200, 60), (50, 70, 230), (240, 220, 40)]
# The part of the photo's light that is left.
LIGHT = 0.4
# Characters of the named font: Hangul, ASCII and the usual signs.
MEASURED = re.compile(r"^[\uAC00-\uD7A3\u3131-\u318E\x20-\x7E“”‘’·…—–『』「」]*$")
SMALL = 2.5
# Scripts for which many machines have no font: Thai, conjoining Hangul, piled marks, emoji.
RARE = re.compile(r"[\u0E00-\u0E7F\u1100-\u11FF\u0300-\u036F\u2600-\u27BF\uFE0F\u20E3\U0001F000-\U0001FFFF]")


def expected_words(phrase):
    """The words of a phrase: what is between blanks, composed, without characters that can't be seen."""
    text = unicodedata.normalize("NFC", phrase)
    kept = []
    for char in text:
        if char.isspace():
            kept.append(" ")
        elif unicodedata.category(char) == "Cc" or char in "\u202e\u200f\u00ad\ufffe":
            continue
        else:
            kept.append(char)
    return "".join(kept).split()


def check_layout(name, texts, map_box, height, faults, has_vertical=True):
    boxes = []
    for kind, (left, top, width, room), size, lines, _ in texts:
        for text, west, north, east, south, _ in lines:
            if west < left - SMALL or east > left + width + SMALL:
                faults.append(f"{name}: {kind} leaves its box: {text!r}, {west} to {east} of {left} to {left + width}")
            if west < 30 or east > 1050 or north < 30 or south > height - 20:
                faults.append(f"{name}: {kind} is at the edge of the card: {text!r}")
            # A fallback font may have taller letters than the named one.
            if has_vertical and (north < top - 0.3 * size or south > top + room + 0.3 * size):
                faults.append(f"{name}: {kind} is too tall: {text!r}, {north} to {south} of {top} to {top + room}")
        boxes.append((kind, left, top, left + width, top + room))
    if map_box:
        boxes.append(("map", *map_box))
    for index, (kind, left, top, right, bottom) in enumerate(boxes):
        for other, west, north, east, south in boxes[:index]:
            if left < east - SMALL and west < right - SMALL and top < south - SMALL and north < bottom - SMALL:
                faults.append(f"{name}: {kind} lies over {other}")


def check_words(name, phrase, lines, faults):
    words = expected_words(phrase)
    found = [line[0] for line in lines]
    if name in ("japanese", "chinese"):
        whole = "".join(found) == "".join(words)
    elif name == "zalgo":
        # Letters stay; of their marks only a few.
        bare = re.sub(r"[\u0300-\u036f]", "", "".join(found).replace(" ", ""))
        whole = bare == re.sub(r"[\u0300-\u036f]", "", "".join(words)) and len(found[0]) < 20
    else:
        whole = [word for line in found for word in line.split(" ")] == words
    if not whole:
        faults.append(f"{name}: {found} are not {words}")
    for line in found:
        if unicodedata.category(line[0]) in ("Pe", "Pf") or line[0] in ",.!?;:、。，":
            faults.append(f"{name}: a line begins with a closing sign: {line!r}")
        if unicodedata.category(line[-1]) in ("Ps", "Pi"):
            faults.append(f"{name}: a line ends with an opening sign: {line!r}")


def check_card(browser, path, name, phrase, height, has_font, faults):
    page = path.resolve().as_uri()
    browser.driver.get(page)
    texts = browser.run(TEXTS)
    kinds = [kind for kind, *_ in texts]
    if kinds[0] != "phrase" or "shop" not in kinds or "attribution" not in kinds:
        faults.append(f"{path.name}: only {kinds}")
        return 0
    map_box = browser.run(MAP)
    if not map_box or map_box[3] - map_box[1] < 60:
        faults.append(f"{path.name}: no map")
    check_layout(path.name, texts, map_box, height, faults)
    check_words(name, phrase, texts[0][3], faults)
    measured = 0
    if has_font:
        for (kind, _, _, lines, family), naturals in zip(texts, browser.run(NATURAL)):
            for line, natural in zip(lines, naturals):
                if family is None and MEASURED.match(line[0]):
                    measured += 1
                    if abs(natural - line[5]) > 0.5 + 0.005 * line[5]:
                        faults.append(f"{path.name}: {kind} {line[0]!r} is {natural} wide, not {line[5]}")
                elif not RARE.search(line[0]) and not 0.6 < natural / line[5] < 1.4:
                    faults.append(f"{path.name}: {kind} {line[0]!r} is {natural} wide, far from {line[5]}")
    # The widest common font, in place of the named one.
    browser.run(OTHER_FONT, "'DejaVu Sans Mono', monospace")
    check_layout(f"{path.name} in another font", browser.run(TEXTS), map_box, height, faults, has_vertical=False)
    return measured


def check_photo(browser, path, faults):
    source = "data:image/svg+xml;base64," + base64.b64encode(path.read_bytes()).decode()
    found = browser.driver.execute_async_script(QUARTERS, source)
    if not found:
        faults.append(f"{path.name}: no picture")
        return
    for place, colour, (red, green, blue, _) in zip(("NW", "NE", "SW", "SE"), QUARTER_COLOURS, found):
        # The yellow of this picture is transparent, and what is behind a photo is black.
        colour = (0, 0, 0) if "palette" in path.name and place == "SE" else colour
        # CMYK without a profile is converted roughly.
        room = 45 if "cmyk" in path.name else 14
        if any(abs(one - LIGHT * other) > room for one, other in zip((red, green, blue), colour)):
            faults.append(f"{path.name}: {place} is {red, green, blue}, not {LIGHT} of {colour}")


def main():
    folder, phrases = Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    fonts = subprocess.run(["fc-list", ":", "family"], capture_output=True, text=True, check=False).stdout
    faults, measured, cards = [], 0, 0
    has_font = FONT in fonts
    for size, height in (("story", 1920), ("square", 1080)):
        with Browser(width=1080, height=height) as browser:
            for example in phrases:
                path = folder / f"{example['name']}-{size}.svg"
                measured += check_card(browser, path, example["name"], example["phrase"], height, has_font, faults)
                cards += 1
            browser.driver.get("about:blank")
            for path in sorted(folder.glob(f"photo-*-{size}.svg")):
                check_photo(browser, path, faults)
                cards += 1
            browser.read_logs()
            faults += browser.complaints
            faults += [url for url in browser.requests if not url.startswith(("file:", "data:", "about:"))]
    if cards != 122 or has_font and measured < 300:
        faults.append(f"only {cards} cards and {measured} measured lines")
    print(f"{cards} cards, {measured} lines measured with {FONT}")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
