#!/usr/bin/env python3
"""Made-up rows on this machine, in the pages of portals and frameworks.

    portals.py NAME --rows N              serves the rows and prints its port
    portals.py NAME --rows N --page SIZE  prints the first page of this size

A request is answered as NAME answers it: a page, the answer after the last row, or, if the key is not `good`, the
answer for a bad key. Paths, parameters and answers are those of the services' own documents. With --renamed, the first
row has another name. With --end STATUS, a request after the last row gets this HTTP status.
"""

import argparse
import http.server
import json
import re
import urllib.parse
from xml.sax.saxutils import escape

parser = argparse.ArgumentParser()
parser.add_argument("name")
parser.add_argument("--rows", type=int, required=True)
parser.add_argument("--page", type=int)
parser.add_argument("--renamed", action="store_true")
parser.add_argument("--end", type=int)
options = parser.parse_args()


def place(i):
    """The facts of row i: id, name, two addresses, phone, longitude, latitude."""
    name = "새 이름의 책방" if options.renamed and i == 1 else f"지어낸 책방 {i}"
    return f"A{i:03}", name, f"서울 마포구 없는길 {i}", f"서울 마포구 없는동 {i}-1", f"02-300-{i:04}", \
        f"{126.90 + i / 1000:.4f}", f"{37.54 + i / 1000:.4f}"


def record(names, i):
    return {name: value for name, value in zip(names, place(i)) if name}


def xml(tag, value):
    if isinstance(value, list):
        return "".join(xml(tag, one) for one in value)
    if isinstance(value, dict):
        return f"<{tag}>" + "".join(xml(key, one) for key, one in value.items()) + f"</{tag}>"
    return f"<{tag}>{escape(str(value))}</{tag}>"


def as_xml(document):
    (root, value), = document.items()
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + xml(root, value)


# Each portal: rows of a page, total, page number and size -> (status, document).

SEOUL = ("SEQ", "NM", "ADDR_NEW", "ADDR_OLD", "TEL", "LOT", "LAT")
OK, NONE = {"CODE": "INFO-000", "MESSAGE": "정상 처리되었습니다"}, {"CODE": "INFO-200", "MESSAGE": "해당하는 데이터가 없습니다."}
KEY = {"CODE": "INFO-100", "MESSAGE": "인증키가 유효하지 않습니다."}


def seoul(found, total, **_):
    rows = [record(SEOUL, i) for i in found]
    return 200, {"toilet": {"list_total_count": total, "RESULT": OK, "row": rows}} if rows else {"RESULT": NONE}


GYEONGGI = ("LICENSE_NO", "BIZPLC_NM", "REFINE_ROADNM_ADDR", "REFINE_LOTNO_ADDR", "TELNO", "REFINE_WGS84_LOGT",
            "REFINE_WGS84_LAT")


def gyeonggi(found, total, **_):
    rows = [record(GYEONGGI, i) for i in found]
    head = [{"list_total_count": total}, {"RESULT": OK}, {"api_version": "1.0"}]
    return 200, {"BookStore": [{"head": head}, {"row": rows}]} if rows else {"RESULT": NONE}


def gyeonggi_xml(found, total, **_):
    rows = [record(GYEONGGI, i) for i in found]
    head = {"list_total_count": total, "RESULT": OK, "api_version": "1.0"}
    return 200, {"BookStore": {"head": head, "row": rows}} if rows else {"RESULT": NONE}


STANDARD = ("mngNo", "fcltyNm", "rdnmadr", "lnmadr", "phoneNumber", "longitude", "latitude")
LICENSED = ("MNG_NO", "BPLC_NM", "ROAD_NM_ADDR", "LOTNO_ADDR", "TELNO", "CRD_INFO_X", "CRD_INFO_Y")
KCISA = ("ESNTL_ID", "FCLTY_NM", "FCLTY_ROAD_NM_ADDR", None, "TEL_NO", "FCLTY_LO", "FCLTY_LA")


def licensed(i):
    """A row in EPSG:5174. The third place is closed."""
    row = record(LICENSED, i) | {"CRD_INFO_X": f"{193000 + 10 * i}.25    ", "CRD_INFO_Y": f"{449000 + 10 * i}.5    "}
    return row | {"SALS_STTS_CD": "03" if i == 3 else "01", "SALS_STTS_NM": "폐업" if i == 3 else "영업/정상"}


def data_go_kr(row, found, total, number, size, code="00", inner=True):
    rows = [row(i) for i in found]
    items = ({"item": rows if len(rows) != 1 else rows[0]} if inner else rows) if rows else ""
    body = {"items": items, "numOfRows": len(rows), "pageNo": number, "totalCount": total}
    return 200, {"response": {"header": {"resultCode": code, "resultMsg": "NORMAL SERVICE."}, "body": body}}


