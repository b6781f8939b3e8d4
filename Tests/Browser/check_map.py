#!/usr/bin/python3
"""Looks at a page of `geocli map` in a browser, as a reader would: check_map.py GEOCLI FOLDER CHECK.

FOLDER is a fresh one; a check is a function below, and `check_map.py --list` names them all. Exit status 1 and one line
for each thing that is not as it should be.
"""

import http.server
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import quote

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
            os.environ, LC_ALL="C", GEOCLI_DB=str(self.folder / "catalog.sqlite"),
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
        # As the city's bookstores: another feed would replace the sample itself.
        self.run("ingest", str(ROOT / "data/sample/TbSlibBookstoreInfo_1_606.json"), "-q")
        self.run("districts", "import", str(ROOT / "data/sample/districts.geojson"))
        self.map(*words)
        return self

    def map(self, *words, language="ko"):
        self.run("map", "-o", str(self.page), *words, language=language)

    def ingest(self, rows, day=0, feed="seoul-bookstores"):
        """A night that brings these rows: dictionaries with id and name, perhaps more."""
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


@check
def markers_are_those_of_cluster(place):
    place.sample()
    with Browser(width=1600, height=1200) as browser:
        browser.open(place.page)
        for kind in ("all", "new", "used", "other"):
            browser.run(f"document.querySelector('input[value={kind}]').click()")
            words = [] if kind == "all" else ["--kind", kind]
            for zoom in range(9, 17):
                rows = place.json("cluster", "--mode", "stable", "--tile-size", "256", "--zoom", str(zoom), "--members", *words)
                view(browser, zoom)
                west, south, east, north = browser.run(
                    "const b = geocli.map.getBounds(); return [b.getWest(), b.getSouth(), b.getEast(), b.getNorth()]")
                shown = browser.run(MARKERS)
                visible = {str(row["id"]): row["point_count"] for row in rows if row["visible"]}
                inside = {
                    str(row["id"]) for row in rows
                    if row["visible"] and west <= row["longitude"] <= east and south <= row["latitude"] <= north
                }
                assert inside <= shown.keys(), f"{kind} {zoom}: missing {sorted(inside - shown.keys())[:5]}"
                same(shown, {key: visible.get(key) for key in shown}, f"{kind} {zoom}: counts")
                said = browser.run("return geocli.levels(arguments[0], arguments[1])", kind, zoom)
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
            # It must see a wrong one: two neighbours change places.
            spoiled = json.loads(json.dumps(levels[12]))
            key = next(iter(spoiled["hiddenBy"]))
            spoiled["hiddenBy"][key] = next(one for one in spoiled["visible"] if one != spoiled["hiddenBy"][key])
            assert violations(points, lambda zoom: spoiled if zoom == 12 else levels[zoom], range(13)), "a wrong hider passed"


@check
def search_finds_what_the_program_finds(place):
    place.sample()
    # Names that people type in many ways; they go into the page as exceptions of its quick folding.
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
def a_filter_keeps_the_zooms_and_lists_the_hidden(place):
    place.sample()
    lowest = {
        row["id"]: row["minzoom"]
        for row in place.json("cluster", "--all-zooms", "--tile-size", "256", "--max-zoom", "20") if not row["colocated"]
    }
    rows = {row["id"]: row for row in place.json("list", "--district", "mapo")}
    with Browser(width=1600, height=1200) as browser:
        browser.open(place.page)
        browser.run(
            """const box = document.getElementById('district'); box.value = '마포구'; box.dispatchEvent(new Event('change'))""")
        for zoom in (11, 13, 15):
            view(browser, zoom, 37.556, 126.91)
            shown = browser.run(MARKERS)
            bounds = browser.run("const b = geocli.map.getBounds(); return [b.getWest(), b.getSouth(), b.getEast(), b.getNorth()]")
            wanted = {key for key, row in rows.items() if row["latitude"] is not None and lowest.get(key, 99) <= zoom}
            assert {int(key) for key in shown} <= wanted, f"{zoom}: shows others"
            inside = {
                key for key in wanted
                if bounds[0] <= rows[key]["longitude"] <= bounds[2] and bounds[1] <= rows[key]["latitude"] <= bounds[3]
            }
            assert inside <= {int(key) for key in shown}, f"{zoom}: misses {inside}"
            same(browser.run("return document.querySelectorAll('.badge').length"), 0, "counts")
        view(browser, 11, 37.556, 126.91)
        same(sorted(browser.run("return geocli.listed()")), sorted(rows), "listed")
        notes = browser.run(
            """return Object.fromEntries([...document.querySelectorAll('#list .row')].map(
                (row) => [row.dataset.id, row.querySelector('.note')?.textContent ?? '']))""")
        for key, note in notes.items():
            hidden = rows[int(key)]["latitude"] is not None and lowest.get(int(key), 99) > 11
            assert ("뒤에 있음" in note) == hidden, f"{key}: {note!r}"


