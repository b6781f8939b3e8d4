#!/usr/bin/env python3
"""Sends extreme values to every parameter of every address of a service. Each request must get an answer of at most 499,
or 503 for an answer that takes too long; the service must never end.

    check_extremes.py GEOSERVE CATALOG

Addresses, parameters and ranges come from /api; /events and keys of pages are added. A number outside of its declared
range must be refused with 400 that names the parameter. Starts a service of its own, and starts it again after a crash,
so that one run finds all of them. Prints each difference; exit status 1 for one. Standard library only.
"""

import hashlib
import http.client
import json
import re
import subprocess
import sys
import urllib.parse

HUGE = "9" * 400
INTEGERS = [
    "0", "1", "-1", "10000", "10001", "2147483647", "2147483648", "-2147483648", "4294967296", "9007199254740993",
    "9223372036854775806", "9223372036854775807", "-9223372036854775807", "-9223372036854775808",
    "9223372036854775808", "18446744073709551615", "18446744073709551616", HUGE, "-" + HUGE, "00000000000000000001",
]
DECIMALS = [
    "0.0", "-0", "-0.0", "1e308", "-1e308", "1e309", "1e-400", "5e-324", "1e18", "1e19", "1.7976931348623157e308",
    "0." + "0" * 400 + "1", "nan", "inf", "-inf", "infinity", "0x7fffffffffffffff", "1e9999999999", "22.999999999",
]
MARKS = [
    "9223372036854775807.9223372036854775807.9223372036854775807", "1.9223372036854775807.1", "1.2147483648.4294967295",
    "-9223372036854775808.0.0", "0.0.0", "1.-1.1", "9223372036854775807.0.1", "1.1.18446744073709551616",
    "9999-12-31", "0000-01-01", "0001-01-01", "99999999-01-01", "last",
]
ALL = INTEGERS + DECIMALS + MARKS + ["", " ", ",", ",,,,", "/", "..", "../..", "1,1", "0,0,0,0", "-180,-90,180,90"]
# For parameters that no function reads as a number.
FEW = ["", " ", ",", ",,,,", "-1", "9223372036854775807", "-9223372036854775808", HUGE, "1e308", "nan"]
OWN = {
    "bbox": [",".join([value] * count) for value in INTEGERS + DECIMALS for count in (4, 6)]
    + ["180,90,-180,-90", "180,-90,-180,90", "-180,-90,180,90", "180,90,180,90", "0,-90,0,90", "1,1,-1e308,2,2,1e308"],
    "within": [value + unit for value in INTEGERS + DECIMALS for unit in ("m", "km")],
    "where": [f"{value},{value}" for value in INTEGERS + DECIMALS] + ["90,180", "-90,-180", "90,0", "0,180"],
    "icon": [f"{value}x{value}" for value in INTEGERS + DECIMALS] + ["1000000x1000000", "0.015625x0.015625"],
    "anchor": [f"{value},{value}" for value in INTEGERS + DECIMALS],
    "datetime": [f"{day}/{day}" for day in MARKS] + ["../..", "/", "9999-12-31T23:59:60Z/..", "0000-01-01T00:00:00Z"],
    "area": [json.dumps({"type": "Polygon", "coordinates": ring}) for ring in (
        [], [[]], [[[0, 0]]], [[[1e308, 1e308], [-1e308, 1e308], [0, -1e308], [1e308, 1e308]]],
        [[[-180, -90], [180, -90], [180, 90], [-180, 90], [-180, -90]]])]
    + ['{"type":"Polygon","coordinates":' + "[" * 5000 + "]" * 5000 + "}"],
}
OWN["near"] = OWN["where"]
# What the other parameters of an address are while one of them has an extreme value.
USUAL = {
    "/near": [("where", "37.5563,126.9236")], "/bbox": [("bbox", "126.8,37.4,127.1,37.7")], "/search": [("text", "책")],
    "/inside": [("area", "mapo")], "/cluster": [("zoom", "12")],
}
# A parameter that means something only together with another one.
TOGETHER = {
    "columns": [[("format", "table")]], "color": [[("format", "table")]],
    "padding": [[("mode", "stable")], [("icon", "1000000x1000000")]], "icon": [[("mode", "stable")], [("padding", "1000")]],
    "max-zoom": [[("mode", "stable"), ("all-zooms", "true")]], "limit": [[("sort", "name")], [("format", "table")]],
    "where": [[("k", "10000")], [("within", "30000km")], [("sort", "distance")]], "k": [[("within", "30000km")]],
}
 

