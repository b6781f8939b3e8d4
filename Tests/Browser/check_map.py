#!/usr/bin/python3
"""Looks at a page of `geocli map` in a browser, as a reader would: check_map.py GEOCLI FOLDER CHECK.

FOLDER is a new folder. CHECK is a function below; `check_map.py --list` names all of them. If the check fails, the
script prints one line that says why and ends with exit status 1.
"""

import http.server
import json
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.parse import quote

import states
from browser import Browser
from levels import violations
from selenium.webdriver.common.keys import Keys

ROOT = Path(__file__).resolve().parent.parent.parent
CHECKS = {}
MOMENT = 1_790_000_000  # 2026-09-21 in Seoul


def check(function):
    CHECKS[function.__name__] = function
    return function


class Place:
    """A folder with a catalog and the page made of it."""

    def __init__(self, geocli, folder):
        self.geocli, self.folder = geocli, Path(folder).resolve()
        self.page = self.folder / "map.html"

    def run(self, *words, source=None, day=0, language="ko"):
        environment = dict(
            os.environ, LC_ALL="C", GEOCLI_DB=str(self.folder / "catalog.sqlite"), GEOCLI_MINE=str(self.folder / "mine"),
            SOURCE_DATE_EPOCH=str(MOMENT + 86400 * day))
        end = words.index("--") if "--" in words else len(words)
        line = [self.geocli, *words[:end], "--lang", language, *words[end:]]
        done = subprocess.run(
            line, input=source, capture_output=True, env=environment, cwd=self.folder)
        assert done.returncode == 0, (words, done.stderr.decode())
        return done.stdout.decode()

    def json(self, *words):
        end = words.index("--") if "--" in words else len(words)
        return json.loads(self.run(*words[:end], "--format", "json", *words[end:]))

    def sample(self, *words):
        # The sample's file is ingested as the city's feed. Real rows would delete the sample that `--sample` ingests.
        self.run("ingest", str(ROOT / "data/sample/TbSlibBookstoreInfo_1_606.json"), "-q")
        self.run("layers", "import", "--role", "districts", str(ROOT / "data/sample/districts.geojson"))
        self.map(*words)
        return self

    def map(self, *words, language="ko"):
        self.run("map", "-o", str(self.page), *words, language=language)

    def ingest(self, rows, day=0, feed="seoul-bookstores"):
        """Ingests these rows as one night's feed. The rows are dictionaries with id and name, and perhaps other
        keys."""
        plain = {"latitude": "37.57", "longitude": "126.98", "kind": "0002", "district": "종로구", "address": "종로구 머리말로 1"}
        keys = {
            "id": "STORE_SEQ_NO", "name": "STORE_NAME", "kind": "STORE_TYPE", "district": "CODE_VALUE", "address": "ADRES",
            "phone": "TEL_NO", "website": "HMPG_URL", "sns": "SNS", "latitude": "XCNTS", "longitude": "YDNTS",
        }
        page = [{keys[key]: value for key, value in {**plain, **row}.items()} for row in rows]
        body = {"list_total_count": len(page), "RESULT": {"CODE": "INFO-000", "MESSAGE": ""}, "row": page}
        source = json.dumps({"TbSlibBookstoreInfo": body}).encode()
        self.run("ingest", "-", "-q", "--max-loss", "100", "--accept", "test", "--feed", feed, source=source, day=day)


def same(found, wanted, what):
    assert found == wanted, f"{what}: {str(found)[:300]} instead of {str(wanted)[:300]}"


def view(browser, zoom, latitude=37.5563, longitude=126.9536):
    browser.run("geocli.map.setView([arguments[1], arguments[2]], arguments[0], {animate: false})", zoom, latitude, longitude)


MARKERS = """return Object.fromEntries([...document.querySelectorAll('.marker')].map(
    (node) => [node.dataset.id, Number(node.dataset.count)]))"""
CHOOSE = "const box = document.getElementById(arguments[0]); box.value = arguments[1]; box.dispatchEvent(new Event('change'))"
PRESS = "document.querySelector(`.marker[data-id='${arguments[0]}']`).click()"
LARGEST = "[...document.querySelectorAll('.marker')].sort((a, b) => b.dataset.count - a.dataset.count)[0]"
NAMES = "return [...document.querySelectorAll('#list .row .name')].map((node) => node.textContent)"


def typed(browser, text):
    """Types a text into the search field, and waits for the list."""
    browser.run("document.getElementById('query').value = ''")
    field = browser.driver.find_element("id", "query")
    field.send_keys(text)
    browser.wait("return geocli.state().query === arguments[0]", text)


@check
def the_page_asks_for_nothing(place):
    place.sample()
    with Browser() as browser:
        browser.open(place.page)
        for zoom in (9, 12, 15, 20):
            view(browser, zoom)
        browser.run("document.querySelector('.row').click()")
        browser.wait("return document.querySelector('.card')")
        browser.read_logs()
        same([url for url in browser.requests if not url.startswith(("data:", "about:"))], [f"file://{place.page}"], "requests")
        same(browser.complaints, [], "the console")
        assert place.page.stat().st_size < 600_000, "the page is larger than 600 kB"


@check
def nothing_but_the_tiles_is_asked_for(place):
    asked = []

    class Tiles(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "image/svg+xml")
            self.end_headers()
            self.wfile.write(b'<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"/>')

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Tiles)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_port}"
    place.sample("--tiles", origin + "/{z}/{x}/{y}.svg", "--tiles-attribution", "<b>us</b>")
    with Browser(reachable="127.0.0.1") as browser:
        browser.open(place.page)
        browser.wait("return document.querySelector('.leaflet-tile-loaded')")
        assert "<b>us</b>" in browser.run("return document.querySelector('.leaflet-control-attribution').textContent")
        browser.read_logs()
        others = [url for url in browser.requests if not url.startswith((origin, "file:", "data:", "about:"))]
        same((others, browser.complaints), ([], []), "requests beside the tiles, complaints")
        assert asked, "no tile was asked for"


class TileServer:
    """A tile server on this machine. `rule` gives the status for each request, or None to close the connection."""

    def __init__(self, rule, page=None):
        self.asked = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                outer.asked.append((self.path, self.headers.get("Referer")))
                if page and self.path.startswith("/map.html"):
                    return self.answer(200, "text/html; charset=utf-8", page.read_bytes())
                status = rule(self)
                if status is None:
                    self.close_connection = True
                    return self.connection.close()
                self.answer(status, "image/svg+xml", TILE if status == 200 else b"Access blocked")

            def answer(self, status, kind, body):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.handle_error = lambda *_: None
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        self.address = self.origin + "/{z}/{x}/{y}.svg"


TILE = b'<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#cde"/></svg>'

# The map's note about its tiles, whether the tiles are visible, and whether the map's own land is visible.
TILES = """const note = document.querySelector('.tiles-note');
    return [note && !note.hidden ? note.querySelector('span').textContent : '',
        document.getElementById('map').classList.contains('tiled'),
        getComputedStyle(document.querySelector('.leaflet-land-pane')).display !== 'none']"""


@check
def tiles_that_want_a_referer_come_to_a_served_page_only(place):
    """The server refuses requests without a Referer, as OpenStreetMap's do since 2025. A page from a disk sends
    none."""
    server = TileServer(lambda request: 200 if request.headers.get("Referer") else 403)
    place.sample("--tiles", server.address)
    with Browser(reachable="127.0.0.1", language="ko") as browser:
        browser.open(place.page)
        browser.wait("return !document.querySelector('.tiles-note').hidden")
        same(browser.run(TILES), ["지도 타일을 불러오지 못했습니다.", False, True], "without a Referer")
        assert {referer for _, referer in server.asked} == {None}, server.asked[:3]
        browser.run("document.getElementById('language').click()")
        same(browser.run(TILES)[0], "The map tiles did not load.", "in English")
        box = browser.run("const b = document.querySelector('.tiles-note').getBoundingClientRect(); return [b.width, b.height]")
        assert box[0] < 420 and box[1] < 50, f"one calm line: {box}"
        browser.run("document.querySelector('.tiles-note button').click()")
        same(browser.run(TILES), ["", False, True], "closed")
        browser.run("geocli.map.setZoom(13, { animate: false })")
        time.sleep(1)
        same(browser.run(TILES)[0], "", "it stays closed")
    pages = TileServer(lambda _: 404, page=place.page)
    with Browser(reachable="127.0.0.1") as browser:
        browser.driver.get(pages.origin + "/map.html")
        browser.wait('return document.documentElement.dataset.ready === "true"')
        browser.wait("return document.getElementById('map').classList.contains('tiled')")
        same(browser.run(TILES), ["", True, False], "with a Referer")
        assert (server.asked[-1][1] or "").startswith(pages.origin), server.asked[-1]


@check
def tiles_that_are_dropped_or_come_in_part_are_said(place):
    state = {"rule": lambda _: None}
    server = TileServer(lambda request: state["rule"](request))
    place.sample("--tiles", server.address)
    with Browser(reachable="127.0.0.1") as browser:
        browser.open(place.page)
        browser.wait("return !document.querySelector('.tiles-note').hidden")
        same(browser.run(TILES), ["지도 타일을 불러오지 못했습니다.", False, True], "dropped")
        # The server comes back, for half of the tiles, then for all.
        state["rule"] = lambda request: 200 if int(request.path.split("/")[2]) % 2 else 500
        browser.run("geocli.map.setView([37.5, 127.1], 14, { animate: false })")
        browser.wait("return document.querySelector('.tiles-note span').textContent.includes('일부')")
        same(browser.run(TILES)[1:], [True, False], "in part")
        state["rule"] = lambda _: 200
        browser.run("geocli.map.setView([37.6, 126.9], 15, { animate: false })")
        browser.wait("return document.querySelector('.tiles-note').hidden")
        same(browser.run(TILES), ["", True, False], "all")
        state["rule"] = lambda _: None
        browser.run("geocli.map.setView([37.5, 127.0], 12, { animate: false })")
        browser.wait("return !document.querySelector('.tiles-note').hidden")
        same(browser.run(TILES), ["지도 타일을 불러오지 못했습니다.", False, True], "the ground is back")


def ground(west, south, east, north, kind="Polygon"):
    """A feature called 가온강 in this box: the box, or a line across it."""
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    shape = [ring] if kind == "Polygon" else [ring[0], ring[2]]
    return {"type": "Feature", "properties": {"name": "가온강", "name_en": "Gaon River"}, "geometry": {"type": kind, "coordinates": shape}}