def odcloud(found, total, number, size):
    rows = [record(("관리번호", "상호명", "도로명주소", "지번주소", "전화번호", "경도", "위도"), i) for i in found]
    return 200, {"currentCount": len(rows), "data": rows, "matchCount": total, "page": number, "perPage": size,
                 "totalCount": total}


def kakao(found, total, number, size):
    rows = [record(("id", "place_name", "road_address_name", "address_name", "phone", "x", "y"), i) for i in found]
    rows = [{"address_name": row["address_name"], "category_name": "서점", **row} for row in rows]
    # A page after the last one is the last one again.
    if not rows:
        return kakao(range(1, total + 1), total, number, size)
    return 200, {"documents": rows, "meta": {"is_end": True, "pageable_count": total, "total_count": total}}


def naver(found, total, first, size, **_):
    rows = []
    for i in found:
        _, name, road, address, phone, x, y = place(i)
        rows.append({"title": name.replace("책방", "<b>책방</b>"), "link": "", "category": "서점", "telephone": phone,
                     "address": address, "roadAddress": road, "mapx": x.replace(".", "") + "000",
                     "mapy": y.replace(".", "") + "000"})
    return 200, {"lastBuildDate": "Sun, 22 Nov 2026 10:00:00 +0900", "total": total, "start": first,
                 "display": len(rows), "items": rows}


def feature(i):
    key, name, road, _, phone, x, y = place(i)
    return {"type": "Feature", "id": key, "geometry": {"type": "Point", "coordinates": [float(x), float(y)]},
            "properties": {"bld_nm": name, "road_address": road, "tel": phone}}