@check
def a_marker_lists_what_it_hides(place):
    place.sample()
    rows = place.json("cluster", "--mode", "stable", "--tile-size", "256", "--zoom", "12", "--members")
    top = max((row for row in rows if row["visible"]), key=lambda row: row["point_count"])
    members = {row["id"] for row in rows if row["hidden_by"] == top["id"]}
    with Browser() as browser:
        browser.open(place.page)
        view(browser, 12, top["latitude"], top["longitude"])
        browser.run("document.querySelector(`.marker[data-id='${arguments[0]}']`).click()", top["id"])
        listed = browser.run("return [...document.querySelectorAll('.hidden-list .row')].map((row) => Number(row.dataset.id))")
        same(set(listed), members, "the hidden list")
        same(browser.run("return document.querySelector('.apart').textContent").count(str(top["expansion_zoom"])), 1, "the zoom apart")
        browser.run("document.querySelector('.hidden-list .row').click()")
        browser.wait("return geocli.state().chosen === arguments[0]", listed[0])
        assert browser.run("return document.querySelector(`.marker[data-id='${arguments[0]}']`)", listed[0]), "it is not shown"


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
        wanted = [f"tel:{known['phone']}", known["website"], *known["sns"], known["link_geo"], known["link_naver"], known["link_kakao"]]
        for link in wanted:
            assert link in links or not link.startswith(("http", "tel", "geo")), f"{link} is not among {links}"
        outside = browser.run(
            """return [...document.querySelectorAll('.card a[href^=http]')].every(
                (link) => link.target === '_blank' && link.rel === 'noopener noreferrer')""")
        assert outside, "a link hands on what it should not"


@check
def a_link_reopens_what_was_seen(place):
    place.sample()
    with Browser() as browser:
        browser.open(place.page)
        view(browser, 13, 37.5601, 126.9102)
        browser.run("document.querySelector('input[value=used]').click()")
        browser.run("const box = document.getElementById('district'); box.value = '마포구'; box.dispatchEvent(new Event('change'))")
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
        browser.wait("return document.querySelector('.leaflet-popup[role=dialog]')")
        same(str(browser.run("return geocli.state().chosen")), second, "the card")
        assert browser.run("return document.activeElement.closest('.leaflet-popup') !== null"), "the focus is not in the card"
        browser.keys(Keys.ESCAPE)
        browser.wait("return geocli.state().chosen === null")
        same(browser.run("return document.activeElement.dataset.id"), second, "where the focus returns")
        browser.run("document.getElementById('clear').click(); document.querySelector('.marker').focus()")
        marker = browser.run("return document.activeElement.dataset.id")
        browser.keys(Keys.ENTER)
        browser.wait("return String(geocli.state().chosen) === arguments[0]", marker)
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
        same(set(keys[1]) - set(keys[0]), {"newShort", "usedShort"}, "words in English only")
        same(set(keys[0]) - set(keys[1]), set(), "words in Korean only")
        same(browser.run("return document.documentElement.lang"), "ko", "the language")
        browser.run("document.getElementById('language').click()")
        same(browser.run("return document.documentElement.lang"), "en", "the language")
        shown = browser.run("return document.querySelector('.panel').innerText.split('\\n').slice(0, 12).join(' ')")
        assert "Bookstores of Seoul" in shown and "Search" in shown, shown
        names = browser.run("return [...document.querySelectorAll('#district option')].map((one) => one.textContent)")
        assert "Mapo-gu" in names and names[0] == "All districts", names
    place.map(language="en")
    with Browser() as browser:
        browser.open(place.page)
        same(browser.run("return document.documentElement.lang"), "en", "the language of the program")