@check
def the_ground_lies_under_the_outlines_and_is_named(place):
    place.run("ingest", "--sample", "-q")
    place.map()
    assert place.page.stat().st_size < 700_000, "the page is larger than 700 kB"
    drawn = "return ['area', 'line', 'sleepers'].map((kind) => document.querySelectorAll('path.base.' + kind).length)"
    names = "return [...document.querySelectorAll('.water-label')].filter((node) => node.style.opacity !== '0').map((node) => [node.textContent, getComputedStyle(node).fontStyle])"
    with Browser() as browser:
        browser.open(place.page)
        same(browser.run(drawn), [1, 0, 0], "the Han alone")
        same(browser.run(names), [["한강", "italic"]], "the Han's name")
        for where in (".leaflet-control-attribution", "#sources"):
            text = browser.run("return document.querySelector(arguments[0]).textContent", where)
            assert "한강 약도" in text and "국토지리정보원" in text, f"{where}: {text}"
    for role, features in (
        ("water", [ground(126.8, 37.5, 127.1, 37.53), ground(126.9, 37.55, 127.0, 37.6, "LineString")]),
        ("park", [ground(126.95, 37.6, 127, 37.63)]), ("rail", [ground(126.8, 37.45, 127.1, 37.6, "LineString")]),
    ):
        source = json.dumps({"type": "FeatureCollection", "title": "made-up ground of a city", "license": "MIT", "features": features})
        place.run("layers", "import", "-", "--role", role, "-q", source=source.encode())
    place.map()
    with Browser() as browser:
        browser.open(place.page)
        same(browser.run(drawn), [2, 2, 1], "the park and the river; the stream and the railway")
        order = browser.run(
            "return ['land', 'ground', 'outlines', 'names', 'marker'].map((name) => Number(getComputedStyle(geocli.map.getPane(name) || geocli.map.getPane('markerPane')).zIndex))")
        same(order, sorted(set(order)), "the order of the layers")
        seen = browser.run(
            """const at = (selector) => getComputedStyle(document.querySelector(selector));
            const land = at('path.district-land').fill;
            return [at('path.base.water').fill !== land, at('path.base.park').fill !== land, at('path.district').fill,
                at('path.base.water.line').fill, at('#map').backgroundColor !== land]""")
        same(seen, [True, True, "none", "none", True], "colours")
        same(browser.run("return document.querySelectorAll('.grid-labels span').length"), 0, "no graph paper")
        for where in (".leaflet-control-attribution", "#sources"):
            text = browser.run("return document.querySelector(arguments[0]).textContent", where)
            assert "made-up ground of a city" in text and "MIT" in text, f"{where}: {text}"
        assert ["가온강", "italic"] in browser.run(names), browser.run(names)
        browser.read_logs()
        same([url for url in browser.requests if not url.startswith(("data:", "about:"))], [f"file://{place.page}"], "requests")


# Names that touch a marker or another name, and the number of names in view.
NAMES_AND_MARKERS = """const boxes = (what) => [...document.querySelectorAll(what)].filter((node) => node.style.opacity !== '0' && node.getClientRects().length)
        .map((node) => node.getBoundingClientRect());
    const meets = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const names = boxes('.district-label, .water-label, .at-name');
    const pins = boxes('.marker:not(.at-name)');
    const frame = document.getElementById('map').getBoundingClientRect();
    return [names.filter((name) => pins.some((pin) => meets(name, pin))).length,
        names.filter((name, index) => names.slice(index + 1).some((other) => meets(name, other))).length,
        names.filter((name) => meets(name, frame)).length]"""


@check
def names_give_way_to_markers_and_to_each_other(place):
    place.run("ingest", "--sample", "-q")
    place.map()
    for screen in ({"width": 390, "height": 844, "phone": True}, {"width": 768, "height": 1024}, {"width": 1280, "height": 800}):
        with Browser(**screen) as browser:
            browser.open(place.page)
            for zoom in (None, 10, 11, 12, 13, 14):
                if zoom:
                    view(browser, zoom, 37.55, 126.98)
                pins, names, count = browser.run(NAMES_AND_MARKERS)
                same((pins, names), (0, 0), f"{screen['width']} px, zoom {zoom}: names on markers, on names")
                assert count >= 3 or zoom and zoom > 12, f"{screen['width']} px, zoom {zoom}: {count} names"


# The numbers in view: those beside names of districts, and those of markers with the districts of their places.
NUMBERS = """const frame = document.getElementById('map').getBoundingClientRect();
    const isSeen = (node) => {
        const box = node.getBoundingClientRect();
        return box.width && box.right > frame.left && box.left < frame.right && box.bottom > frame.top && box.top < frame.bottom
            && node.closest('.leaflet-marker-icon').style.opacity !== '0' && getComputedStyle(document.querySelector('.leaflet-names-pane')).display !== 'none';
    };
    const names = [...document.querySelectorAll('.district-label span')].filter((node) => isSeen(node) && node.querySelector('b'))
        .map((node) => [node.firstChild.textContent, Number(node.querySelector('b').textContent)]);
    const drawn = geocli.drawn();
    const numbers = [...document.querySelectorAll('.at-name')].map((node) => [
        drawn.find((one) => String(one.id) === node.dataset.id).district, Number(node.querySelector('.district-number').textContent)]);
    const mixed = drawn.filter((one) => new Set([one.id, ...one.holds].map((id) => Model.at(id).district)).size > 1).map((one) => one.id);
    const borders = [...document.querySelectorAll('path.district')].filter((path) => path.getClientRects().length).length;
    return { names, numbers, mixed, borders };"""


@check
def every_number_is_that_of_its_district(place):
    """No number counts places of two districts while borders are drawn, and a number at a district's name is the
    district's."""
    place.sample()
    rows = [row for row in place.json("list") if row["latitude"] is not None]
    for screen in ({"width": 1280, "height": 800}, {"width": 768, "height": 1024}, {"width": 390, "height": 844, "phone": True}):
        with Browser(**screen) as browser:
            for filters, kept in (
                ("", lambda row: True), ("kind=used", lambda row: row["kind"] == "used"),
                ("district=" + quote("마포구"), lambda row: row["district"] == "마포구"),
            ):
                counts = {}
                for row in rows:
                    if kept(row):
                        counts[row["district"]] = counts.get(row["district"], 0) + 1
                browser.open(place.page, filters)
                seen = 0
                for zoom in (None, 8, 9, 9.75, 10, 10.5, 11, 12, 13, 14, 15, 16, 18):
                    if zoom:
                        view(browser, zoom, 37.55, 126.98)
                    found = browser.run(NUMBERS)
                    said = f"{screen['width']} px, {filters}, zoom {zoom}"
                    assert not (found["mixed"] and found["borders"] > 1), f"{said}: {found['mixed'][:5]} count places of two districts"
                    for name, number in found["names"] + found["numbers"]:
                        same(number, counts.get(name), f"{said}: the number at {name}")
                    seen += len(found["names"]) + len(found["numbers"])
                assert seen > 5 or "district" in filters, f"{said}: {seen} numbers"


# Markers, without the numbers at names, whose places are in different drawn outlines: [id, outlines].
BOTH_SIDES = """const isIn = (polygon, [y, x]) => polygon.reduce((inside, ring) => ring.reduce((odd, [ay, ax], i) => {
        const [by, bx] = ring.at(i - 1);
        return (ay > y) !== (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax ? !odd : odd;
    }, inside), false);
    const outline = (id) => Ground.outlines.find(({ polygons }) => polygons.some((one) => isIn(one, [Model.at(id).latitude, Model.at(id).longitude])))?.name;
    return geocli.drawn().filter((one) => !one.district).map((one) => [one.id, [...new Set([one.id, ...one.holds].map(outline))]])
        .filter(([, names]) => names.length > 1);"""


@check
def no_marker_counts_both_sides_of_a_border(place):
    """Six districts are called 중구, some places state none, and some state the one next to theirs."""
    draw = random.Random(60)
    middles = {
        "서울 중구": (37.560, 126.996), "부산 중구": (35.106, 129.032), "대구 중구": (35.866, 128.594), "인천 중구": (37.474, 126.621),
        "대전 중구": (36.325, 127.421), "울산 중구": (35.569, 129.333), "마포구": (37.556, 126.908), "서대문구": (37.579, 126.937),
    }
    lines = ["no,name,gu,lat,lon"]
    for district, (latitude, longitude) in middles.items():
        for _ in range(40):
            stated = draw.choice((district.split()[-1], district.split()[-1], "", "마포구" if district == "서대문구" else district.split()[-1]))
            lines.append(f"{len(lines)},책방 {len(lines)},{stated},{latitude + draw.gauss(0, 0.012):.6f},{longitude + draw.gauss(0, 0.012):.6f}")
    (place.folder / "shops.csv").write_text("\n".join(lines) + "\n")
    place.run("ingest", "shops.csv", "--feed", "shops", "--id", "no", "--name", "name", "--district", "gu", "--lat", "lat", "--lon", "lon", "-q")
    place.map()
    rows = place.json("list")
    with Browser(width=1600, height=1200) as browser:
        browser.open(place.page)
        states = 0
        for zoom in range(8, 19):
            view(browser, zoom, 37.56, 126.95)
            mode = browser.run("return geocli.mode(arguments[0])", zoom)
            if mode == "areas":
                same(browser.run(BOTH_SIDES), [], f"zoom {zoom}: markers on both sides")
                states += 1
            found = place.json("cluster", "--mode", mode, "--tile-size", "256", "--zoom", str(zoom), "--members")
            wanted = {}
            for row in found:
                wanted.setdefault(row["id"] if row["visible"] else row["hidden_by"], set()).add(row["id"])
            drawn = {one["id"]: {one["id"], *one["holds"]} for one in browser.run("return geocli.drawn()")}
            same(drawn, wanted, f"zoom {zoom}: markers")
        assert states > 5, f"areas at {states} zooms"
        same(sum(len(group) for group in drawn.values()), len(rows), "places")


@check
def the_chosen_place_is_drawn_alone_at_its_point(place):
    place.sample()
    rows = [row for row in place.json("list") if row["latitude"] is not None]
    with Browser() as browser:
        browser.open(place.page)
        for row in random.Random(60).sample(rows, 25):
            for zoom in (9, 10, 11, 13, 16):
                browser.run("location.hash = arguments[0]", f"map={zoom}/{row['latitude']}/{row['longitude']}&id={row['id']}")
                browser.wait("return geocli.state().chosen === arguments[0] && Math.abs(geocli.map.getZoom() - arguments[1]) < 1e-6", row["id"], zoom)
                found = browser.run(
                    """const node = document.querySelector(`.marker.chosen[data-id="${arguments[0]}"]`);
                    const frame = document.getElementById('map').getBoundingClientRect();
                    const point = geocli.map.latLngToContainerPoint([arguments[1], arguments[2]]);
                    const pin = node.getBoundingClientRect(), ring = document.querySelector('path.ring').getBoundingClientRect();
                    const total = geocli.drawn().reduce((sum, one) => sum + one.count, 0);
                    return [node.dataset.count, (pin.left + pin.right) / 2 - frame.left - point.x, pin.bottom - frame.top - point.y,
                        (ring.left + ring.right) / 2 - frame.left - point.x, total]""", row["id"], row["latitude"], row["longitude"])
                said = f"{row['id']} at zoom {zoom}: {found}"
                assert found[0] == "1" and max(map(abs, found[1:4])) < 1.5 and found[4] == len(rows), said


