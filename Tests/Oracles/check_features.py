#!/usr/bin/env python3
"""Compares the collections of a service (OGC API - Features) with a look at every row of the commands' listings.

    check_features.py GEOCLI GEOSERVE FOLDER SEED QUESTIONS OUTLINES

Random nights of three feeds make a catalog in FOLDER, which must be empty, with places that are missing, without a
point, or closed by a person. Then come QUESTIONS random pages: box, time, filters and limit together. Then some pages
are read to the end while a night is published between each two of them: a place that is listed throughout must come
exactly once, with the values of the state that its page names. Prints each difference; exit status 1 for one. OUTLINES
is a GeoJSON file of districts. If ogrinfo is installed, GDAL reads the collections, too. Standard library only.
"""

import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

import check_shops
import shop_nights

SEOUL = datetime.timezone(datetime.timedelta(hours=9))
APART = ("latitude", "longitude")


def is_listed(row):
    return row["removed_on"] is None and row["closed_on"] is None


class FeatureNights(shop_nights.Nights):
    def __init__(self, program, server, folder, seed):
        super().__init__(program, folder, seed)
        self.asked = 0
        self.rows_of_state = {}
        self.catalog = os.path.join(folder, "nights.sqlite")
        self.server = server
        self.process = None

    def serve(self):
        self.process = subprocess.Popen(
            [self.server, "--db", self.catalog, "--listen", "127.0.0.1:0"], stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline()
        found = re.search(r"http://[0-9.]+:\d+", line)
        if not found:
            raise SystemExit(f"the service does not start: {line}")
        self.url = found[0]

    def one_night(self):
        self.night += 1
        feed = self.random.choice(shop_nights.FEEDS)
        self.change(feed)
        # Some go for good.
        shops = self.feeds[feed]
        for key in self.random.sample(sorted(shops), min(len(shops) - 1, self.random.randrange(3))):
            del shops[key]
        for _ in range(self.random.randrange(6)):
            shops[str(self.random.randrange(1000))] = self.shop()
        self.ingest(feed)
        return self.remember()

    def remember(self):
        """Keeps the rows of the catalog as it is now, by the name of its state."""
        state = json.loads(self.run("status", "--format", "json").stdout)["state"]
        rows = json.loads(self.run("list", "--include-closed", "--format", "json", "-q").stdout)
        self.rows_of_state[state] = {row["id"]: row for row in rows}
        return state

    # Requests

    def get(self, address, headers=None):
        self.asked += 1
        address = address if address.startswith("http") else self.url + address
        try:
            with urllib.request.urlopen(urllib.request.Request(address, headers=headers or {}), timeout=60) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def document(self, address):
        status, headers, body = self.get(address)
        if status != 200:
            self.differ(f"{address}: {status} {body[:300]!r}")
            return {"features": [], "links": []}, headers
        return json.loads(body), headers

    def refused(self, path, name, status=400):
        found, headers, body = self.get(path)
        problem = json.loads(body)
        if found != status or problem.get("parameter") != name or headers["Content-Type"] != "application/problem+json":
            self.differ(f"{path} must be refused with {status} for {name}: {found} {body[:300]!r}")

    # The model

    def feature(self, row):
        place = None
        if row["latitude"] is not None:
            place = {"type": "Point", "coordinates": [round(row["longitude"], 7), round(row["latitude"], 7)]}
        properties = {key: value for key, value in row.items() if key not in APART}
        return {"type": "Feature", "id": row["id"], "geometry": place, "properties": properties}

    def admits(self, row, question):
        get = question.get
        if "datetime" in question:
            first, last = question["days"]
            if last is not None and row["first_seen"] > last:
                return False
            end = row["closed_on"] or row["removed_on"]
            if first is not None and end is not None and end < first:
                return False
        elif not is_listed(row) and get("include-closed") != "true":
            return False
        if "bbox" in question and row["latitude"] is not None:
            west, south, east, north = question["edges"]
            if not south <= row["latitude"] <= north:
                return False
            x = row["longitude"]
            if not (west <= x <= east if west <= east else x >= west or x <= east):
                return False
        if "district" in question:
            stated = check_shops.district_of(row["district"])[1]
            if not any(stated == [name] for name in get("district").split(",")):
                return False
        if "feed" in question and row["ref"].split("/")[0] not in get("feed").split(","):
            return False
        if "has" in question and any(row[key] is None for key in get("has").split(",")):
            return False
        return "kind" not in question or row["kind"] in get("kind").split(",")

    # Questions

    def box(self):
        draw = self.random
        def number(middle, room):
            return round(middle + draw.uniform(-room, room), draw.choice([1, 2, 3, 6]))
        west, east = number(126.95, 0.15), number(126.95, 0.15)
        south, north = sorted([number(37.55, 0.15), number(37.55, 0.15)])
        if draw.random() < 0.15:
            west, south, east, north = draw.choice(
                [(-180, -90, 180, 90), (170, 30, -170, 60), (126.95, 37.55, 126.95, 37.55), (0, 0, 1, 1), (127, 30, 126.9, 60)])
        edges = [west, south, east, north]
        text = [west, south, east, north] if draw.random() < 0.7 else [west, south, -10.5, east, north, 8000]
        return edges, ",".join(f"{value:.7f}".rstrip("0").rstrip(".") for value in text)

    def moment(self):
        """Returns a text of a time, and its day in Seoul."""
        draw = self.random
        start = 1_790_000_000 + draw.randrange(-2, self.night + 3) * 86_400 + draw.randrange(86_400)
        offset = draw.choice([0, 0, 9 * 60, -5 * 60, 330])
        time = datetime.datetime.fromtimestamp(start, datetime.timezone(datetime.timedelta(minutes=offset)))
        day = time.astimezone(SEOUL).date().isoformat()
        if draw.random() < 0.4:
            return day, day, start
        text = time.strftime("%Y-%m-%dT%H:%M:%S") + draw.choice(["", ".5", ".123456"])
        zone = "Z" if offset == 0 else f"{'+' if offset > 0 else '-'}{abs(offset) // 60:02}:{abs(offset) % 60:02}"
        return text + zone, day, start

    def time(self):
        draw = self.random
        if draw.random() < 0.3:
            text, day, _ = self.moment()
            return text, (day, day)
        (first, start, a), (last, end, b) = sorted([self.moment(), self.moment()], key=lambda item: item[2])
        form = draw.randrange(5)
        if form == 0 and start != end:
            return f"{first}/{last}", (start, end)
        open_end = draw.choice(["..", ""])
        return (f"{first}/{open_end}", (start, None)) if form < 3 else (f"{open_end}/{last}", (None, end))

    def question(self):
        draw, question = self.random, {}
        if draw.random() < 0.5:
            question["edges"], question["bbox"] = self.box()
        if draw.random() < 0.4:
            question["datetime"], question["days"] = self.time()
        if draw.random() < 0.3:
            question["district"] = ",".join(draw.sample(["마포구", "중구", "강남구"], draw.randrange(1, 3)))
        if draw.random() < 0.3:
            question["has"] = draw.choice(["phone", "website", "phone,website"])
        if draw.random() < 0.2:
            question["kind"] = draw.choice(["other", "new,other", "used"])
        if draw.random() < 0.2:
            question["include-closed"] = draw.choice(["true", "false"])
        return question

    def address(self, collection, question, limit=None):
        words = {key: value for key, value in question.items() if key not in ("edges", "days")}
        if limit is not None:
            words["limit"] = limit
        return f"/collections/{collection}/items" + ("?" + urllib.parse.urlencode(words) if words else "")

    def link(self, page, relation):
        found = [link for link in page["links"] if link["rel"] == relation]
        if len(found) > 1 or any(link["type"] != "application/geo+json" for link in found):
            self.differ(f"links of {relation}: {found}")
        return found[0]["href"] if found else None

    def pages(self, address, between=None, limit=100):
        """Follows the links to the next page, and returns all pages."""
        pages = []
        while address:
            page, headers = self.document(address)
            pages.append(page)
            if len(pages) > 2000:
                self.differ(f"{address}: the pages have no end")
                break
            if page.get("numberReturned") != len(page["features"]) or len(page["features"]) > limit:
                self.differ(f"{address}: {page.get('numberReturned')} returned, {len(page['features'])} features")
            if page.get("state") != headers.get("Catalog-State"):
                self.differ(f"{address}: the page and its header name different states")
            former, address = address, self.link(page, "next")
            if address:
                self.same_parameters(former, address)
            # Nights bring new places, so that pages of one or two of them would never end.
            if address and between and len(pages) <= 25:
                between()
        return pages

    def same_parameters(self, former, address):
        def words(text):
            items = urllib.parse.parse_qsl(urllib.parse.urlsplit(text).query, keep_blank_values=True)
            return sorted(item for item in items if item[0] != "next")
        if words(former) != words(address):
            self.differ(f"the next page of {former} has other parameters: {address}")

    # Checks

    def check_question(self):
        draw, question = self.random, self.question()
        collection = draw.choice(["places", "places"] + shop_nights.FEEDS)
        if collection == "places" and draw.random() < 0.3:
            question["feed"] = draw.choice(["alpha", "beta,gamma", "alpha,beta,gamma"])
        limit = draw.choice([None, 1, 2, 5, 17, 100, 10_000, 1_000_000])
        address = self.address(collection, question, limit)
        pages = self.pages(address, limit=min(limit or 100, 10_000))
        rows = self.rows_of_state[pages[0]["state"]] if pages[0].get("state") in self.rows_of_state else {}
        wanted = [
            self.feature(row) for row in rows.values()
            if self.admits(row, question) and (collection == "places" or row["ref"].startswith(collection + "/"))]
        found = [feature for page in pages for feature in page["features"]]
        if found != wanted:
            missing = [item["id"] for item in wanted if item not in found]
            extra = [item["id"] for item in found if item not in wanted]
            self.differ(f"{address}: {len(found)} features, not {len(wanted)}; missing {missing[:5]}, extra {extra[:5]}")
        for page in pages:
            if page.get("numberMatched", len(wanted)) != len(wanted):
                self.differ(f"{address}: {page['numberMatched']} matched, not {len(wanted)}")
        if len(pages) == 1 and "numberMatched" not in pages[0]:
            self.differ(f"{address}: a whole answer must have numberMatched")

    def check_nights_between_pages(self):
        draw, question = self.random, self.question() if self.random.random() < 0.5 else {}
        collection = draw.choice(["places", "places"] + shop_nights.FEEDS)
        states = [self.remember()]
        limit = draw.choice([1, 3, 7, 20])
        pages = self.pages(
            self.address(collection, question, limit), lambda: states.append(self.one_night()), limit)
        def wanted(state):
            return {
                key for key, row in self.rows_of_state[state].items()
                if self.admits(row, question) and (collection == "places" or row["ref"].startswith(collection + "/"))}
        seen = []
        states += states[-1:] * (len(pages) - len(states))
        for page, state in zip(pages, states):
            if page.get("state") != state:
                self.differ(f"a page of {collection} names another state than the catalog")
                continue
            rows = self.rows_of_state[state]
            for feature in page["features"]:
                seen.append(feature["id"])
                if feature["id"] not in wanted(state) or feature != self.feature(rows[feature["id"]]):
                    self.differ(f"{collection}: feature {feature['id']} has not the values of its page's state")
        if len(seen) != len(set(seen)):
            self.differ(f"{collection}: features came twice, with a limit of {limit}")
        throughout = set.intersection(*[wanted(state) for state in states])
        if throughout - set(seen):
            self.differ(f"{collection}: listed throughout but not seen: {sorted(throughout - set(seen))[:10]}")
        return len(pages)

    def check_single(self):
        state = self.remember()
        rows = self.rows_of_state[state]
        for key in self.random.sample(sorted(rows), min(20, len(rows))):
            row = rows[key]
            feed = row["ref"].split("/")[0]
            for collection in ("places", feed):
                found, _ = self.document(f"/collections/{collection}/items/{key}")
                links = {link["rel"]: link["href"] for link in found.pop("links")}
                if found != self.feature(row) or not links["collection"].endswith(f"/collections/{collection}"):
                    self.differ(f"feature {key} of {collection} differs: {found}")
            other = [name for name in shop_nights.FEEDS if name != feed][0]
            self.refused(f"/collections/{other}/items/{key}", None, 404)
        for word in ("0", "-1", "99999999", "x", "1.0", "%00", "01", "9" * 40):
            status, _, _ = self.get(f"/collections/places/items/{word}")
            if status not in (400, 404):
                self.differ(f"feature {word} must not be there: {status}")

    def check_refusals(self):
        items = "/collections/places/items?"
        for query, name in [
            ("foo=1", "foo"), ("limit=0", "limit"), ("limit=-1", "limit"), ("limit=x", "limit"), ("limit=", "limit"),
            ("limit=1&limit=2", "limit"), ("bbox=1,2,3", "bbox"), ("bbox=1,2,3,4,5", "bbox"), ("bbox=a,b,c,d", "bbox"),
            ("bbox=126,38,127,37", "bbox"), ("bbox=0,0,nan,1", "bbox"), ("bbox=0,0,181,1", "bbox"),
            ("bbox=0,0,5,1,1,4", "bbox"), ("bbox=0,0,x,1,1,y", "bbox"), ("bbox=", "bbox"),
            ("datetime=yesterday", "datetime"), ("datetime=2026-02-30", "datetime"), ("datetime=../..", "datetime"),
            ("datetime=/", "datetime"), ("datetime=", "datetime"), ("datetime=2026-01-02/2026-01-01", "datetime"),
            ("datetime=2026-01-01/2026-01-02/2026-01-03", "datetime"), ("datetime=2026-01-01T25:00:00Z", "datetime"),
            ("datetime=2026-01-01T00:00:00", "datetime"), ("datetime=2026-01-01T00:00:00%2B25:00", "datetime"),
            ("next=garbage", "next"), ("next=", "next"), ("next=00000000", "next"),
            ("kind=nothing", "kind"), ("has=fax", "has"), ("feed=nobody", "feed"), ("district=nowhere", "district"),
            ("include-closed=maybe", "include-closed"),
        ]:
            self.refused(items + query, name)
        page, _ = self.document(items + "limit=1")
        key = urllib.parse.parse_qs(urllib.parse.urlsplit(self.link(page, "next")).query)["next"][0]
        for index in range(len(key)):
            wrong = key[:index] + ("0" if key[index] != "0" else "1") + key[index + 1:]
            self.refused(f"{items}next={wrong}", "next", 404)
        self.refused(f"{items}next=0000000031", "next", 404)
        self.refused(f"/collections/alpha/items?next={key}", "next", 404)
        self.refused("/collections/alpha/items?feed=alpha", "feed")
        self.refused("/collections/districts/items?kind=new", "kind")
        for path in ("/collections/nothing", "/collections/nothing/items", "/nothing"):
            self.refused(path, None, 404)
        for path in ("/conformance", "/collections", "/collections/places", "/collections/places/items/1", "/api"):
            self.refused(path + "?foo=1", "foo")

    def check_descriptions(self):
        landing, _ = self.document("/")
        kinds = {
            "self": "application/json", "service-desc": "application/vnd.oai.openapi+json;version=3.0",
            "conformance": "application/json", "data": "application/json", "service-doc": "text/html"}
        links = {link["rel"]: link for link in landing["links"]}
        for relation, kind in kinds.items():
            status, headers, _ = self.get(links[relation]["href"])
            if status != 200 or links[relation]["type"] != kind or not headers["Content-Type"].startswith(kind):
                self.differ(f"the link {relation} of the landing page: {status} {headers['Content-Type']}")
        classes, _ = self.document("/conformance")
        base = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/"
        if not {base + word for word in ("core", "oas30", "geojson")} <= set(classes["conformsTo"]):
            self.differ(f"conformance: {classes}")
        api, _ = self.document("/api")
        collections = self.document("/collections")[0]["collections"]
        rows = self.rows_of_state[self.remember()].values()
        for collection in collections:
            path = f"/collections/{collection['id']}"
            if self.document(path)[0] != collection or collection["itemType"] != "feature":
                self.differ(f"{path} is not what /collections says")
            if not {path, path + "/items", path + "/items/{id}"} <= set(api["paths"]):
                self.differ(f"{path} is not in the description of the service")
            items = [link for link in collection["links"] if link["rel"] == "items"]
            if len(items) != 1 or items[0]["type"] != "application/geo+json" or self.get(items[0]["href"])[0] != 200:
                self.differ(f"{path}: the link to its items: {items}")
            if "crs" not in collection or collection["id"] in ("places", "alpha", "beta", "gamma"):
                west, south, east, north = collection["extent"]["spatial"]["bbox"][0]
                begin = collection["extent"]["temporal"]["interval"][0][0]
                for row in rows:
                    ours = collection["id"] in ("places", row["ref"].split("/")[0])
                    if ours and row["latitude"] is not None:
                        if not (west <= row["longitude"] <= east and south <= row["latitude"] <= north):
                            self.differ(f"{path}: the extent is without {row['id']}")
                    if ours and row["first_seen"] < begin[:10]:
                        self.differ(f"{path}: the time begins after {row['id']}")
        wanted = {"places", "districts", "landmarks", "issues", *shop_nights.FEEDS}
        if {collection["id"] for collection in collections} != wanted:
            self.differ(f"collections: {[collection['id'] for collection in collections]}")

    def check_tags(self):
        path = "/collections/places/items?limit=3"
        _, headers, body = self.get(path)
        status, _, again = self.get(path, {"If-None-Match": headers["ETag"]})
        if status != 304 or again:
            self.differ(f"{path}: {status} for its own tag")
        self.one_night()
        self.one_night()
        status, fresh, _ = self.get(path, {"If-None-Match": headers["ETag"]})
        if status != 200 or fresh["ETag"] == headers["ETag"]:
            self.differ(f"{path}: {status} after a night")

    def check_issues(self):
        def properties(row):
            return {key: value for key, value in row.items() if key not in ("latitude", "longitude")}
        for query, words in [("", []), ("state=all", ["--state", "all"]), ("severity=warning,hint&state=all", ["--severity", "warning", "--severity", "hint", "--state", "all"])]:
            rows = json.loads(self.run("issues", "list", *words, "--format", "json", "-q", "--lang", "en").stdout)
            pages = self.pages(f"/collections/issues/items?limit=7&{query}".rstrip("&"), limit=7)
            found = [feature for page in pages for feature in page["features"]]
            if [item["properties"] for item in found] != [properties(row) for row in rows]:
                self.differ(f"issues?{query}: {len(found)} features, not {len(rows)}")
            for item in found[:3]:
                one, _ = self.document(f"/collections/issues/items/{item['id']}")
                if one["properties"] != item["properties"]:
                    self.differ(f"issue {item['id']} differs alone")

    def check_gdal(self):
        """GDAL's driver reads the same places, in pages, in a box and by an attribute."""
        rows = [row for row in self.rows_of_state[self.remember()].values() if is_listed(row)]
        box = (126.9, 37.5, 126.98, 37.6)
        inside = [row for row in rows if row["latitude"] is not None
                  and box[0] <= row["longitude"] <= box[2] and box[1] <= row["latitude"] <= box[3]]
        for words, wanted in [
            ([], rows), (["-oo", "PAGE_SIZE=7"], rows), (["-spat", *map(str, box), "-oo", "PAGE_SIZE=7"], inside),
            # GDAL leaves this comparison to the service, which knows 중구 in every spelling.
            (["-where", "district='중구'"], [row for row in rows if check_shops.district_of(row["district"])[1] == ["중구"]]),
        ]:
            done = subprocess.run(
                ["ogrinfo", "-q", *words, f"OAPIF:{self.url}", "places"], capture_output=True, text=True)
            found = [int(number) for number in re.findall(r"^OGRFeature\(places\):(\d+)", done.stdout, re.M)]
            if found != [row["id"] for row in wanted]:
                self.differ(f"ogrinfo {words}: {len(found)} features, not {len(wanted)}: {done.stderr[:300]}")
        done = subprocess.run(["ogrinfo", "-q", f"OAPIF:{self.url}"], capture_output=True, text=True)
        layers = re.findall(r"^\d+: (\S+)", done.stdout, re.M)
        if set(layers) != {"places", "districts", "landmarks", "issues", *shop_nights.FEEDS}:
            self.differ(f"ogrinfo: layers {layers}")

    def check_districts(self, path):
        with open(path, encoding="utf-8") as file:
            outlines = json.load(file)["features"]
        found = [f for page in self.pages("/collections/districts/items?limit=4", limit=4) for f in page["features"]]
        names = sorted(outline["properties"]["name"] for outline in outlines)
        if [feature["id"] for feature in found] != names:
            self.differ(f"districts: {[feature['id'] for feature in found]}")
        parts = {feature["id"]: feature["geometry"]["coordinates"] for feature in found}
        for name in self.random.sample(names, min(3, len(names))):
            one, _ = self.document("/collections/districts/items/" + urllib.parse.quote(name))
            if one.get("geometry", {}).get("coordinates") != parts[name]:
                self.differ(f"the district {name} differs alone")
        for _ in range(60):
            draw = self.random
            west, south = draw.uniform(126.7, 127.25), draw.uniform(37.4, 37.75)
            size = draw.choice([0, 0.001, 0.02, 0.3])
            box = [round(value, 5) for value in (west, south, west + size, south + size)]
            page, _ = self.document("/collections/districts/items?bbox=" + ",".join(map(str, box)))
            wanted = [name for name in names if any(meets(rings, box) for rings in parts[name])]
            if [feature["id"] for feature in page["features"]] != wanted:
                self.differ(f"districts in {box}: {[feature['id'] for feature in page['features']]}, not {wanted}")


def side(a, b, c):
    value = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (value > 0) - (value < 0)


def crosses(a, b, c, d):
    if side(a, b, c) * side(a, b, d) > 0 or side(c, d, a) * side(c, d, b) > 0:
        return False
    return all(max(min(a[i], b[i]), min(c[i], d[i])) <= min(max(a[i], b[i]), max(c[i], d[i])) for i in (0, 1))


def meets(rings, box):
    """Whether a polygon and a box have a position in common."""
    west, south, east, north = box
    corners = [(west, south), (east, south), (east, north), (west, north)]
    for ring in rings:
        for a, b in zip(ring, ring[1:]):
            if west <= a[0] <= east and south <= a[1] <= north:
                return True
            if any(crosses(a, b, c, d) for c, d in zip(corners, corners[1:] + corners[:1])):
                return True
    inside = False
    x, y = corners[0]
    for ring in rings:
        for (x1, y1), (x2, y2) in zip(ring, ring[1:]):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
    return inside


def main():
    program, server, folder, seed, count, outlines = sys.argv[1:7]
    nights = FeatureNights(program, server, folder, int(seed))
    for feed in shop_nights.FEEDS:
        nights.night += 1
        nights.change(feed)
        nights.ingest(feed)
    for _ in range(30):
        nights.one_night()
    nights.run("layers", "import", "--role", "districts", outlines, "-q")
    listed = json.loads(nights.run("list", "--format", "json", "-q").stdout)
    for row in nights.random.sample(listed, min(4, len(listed))):
        day = datetime.datetime.fromtimestamp(1_790_000_000 + 5 * 86_400, SEOUL).date().isoformat()
        nights.run("corrections", "add", str(row["id"]), f"closed={day}", "--because", "it is empty", "--source", "https://example.org/visit")
    nights.remember()
    nights.serve()
    pages = 0
    try:
        nights.check_descriptions()
        nights.check_refusals()
        nights.check_single()
        nights.check_districts(outlines)
        nights.check_issues()
        if shutil.which("ogrinfo"):
            nights.check_gdal()
        for _ in range(int(count)):
            nights.check_question()
        for _ in range(max(3, int(count) // 40)):
            pages += nights.check_nights_between_pages()
        nights.check_tags()
        nights.check_issues()
    finally:
        nights.process.terminate()
        nights.process.wait()
    for text in nights.differences[:40]:
        print(text)
    closed = sum(1 for row in list(nights.rows_of_state.values())[-1].values() if row["closed_on"])
    print(f"{nights.asked} requests, {nights.night} nights, {pages} pages between nights, {closed} closed places; {len(nights.differences)} differences")
    return 1 if nights.differences else 0


if __name__ == "__main__":
    sys.exit(main())