@check
def districts_are_drawn_and_named_beside_the_markers(place):
    place.sample()
    wanted = {row["name"] for row in place.json("districts", "list")}
    same(len(wanted), 25, "outlines")
    with Browser(width=1600, height=1200) as browser:
        browser.open(place.page)
        same(browser.run("return document.querySelectorAll('path.district').length"), 25, "outlines drawn")
        for zoom in (11, 12, 13):
            view(browser, zoom, 37.55, 126.98)
            names = browser.run(
                "return [...document.querySelectorAll('.district-label')].filter((node) => node.style.opacity !== '0').map((node) => node.textContent)")
            assert set(names) <= wanted and len(names) > 15, f"{zoom}: {names}"
            covered = browser.run(
                """const boxes = (what) => [...document.querySelectorAll(what)].filter((node) => node.style.opacity !== '0')
                    .map((node) => node.getBoundingClientRect());
                const pins = boxes('.marker');
                return boxes('.district-label').filter((name) => pins.some((pin) =>
                    name.left < pin.right - 6 && pin.left + 8 < name.right && name.top < pin.bottom - 3 && pin.top + 6 < name.bottom)).length""")
            same(covered, 0, f"{zoom}: names below markers")
        browser.run("const box = document.getElementById('district'); box.value = '마포구'; box.dispatchEvent(new Event('change'))")
        same(browser.run("return document.querySelectorAll('path.district.chosen').length"), 1, "the chosen one")
        # The graticule's lines stand where their numbers say.
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
    with Browser(width=360, height=740, phone=True) as browser:
        browser.open(place.page)
        width, height = browser.run("return [innerWidth, innerHeight]")
        same((width, height), (360, 740), "the screen")
        same(browser.run("return document.documentElement.scrollWidth"), 360, "no scrolling sideways")
        box = browser.run("const b = document.getElementById('map').getBoundingClientRect(); return [b.width, b.height]")
        assert box[0] == 360 and box[1] > 370, f"the map is {box}"
        same(browser.run("return document.getElementById('sheet').getAttribute('aria-expanded')"), "false", "the list")
        browser.run("document.getElementById('sheet').click()")
        browser.wait("return document.getElementById('results').getBoundingClientRect().height > 250")
        same(browser.run("return document.getElementById('sheet').getAttribute('aria-expanded')"), "true", "the list")
        browser.run("document.querySelector('#list .row').click()")
        browser.wait("return document.querySelector('.card')")
        same(browser.run("return document.getElementById('sheet').getAttribute('aria-expanded')"), "false", "the list behind a choice")
        browser.wait(
            """const b = document.querySelector('.leaflet-popup').getBoundingClientRect();
            const m = document.getElementById('map').getBoundingClientRect();
            return b.left >= 0 && b.right <= 360 && b.top >= m.top - 1 && b.bottom <= m.bottom + 1""")
        small = browser.run(
            """return [...document.querySelectorAll('#filters select, #filters input[type=search], .leaflet-bar a, #sheet')]
                .filter((node) => node.offsetParent && node.getBoundingClientRect().height < 34).map((node) => node.outerHTML)""")
        same(small, [], "things too small for a finger")


@check
def hostile_text_stays_text(place):
    names = ["</script><script>document.title='hit'</script>", "<img src=x onerror=\"document.title='hit'\">", "<b>굵은</b>", "&amp;", "{{data}}", "' onmouseover='x"]
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
        same(days, ["", "2026-09-25", "2026-09-24", "2026-09-22"], "days with changes")
        choose = "const box = document.getElementById('since'); box.value = arguments[0]; box.dispatchEvent(new Event('change'))"
        shown = "return [...document.querySelectorAll('.leaflet-changes-pane [data-change]')].map((node) => node.dataset.change).sort()"
        browser.run(choose, "2026-09-22")
        same(browser.run(shown), ["added", "closed", "moved"], "changes on the map")
        listed = browser.run("return [...document.querySelectorAll('#changes .name')].map((node) => node.textContent).sort()")
        same(listed, ["새 책방", "책방 1", "책방 5"], "changes listed")
        browser.wait("return location.hash.includes('since=2026-09-22')")
        browser.run(choose, "2026-09-25")
        same(browser.run(shown), ["added"], "changes of the last day")
        browser.run("document.querySelector('.leaflet-changes-pane [data-change]').click()")
        same(browser.run("return document.querySelector('.card h2').textContent"), "새 책방", "the card")
        browser.run(choose, "")
        same(browser.run(shown), [], "no changes wanted")


