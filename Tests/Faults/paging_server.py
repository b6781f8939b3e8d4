#!/usr/bin/env python3
"""A service of made-up rows on this machine that pages as some portals do.

    paging_server.py MODE --rows N --log FILE

Prints its port. Each request's target goes to FILE, one a line. Paths: /KEY/json/rows/FIRST/LAST/ (by rows) and
/rows?...&pageNo=P&numOfRows=S (by pages). Modes:

    feed     totalCount counts all rows; after the last page items is ""
    page     totalCount counts the page's rows; an empty page ends the feed
    coded    the same, but the page after the last row has the code 03
    hole     as coded, but the second page never has rows, though its code is good
    hiccup   as hole, but only for the first two requests
    gap      as page, but the second page never has rows
    same     ignores the number: always the first page
    short    sends at most four rows a page, whatever was asked for, and no total that helps
    error    XML with a reason code inside HTTP 200 from the second page on
    renamed  the second page has other field names
    silent   accepts a request and never answers
"""

import argparse
import http.server
import json
import re
import time
import urllib.parse

parser = argparse.ArgumentParser()
parser.add_argument("mode")
parser.add_argument("--rows", type=int, default=27)
parser.add_argument("--log", required=True)
options = parser.parse_args()


def rows(first, count, number):
    last = min(first + count - 1, options.rows)
    names = ("NO", "NAME", "LON", "LAT")
    if options.mode == "renamed" and number > 1:
        names = ("no", "name", "lon", "lat")
    return [dict(zip(names, (str(i), f"카페 {i}", f"126.9{i:03}", f"37.5{i:03}"))) for i in range(first, last + 1)]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    holes = 0

    def do_GET(self):
        with open(options.log, "a") as log:
            log.write(self.path + "\n")
        if options.mode == "silent":
            time.sleep(600)
        found = re.match(r"^/[^/]+/json/rows/(\d+)/(\d+)/$", self.path)
        if found:
            first, last = map(int, found.groups())
            number, size = 1 + (first > 1), last - first + 1
        else:
            query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
            number, size = int(query.get("pageNo", ["1"])[0]), int(query.get("numOfRows", ["1000"])[0])
            first = (number - 1) * size + 1
        if options.mode == "same":
            first = 1
        if options.mode == "short":
            size = min(size, 4)
        page = rows(first, size, number)
        is_second = size < first <= 2 * size
        if is_second and options.mode in ("hole", "gap") or options.mode == "hiccup" and is_second and Handler.holes < 2:
            page, Handler.holes = [], Handler.holes + 1
        total = len(page) if options.mode in ("page", "short", "coded", "hole", "hiccup", "gap") else options.rows
        code = "03" if options.mode in ("coded", "hole", "hiccup") and first > options.rows else "00"
        if options.mode == "error" and number > 1:
            body = (
                "<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg><returnAuthMsg>"
                "LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR</returnAuthMsg><returnReasonCode>22"
                "</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>").encode()
        else:
            items = {"item": page if len(page) != 1 else page[0]} if page else ""
            body = json.dumps({"response": {
                "header": {"resultCode": code, "resultMsg": "OK"},
                "body": {"items": items, "numOfRows": len(page), "pageNo": number, "totalCount": str(total)},
            }}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=euc-kr")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