@check
def markers_are_those_of_cluster(place):
    place.sample()
    with Browser(width=1600, height=1200) as browser:
        browser.open(place.page)
        for kind in ("all", "new", "used", "other"):
            browser.run(f"document.querySelector('input[value={kind}]').click()")
            words = [] if kind == "all" else ["--kind", kind]
            for zoom in range(9, 17):
                mode = browser.run("return geocli.mode(arguments[0])", zoom)
                same(mode, "areas" if zoom > 9 else "stable", f"{zoom}: the mode")
                rows = place.json("cluster", "--mode", mode, "--tile-size", "256", "--zoom", str(zoom), "--members", *words)
                view(browser, zoom)
                west, south, east, north = browser.run(
                    "const b = geocli.map.getBounds(); return [b.getWest(), b.getSouth(), b.getEast(), b.getNorth()]")
                shown = browser.run(MARKERS)
                at_names = {str(one["id"]) for one in browser.run("return geocli.drawn().filter((one) => one.district)")}
                visible = {str(row["id"]): row["point_count"] for row in rows if row["visible"]}
                inside = {
                    str(row["id"]) for row in rows
                    if row["visible"] and str(row["id"]) not in at_names and west <= row["longitude"] <= east and south <= row["latitude"] <= north
                }
                assert inside <= shown.keys(), f"{kind} {zoom}: missing {sorted(inside - shown.keys())[:5]}"
                same(shown, {key: visible.get(key) for key in shown}, f"{kind} {zoom}: counts")
                said = browser.run("return geocli.levels(arguments[0], arguments[1], arguments[2])", kind, zoom, mode)
                same(said["visible"], sorted(row["id"] for row in rows if row["visible"]), f"{kind} {zoom}: visible")
                hidden = {str(row["id"]): row["hidden_by"] for row in rows if not row["visible"]}
                same(said["hiddenBy"], hidden, f"{kind} {zoom}: hidden")


@check
def an_independent_checker_finds_the_levels_right(place):
    place.sample()
    with Browser() as browser:
        browser.open(place.page)
        for kind in ("all", "new", "used"):
            rows = place.json("list", *([] if kind == "all" else ["--kind", kind]))
            points = [row for row in rows if row["latitude"] is not None]
            levels = {zoom: browser.run("return geocli.levels(arguments[0], arguments[1])", kind, zoom) for zoom in range(17)}
            found = violations(points, levels.get, range(17))
            assert not found, f"{kind}: {found[:5]}"
            # The check must detect a fault: here one hidden marker has a wrong hider.
            spoiled = json.loads(json.dumps(levels[12]))
            key = next(iter(spoiled["hiddenBy"]))
            spoiled["hiddenBy"][key] = next(one for one in spoiled["visible"] if one != spoiled["hiddenBy"][key])
            assert violations(points, lambda zoom: spoiled if zoom == 12 else levels[zoom], range(13)), "a wrong hider passed"


@check
def the_pass_is_right_at_the_edges_of_the_world(place):
    """Points at the seam, at the poles, on one spot and in rows as wide as an icon: the pass follows the rules and
    equals the result of `geocli cluster`."""
    draw = random.Random(40)
    icon = 40 / 256 * 360
    points = [(0, 180), (0, -180), (0, 179.9999999), (0, -179.9999999), (89.9, 10), (-89.9, 10), (85.06, 11), (37.5, 127.0)]
    points += [(37.5, 127.0)] * 4
    points += [(10, -170 + icon / 2**zoom * step) for zoom in range(0, 12, 3) for step in (1, 2)]
    points += [(draw.uniform(-0.5, 0.5), draw.choice((-180, 180)) + draw.uniform(-1, 1)) for _ in range(80)]
    points += [(draw.uniform(37.4, 37.7), draw.uniform(126.8, 127.2)) for _ in range(120)]
    points = [(latitude, (longitude + 180) % 360 - 180) for latitude, longitude in points]
    place.ingest([
        {"id": str(number), "name": f"점 {number}", "latitude": f"{latitude:.7f}", "longitude": f"{longitude:.7f}", "district": draw.choice(("", "가구", "나구", "다구")), "address": ""}
        for number, (latitude, longitude) in enumerate(points, 1)
    ], feed="places")
    same(sum(row["latitude"] is not None for row in place.json("list")), len(points), "points")
    for words in ([], ["--icon", "22x35"], ["--icon", "128x9"]):
        place.map(*words)
        with Browser() as browser:
            browser.open(place.page)
            levels = {zoom: browser.run("return geocli.levels('all', arguments[0])", zoom) for zoom in range(21)}
            areas = {zoom: browser.run("return geocli.levels('all', arguments[0], 'areas')", zoom) for zoom in range(21)}
            if not words:
                found = violations([row for row in place.json("list") if row["latitude"] is not None], levels.get, range(21))
                assert not found, found[:5]
            for zoom in (0, 1, 2, 5, 9, 12, 16, 20):
                for mode, found in (("stable", levels[zoom]), ("areas", areas[zoom])):
                    rows = place.json("cluster", "--mode", mode, "--tile-size", "256", "--zoom", str(zoom), "--members", *words)
                    same(found["visible"], sorted(row["id"] for row in rows if row["visible"]), f"{words} {zoom} {mode}: visible")
                    hidden = {str(row["id"]): row["hidden_by"] for row in rows if not row["visible"]}
                    same(found["hiddenBy"], hidden, f"{words} {zoom} {mode}: hidden")


@check
def search_finds_what_the_program_finds(place):
    place.sample()
    # Names that people type in many ways. The page's quick folding is wrong for them, so the page has their folded
    # texts as exceptions.
    names = ["㈜한빛서점", "（주）한빛문고", "서점ㆍ점", "서점·점", "서점・점", "서점･점", "㈔책 ㉮나", "㊑책방", "㉠\u1161책"]
    place.ingest([{"id": str(number + 1), "name": name} for number, name in enumerate(names)], feed="places")
    place.map()
    texts = [
        "책방", "ㅊㅂ", "ㅊ방", "ㅎㅊ ㅁㅍ", "책 방", "서가 마포", "mapo 책", "Jongno-gu 책방", "mapo gu", "02-000-1165", "0001165", "1165",
        "머리말로 책", "책바", "책방ㅇ", "책방잉", "BOOKS", "ｂｏｏｋｓ", "ﾊ", "&", "★", "ㅄ", "(Dusk)", "없는이름입니다", "  책   방  ", "+82 2 000 1165",
        "나무\u200b책방", "책방".encode().decode(), "\u110e\u1162\u11a8\u1107\u1161\u11bc", "<b>", "=1+1", "중구", "gu", "82 2 000 1165",
        "(주)한빛", "㈜한빛", "（주）한빛", "주한빛", "서점점", "서점ㆍ점", "서점•점", "서점\u119e점", "ㆍ", "·", "(사)책", "가나", "株책방", "ㄱㅏ책",
    ]
    texts += names
    for row in place.json("list", "--limit", "20"):
        texts += [row["name"], row["name"][1:4], (row["address"] or "")[-7:]]
    with Browser() as browser:
        browser.open(place.page)
        for text in texts:
            if not text.strip():
                continue
            rows = place.json("search", "--fields", "id,match", "--", text)
            wanted = [row["id"] for row in rows]
            found = browser.run(
                """const field = document.getElementById('query'); field.value = arguments[0];
                field.dispatchEvent(new Event('input'));
                return new Promise((done) => setTimeout(() => done(geocli.listed()), 90));""", text)
            same(found, wanted, f"search {text!r}")
        typed(browser, "ㅊㅂ")
        same(browser.run(NAMES)[:3], [row["name"] for row in place.json("search", "--", "ㅊㅂ")][:3], "names listed")


@check
def what_the_list_counts_the_map_shows(place):
    """Random states from a seed (text, kind, district, day, zoom), on three screens. GEOCLI_STATES=200 checks 200
    states."""
    states.prepare(place)
    count = int(os.environ.get("GEOCLI_STATES", "24"))
    for screen, wanted in zip(states.SCREENS, states.shares(count)):
        with Browser(**screen) as browser:
            browser.open(place.page)
            for number in range(wanted):
                states.check(place, browser, f"{screen['width']}/{number}")
            browser.read_logs()
            same(browser.complaints, [], "the console")


@check
def results_are_shown_at_once(place):
    """The map shows all places that match the typed text, without another step."""
    place.sample()
    for size in ({"width": 1280}, {"width": 390, "height": 844, "phone": True}):
        with Browser(**size) as browser:
            for text in ("고래", "북촌", "02-000-0821", "책방"):
                browser.open(place.page)
                typed(browser, text)
                listed = browser.run("return geocli.listed()")
                shown = browser.run(MARKERS)
                points = [row["id"] for row in place.json("list", "--match", text) if row["latitude"] is not None]
                assert listed and points, text
                same(sum(shown.values()), len(points), f"{text}: markers in view stand for")
                boxes = browser.run(
                    """const map = document.getElementById('map').getBoundingClientRect();
                    return geocli.drawn().filter((one) => one.x < map.left || one.x + one.width > map.right
                        || one.y < map.top || one.y + one.height > map.bottom).length""")
                same(boxes, 0, f"{text}: markers that are not whole in view")


