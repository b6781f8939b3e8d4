#!/usr/bin/env python3
"""Opens a plot in Chromium and checks the drawing.

    plot_in_browser.py PLOT.svg

Checks: no error, no request, every letter inside the picture, no overlapping texts, no ring of a landmark under the name
of a district, and each sign in the size and colour of its kind. Exit code 1 if a check fails.
"""

import sys
from pathlib import Path

from browser import Browser

BOXES = """return [...document.querySelectorAll('text:not([stroke])')].map(text => {
  const box = text.getBoundingClientRect();
  return [text.textContent, box.left, box.top, box.right, box.bottom];
})"""
SIZE = "return [document.documentElement.width.baseVal.value, document.documentElement.height.baseVal.value]"
# Each sign: its kind, its size as painted, and the colour of its shape.
DOTS = """return [...document.querySelectorAll('use')].map(use => {
  const box = use.getBoundingClientRect();
  return [use.href.baseVal.slice(1), box.width, box.height, getComputedStyle(document.querySelector(use.href.baseVal)).fill];
})"""
# The boxes of the rings of landmarks, and those of the names of districts, which have a colour of their own.
RINGS = """const edges = ({left, top, right, bottom}) => [left, top, right, bottom];
return [
  [...document.querySelectorAll('svg > g circle, svg > g > g circle')].map((one) => edges(one.getBoundingClientRect())),
  [...document.querySelectorAll('text:not([stroke])')].filter((one) => ['#4A545E', '#A9B4BE'].includes(one.getAttribute('fill')))
    .map((one) => [one.textContent, ...edges(one.getBoundingClientRect())])]"""
# The colours of each kind: light, dark.
COLORS = {
    "new": ["rgb(0, 114, 178)", "rgb(61, 159, 221)"], "used": ["rgb(213, 94, 0)", "rgb(240, 128, 60)"],
    "other": ["rgb(107, 114, 128)", "rgb(152, 162, 174)"],
}


def main():
    with Browser(width=1100, height=1200) as browser:
        # A picture has no script that could report when it is ready; it is ready when it is loaded.
        page = Path(sys.argv[1]).resolve().as_uri()
        browser.driver.get(page)
        browser.read_logs()
        faults = browser.complaints + [url for url in browser.requests if url not in (page, "data:,", "about:blank")]
        width, height = browser.run(SIZE)
        boxes = browser.run(BOXES)
        for text, left, top, right, bottom in boxes:
            if left < 0 or top < 0 or right > width or bottom > height:
                faults.append(f"{text!r} leaves the picture: {left}, {top}, {right}, {bottom}")
        for index, (text, left, top, right, bottom) in enumerate(boxes):
            for other, west, north, east, south in boxes[:index]:
                # Boxes of text include space above and below their letters.
                room = 0.2 * (bottom - top)
                if left < east and west < right and top + room < south - room and north + room < bottom - room:
                    faults.append(f"{text!r} lies over {other!r}")
        rings, names = browser.run(RINGS)
        for name, left, top, right, bottom in names:
            room = 0.15 * (bottom - top)
            for west, north, east, south in rings:
                if left < east and west < right and top + room < south and north < bottom - room:
                    faults.append(f"a landmark under {name!r}: {west}, {north}")
        dots = browser.run(DOTS)
        faults += [f"a dot without a size: {dot}" for dot in dots if not (dot[1] > 3 and dot[2] > 3)]
        faults += [f"a dot in a wrong colour: {dot}" for dot in dots if dot[3] not in COLORS[dot[0]]]
        if len(boxes) < 10 or len(dots) < 10:
            faults.append(f"only {len(boxes)} texts and {len(dots)} dots")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
