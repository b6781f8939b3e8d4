"""Random states of the map page, each compared with the program: the listed rows, the drawn markers, and the places
of each marker."""

import json
import math
import random
from urllib.parse import quote

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SCREENS = (
    {"width": 1280, "height": 800},
    {"width": 768, "height": 1024},
    {"width": 390, "height": 844, "phone": True},
)
TEXTS = (
    "책방", "서점", "ㅊㅂ", "고래", "북촌", "책 마포", "문고", "02-000-0821", "마포구", "길 2", "books", "BOOK", "종이배로", "헌책", "ㅅㅈ",
    "없는 이름", "나무", "2층", "0001", "달",
)
DAYS = ("2026-09-21", "2026-09-22", "2026-09-23", "2026-09-24", "2026-09-25", "2026-10-01")
FIRST_DAY = DAYS[0]


def prepare(place):
    """Ingests the sample and four more nights, in which some places move, change, are missing, return or are
    new."""
    envelope = json.loads((ROOT / "data/sample/TbSlibBookstoreInfo_1_606.json").read_text(encoding="utf-8"))
    body = envelope["TbSlibBookstoreInfo"]
    rows = body["row"]
    draw = random.Random(19)
    source = lambda shown: json.dumps({"TbSlibBookstoreInfo": {**body, "list_total_count": len(shown), "row": shown}}).encode()
    gone = draw.sample(range(len(rows)), 24)
    for day in range(5):
        shown = []
        for number, row in enumerate(rows):
            row = dict(row)
            if number in gone[:12] and day >= 1 or number in gone[12:18] and day in (2, 3):
                continue
            if day >= 2 and number % 29 == 3 and row["XCNTS"].strip():
                row["XCNTS"] = f"{float(row['XCNTS']) + 0.004:.6f}"
            if day >= 3 and number % 41 == 5:
                row["STORE_NAME"] = row["STORE_NAME"].strip() + " 새책방"
            if number % 97 == 7 and day < 4:
                continue
            shown.append(row)
        place.run("ingest", "-", "-q", "--max-loss", "100", "--accept", "test", source=source(shown), day=day)
    place.run("layers", "import", "--role", "districts", str(ROOT / "data/sample/districts.geojson"), "-q")
    place.map()