@check
def numbers_and_colours_say_what_a_marker_holds(place):
    place.sample()
    rows = {row["id"]: row for row in place.json("list")}
    ring = """return Object.fromEntries([...document.querySelectorAll('.marker')].map((node) => [node.dataset.id, {
        number: node.querySelector('.number, .district-number')?.textContent ?? '1', label: node.getAttribute('aria-label'),
        colours: [...node.querySelectorAll('.share')].map((share) => getComputedStyle(share).fill),
        shares: [...node.querySelectorAll('.share')].map((share) => 100 * Number(share.dataset.share)),
        size: Number(node.querySelector('.disc')?.getAttribute('r') ?? 0), pin: node.querySelector('use')?.getAttribute('href') }]))"""
    with Browser() as browser:
        browser.open(place.page)
        colour = dict(zip(("new", "used", "other"), browser.run(
            "return Model.kinds.map((kind) => { const node = document.querySelector(`.kinds .k${kind.style} .pin`) ?? document.body;"
            " const probe = document.createElement('i'); probe.style.color = `var(--k${kind.style})`; document.body.append(probe);"
            " const found = getComputedStyle(probe).color; probe.remove(); return found; })")))
        for zoom in (9.5, 10.25, 12, 13.5, 14.5):
            view(browser, zoom)
            drawn = {one["id"]: one for one in browser.run("return geocli.drawn()")}
            sizes = {}
            for key, marker in browser.run(ring).items():
                one = drawn[int(key)]
                same(len(one["holds"]) + 1, one["count"], f"{key}: count")
                same(marker["number"], str(one["count"]), f"{key}: number")
                kinds = [rows[number]["kind"] for number in [one["id"], *one["holds"]]]
                if one["district"]:
                    same({rows[number]["district"] for number in [one["id"], *one["holds"]]}, {one["district"]}, f"{key}: district")
                    assert marker["label"].startswith(one["district"]), marker["label"]
                    continue
                if one["count"] == 1:
                    style = {"new": 0, "used": 1, "other": 7}[kinds[0]]
                    same(marker["pin"], f"#pin-{style}", f"{key}: shape")
                    continue
                there = [kind for kind in ("new", "used", "other") if kind in kinds]
                same(marker["colours"], [colour[kind] for kind in there], f"{key}: colours of the ring")
                for kind, share in zip(there, marker["shares"]):
                    assert abs(share / 100 - kinds.count(kind) / len(kinds)) < 0.06, f"{key}: {share} % {kind}"
                sizes[one["count"]] = marker["size"]
            ordered = [sizes[count] for count in sorted(sizes)]
            # At some zooms, all numbers stand at names of districts.
            assert ordered == sorted(ordered) and (not ordered or ordered[-1] > ordered[0]), f"{zoom}: sizes {sizes}"


@check
def chips_and_districts_count_what_the_others_leave(place):
    place.sample()
    chips = "return Object.fromEntries([...document.querySelectorAll('#kinds b')].map((node) => [node.dataset.kind, Number(node.textContent)]))"
    with Browser() as browser:
        browser.open(place.page, "q=" + quote("책방") + "&district=" + quote("마포구") + "&kind=used")
        rows = [row for row in place.json("search", "--", "책방")]
        there = [row for row in rows if row["district"] == "마포구"]
        wanted = {"all": len(there), **{kind: sum(row["kind"] == kind for row in there) for kind in ("new", "used", "other")}}
        same(browser.run(chips), wanted, "chips")
        options = browser.run("return Object.fromEntries([...document.querySelectorAll('#district option')].map((node) => [node.value, node.textContent]))")
        for district in ("마포구", "종로구", "강남구"):
            count = sum(row["district"] == district and row["kind"] == "used" for row in rows)
            same(options[district], f"{district} ({count})", "a district")
        browser.run("document.getElementById('clear').click()")
        same(browser.run(chips)["all"], 601, "all")


@check
def a_card_leaves_the_map_where_it_is(place):
    place.sample()
    where = "return JSON.stringify([geocli.map.getCenter(), geocli.map.getZoom(), geocli.map.getSize()])"
    for size in ({"width": 1280}, {"width": 768, "height": 1024}, {"width": 390, "height": 844, "phone": True}):
        with Browser(**size) as browser:
            browser.open(place.page)
            before = browser.run(where)
            for step in range(6):
                key = browser.run(
                    """const map = document.getElementById('map').getBoundingClientRect();
                    const nodes = [...document.querySelectorAll('.marker')].filter((node) => {
                        const box = node.getBoundingClientRect();
                        return box.left >= map.left && box.right <= map.right && box.top >= map.top && box.bottom <= map.bottom;
                    });
                    const node = nodes[(arguments[0] * 7) % nodes.length];
                    node.click();
                    return node.dataset.id;""", step)
                state = browser.run("return geocli.state()")
                same(str(state["chosen"] or state["group"]), key, "the card")
                same(browser.run(where), before, f"{size['width']}: the map with a card")
                overlap = browser.run(
                    """const a = document.getElementById('card').getBoundingClientRect();
                    const b = document.querySelector(`.marker[data-id="${arguments[0]}"]`).getBoundingClientRect();
                    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom""", key)
                same(overlap, False, f"{size['width']}: the card covers its marker")
            browser.run("document.querySelector('#card .close').click()")
            same(browser.run(where), before, f"{size['width']}: the map after a card")
            # A choice in the list may move the map; closing the card moves it back.
            browser.run("[...document.querySelectorAll('#list .row')][1].click()")
            assert browser.run("return geocli.state().chosen"), "no card"
            assert browser.run(f"return document.querySelector(`.marker[data-id='${{geocli.state().chosen}}']`)"), "it has no marker"
            browser.run("document.querySelector('#card .close').click()")
            same(browser.run(where), before, f"{size['width']}: the map after a choice in the list")


@check
def back_undoes_the_last_step(place):
    place.sample()
    now = "return [geocli.state().kind, geocli.state().district, geocli.state().query, geocli.state().chosen, geocli.listed().length]"
    with Browser() as browser:
        browser.open(place.page)
        seen = [browser.run(now)]
        for step in (
            "document.querySelector('input[value=used]').click()",
            "const box = document.getElementById('district'); box.value = '마포구'; box.dispatchEvent(new Event('change'))",
            "const field = document.getElementById('query'); field.value = '책'; field.dispatchEvent(new Event('input'))",
            "document.querySelector('#list .row').click()",
        ):
            browser.run(step)
            browser.wait("return JSON.stringify((() => { %s })()) !== arguments[0]" % now, json.dumps(seen[-1], ensure_ascii=False, separators=(",", ":")))
            time.sleep(0.4)
            seen.append(browser.run(now))
            # Moving the map adds no step to the browser's history.
            browser.run("geocli.map.panBy([30, 0], {animate: false})")
            time.sleep(0.3)
        for wanted in reversed(seen[:-1]):
            browser.run("history.back()")
            browser.wait("return JSON.stringify((() => { %s })()) === arguments[0]" % now, json.dumps(wanted, ensure_ascii=False, separators=(",", ":")))
        browser.run("history.forward()")
        browser.wait("return geocli.state().kind === 'used'")


@check
def a_marker_lists_what_it_holds(place):
    place.sample()
    rows = place.json("cluster", "--mode", "areas", "--tile-size", "256", "--zoom", "12", "--members")
    top = max((row for row in rows if row["visible"]), key=lambda row: row["point_count"])
    members = {top["id"]} | {row["id"] for row in rows if row["hidden_by"] == top["id"]}
    with Browser() as browser:
        browser.open(place.page)
        view(browser, 12, top["latitude"], top["longitude"])
        browser.run(PRESS, top["id"])
        listed = browser.run("return [...document.querySelectorAll('.hidden-list .row')].map((row) => Number(row.dataset.id))")
        same(set(listed), members, "the list on the card")
        same(listed[0], top["id"], "the first")
        same(browser.run("return Number(document.querySelector('.apart').dataset.zoom)"), top["expansion_zoom"], "the zoom apart")
        assert str(len(members)) in browser.run("return document.querySelector('.card h2').textContent"), "the number on the card"
        browser.run("document.querySelectorAll('.hidden-list .row')[1].click()")
        browser.wait("return geocli.state().chosen === arguments[0]", listed[1])
        assert browser.run("return document.querySelector(`.marker[data-id='${arguments[0]}']`)", listed[1]), "it is not shown"


@check
def a_card_says_what_is_known(place):
    place.sample()
    rows = [row for row in place.json("list", "--has", "phone,website,sns") if row["latitude"] is not None]
    known = place.json("show", str(rows[0]["id"]), "--links")
    with Browser() as browser:
        browser.open(place.page, f"id={known['id']}")
        same(browser.run("return document.querySelector('.card h2').textContent"), known["name"], "name")
        text = browser.run("return document.querySelector('.card').textContent")
        for key in ("address", "phone_raw", "last_seen"):
            assert known[key] in text, f"{key} is missing in {text}"
        assert {"new": "새책", "used": "헌책", "other": "기타"}[known["kind"]] in text
        links = browser.run("return [...document.querySelectorAll('.card a')].map((link) => link.getAttribute('href'))")
        wanted = [f"tel:{known['phone']}", known["website"], *known["sns"]]
        wanted += [known[f"link_{service}"] for service in ("naver", "kakao", "google", "apple", "osm")]
        for link in wanted:
            assert link in links or not link.startswith(("http", "tel", "geo")), f"{link} is not among {links}"
        outside = browser.run(
            """return [...document.querySelectorAll('.card a[href^=http]')].every(
                (link) => link.target === '_blank' && link.rel === 'noopener noreferrer')""")
        assert outside, "a link hands on what it should not"


def twins(place, *words):
    """Makes the page of three feeds: rows 1, 4 and 6 are one shop, 1 and 6 only through 4; 2 and 5 are one, and 2 has its
    point from its address."""
    os.environ["XDG_DATA_HOME"] = str(place.folder / "data")
    line = "1|7|1|서울특별시|마포구|동|111103100012|와우산로29길|0|42|5||03047|시설|0|동|949000|1950000\n"
    (place.folder / "entrc_2606.txt").write_bytes(line.encode("cp949"))
    place.run("addresses", "import", str(place.folder / "entrc_2606.txt"), "-q")
    feeds = {
        "a": "1,글샘도서관,서울 종로구 자하문로 94,02-111-2222,37.5,127\n2,책마을도서관,서울 마포구 와우산로29길 42-5,,,\n"
             "3,홀로 도서관,서울 종로구,,37.55,126.98\n",
        "b": "1,글샘도서관,서울 강남구,02-111-2222,37.55,127.05\n2,책마을도서관,서울 마포구 와우산로29길 42-5,,37.5555,126.9261\n",
        "c": "1,글샘도서관,서울 강남구,,37.5501,127.0501\n3,다른 곳,서울 강남구,,37.51,127.06\n",
    }
    for feed, rows in feeds.items():
        (place.folder / f"{feed}.csv").write_text("no,title,addr,tel,lat,lon\n" + rows)
        place.run(
            "ingest", f"{feed}.csv", "--feed", f"feed-{feed}", "--id", "no", "--name", "title", "--address", "addr", "--phone",
            "tel", "--lat", "lat", "--lon", "lon", "--area", "126.7,37.4,127.6,37.7", "-q")
    place.map(*words)
    return place


OTHERS = """return [...document.querySelectorAll('.also-row')].map((row) => [
    row.tagName, row.querySelector('.name').textContent, row.querySelector('.where').textContent])"""