@check
def thousands_stay_in_hand(place):
    """5,000 bookstores: few markers in the page, all of the view's, also while the map is dragged."""
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
                    for (const id of geocli.levels('all', map.getZoom()).visible) {
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
        browser.read_logs()
        same(browser.complaints, [], "the console")


@check
def the_map_fits_its_place_on_a_small_phone(place):
    """What is chosen from the list is on the map, and its card in it, though the list has shut."""
    place.sample()
    size = "const b = geocli.map.getContainer().getBoundingClientRect(), s = geocli.map.getSize(); return [b.height - s.y, b.width - s.x]"
    with Browser(width=360, height=640, phone=True) as browser:
        browser.open(place.page, "map=13/37.5563/126.9536")
        browser.wait(size.replace("return [b.height - s.y, b.width - s.x]", "return Math.abs(b.height - s.y) < 1"))
        center = browser.run("return geocli.map.getCenter().lat")
        browser.run("document.getElementById('sheet').click()")
        browser.wait("return getComputedStyle(document.getElementById('results')).visibility === 'visible'")
        assert browser.run("return document.documentElement.scrollHeight") <= 640, "the page scrolls"
        assert abs(browser.run("return geocli.map.getCenter().lat") - center) < 0.02, "the map moved away"
        browser.run("document.querySelectorAll('#list .row')[2].click()")
        browser.wait("return document.querySelector('.card')")
        assert max(map(abs, browser.run(size))) < 1, "the map believes another size"
        chosen = browser.run("return geocli.state().chosen")
        assert browser.run(MARKERS).get(str(chosen)), "the chosen one has no marker"
        same(browser.run("return getComputedStyle(document.getElementById('results')).visibility"), "hidden", "a shut list")
        browser.wait(
            """const b = document.querySelector('.leaflet-popup').getBoundingClientRect();
            const m = document.getElementById('map').getBoundingClientRect();
            return b.top >= m.top - 1 && b.bottom <= m.bottom + 1""")
        view(browser, 12)
        browser.run("[...document.querySelectorAll('.marker')].sort((a, b) => b.dataset.count - a.dataset.count)[0].click()")
        browser.wait(
            """const b = document.querySelector('.leaflet-popup').getBoundingClientRect();
            const m = document.getElementById('map').getBoundingClientRect();
            return b.top >= m.top - 1 && b.bottom <= m.bottom + 1""")


@check
def a_card_never_says_what_was_true_before(place):
    place.sample()
    with Browser() as browser:
        browser.open(place.page, "map=12/37.5563/126.9536")
        browser.run("[...document.querySelectorAll('.marker')].sort((a, b) => b.dataset.count - a.dataset.count)[0].click()")
        before = browser.run("return document.querySelectorAll('.hidden-list .row').length")
        browser.run("document.querySelector('.apart').click()")
        # Leaflet has the new zoom a frame before it says so.
        browser.wait(
            """const id = geocli.state().chosen;
            const marker = document.querySelector(`.marker[data-id='${id}']`);
            const rows = document.querySelectorAll('.card .hidden-list .row').length;
            return marker && geocli.map.getZoom() > 12 && Number(marker.dataset.count) - 1 === rows && rows < arguments[0]""", before)
        browser.run("document.querySelector('input[value=used]').click()")
        same(browser.run("return geocli.state().chosen"), None, "the card of another set")
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


# Text whose contrast with its ground is below 4.5 to 1.
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
return [...document.querySelectorAll('h1, p, label, .row span, .card span, .card dt, .card dd, .card a, .badge, .quiet, .district-label, .grid-labels span')]
    .filter((node) => node.textContent.trim() && node.getClientRects().length)
    .map((node) => {
        const [a, b] = [light(getComputedStyle(node).color), light(ground(node))].sort((x, y) => y - x);
        return [(a + 0.05) / (b + 0.05), node.className || node.tagName, node.textContent.slice(0, 20)];
    }).filter(([ratio]) => ratio < 4.5).slice(0, 5)"""


@check
def text_can_be_read_by_everyone(place):
    """Contrast of text and its ground, WCAG 2.1: 4.5 to 1, in light and dark."""
    place.sample()
    with Browser() as browser:
        for scheme in ("light", "dark"):
            browser.driver.execute_cdp_cmd(
                "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            used = next(row["id"] for row in place.json("list", "--kind", "used", "--limit", "1"))
            browser.open(place.page, f"id={used}")
            same(browser.run(CONTRAST), [], f"text that is hard to read, {scheme}")


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join(CHECKS))
        return 0
    geocli, folder, name = sys.argv[1:]
    try:
        CHECKS[name](Place(geocli, folder))
    except AssertionError as error:
        print(f"{name}: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