def shares(count):
    """How many states each screen gets."""
    return [count - 2 * (count // 3), count // 3, count // 3]


def drawn_state(seed):
    """A state: texts, choices and a zoom."""
    draw = random.Random(f"19 {seed}")
    some = lambda chance, values: draw.choice(values) if draw.random() < chance else ""
    return {
        "q": some(0.5, TEXTS), "kind": some(0.4, ("new", "used", "other")),
        "district": some(0.35, ("마포구", "종로구", "강남구", "송파구", "은평구")), "since": some(0.25, DAYS),
        "zoom": draw.choice((draw.randrange(8, 18), draw.randrange(32, 72) / 4)), "way": draw.choice(("link", "hand")),
    }


def show(browser, page, state):
    """Brings the page to a state: by a link, or by hand."""
    words = {key: state[key] for key in ("q", "kind", "district", "since") if state[key]}
    # The page does not offer these days: on the first day all places are new, and the last day is in the future.
    if state["way"] == "link" or state["since"] in (FIRST_DAY, DAYS[-1]):
        browser.open(page, "&".join(f"{key}={quote(value)}" for key, value in words.items()))
    else:
        browser.open(page)
        browser.run(
            """const { q, kind, district, since } = arguments[0];
            const set = (id, value, type) => { const node = document.getElementById(id); node.value = value; node.dispatchEvent(new Event(type)); };
            if (kind) document.querySelector(`input[value=${kind}]`).click();
            if (district) set('district', district, 'change');
            if (since) set('since', since, 'change');
            if (q) set('query', q, 'input');""", words)
        for key, name in (("q", "query"), ("since", "since")):
            browser.wait("return geocli.state()[arguments[0]] === arguments[1]", name, state[key])
    browser.run("geocli.map.setZoom(arguments[0], {animate: false})", state["zoom"])


def wanted(place, state):
    """The rows that the program lists with the same filters, and the words of its filters."""
    filters = []
    for option, key in (("--kind", "kind"), ("--district", "district")):
        if state[key]:
            filters += [option, state[key]]
    closed = ["--include-closed"] if state["since"] else []
    if state["q"]:
        rows = place.json("search", *filters, *closed, "--", state["q"])
    else:
        rows = place.json("list", *filters, *closed)
    if state["since"]:
        changed = {row["id"] for row in place.json("changes", "--since", state["since"], *filters)}
        rows = [row for row in rows if row["id"] in changed]
    return {row["id"]: row for row in rows}


def clusters(place, state, rows, zoom, mode):
    """The places that each marker represents, as the program computes them: {id: set of ids, itself included}."""
    points = [row for row in rows.values() if row["latitude"] is not None]
    features = [
        {"type": "Feature", "id": row["id"], "properties": {"district": row["district"]}, "geometry": {"type": "Point", "coordinates": [row["longitude"], row["latitude"]]}}
        for row in points
    ]
    source = json.dumps({"type": "FeatureCollection", "features": features}).encode()
    if not points:
        return {}
    words = ["--mode", mode, "--tile-size", "256", "--icon", "40x53", "--zoom", str(zoom), "--members"]
    if state["q"] or state["since"]:
        found = json.loads(place.run("cluster", "--from", "-", *words, "--format", "json", source=source))
    else:
        filters = [word for option, key in (("--kind", "kind"), ("--district", "district")) if state[key] for word in (option, state[key])]
        found = place.json("cluster", *words, *filters)
    groups = {}
    for row in found:
        groups.setdefault(int(row["id"] if row["visible"] else row["hidden_by"]), set()).add(int(row["id"]))
    return groups


def check(place, browser, seed):
    """Asserts that the page and the program agree in the state of this seed."""
    state = drawn_state(seed)
    show(browser, place.page, state)
    rows = wanted(place, state)
    listed = browser.run("return geocli.listed()")
    said = f"seed {seed}, {state}"
    assert len(listed) == len(set(listed)), f"{said}: listed twice"
    assert set(listed) == set(rows), f"{said}: listed {len(listed)}, not {len(rows)}: {sorted(set(listed) ^ set(rows))[:8]}"
    zoom = browser.run("return geocli.map.getZoom()")
    assert abs(zoom - state["zoom"]) < 1e-9, f"{said}: zoom {zoom}"
    drawn = browser.run("return geocli.drawn()")
    groups = {one["id"]: {one["id"], *one["holds"]} for one in drawn}
    shown = [key for group in groups.values() for key in group]
    assert len(shown) == len(set(shown)), f"{said}: one is held twice"
    without = {key for key, row in rows.items() if row["latitude"] is None}
    assert set(shown) | without == set(rows), f"{said}: drawn or held {len(shown)}, listed {len(rows)}, {len(without)} without a point"
    assert all(one["count"] == 1 + len(one["holds"]) for one in drawn), f"{said}: a count is wrong"
    mode = browser.run("return geocli.mode(Math.floor(arguments[0]))", zoom)
    expected = clusters(place, state, rows, math.floor(zoom), mode)
    assert groups == expected, f"{said}: markers differ: {sorted(set(groups) ^ set(expected))[:8]}"
    if mode == "areas":
        for key, group in groups.items():
            assert len({rows[one]["district"] for one in group}) == 1, f"{said}: {key} counts places of two districts"
    # In the areas mode, markers of different districts may overlap, because each district has at least one; so may
    # those of one district in different outlines.
    side = dict(browser.run("return geocli.drawn().map((one) => [one.id, Model.partName(Model.at(one.id).place)])"))
    boxes = sorted((one["x"], one["y"], one["width"], one["height"], one["id"]) for one in drawn)
    for index, one in enumerate(boxes):
        for other in boxes[index + 1:]:
            if other[0] >= one[0] + one[2] - 0.01:
                break
            if mode == "areas" and (rows[one[4]]["district"], side[one[4]]) != (rows[other[4]]["district"], side[other[4]]):
                continue
            assert abs(one[1] - other[1]) >= one[3] - 0.01 or zoom >= 20, f"{said}: {one[4]} and {other[4]} overlap"
    missing = browser.run(
        """const map = document.getElementById('map').getBoundingClientRect();
        const nodes = new Map([...document.querySelectorAll('.marker')].map((node) => [node.dataset.id, node]));
        return geocli.drawn().filter((one) => one.x + one.width > map.left && one.x < map.right && one.y + one.height > map.top && one.y < map.bottom)
            .filter((one) => nodes.get(String(one.id))?.dataset.count !== String(one.count)).map((one) => one.id)""")
    assert not missing, f"{said}: no such marker in view: {missing[:5]}"