@check
def a_card_names_the_other_rows_of_a_shop(place):
    twins(place)
    with Browser() as browser:
        browser.open(place.page, "id=1")
        same(browser.run(OTHERS), [
            ["BUTTON", "글샘도서관", "feed-b/1"], ["BUTTON", "글샘도서관", "feed-c/1"]], "the other rows")
        assert "다른 출처" in browser.run("return document.querySelector('.card dl').textContent")
        # A press opens the other row's card and brings its marker into view; Back returns.
        browser.run("document.querySelectorAll('.also-row')[1].click()")
        browser.wait("return geocli.state().chosen === 6")
        assert browser.run("return document.activeElement.closest('#card') !== null"), "the focus is not in the card"
        same([row[2] for row in browser.run(OTHERS)], ["feed-a/1", "feed-b/1"], "those of row 6")
        assert browser.run("return Boolean(document.querySelector('.ring, .marker.chosen'))"), "the place is not shown"
        browser.wait("return location.hash.includes('id=6')")
        browser.run("history.back()")
        browser.wait("return geocli.state().chosen === 1")
        # With keys: Tab reaches the first of them, Enter opens it.
        browser.run("document.querySelector('.card').focus()")
        for _ in range(12):
            browser.keys(Keys.TAB)
            if browser.run("return document.activeElement.classList.contains('also-row')"):
                break
        same(browser.run("return document.activeElement.dataset.id"), "4", "the row that Tab reaches")
        same(browser.run("return document.activeElement.getAttribute('aria-label')"), "글샘도서관, feed-b/1. 카드 열기", "its name")
        browser.keys(Keys.ENTER)
        browser.wait("return geocli.state().chosen === 4")
        # Also where a filter of the reader leaves the row out, and where it has a point from its address.
        browser.open(place.page, "q=" + quote("홀로") + "&id=5")
        browser.run("document.querySelector('.also-row').click()")
        browser.wait("return geocli.state().chosen === 2")
        text = browser.run("return document.querySelector('.card dl').textContent")
        assert "주소로 찾은 위치(juso 2606)" in text, text
        browser.open(place.page, "id=5&lang=en")
        text = browser.run("return document.querySelector('.card dl').textContent")
        assert "Also in" in text and "from the address" not in text, text
        browser.open(place.page, "id=2&lang=en")
        assert "from the address (juso 2606)" in browser.run("return document.querySelector('.card dl').textContent")
        browser.open(place.page, "id=3")
        same(browser.run(OTHERS), [], "a shop of one feed")
        same([sorted(pair) for pair in browser.run("return [Object.keys(Words.ko), Object.keys(Words.en)]")][0],
             sorted(browser.run("return Object.keys(Words.en)")), "words in both languages")
        same(browser.run("return geocli.csv()"), place.run("export", "--format", "csv", "-q"), "the file, with its point_source")
        browser.read_logs()
        same(browser.complaints, [], "the console")
    place.map("--unique")
    with Browser() as browser:
        browser.open(place.page, "id=1")
        same(browser.run(OTHERS), [
            ["SPAN", "글샘도서관", "feed-b/1 · 이 지도에 없음"],
            ["SPAN", "글샘도서관", "feed-c/1 · 이 지도에 없음"]], "the rows that --unique leaves out")
        same(browser.run("return geocli.listed().length"), 4, "one row for each shop")


