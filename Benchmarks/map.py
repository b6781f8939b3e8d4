#!/usr/bin/python3
"""Measures how soon a map page shows its markers, and how smoothly the map moves: Benchmarks/map.py [COUNT…]; by
default 5000 and 20000.

Creates pages of the bundled sample and of COUNT made-up bookstores with the release build, opens each five times in
headless Chromium without a graphics card, and prints a Markdown table. It has the size, and these times: from the start
of navigation to the first markers, of one frame while the map is dragged over 120 frames (at 60 frames a second it is
16.7 ms), of a change of zoom, of a search, and from the choice of a district until its markers are drawn. Times are in
milliseconds: the median, and the smallest and largest if they add information.
"""

import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "Browser"))
from browser import Browser  # noqa: E402

GEOCLI = ROOT / ".build/release/geocli"
SAMPLE_FEED = ROOT / ".build/release/sample-feed"

DRAG = """
const done = arguments[0];
const pane = geocli.map.getPane('mapPane');
const mouse = (type, target, x, y) => target.dispatchEvent(
    new MouseEvent(type, { bubbles: true, clientX: x, clientY: y, button: 0, view: window }));
let [x, y, last] = [1100, 600, performance.now()];
const frames = [];
mouse('mousedown', pane, x, y);
const step = () => {
    const now = performance.now();
    frames.push(now - last);
    last = now;
    x -= 5; y -= 2;
    mouse('mousemove', document.body, x, y);
    if (frames.length < 120) requestAnimationFrame(step);
    else { mouse('mouseup', document.body, x, y); done(frames); }
};
requestAnimationFrame(step);"""
ZOOMS = """return [10, 11, 12, 13, 14, 15].map((zoom) => {
    const start = performance.now();
    geocli.map.setZoom(zoom, { animate: false });
    return performance.now() - start; })"""
SEARCHES = """return ['책방', 'ㅊㅂ', '마포 책', '없는이름'].map((query) => {
    const start = performance.now();
    Model.matching({ kind: 'all', district: '', query, since: '' }, 'ko');
    return performance.now() - start; })"""
# The page draws the markers in a microtask, after all changes of one event; `await null` waits for it.
FILTERS = """
const done = arguments[0];
const box = document.getElementById('district');
const names = [...box.options].map((one) => one.value).filter(Boolean).slice(0, 9);
const times = [];
const step = async () => {
    const start = performance.now();
    box.value = names.pop();
    box.dispatchEvent(new Event('change'));
    await null;
    times.push(performance.now() - start);
    if (names.length) setTimeout(step, 100); else done(times);
};
step();"""


def page(folder, count):
    catalog, html, feed = folder / f"{count}.sqlite", folder / f"{count}.html", folder / str(count)
    feed.mkdir()
    if count:
        subprocess.run([SAMPLE_FEED, str(count), feed, "7", "seoul"], check=True, stdout=subprocess.DEVNULL)
    source = [feed, "--accept", "a benchmark"] if count else ["--sample"]
    for words in (["ingest", *source, "-q"], ["layers", "import", "--role", "districts", ROOT / "data/sample/districts.geojson"]):
        subprocess.run([GEOCLI, *words, "--db", catalog], check=True, stderr=subprocess.DEVNULL)
    start = time.monotonic()
    subprocess.run([GEOCLI, "map", "--db", catalog, "-o", html], check=True)
    return html, time.monotonic() - start


def main():
    counts = [0] + [int(word) for word in sys.argv[1:] or ("5000", "20000")]
    print("| places | page | made in | first markers | a frame while dragged | a zoom | a search | a filter |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for count in counts:
            html, seconds = page(pathlib.Path(folder), count)
            ready = []
            with Browser(width=1280, height=950) as browser:
                for _ in range(5):
                    browser.open(html, "map=14/37.5563/126.9236")
                    time.sleep(0.5)
                    ready.append(browser.run("return geocli.readyAt"))
                frames = sorted(browser.driver.execute_async_script(DRAG))
                zooms, searches = browser.run(ZOOMS), browser.run(SEARCHES)
                filters = browser.driver.execute_async_script(FILTERS)
            print(
                f"| {count or 'the sample'} | {html.stat().st_size / 1000:.0f} kB | {seconds:.2f} s "
                f"| {statistics.median(ready):.0f} ms ({min(ready):.0f} to {max(ready):.0f}) "
                f"| {statistics.median(frames):.0f} ms (95 %: {frames[114]:.0f}) | {statistics.median(zooms):.0f} ms "
                f"| {statistics.median(searches):.1f} ms | {statistics.median(filters):.0f} ms ({max(filters):.0f}) |")


if __name__ == "__main__":
    main()