def vworld(found, total, number, size):
    service = {"name": "data", "version": "2.0", "operation": "getfeature", "time": "3(ms)"}
    rows = [feature(i) for i in found]
    record = {"total": str(total), "current": str(len(rows))}
    if not rows:
        return 200, {"response": {"service": service, "status": "NOT_FOUND", "record": {"total": "0", "current": "0"}}}
    return 200, {"response": {
        "service": service, "status": "OK", "record": record,
        "page": {"total": str(-(-total // size)), "current": str(number), "size": str(size)},
        "result": {"featureCollection": {
            "type": "FeatureCollection", "bbox": [126.8, 37.5, 127.0, 37.6], "features": rows}}}}


def django(found, total, number, size):
    rows = [record(("id", "name", "address", None, "phone", "longitude", "latitude"), i) for i in found]
    if not rows:
        return 404, {"detail": "Invalid page."}
    follow = None if number * size >= total else f"http://127.0.0.1/places/?page={number + 1}"
    return 200, {"count": total, "next": follow, "previous": None, "results": rows}


def spring(found, total, number, size):
    rows = []
    for i in found:
        key, name, road, _, phone, x, y = place(i)
        rows.append({"id": key, "category": {"id": 3, "name": "서점"}, "title": name, "address": road, "phone": phone,
                     "location": {"lat": float(y), "lng": float(x)}})
    return 200, {"content": rows, "totalElements": total, "totalPages": -(-total // size), "size": size,
                 "number": number, "numberOfElements": len(rows), "first": number == 0, "last": True,
                 "empty": not rows}


def ogc(found, total, **_):
    return 200, {"type": "FeatureCollection", "numberMatched": total, "numberReturned": len(found),
                 "timeStamp": "2026-11-28T00:00:00Z", "links": [{"rel": "self", "href": "http://127.0.0.1/items"}],
                 "features": [feature(i) for i in found]}


CKAN = ("_id", "Facility Name", "Street", None, "Phone", "Longitude", "Latitude")


def ckan(found, total, size, **_):
    rows = [record(CKAN, i) | {"_id": i, "Longitude": float(place(i)[5]), "Latitude": float(place(i)[6])} for i in found]
    types = {"_id": "int", "Longitude": "numeric", "Latitude": "numeric"}
    fields = [{"id": name, "type": types.get(name, "text")} for name in CKAN if name]
    return 200, {"help": "http://127.0.0.1/api/3/action/help_show?name=datastore_search", "success": True, "result": {
        "include_total": True, "limit": size, "records_format": "objects", "resource_id": "4a8e", "records": rows,
        "fields": fields, "_links": {"start": "/api/3/action/datastore_search", "next": "/api/3/action/datastore_search"},
        "total": total, "total_was_estimated": False}}


PORTAL = {"OpenAPI_ServiceResponse": {"cmmMsgHeader": {
    "errMsg": "SERVICE ERROR", "returnAuthMsg": "SERVICE_KEY_IS_NOT_REGISTERED_ERROR", "returnReasonCode": "30"}}}
GG_KEY = {"RESULT": {"CODE": "ERROR-290", "MESSAGE": "인증키가 유효하지 않습니다."}}
REFUSED = {"message": "Unauthorized"}

# name: (page, is XML, the answer for a bad key)
PORTALS = {
    "seoul-json": (seoul, False, (200, {"RESULT": KEY})),
    "seoul-xml": (seoul, True, (200, {"RESULT": KEY})),
    "gyeonggi-json": (gyeonggi, False, (200, GG_KEY)),
    "gyeonggi-xml": (gyeonggi_xml, True, (200, GG_KEY)),
    "data-go-kr-json": (
        lambda **page: data_go_kr(lambda i: record(STANDARD, i), inner=False, **page), False, (200, PORTAL)),
    "data-go-kr-xml": (lambda **page: data_go_kr(lambda i: record(STANDARD, i), **page), True, (200, PORTAL)),
    "localdata-json": (lambda **page: data_go_kr(licensed, **page), False, (200, PORTAL)),
    "kcisa-json": (lambda **page: data_go_kr(lambda i: record(KCISA, i), code="0000", **page), False, (200, PORTAL)),
    "odcloud": (odcloud, False, (401, {"code": -401, "msg": "유효하지 않은 인증키 입니다."})),
    "kakao": (kakao, False, (401, {"errorType": "AccessDeniedError", "message": "cannot find Authorization"})),
    "naver": (naver, False, (401, {"errorMessage": "Authentication failed", "errorCode": "024"})),
    "vworld": (vworld, False, (200, {"response": {"status": "ERROR", "error": {
        "level": "1", "code": "INCORRECT_KEY", "text": "인증키 정보가 올바르지 않습니다."}}})),
    "django": (django, False, (401, {"detail": "Invalid token."})),
    "spring": (spring, False, (401, {"status": 401, "error": "Unauthorized"})),
    "ckan": (ckan, False, (403, {"success": False, "error": {
        "message": "Access denied: invalid API token", "__type": "Authorization Error"}})),
    "ogc": (ogc, False, (401, {"code": "Unauthorized", "description": "no token"})),
}
page, is_xml, refusal = PORTALS[options.name]


def body(document):
    return (as_xml(document) if is_xml else json.dumps(document, ensure_ascii=False)).encode()


def answer(first, number, size):
    found = list(range(first, min(first + size, options.rows + 1)))
    arguments = {"found": found, "total": options.rows, "number": number, "size": size}
    if page is naver:
        arguments["first"] = first
    if options.end and not found:
        return options.end, {"detail": "nothing here"}
    return page(**arguments)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        status, document = self.answer()
        data = body(document)
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def answer(self):
        parts = urllib.parse.urlsplit(self.path)
        query = {key: value[0] for key, value in urllib.parse.parse_qs(parts.query).items()}
        by_rows = re.match(r"^/([^/]+)/(?:json|xml)/[^/]+/(\d+)/(\d+)/$", parts.path)
        if by_rows:
            key, first, last = by_rows.group(1), int(by_rows.group(2)), int(by_rows.group(3))
            return refusal if key != "good" else answer(first, 1, last - first + 1)
        if page is kakao:
            is_good = self.headers["Authorization"] == "KakaoAK good"
        elif page is naver:
            is_good = (self.headers["X-Naver-Client-Id"], self.headers["X-Naver-Client-Secret"]) == ("ID", "good")
        else:
            is_good = next((query[name] for name in ("KEY", "key", "serviceKey", "token") if name in query), "") == "good"
        if not is_good:
            # Kakao repeats the key.
            status, document = refusal
            said = (self.headers["Authorization"] or "").removeprefix("KakaoAK ")
            return (status, document | {"message": f"wrong appKey({said}) format"}) if page is kakao else refusal
        size = int(next(query[name] for name in
                        ("pSize", "numOfRows", "perPage", "page_size", "size", "limit", "display") if name in query))
        if "offset" in query:
            return answer(int(query["offset"]) + 1, 1, size)
        if "start" in query:
            return answer(int(query["start"]), 1, size)
        number = int(next(query[name] for name in ("pIndex", "pageNo", "page") if name in query))
        return answer((number if page is spring else number - 1) * size + 1, number, size)

    def log_message(self, *_):
        pass


if options.page:
    print(body(answer(1, 0 if page is spring else 1, options.page)[1]).decode())
else:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