@check
def the_other_rows_fit_a_phone_and_both_themes(place):
    twins(place)
    with Browser(width=360, height=640, phone=True) as browser:
        for scheme in ("light", "dark"):
            browser.driver.execute_cdp_cmd(
                "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            browser.open(place.page, "id=1")
            same(browser.run(CONTRAST), [], f"text that is hard to read, {scheme}")
            same(browser.run("return document.documentElement.scrollWidth"), 360, "no scrolling sideways")
            wide = browser.run(
                """const card = document.querySelector('.card-body').getBoundingClientRect();
                return [...document.querySelectorAll('.also-row')].filter((row) => {
                    const box = row.getBoundingClientRect();
                    return box.left < card.left || box.right > card.right || box.height < 40;
                }).length""")
            same(wide, 0, "rows that leave the card, or are too small for a finger")
        browser.run("const row = document.querySelector('.also-row'); row.scrollIntoView(); row.click()")
        browser.wait("return geocli.state().chosen === 4")


EVIL = "</script><img src=x onerror=\"document.title='hit'\">\u202e"
PHOTO = ROOT / "Tests/DrawingTests/Photos/turned-6.jpg"
# The quarters of the photo, upright: top left, top right, bottom left, bottom right.
QUARTER_COLOURS = [(230, 40, 40), (40, 200, 60), (50, 70, 230), (240, 220, 40)]


def own_places(place):
    """The sample's page with records of ids 5, 6, 7 and 100, of a place that is in no catalog, and of none."""
    place.run("ingest", str(ROOT / "data/sample/TbSlibBookstoreInfo_1_606.json"), "-q")
    place.run("layers", "import", "--role", "districts", str(ROOT / "data/sample/districts.geojson"))
    place.run("mine", "mark", "5", "-q")
    place.run("mine", "mark", "5", "--list", "주말", "-q")
    place.run("mine", "note", "5", "먼저 쓴 글", "--date", "2026-09-01", "-q")
    place.run(
        "mine", "note", "5", "위층이 조용하다\n다음에 또", "--book", "어린 왕자", "--author", "생텍쥐페리", "--phrase",
        "네 장미꽃을 그렇게 소중하게 만든 것은", "--page", "37", "--tag", "비", "--photo", str(PHOTO), "--date", "2026-09-10", "-q")
    place.run("mine", "note", "6", EVIL, "--phrase", EVIL, "--book", EVIL, "--tag", "나쁜" + EVIL, "-q")
    place.run("mine", "visit", "7", "-q")
    place.run("mine", "mark", "100", "--list", EVIL, "-q")
    lines = [
        {"kind": "mark", "list": "추억", "day": "2026-08-01", "place": {"ref": "other/1", "name": "없어진 " + EVIL, "latitude": 37.56, "longitude": 126.97}},
        {"kind": "note", "text": "떠도는 글"},
    ]
    acts = [
        {"id": f"0b7e1f0e-0000-4000-8000-00000000000{n}", "clock": f"01a207438b9a000{n}", "device": "0a162682bdf6d3c8", "set": one}
        for n, one in enumerate(lines)
    ]
    (place.folder / "mine/other.jsonl").write_text("".join(json.dumps(act) + "\n" for act in acts))
    place.map("--mine")


SIGNS = """return Object.fromEntries([...document.querySelectorAll('.marker')].map(
    (node) => [node.dataset.id, node.querySelector('.mine-sign')?.textContent || '']))"""
CARD = "return document.querySelector('.card').innerText"


@check
def own_records_are_on_markers_and_cards(place):
    own_places(place)
    own = {5: 0, 6: 1, 7: 2, 100: 0}
    with Browser() as browser:
        browser.open(place.page)
        here = browser.run("const { latitude, longitude } = Model.at(5); return [latitude, longitude]")
        for zoom in (9, 11, 13, 16, 19):
            view(browser, zoom, *here)
            browser.wait("return document.querySelector('.marker')")
            signs = browser.run(SIGNS)
            wanted = {}
            for marker in browser.run("return geocli.drawn()"):
                held = [own[id] for id in [marker["id"], *marker["holds"]] if id in own]
                assert not held or marker["count"] == 1, f"{zoom}: {marker['id']} is not alone"
                wanted[str(marker["id"])] = "★≡✓"[held[0]] if held else ""
            same(signs, {id: wanted[id] for id in signs}, f"signs at {zoom}")
            assert any(signs.values()), f"no sign at {zoom}"
            labels = browser.run(
                """return [...document.querySelectorAll('.marker')].filter((node) => node.querySelector('.mine-sign'))
                    .map((node) => node.getAttribute('aria-label'))""")
            for label in labels:
                assert any(word in label for word in ("표시", "기록", "방문", "내 장소")), label
        # The card: lists, then the notes, the latest first, with the photo upright.
        browser.open(place.page, "id=5")
        card = browser.run(CARD)
        for words in (
            "표시 · 2026-09-21", "주말 · 2026-09-21", "네 장미꽃을 그렇게 소중하게 만든 것은", "『어린 왕자』, 생텍쥐페리, 37쪽", "위층이 조용하다\n다음에 또", "#비",
        ):
            assert words in card, (words, card)
        assert card.index("2026-09-10") < card.index("2026-09-01"), card
        photo = browser.run(
            """const svg = document.querySelector('.mine-photo'); svg.scrollIntoView();
            const box = svg.getBoundingClientRect(), inner = svg.querySelector('image').getBoundingClientRect();
            return [box.width, box.height, inner.left - box.left, inner.top - box.top, inner.width, inner.height, svg.getAttribute('viewBox')]""")
        same(photo[6], "0 0 32 48", "upright")
        assert photo[4] > 20 and abs(photo[5] / photo[4] - 1.5) < 0.05 and photo[4] <= photo[0] + 1 and photo[5] <= photo[1] + 1, photo
        loaded = browser.run(
            """const image = new Image(); image.src = document.querySelector('.mine-photo image').getAttribute('href');
            return image.decode().then(() => [image.naturalWidth, image.naturalHeight])""")
        same(loaded, [48, 32], "the stored picture, which no longer says that it is turned")
        # The quarters of the photo as it is shown: those of the upright example.
        quarters = browser.run(
            """const svg = document.querySelector('.mine-photo').cloneNode(true);
            for (const [name, value] of [['xmlns', 'http://www.w3.org/2000/svg'], ['width', 320], ['height', 480]]) svg.setAttribute(name, value);
            const image = new Image(), canvas = document.createElement('canvas');
            [canvas.width, canvas.height] = [320, 480];
            image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
            return image.decode().then(() => {
                const plane = canvas.getContext('2d', { willReadFrequently: true });
                plane.drawImage(image, 0, 0);
                return [[80, 120], [240, 120], [80, 360], [240, 360]].map(([x, y]) => [...plane.getImageData(x, y, 1, 1).data].slice(0, 3));
            })""")
        for found, wanted in zip(quarters, QUARTER_COLOURS):
            assert all(abs(one - other) < 30 for one, other in zip(found, wanted)), (quarters, QUARTER_COLOURS)
        # The choice, the list and the link.
        browser.run("document.querySelector('.mine-chip input').click()")
        same(sorted(browser.run("return geocli.listed()")), [5, 6, 7, 100], "my places")
        browser.wait("return location.hash.includes('mine=true')")
        row = browser.run("return document.querySelector('#list .row[data-id=\"5\"]').innerText")
        assert "★ 표시: 주말" in row and "주말" in row and "기록 2개" in row, row
        browser.run("document.getElementById('clear').click()")
        same(browser.run("return [geocli.listed().length, document.querySelector('.mine-chip input').checked]"), [len(place.json("list")), False], "cleared")
        # What the page does not list: below the list, and on the map.
        same(browser.run("return document.querySelectorAll('.mine-others .name').length"), 2, "rows")
        same(browser.run("return document.querySelectorAll('.mine-marker').length"), 1, "markers of their own")
        browser.run("document.querySelector('.mine-marker').click()")
        gone = browser.run(CARD)
        assert "이 카탈로그에 없음" in gone and "추억" in gone and "없어진 </script>" in gone, gone
        browser.run("[...document.querySelectorAll('.mine-row')].find((row) => row.textContent.includes('장소 없는 기록')).click()")
        assert "떠도는 글" in browser.run(CARD)
        browser.run("document.querySelector('.card-box .close').click()")
        browser.run("document.getElementById('language').click()")
        assert "Not in this catalog" in browser.run("return document.querySelector('.mine-others').innerText")
        # Hostile text stays text.
        for fragment in ("id=6&lang=en", "id=100", "id=6"):
            browser.open(place.page, fragment)
            same(browser.run("return [document.querySelectorAll('img[src=x]').length, document.title === 'hit']"), [0, False], "elements made of text")
            assert "</script><img src=x" in browser.run(CARD)
            assert "\u202e" not in browser.run("return document.body.innerText")
        # Nothing of it is in the files and links that readers make, and the page asks for nothing.
        assert "장미꽃" not in browser.run("return geocli.csv() + geocli.geojson() + location.href")
        browser.read_logs()
        same([url for url in set(browser.requests) if not url.startswith(("data:", "about:", "file:"))], [], "requests")
        same(browser.complaints, [], "the console")


@check
def own_records_fit_a_phone_and_both_themes(place):
    own_places(place)
    texts = CONTRAST.replace("'h1,", "'.mine-sign, .mine-day, .mine-note p, .mine-notes h3, .mine-others h2, .mine-chip span, h1,")
    with Browser(width=360, height=640, phone=True) as browser:
        for scheme in ("light", "dark"):
            browser.driver.execute_cdp_cmd(
                "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            for fragment in ("id=5", "id=5&lang=en", "mine=true"):
                browser.open(place.page, fragment)
                same(browser.run(texts), [], f"text that is hard to read, {scheme} {fragment}")
                same(browser.run("return document.documentElement.scrollWidth"), 360, "no scrolling sideways")
                wide = browser.run(
                    """const box = document.querySelector('.card-body').getBoundingClientRect();
                    return [...document.querySelectorAll('.card *')].filter((node) => node.getBoundingClientRect().right > box.right + 1).length""")
                same(wide, 0, "what leaves the card")
        keys = browser.run(
            """const chip = document.querySelector('.mine-chip input'); chip.focus();
            const own = document.querySelector('.mine-marker');
            return [document.activeElement === chip, own.getAttribute('role'), own.tabIndex, Boolean(own.getAttribute('aria-label'))]""")
        same(keys, [True, "button", 0, True], "reached with keys")


@check
def a_link_reopens_what_was_seen(place):
    place.sample()
    with Browser() as browser:
        browser.open(place.page)
        view(browser, 13, 37.5601, 126.9102)
        browser.run("document.querySelector('input[value=used]').click()")
        browser.run(CHOOSE, "district", "마포구")
        typed(browser, "책")
        view(browser, 14, 37.5601, 126.9102)
        browser.run("document.getElementById('language').click()")
        browser.run("document.querySelector('#list .row').click()")
        browser.wait("return location.hash.includes('id=')")
        wanted = browser.run("return [geocli.state(), geocli.listed()]")
        fragment = browser.run("return location.hash.slice(1)")
        browser.open(place.page, fragment)
        same(browser.run("return [geocli.state(), geocli.listed()]"), wanted, "the state")
        same(wanted[0]["kind"] + wanted[0]["district"] + wanted[0]["query"] + wanted[0]["lang"], "used마포구책en", "the state")
        same(browser.run("return document.getElementById('query').value"), "책", "the field")
        for odd in ("map=NaN/x/1e999&kind=constructor&lang=toString&district=%00&id=-1", "map=99/91/999", "%E0%A4%A", "q=" + quote("책" * 500)):
            browser.open(place.page, odd)
            assert browser.run("return geocli.map.getZoom()") <= 20, odd
        browser.read_logs()
        same(browser.complaints, [], "the console")


@check
def everything_can_be_done_with_keys(place):
    place.sample()
    focus = "return document.activeElement.id || document.activeElement.className"
    with Browser() as browser:
        browser.open(place.page)
        browser.keys(Keys.TAB)
        same(browser.run(focus), "skip", "the first stop")
        browser.run("document.getElementById('query').focus()")
        browser.keys("ㅊㅂ")
        browser.wait("return geocli.state().query === 'ㅊㅂ'")
        browser.keys(Keys.ARROW_DOWN)
        browser.wait("return document.activeElement.classList.contains('row')")
        browser.keys(Keys.ARROW_DOWN)
        second = browser.run("return document.activeElement.dataset.id")
        same(second, str(browser.run("return geocli.listed()[1]")), "the second row")
        browser.keys(Keys.ENTER)
        browser.wait("return document.querySelector('#card[role=dialog]:not([hidden])')")
        same(str(browser.run("return geocli.state().chosen")), second, "the card")
        assert browser.run("return document.activeElement.closest('#card') !== null"), "the focus is not in the card"
        browser.keys(Keys.ESCAPE)
        browser.wait("return geocli.state().chosen === null")
        same(browser.run("return document.activeElement.dataset.id"), second, "where the focus returns")
        browser.run("document.getElementById('clear').click(); document.querySelector('.marker').focus()")
        marker = browser.run("return document.activeElement.dataset.id")
        browser.keys(Keys.ENTER)
        browser.wait("return String(geocli.state().chosen ?? geocli.state().group) === arguments[0]", marker)
        browser.keys(Keys.ESCAPE)
        browser.wait("return document.activeElement.classList.contains('marker')")
        zoom = browser.run("return geocli.map.getZoom()")
        browser.run("geocli.map.getContainer().focus()")
        browser.keys(Keys.ADD)
        browser.wait("return geocli.map.getZoom() === arguments[0]", zoom + 1)


@check
def everything_has_a_name_for_screen_readers(place):
    place.sample()
    with Browser() as browser:
        for fragment in ("", "id=5", "q=" + quote("책방") + "&lang=en"):
            browser.open(place.page, fragment)
            nodes = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
            roles = {"button", "link", "textbox", "searchbox", "combobox", "radio", "application", "dialog", "form", "heading"}
            for node in nodes:
                role = node.get("role", {}).get("value")
                if node.get("ignored") or role not in roles or role == "form":
                    continue
                assert node.get("name", {}).get("value", "").strip(), f"{role} without a name: {node}"
            ids = browser.run("return [...document.querySelectorAll('[id]')].map((node) => node.id)")
            same(len(ids), len(set(ids)), "ids that occur once")
            levels = browser.run("return [...document.querySelectorAll('h1')].length")
            same(levels, 1, "headings of the first level")
        same(browser.run("return document.documentElement.lang"), "en", "the language")


@check
def both_languages_are_whole(place):
    place.sample()
    with Browser() as browser:
        browser.open(place.page)
        keys = browser.run("return [Object.keys(Words.ko), Object.keys(Words.en)]")
        same(set(keys[1]) - set(keys[0]), set(), "words in English only")
        same(set(keys[0]) - set(keys[1]), set(), "words in Korean only")
        same(browser.run("return document.documentElement.lang"), "ko", "the language")
        browser.run("document.getElementById('language').click()")
        same(browser.run("return document.documentElement.lang"), "en", "the language")
        shown = browser.run("return document.querySelector('.panel').innerText.split('\\n').slice(0, 12).join(' ')")
        assert "Bookstores of Seoul" in shown and "Search" in shown, shown
        names = browser.run("return [...document.querySelectorAll('#district option')].map((one) => one.textContent)")
        assert "Mapo-gu (71)" in names and names[0] == "All districts", names
    place.map(language="en")
    with Browser() as browser:
        browser.open(place.page)
        same(browser.run("return document.documentElement.lang"), "en", "the language of the program")


@check
def districts_are_drawn_and_named_beside_the_markers(place):
    place.sample()
    wanted = {row["name"] for row in place.json("layers", "districts")}
    same(len(wanted), 25, "outlines")
    with Browser(width=1600, height=1200) as browser:
        browser.open(place.page)
        same(browser.run("return document.querySelectorAll('path.district').length"), 25, "outlines drawn")
        for zoom in (11, 12, 13):
            view(browser, zoom, 37.55, 126.98)
            names = browser.run(
                "return [...document.querySelectorAll('.district-label span, .district-name')].filter((node) => node.parentNode.style.opacity !== '0').map((node) => node.firstChild.textContent)")
            assert set(names) <= wanted and len(names) > 15, f"{zoom}: {names}"
            covered = browser.run(
                """const boxes = (what) => [...document.querySelectorAll(what)].filter((node) => node.style.opacity !== '0')
                    .map((node) => node.getBoundingClientRect());
                const pins = boxes('.marker:not(.at-name)');
                return boxes('.district-label').filter((name) => pins.some((pin) =>
                    name.left < pin.right - 6 && pin.left + 8 < name.right && name.top < pin.bottom - 3 && pin.top + 6 < name.bottom)).length""")
            same(covered, 0, f"{zoom}: names below markers")
        browser.run("const box = document.getElementById('district'); box.value = '마포구'; box.dispatchEvent(new Event('change'))")
        same(browser.run("return document.querySelectorAll('path.district.chosen').length"), 1, "the chosen one")
        # Each line of the graticule is at the degree that its label shows.
        wrong = browser.run(
            """return [...document.querySelectorAll('.grid-labels span')].filter((label) => {
                const { latitude, longitude } = label.line;
                const degrees = parseFloat(label.textContent);
                return Math.abs(degrees - Math.abs(latitude ?? longitude)) > 1e-9;
            }).length""")
        same(wrong, 0, "numbers of the graticule")


@check
def a_phone_has_the_map_and_the_list(place):
    place.sample()
    rows = """const list = document.getElementById('results').getBoundingClientRect();
        return [...document.querySelectorAll('#list .row')].filter((row) => {
            const box = row.getBoundingClientRect();
            return box.top >= list.top - 1 && box.bottom <= Math.min(list.bottom, innerHeight) + 1;
        }).length"""
    for width, height in ((390, 844), (360, 740), (360, 640)):
        with Browser(width=width, height=height, phone=True) as browser:
            browser.open(place.page)
            same(browser.run("return [innerWidth, innerHeight]"), [width, height], "the screen")
            same(browser.run("return document.documentElement.scrollWidth"), width, "no scrolling sideways")
            assert browser.run("return document.documentElement.scrollHeight") <= height, "the page scrolls"
            box = browser.run("const b = document.getElementById('map').getBoundingClientRect(); return [b.width, b.height, b.top]")
            assert box[0] == width and box[1] > height * 0.4 and box[2] <= 120, f"the map is {box}"
            assert browser.run(rows) >= 3, f"{width}x{height}: {browser.run(rows)} rows in view"
            same(browser.run("return document.getElementById('sheet').getAttribute('aria-expanded')"), "false", "the list")
            browser.run("document.getElementById('sheet').click()")
            browser.wait("return document.getElementById('results').getBoundingClientRect().height > innerHeight / 2")
            same(browser.run("return document.getElementById('sheet').getAttribute('aria-expanded')"), "true", "the list")
            browser.run("document.querySelector('#list .row').click()")
            browser.wait("return document.querySelector('.card')")
            same(browser.run("return document.getElementById('sheet').getAttribute('aria-expanded')"), "false", "the list after a choice")
            inside = browser.run(
                """const b = document.getElementById('card').getBoundingClientRect();
                return b.left >= 0 && b.right <= innerWidth && b.bottom <= innerHeight && b.top > innerHeight / 2""")
            assert inside, "the card is not below the map"
            small = browser.run(
                """return [...document.querySelectorAll('#filters select, #filters input[type=search], .kinds label, .leaflet-bar a, #card .close')]
                    .filter((node) => node.offsetParent && node.getBoundingClientRect().height < 32).map((node) => node.outerHTML)""")
            same(small, [], "things too small for a finger")
    with Browser(width=768, height=1024) as browser:
        browser.open(place.page)
        # The city fills most of the frame on a tablet, because the zoom may be a fraction.
        frame = browser.run(
            """const map = document.getElementById('map').getBoundingClientRect();
            const boxes = [...document.querySelectorAll('path.district')].map((path) => path.getBoundingClientRect());
            const width = Math.max(...boxes.map((b) => b.right)) - Math.min(...boxes.map((b) => b.left));
            const height = Math.max(...boxes.map((b) => b.bottom)) - Math.min(...boxes.map((b) => b.top));
            return Math.max(width / map.width, height / map.height)""")
        assert frame > 0.75, f"the city takes {frame:.2f} of the frame"


@check
def hostile_text_stays_text(place):
    names = ["</script><script>document.title='hit'</script>", "<img src=x onerror=\"document.title='hit'\">", "<b>굵은", "&amp", "{{data}}", "' onmouseover='x"]
    place.ingest([
        {
            "id": str(number + 1), "name": name, "district": name, "address": name, "phone": name, "latitude": f"37.5{number}",
            "website": "https://x.example/\"><script>document.title='hit'</script>", "sns": "javascript:document.title='hit'",
        } for number, name in enumerate(names)
    ])
    place.map("--title", "</title><script>document.title='hit'</script>")
    with Browser() as browser:
        browser.open(place.page)
        same(browser.run(NAMES), [name for name in browser.run("return geocli.listed().map((id) => Model.byID.get(id).name)")], "names")
        for number, name in enumerate(names):
            browser.run("location.hash = `id=${arguments[0]}`", number + 1)
            browser.wait("return document.querySelector('.card h2')?.textContent === arguments[0]", name)
            links = browser.run("return [...document.querySelectorAll('.card a')].map((link) => link.protocol)")
            assert "javascript:" not in links, links
            browser.run("document.querySelectorAll('.card a[href]').forEach((link) => link.dispatchEvent(new MouseEvent('mouseover')))")
        same(browser.run("return document.querySelectorAll('img[src=x], .card b, .row b').length"), 0, "elements made of text")
        same(browser.run("return document.title"), "</title><script>document.title='hit'</script>", "the title")


@check
def a_page_opens_in_the_readers_language(place):
    place.run("ingest", "--sample", "-q")
    for made in (None, "en", "ko"):
        words = [] if made is None else ["--lang", made]
        environment = dict(os.environ, LC_ALL="C", GEOCLI_DB=str(place.folder / "catalog.sqlite"), XDG_CONFIG_HOME=str(place.folder))
        environment.pop("GEOCLI_LANG", None)
        subprocess.run([place.geocli, "map", "-o", str(place.page), *words], check=True, capture_output=True, env=environment)
        with Browser() as browser:
            agent = browser.run("return navigator.userAgent")
            for language in ("ko-KR", "en-US", "fr-FR,ko-KR"):
                browser.driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": language})
                browser.open(place.page)
                wanted = made or ("ko" if "ko" in language else "en")
                seen = browser.run("return [document.documentElement.lang, document.title]")
                same(seen, [wanted, {"ko": "서울 책방 지도", "en": "Bookstores of Seoul"}[wanted]], f"made in {made}, read in {language}")


@check
def the_card_leaves_the_buttons_free(place):
    place.sample()
    with Browser() as browser:
        browser.open(place.page)
        for away in (False, True):
            browser.run("document.querySelector('#list .row').click(); document.getElementById('card').classList.toggle('away', arguments[0])", away)
            covered = browser.run(
                """const card = document.getElementById('card').getBoundingClientRect();
                return [...document.querySelectorAll('.near, .leaflet-bar a')].filter((node) => {
                    const box = node.getBoundingClientRect();
                    return box.left < card.right && card.left < box.right && box.top < card.bottom && card.top < box.bottom;
                }).length""")
            same(covered, 0, f"buttons below the card, away {away}")


@check
def a_search_without_results_leaves_the_view(place):
    place.sample()
    where = "return JSON.stringify([geocli.map.getCenter(), geocli.map.getZoom()])"
    with Browser() as browser:
        browser.open(place.page, "map=13/37.5563/126.9536")
        before = browser.run(where)
        typed(browser, "없는이름입니다")
        same([browser.run("return geocli.listed().length"), browser.run(where)], [0, before], "results, the view")
        # A link without results shows where the places are.
        browser.open(place.page, "q=" + quote("없는이름입니다"))
        same(browser.run("return geocli.map.getBounds().contains([37.5563, 126.9236]) && geocli.map.getZoom() > 9"), True, "Seoul")


@check
def credits_on_a_phone_take_one_line(place):
    place.sample()
    size = "const b = document.querySelector('.leaflet-control-attribution').getBoundingClientRect(); return [b.height, b.width]"
    with Browser(width=390, height=844, phone=True) as browser:
        for language in ("ko", "en"):
            browser.open(place.page, f"lang={language}")
            height, width = browser.run(size)
            assert height < 22 and width <= 300, f"{language}: {width} by {height}"
            browser.run("document.querySelector('.leaflet-control-attribution').click()")
            assert browser.run(size)[0] > 22, "a touch shows all credits"


@check
def decomposed_names_stand_with_their_like(place):
    names = ["가나", "\u110e\u1162\u11a8\u1107\u1161\u11bc", "책가", "책사", "하늘", "Books", "\u1100\u1161\u1103\u1161"]
    place.ingest([{"id": str(number), "name": name} for number, name in enumerate(names, 1)], feed="places")
    place.map()
    with Browser() as browser:
        browser.open(place.page)
        wanted = [row["name"] for row in place.json("list", "--sort", "name")]
        same(browser.run(NAMES), wanted, "names")
        same([wanted.index(names[1]), wanted.index(names[6])], [3, 1], "those in decomposed Hangul")


@check
def a_print_has_legend_list_and_sources(place):
    place.sample()
    with Browser() as browser:
        browser.open(place.page, "district=" + quote("마포구"))
        count = len(browser.run("return geocli.listed()"))
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        browser.run("window.dispatchEvent(new Event('beforeprint'))")
        seen = browser.run(
            """const isSeen = (node) => node.getClientRects().length > 0;
            const tops = ['h1', '#map', '#kinds', '#count', '#list', '#sources'].map((one) => document.querySelector(one).getBoundingClientRect().top);
            return [[...document.querySelectorAll('#list .row')].filter(isSeen).length,
                [...document.querySelectorAll('#kinds label')].filter(isSeen).length, tops,
                [...document.querySelectorAll('#query, #district, .near, #more, .leaflet-bar a')].filter(isSeen).length]""")
        same(seen[0], count, "rows")
        same(seen[1], 3, "kinds in the legend")
        assert seen[2] == sorted(seen[2]), f"the order on paper: {seen[2]}"
        same(seen[3], 0, "things that can only be pressed")


@check
def changes_are_shown_since_a_day(place):
    shops = [{"id": str(n), "name": f"책방 {n}", "latitude": f"37.5{n}"} for n in range(1, 6)]
    moved = [dict(shops[0], latitude="37.6")] + shops[1:4]
    place.ingest(shops)
    for day in (1, 2, 3):
        place.ingest(moved, day=day)
    place.ingest(moved + [{"id": "9", "name": "새 책방", "latitude": "37.55"}], day=4)
    place.map()
    with Browser() as browser:
        browser.open(place.page)
        days = browser.run("return [...document.querySelectorAll('#since option')].map((one) => one.value)")
        same(days, ["", "2026-09-25", "2026-09-22"], "days with changes")
        shown = "return [...document.querySelectorAll('.marker[data-change]')].map((node) => node.dataset.change).sort()"
        browser.run(CHOOSE, "since", "2026-09-22")
        same(browser.run("return geocli.drawn().reduce((sum, one) => sum + one.count, 0)"), 3, "changes on the map")
        same(browser.run("return document.querySelectorAll('.moved-line, .moved-from').length"), 2, "the line of a move and where it began")
        listed = browser.run("return [...document.querySelectorAll('#list .name')].map((node) => node.textContent).sort()")
        same(listed, ["새 책방", "책방 1", "책방 5"], "changes listed")
        same(set(browser.run("return geocli.listed()")), {row["id"] for row in place.json("changes", "--since", "2026-09-22")}, "as changes says")
        browser.wait("return location.hash.includes('since=2026-09-22')")
        browser.run(CHOOSE, "since", "2026-09-25")
        same(browser.run(shown), ["added"], "changes of the last day")
        browser.run("document.querySelector('.marker[data-change]').click()")
        same(browser.run("return document.querySelector('.card h2').textContent"), "새 책방", "the card")
        assert "2026-09-25" in browser.run("return document.querySelector('.card').textContent"), "the day on the card"
        browser.run(CHOOSE, "since", "")
        same(browser.run(shown), [], "no changes wanted")
        same(len(browser.run("return geocli.listed()")), 5, "all again")


@check
def thousands_stay_in_hand(place):
    """With 5,000 places the page has few markers, but always all of those in view, also while the map is
    dragged."""
    rows = [
        {
            "id": str(n), "name": f"책방 {n}", "kind": "0001" if n % 5 == 0 else "0002", "district": "",
            "latitude": f"{37.45 + (n * 7919 % 5003) / 5003 * 0.22:.6f}", "longitude": f"{126.8 + (n * 104729 % 4999) / 4999 * 0.35:.6f}",
        } for n in range(1, 5001)
    ]
    place.ingest(rows, feed="places")
    place.map()
    with Browser() as browser:
        browser.open(place.page)
        for zoom in (11, 13, 15):
            view(browser, zoom, 37.55, 126.97)
            result = browser.driver.execute_async_script(
                """const done = arguments[0];
                const map = geocli.map;
                const pane = map.getPane('mapPane');
                const mouse = (type, target, x, y) => target.dispatchEvent(
                    new MouseEvent(type, { bubbles: true, clientX: x, clientY: y, button: 0, view: window }));
                let [x, y, steps, missing, most] = [1100, 600, 0, 0, 0];
                mouse('mousedown', pane, x, y);
                const step = () => {
                    const bounds = map.getBounds();
                    const shown = new Set([...document.querySelectorAll('.marker')].map((node) => Number(node.dataset.id)));
                    most = Math.max(most, shown.size);
                    for (const id of geocli.levels('all', map.getZoom(), geocli.mode(map.getZoom())).visible) {
                        const one = Model.byID.get(id);
                        if (bounds.contains([one.latitude, one.longitude]) && !shown.has(id)) missing += 1;
                    }
                    x -= 12; y -= 4; steps += 1;
                    mouse('mousemove', document.body, x, y);
                    if (steps < 60) requestAnimationFrame(() => requestAnimationFrame(step));
                    else { mouse('mouseup', document.body, x, y); done([missing, most, map.getCenter().lng]); }
                };
                requestAnimationFrame(step);""")
            same(result[0], 0, f"markers missing while dragging at zoom {zoom}")
            assert 0 < result[1] < 1200, f"{result[1]} markers at once"
            assert result[2] != 126.97, "the map did not move"
        typed(browser, "책방 4999")
        same(browser.run("return geocli.listed()"), [4999], "search")


@check
def a_page_of_very_many_is_whole(place):
    """More than 20,000 places are all found, listed and on the map. Only their cards have fewer fields, and name
    the command that shows the others."""
    rows = [
        {
            "id": str(n), "name": f"책방 {n}", "kind": "0001" if n % 5 == 0 else "0002", "district": "", "website": "https://x.example",
            "latitude": f"{37.45 + (n * 7919 % 5003) / 5003 * 0.22:.6f}", "longitude": f"{126.8 + (n * 104729 % 4999) / 4999 * 0.35:.6f}",
        } for n in range(1, 20_101)
    ]
    place.ingest(rows, feed="places")
    place.map()
    with Browser() as browser:
        browser.open(place.page)
        held = "return [geocli.listed().length, geocli.drawn().reduce((sum, one) => sum + one.count, 0)]"
        same(browser.run(held), [20_100, 20_100], "listed, drawn or held")
        browser.run("document.querySelector('input[value=used]').click()")
        same(browser.run(held), [4020, 4020], "used ones")
        browser.run("document.querySelector('input[value=all]').click()")
        typed(browser, "책방 20099")
        same(browser.run("return geocli.listed()"), [20_099], "search")
        browser.run("document.querySelector('#list .row').click()")
        text = browser.run("return document.querySelector('.card').textContent")
        assert "geocli show 20099" in text and "종로구" in text and "x.example" not in text, text


@check
def a_page_without_outlines_or_points_works(place):
    place.ingest([{"id": "1", "name": "점 없는 책방", "latitude": "", "longitude": ""}])
    place.map()
    with Browser() as browser:
        browser.open(place.page)
        same(browser.run(NAMES), ["점 없는 책방"], "names")
        same(browser.run("return document.querySelector('#list .note').textContent"), "위치 정보 없음", "the note")
        browser.run("document.querySelector('#list .row').click()")
        same(browser.run("return document.querySelector('.card h2').textContent"), "점 없는 책방", "its card")
        browser.open(place.page, "id=1")
        same(browser.run("return document.querySelector('.card h2').textContent"), "점 없는 책방", "its card by its address")
        # The catalog has no layer of water, so the whole map has the colour of land.
        colors = browser.run("const style = getComputedStyle(document.querySelector('#map')); return [style.backgroundColor, style.getPropertyValue('--land').trim()]")
        same(colors, ["rgb(251, 250, 246)", "#fbfaf6"], "land is land")
        browser.read_logs()
        same(browser.complaints, [], "the console")


@check
def the_map_fits_its_place_on_a_small_phone(place):
    """A place chosen from the list has a marker on the map and a card below the map, also after the list was
    tall."""
    place.sample()
    size = "const b = geocli.map.getContainer().getBoundingClientRect(), s = geocli.map.getSize(); return [b.height - s.y, b.width - s.x]"
    with Browser(width=360, height=640, phone=True) as browser:
        browser.open(place.page, "map=13/37.5563/126.9536")
        browser.wait(size.replace("return [b.height - s.y, b.width - s.x]", "return Math.abs(b.height - s.y) < 1"))
        center = browser.run("return geocli.map.getCenter().lat")
        browser.run("document.getElementById('sheet').click()")
        assert browser.run("return document.documentElement.scrollHeight") <= 640, "the page scrolls"
        assert abs(browser.run("return geocli.map.getCenter().lat") - center) < 0.02, "the map moved away"
        browser.run("document.querySelectorAll('#list .row')[2].click()")
        browser.wait("return document.querySelector('.card')")
        assert max(map(abs, browser.run(size))) < 1, "the map believes another size"
        chosen = browser.run("return geocli.state().chosen")
        assert browser.run(MARKERS).get(str(chosen)), "the chosen one has no marker"
        view(browser, 12)
        browser.run(LARGEST + ".click()")
        assert browser.run("return document.querySelectorAll('.hidden-list .row').length") > 1, "no list on the card"


@check
def a_card_never_says_what_was_true_before(place):
    place.sample()
    with Browser() as browser:
        browser.open(place.page, "map=12/37.5563/126.9536")
        browser.run(LARGEST + ".click()")
        before = browser.run("return document.querySelectorAll('.hidden-list .row').length")
        browser.run("document.querySelector('.apart').click()")
        # Leaflet changes its zoom one frame before it reports the change.
        browser.wait(
            """const id = geocli.state().group ?? geocli.state().chosen;
            const drawn = geocli.drawn().find((one) => one.id === id);
            const rows = document.querySelectorAll('.card .hidden-list .row').length;
            return drawn && geocli.map.getZoom() > 12 && drawn.count === Math.max(rows, 1) && rows < arguments[0]""", before)
        browser.run("document.querySelector('input[value=used]').click()")
        same(browser.run("return [geocli.state().chosen, geocli.state().group]"), [None, None], "the card of another set")
        browser.wait("return !document.querySelector('.card')")
        browser.run("location.hash = 'id=5'")
        browser.wait("return geocli.state().chosen === 5")
        browser.run("location.hash = 'kind=used'")
        browser.wait("return geocli.state().chosen === null && !document.querySelector('.card')")


@check
def the_address_survives_what_people_write_into_it(place):
    place.sample()
    with Browser() as browser:
        for odd in ("q=100%", "%E0%A4%A"):
            browser.open(place.page, odd)
            browser.run("document.querySelector('input[value=used]').click()")
            browser.wait("return location.hash.includes('kind=used')")
        browser.open(place.page, "map=14/37.5601/126.9102&kind=used&q=" + quote("책"))
        wanted = browser.run("return [geocli.state(), geocli.listed()]")
        browser.keys(Keys.TAB, Keys.ENTER)
        browser.wait("return document.activeElement.classList.contains('row')")
        same(browser.run("return [geocli.state(), geocli.listed()]"), wanted, "the state behind the skip link")
        browser.read_logs()
        same(browser.complaints, [], "the console")


@check
def both_sides_of_the_antimeridian_are_one_place(place):
    place.ingest([
        {"id": "1", "name": "East", "latitude": "0", "longitude": "179.95", "district": ""},
        {"id": "2", "name": "West", "latitude": "0", "longitude": "-179.95", "district": ""},
    ], feed="places")
    place.map()
    with Browser() as browser:
        for longitude in (180, -180, 179.9, -179.9, 360 - 180.1, 180.1):
            browser.open(place.page, f"map=10/0/{longitude}")
            boxes = browser.run(
                "return [...document.querySelectorAll('.marker')].map((node) => node.getBoundingClientRect().left).sort((a, b) => a - b)")
            same(len(boxes), 2, f"markers at {longitude}")
            assert boxes[1] - boxes[0] < 200, f"{boxes} at {longitude}"
        browser.run("document.querySelector(\"#list .row[data-id='2']\").click()")
        browser.wait("return document.querySelector('.card h2').textContent === 'West'")


# Texts whose contrast with their background is below 4.5 to 1.
CONTRAST = """
const light = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).map(Number).map((n) => n / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ground = (node) => {
    for (; node; node = node.parentElement) {
        const color = getComputedStyle(node).backgroundColor;
        if (!/, 0\\)$/.test(color) && color !== 'transparent' && color.startsWith('rgb(')) return color;
    }
    return getComputedStyle(document.body).backgroundColor;
};
return [...document.querySelectorAll('h1, p, label, .row span, .card span, .card dt, .card dd, .card a, .card button, .number, .sign, .quiet, .kinds b, .district-label, .grid-labels span')]
    .filter((node) => node.textContent.trim() && node.getClientRects().length)
    .map((node) => {
        const [a, b] = [light(getComputedStyle(node).color), light(ground(node))].sort((x, y) => y - x);
        return [(a + 0.05) / (b + 0.05), node.className || node.tagName, node.textContent.slice(0, 20)];
    }).filter(([ratio]) => ratio < 4.5).slice(0, 5)"""


@check
def text_can_be_read_by_everyone(place):
    """Contrast of text and its background, WCAG 2.1: 4.5 to 1, in light and dark."""
    place.sample()
    with Browser() as browser:
        for scheme in ("light", "dark"):
            browser.driver.execute_cdp_cmd(
                "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            used = next(row["id"] for row in place.json("list", "--kind", "used", "--limit", "1"))
            browser.open(place.page, f"id={used}")
            same(browser.run(CONTRAST), [], f"text that is hard to read, {scheme}")


def main(checks):
    """Runs the check that the arguments name; `checks` are functions by name. Returns the exit status."""
    if sys.argv[1:] == ["--list"]:
        print("\n".join(checks))
        return 0
    geocli, folder, name = sys.argv[1:]
    try:
        checks[name](Place(geocli, folder))
    except AssertionError as error:
        print(f"{name}: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(CHECKS))