class Service:
    def __init__(self, program, catalog):
        self.words = [program, "--db", catalog, "--listen", "127.0.0.1:0", "--lang", "en"]
        self.wrong, self.asked, self.connection = [], 0, None
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.words, stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        if not found:
            raise SystemExit(f"the service does not start: {line}")
        self.port = int(found[1])

    def differ(self, what):
        self.wrong.append(what)
        print(what[:600], flush=True)

    def get(self, target, headers=(), reads=True):
        """Returns the status and the body; status 0 if the service ended."""
        self.asked += 1
        try:
            connection = self.connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            self.connection = None
            connection.request("GET", target, headers=dict(headers))
            response = connection.getresponse()
            body = response.read() if reads else b""
            status = response.status
            if reads and not response.will_close:
                self.connection = connection
            else:
                connection.close()
        except (OSError, http.client.HTTPException) as error:
            if self.process.poll() is None:
                try:
                    self.process.wait(1)
                except subprocess.TimeoutExpired:
                    self.differ(f"{target} {dict(headers)}: no answer ({error!r})")
                    return 0, b""
            self.differ(f"{target} {dict(headers)}: the service ended with {self.process.returncode}")
            self.process.stderr.close()
            self.start()
            return 0, b""
        if status >= 500 and status != 503:
            self.differ(f"{target} {dict(headers)}: {status} {body[:300]!r}")
        return status, body

    def end(self):
        self.process.terminate()
        self.process.wait(20)


def target(path, items):
    return path + ("?" + urllib.parse.urlencode(items) if items else "")


def number(text):
    """Returns the whole number of a text as the service may read it; None for any other text."""
    return int(text) if re.fullmatch(r"[0-9]{1,500}", text) else None


def ask(service, path, shape, others):
    name, schema = shape["name"], shape["schema"]
    is_number = schema.get("type") in ("integer", "number") or name in OWN or name == "since"
    for value in OWN.get(name, []) + (ALL if is_number else FEW):
        items = [item for item in others if item[0] != name] + [(name, value)]
        status, body = service.get(target(path, items))
        if schema.get("type") != "integer" or number(value) is None or status in (0, 503):
            continue
        inside = schema.get("minimum", 0) <= number(value) <= schema.get("maximum", number(value))
        if not inside and (status != 400 or json.loads(body).get("parameter") != name):
            service.differ(f"{target(path, items)[:200]} is outside of {schema}: {status} {body[:200]!r}")


def key(collection, last):
    """Returns the key of a page after this id, as a client could forge it."""
    check = hashlib.sha256(f"{collection}\0{last}".encode()).hexdigest()[:8]
    return check + last.encode().hex()


def main():
    service = Service(*sys.argv[1:3])
    api = json.loads(service.get("/api")[1])
    for template, operations in sorted(api["paths"].items()):
        shapes = operations["get"]["parameters"]
        if "{" in template:
            for value in [value for value in ALL if value not in ("", "..", "../..", "/")]:
                word = urllib.parse.quote(value, safe="")
                service.get(re.sub(r"\{[a-z]+\}", word, template))
                service.get(re.sub(r"\{[a-z]+\}", word, template).replace(word, "seoul-bookstores", 1))
        path = re.sub(r"\{[a-z]+\}", "1", template)
        for shape in [shape for shape in shapes if shape["in"] == "query"]:
            ask(service, path, shape, USUAL.get(template, []))
            for others in TOGETHER.get(shape["name"], []):
                known = {shape["name"] for shape in shapes}
                if {name for name, _ in others} <= known:
                    ask(service, path, shape, [*USUAL.get(template, []), *others])
    for collection in ["places", "districts", "landmarks", "issues", "seoul-bookstores"]:
        for last in INTEGERS + DECIMALS + [""]:
            service.get(target(f"/collections/{collection}/items", [("next", key(collection, last))]))
    for value in ALL:
        service.get(target("/events", [("since", value)]), reads=False)
        if value == value.strip() and value:
            service.get("/events", [("Last-Event-ID", value)], reads=False)
    if service.get("/healthz")[0] != 200:
        service.differ("the service does not work any more")
    service.end()
    print(f"{service.asked} requests, {len(service.wrong)} differences")
    sys.exit(1 if service.wrong else 0)


if __name__ == "__main__":
    main()
