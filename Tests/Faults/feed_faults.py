"""Faults between a feed and its reader; each fault is one small function of an `Exchange`.

FAULTS maps a name to a function that makes a fresh fault, because some faults count their requests. `first`, `on_page`
and `in_turn` limit a fault.
"""

import email.utils
import functools
import gzip
import json
import time
import zlib

import feed_rows
from feed_server import Gone, good

BLOCK = b" " * 65536


# Limits

def first(count, fault, then=good):
    """The first `count` requests meet the fault, later ones `then`."""
    return lambda exchange: (fault if exchange.number <= count else then)(exchange)


def on_page(number, fault, then=good):
    """Only this page meets the fault."""
    return lambda exchange: (fault if exchange.page == number else then)(exchange)


def in_turn(*faults):
    """The n-th request meets the n-th fault, all later ones the last."""
    return lambda exchange: faults[min(exchange.number, len(faults)) - 1](exchange)


def visits(count, fault, then=good):
    """The first `count` requests that reach this function meet the fault (for use within `on_page`)."""
    seen = []

    def limited(exchange):
        seen.append(exchange.number)
        (fault if len(seen) <= count else then)(exchange)
    return limited


# Connections

def close_at_once(exchange):
    """Ends the connection without an answer."""
    raise Gone


def reset_at_once(exchange):
    """Resets the connection without an answer."""
    exchange.reset()


def silent(exchange):
    """Never answers."""
    exchange.hang()


def nothing_more(exchange):
    """The `then` of a connection fault: continues to read the request."""


def reset_in_headers(exchange):
    """Resets in the middle of the header lines."""
    exchange.send(b"HTTP/1.1 200 OK\r\nContent-Type: appli")
    time.sleep(0.05)
    exchange.reset()


def reset_in_body(exchange):
    """Resets after half the body."""
    body = exchange.good_body()
    exchange.send(head(length=len(body)) + body[:len(body) // 2])
    time.sleep(0.05)
    exchange.reset()


def close_in_headers(exchange):
    """Closes in the middle of the header lines."""
    exchange.send(b"HTTP/1.1 200 OK\r\nContent-Type: appli")


def close_in_body(exchange):
    """Closes after half of the body that Content-Length announces."""
    body = exchange.good_body()
    exchange.send(head(length=len(body)) + body[:len(body) // 2])


def close_before_body(exchange):
    """Closes after the headers."""
    exchange.send(head(length=len(exchange.good_body())))


def last_byte_missing(exchange):
    """Closes one byte before the announced end."""
    body = exchange.good_body()
    exchange.send(head(length=len(body)) + body[:-1])


# Slowness

def slow_headers(exchange):
    """A header byte every quarter second, without end."""
    exchange.send(b"HTTP/1.1 200 OK\r\n")
    while True:
        exchange.send(b"X")
        exchange.pause(0.25)


def trickle(exchange):
    """100 bytes a second, never idle."""
    exchange.send(head(length=10 ** 6))
    while True:
        exchange.send(b" " * 10)
        exchange.pause(0.1)


def stall_in_body(exchange):
    """Half the body, then silence."""
    body = exchange.good_body()
    exchange.send(head(length=len(body)) + body[:len(body) // 2])
    exchange.hang()


def stall_after_headers(exchange):
    """The headers, then silence."""
    exchange.send(head(length=100))
    exchange.hang()


def stall_before_end_chunk(exchange):
    """All rows, but never the chunk that ends the body."""
    exchange.send(head(chunked=True) + chunk(exchange.good_body()))
    exchange.hang()


def slow_but_steady(exchange):
    """Four pauses of 0.4 s, which no limit forbids."""
    body = exchange.good_body()
    exchange.send(head(length=len(body)))
    step = len(body) // 5 + 1
    for start in range(0, len(body), step):
        exchange.send(body[start:start + step])
        exchange.pause(0.4)


# Floods

def byte_by_byte(packed=False, chunked=False):
    """The good page, including headers, one byte at a time: letters, packing and chunks are split at every offset."""
    def fault(exchange):
        body = gzip.compress(exchange.good_body()) if packed else exchange.good_body()
        extra = "Content-Encoding: gzip\r\n" if packed else ""
        if chunked:
            whole = head(chunked=True, extra=extra) + b"".join(
                chunk(body[offset:offset + 1]) for offset in range(len(body))) + b"0\r\n\r\n"
        else:
            whole = head(length=len(body), extra=extra) + body
        for offset in range(len(whole)):
            exchange.send(whole[offset:offset + 1])
    return fault


def endless_body(exchange):
    """A body of blanks without length or end."""
    exchange.send(head())
    while True:
        exchange.send(BLOCK)


def endless_chunks(exchange):
    """Chunks without end."""
    exchange.send(head(chunked=True))
    while True:
        exchange.send(chunk(BLOCK))


def endless_after_good(exchange):
    """The good page, then blanks without end."""
    exchange.send(head() + exchange.good_body())
    while True:
        exchange.send(BLOCK)


def endless_array(exchange):
    """More and more rows of the same page."""
    start = exchange.good_body().rsplit(b"]", 1)[0]
    more = b", " + json.dumps(feed_rows.row(1)).encode()
    exchange.send(head() + start)
    while True:
        exchange.send(more * 200)


def endless_string(exchange):
    """A name that never ends."""
    exchange.send(head() + exchange.good_body().split(b"STORE_NAME", 1)[0] + b'STORE_NAME": "')
    while True:
        exchange.send(b"a" * 65536)


def endless_nesting(exchange):
    """Arrays in arrays, 8 million deep."""
    exchange.answer(b"[" * (8 << 20))


def endless_headers(exchange):
    """Header lines without end."""
    exchange.send(b"HTTP/1.1 200 OK\r\n")
    while True:
        exchange.send(b"X-Header: 0123456789\r\n" * 1000)


def many_headers(exchange):
    """100,000 header lines, then the page."""
    body = exchange.good_body()
    exchange.send(b"HTTP/1.1 200 OK\r\n" + b"X-Header: 0123456789\r\n" * 100_000)
    exchange.send(b"Content-Length: %d\r\n\r\n" % len(body) + body)


def long_header(exchange):
    """One header line of 1 MB, then the page."""
    body = exchange.good_body()
    exchange.send(b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * (1 << 20) + b"\r\n")
    exchange.send(b"Content-Length: %d\r\n\r\n" % len(body) + body)


def endless_header_line(exchange):
    """One header line without end."""
    exchange.send(b"HTTP/1.1 200 OK\r\nX-Long: ")
    while True:
        exchange.send(b"x" * 65536)


def endless_trailers(exchange):
    """A good chunked page whose trailer lines never end."""
    exchange.send(head(chunked=True) + chunk(exchange.good_body()) + b"0\r\n")
    while True:
        exchange.send(b"X-Trailer: 0123456789\r\n" * 1000)


def endless_chunk_extension(exchange):
    """A chunk whose size line never ends."""
    exchange.send(head(chunked=True) + b"10;x=")
    while True:
        exchange.send(b"x" * 65536)


def endless_continue(exchange):
    """100 Continue without end."""
    while True:
        exchange.send(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000)


def continue_then_good(exchange):
    """A few 100 Continue and 103 Early Hints, then the page; every client must accept this."""
    exchange.send(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
    exchange.good()


def padded_to(size):
    """The good page followed by blanks, `size` bytes in all."""
    def fault(exchange):
        body = exchange.good_body()
        exchange.send(head(length=size) + body)
        left = size - len(body)
        while left > 0:
            exchange.send(BLOCK[:left])
            left -= len(BLOCK)
    return fault


def full_of(make):
    """16 MiB of the result of `make` for the key, in a string that ends properly."""
    def fault(exchange):
        unit = make(exchange.key).encode() * (65536 // len(make(exchange.key)))
        count = (16 << 20) // len(unit)
        exchange.send(head(length=count * len(unit) + 8) + b'{"x": "')
        for _ in range(count):
            exchange.send(unit)
        exchange.send(b'"')
    return fault


def padded_gzip(size):
    """The padded page, packed."""
    def fault(exchange):
        exchange.answer(gzip.compress(exchange.good_body().ljust(size)), headers=[("Content-Encoding", "gzip")])
    return fault


def padded_chunked(size):
    """The padded page in chunks, so that no header tells the size."""
    def fault(exchange):
        exchange.send(head(chunked=True) + chunk(exchange.good_body().ljust(size)) + b"0\r\n\r\n")
    return fault


# Content-Encoding

def encoded(name, packed):
    """A body that `packed` makes of the page, under this Content-Encoding (none if None)."""
    def fault(exchange):
        headers = [] if name is None else [("Content-Encoding", name)]
        exchange.answer(packed(exchange.good_body()), headers=headers)
    return fault


def members(body):
    """Gzip in two members, which RFC 1952 allows."""
    return gzip.compress(body[:len(body) // 2]) + gzip.compress(body[len(body) // 2:])


def wrong_checksum(body):
    """Gzip with a wrong CRC."""
    packed = bytearray(gzip.compress(body))
    packed[-8] ^= 0xFF
    return bytes(packed)


def wrong_size(body):
    """Gzip that states a wrong size."""
    packed = bytearray(gzip.compress(body))
    packed[-4] ^= 0xFF
    return bytes(packed)


def half_gzip(body):
    """The first half of the packed bytes, with a matching Content-Length."""
    packed = gzip.compress(body)
    return packed[:len(packed) // 2]


def gzip_without_trailer(body):
    """All of the data, but without CRC and size."""
    return gzip.compress(body)[:-8]


def broken_gzip(body):
    """Changed bytes in the middle of the packed data."""
    packed = bytearray(gzip.compress(body))
    for offset in range(len(packed) // 2, len(packed) // 2 + 40):
        packed[offset] ^= 0x55
    return bytes(packed)


def endless_gzip_members(exchange):
    """The good page packed, then empty gzip members without end: bytes arrive, but they unpack to nothing."""
    exchange.send(head(extra="Content-Encoding: gzip\r\n") + gzip.compress(exchange.good_body()))
    empty = gzip.compress(b"") * 3000
    while True:
        exchange.send(empty)


def endless_gzip_name(exchange):
    """A gzip header whose file name never ends."""
    exchange.send(head(extra="Content-Encoding: gzip\r\n") + b"\x1f\x8b\x08\x08\0\0\0\0\0\x03")
    while True:
        exchange.send(b"n" * 65536)


@functools.lru_cache(maxsize=None)
def bomb(mebibytes, start=b""):
    """Gzip of this number of MiB of blanks after `start`."""
    packer = zlib.compressobj(9, wbits=31)
    parts = [packer.compress(start)]
    parts += [packer.compress(b" " * (1 << 20)) for _ in range(mebibytes)]
    return b"".join(parts) + packer.flush()


def gzip_bomb(exchange):
    """A megabyte that unpacks to a gigabyte."""
    exchange.answer(bomb(1024), headers=[("Content-Encoding", "gzip")])


def gzip_bomb_behind_page(exchange):
    """A good page followed by a gigabyte of blanks."""
    exchange.answer(bomb(1024, exchange.good_body()), headers=[("Content-Encoding", "gzip")])


def gzip_bomb_twice(exchange):
    """A bomb packed twice: about 5 kB that unpack to a gigabyte."""
    exchange.answer(gzip.compress(bomb(1024)), headers=[("Content-Encoding", "gzip, gzip")])


# Lengths and chunks

def head(length=None, chunked=False, status="200 OK", extra=""):
    """A status line and headers."""
    lines = f"HTTP/1.1 {status}\r\nContent-Type: application/json;charset=UTF-8\r\nConnection: close\r\n{extra}"
    if length is not None:
        lines += f"Content-Length: {length}\r\n"
    if chunked:
        lines += "Transfer-Encoding: chunked\r\n"
    return (lines + "\r\n").encode()


def chunk(data):
    """One chunk of a chunked body."""
    return b"%x\r\n" % len(data) + data + b"\r\n"


def with_length(*stated):
    """The good page under these Content-Length headers; `{}` is replaced by the right number."""
    def fault(exchange):
        body = exchange.good_body()
        lines = "".join(f"Content-Length: {one.format(len(body))}\r\n" for one in stated)
        exchange.send(head(extra=lines) + body)
    return fault


def encoded_transfer(exchange):
    """Transfer-Encoding: gzip, which was not requested."""
    exchange.send(head(extra="Transfer-Encoding: gzip, chunked\r\n") + chunk(gzip.compress(exchange.good_body()))
                  + b"0\r\n\r\n")


def length_too_short(exchange):
    """Content-Length ends the body in its middle, but the rest is sent as well."""
    body = exchange.good_body()
    exchange.send(head(length=len(body) // 2) + body)


def chunked_good(exchange):
    """The page in chunks of 1000 bytes, with an extension and a trailer."""
    body = exchange.good_body()
    exchange.send(head(chunked=True))
    for start in range(0, len(body), 1000):
        part = body[start:start + 1000]
        exchange.send(b"%X;note=x\r\n" % len(part) + part + b"\r\n")
    exchange.send(b"0\r\nX-Trailer: yes\r\n\r\n")


def chunked_tail(tail):
    """The whole page in one chunk, and then `tail` instead of the end."""
    def fault(exchange):
        exchange.send(head(chunked=True) + chunk(exchange.good_body()) + tail)
    return fault


def chunk_cut(exchange):
    """Closes in the middle of a chunk."""
    data = chunk(exchange.good_body())
    exchange.send(head(chunked=True) + data[:len(data) // 2])


def chunk_size(size):
    """The page as a chunk that states this size."""
    def fault(exchange):
        exchange.send(head(chunked=True) + size + b"\r\n" + exchange.good_body() + b"\r\n0\r\n\r\n")
    return fault


def chunked_with_length(exchange):
    """Chunks and a Content-Length that contradicts them."""
    exchange.send(head(length=10, chunked=True) + chunk(exchange.good_body()) + b"0\r\n\r\n")


# Versions and status lines

def http10(exchange):
    """HTTP/1.0 without a length: the close ends the body."""
    exchange.send(b"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n" + exchange.good_body())


def http10_cut(exchange):
    """Half of the page under HTTP/1.0: only the JSON shows that it is cut."""
    body = exchange.good_body()
    exchange.send(b"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n" + body[:len(body) // 2])


def http09(exchange):
    """The body alone, without a status line."""
    exchange.send(exchange.good_body())


def raw(data):
    """These bytes instead of an answer."""
    return lambda exchange: exchange.send(data)


def status(line, body=b"", headers=(), content_type="text/html;charset=UTF-8"):
    """A whole answer with this status."""
    return lambda exchange: exchange.answer(body, status=line, headers=headers, content_type=content_type)


def status_with_page(line):
    """The good page under this status."""
    return lambda exchange: exchange.answer(exchange.good_body(), status=line)


def half_under_206(exchange):
    """Half of the page as the answer to a range that was not requested."""
    body = exchange.good_body()
    half = len(body) // 2
    exchange.answer(body[:half], status="206 Partial Content",
                    headers=[("Content-Range", f"bytes 0-{half - 1}/{len(body)}")])


def retry_after(value, line="503 Service Unavailable"):
    """Asks the client to try again later; a callable computes the value at that time."""
    def fault(exchange):
        text = value() if callable(value) else value
        exchange.answer(feed_rows.HTML, status=line, headers=[("Retry-After", text)], content_type="text/html")
    return fault


def http_date(seconds):
    """The HTTP date `seconds` from now."""
    return lambda: email.utils.formatdate(time.time() + seconds, usegmt=True)


def redirect(where, code=302):
    """Redirects; `where` is text, or computes it from the exchange."""
    def fault(exchange):
        place = where(exchange) if callable(where) else where
        exchange.answer(b"", status=f"{code} Elsewhere", headers=[("Location", place)])
    return fault


def redirect_within(count, make=lambda exchange: exchange.request.target, code=302):
    """Redirects `count` times to a path on the same server, then answers well."""
    seen = []

    def fault(exchange):
        seen.append(1)
        (redirect(make, code) if len(seen) <= count else good)(exchange)
    return fault


# Bodies

def body(data, content_type="application/json;charset=UTF-8", line="200 OK", headers=()):
    """This body under status 200; a callable computes it from the exchange."""
    def fault(exchange):
        made = data(exchange) if callable(data) else data
        exchange.answer(made, status=line, content_type=content_type, headers=headers)
    return fault


def changed(change, **how):
    """The good body, changed."""
    return body(lambda exchange: change(exchange.good_body()), **how)


def with_headers(*headers):
    """The good page with further headers; a callable computes a value from the exchange."""
    def fault(exchange):
        made = [(name, value(exchange) if callable(value) else value) for name, value in headers]
        exchange.answer(exchange.good_body(), headers=made)
    return fault


# Pages

def some(exchange, start, end, total, extra=()):
    """Rows start…end of the server, with a total."""
    with exchange.server.lock:
        chosen = exchange.server.rows[start - 1:end]
    exchange.answer(feed_rows.page(chosen, total) if chosen else feed_rows.result("INFO-200"), headers=extra)


def total_of(exchange):
    """The number of rows that the server has now."""
    with exchange.server.lock:
        return len(exchange.server.rows)


def stating(total):
    """The right rows, with the total that `total` computes from the exchange."""
    return lambda exchange: some(exchange, *exchange.span, total(exchange))


def at_most(count):
    """At most `count` rows per page."""
    def fault(exchange):
        start, end = exchange.span
        some(exchange, start, min(end, start + count - 1), total_of(exchange))
    return fault


def more_than_asked(count):
    """`count` rows more than requested."""
    def fault(exchange):
        start, end = exchange.span
        some(exchange, start, end + count, total_of(exchange))
    return fault


def first_page_always(exchange):
    """Ignores START."""
    start, end = exchange.span
    some(exchange, 1, end - start + 1, total_of(exchange))


def rows_forever(total):
    """New rows for every request, without end."""
    def fault(exchange):
        start, end = exchange.span
        made = [feed_rows.row(number) for number in range(start - 1, end)]
        exchange.answer(feed_rows.page(made, total(exchange)))
    return fault


def huge_pages(size, pages, echoes=False):
    """About `size` bytes of rows in each of `pages` pages, even if fewer rows are requested, with the right total; each
    page may echo the key in its last row."""
    count = size // (len(feed_rows.encode(feed_rows.row(1_000_000))) + 2)

    def fault(exchange):
        before, behind = feed_rows.page([], (count + echoes) * pages).rsplit(b"[", 1)
        exchange.send(head() + before + b"[")
        start = 100_000 + exchange.span[0]
        for place in range(start, start + count, 1000):
            numbers = range(place, min(place + 1000, start + count))
            made = [feed_rows.encode(feed_rows.row(number)) for number in numbers]
            exchange.send((b", " if place > start else b"") + b", ".join(made))
        echo = feed_rows.row(start + count) | {"SNS": exchange.key}
        exchange.send((b", " + feed_rows.encode(echo) if echoes else b"") + behind)
    return fault


def one_row_at_a_time(exchange):
    """A single new row per page, with a total of a million."""
    start, _ = exchange.span
    exchange.answer(feed_rows.page([feed_rows.row(start)], 1_000_000))


def swapped(one, other):
    """Exchanges two pages."""
    def fault(exchange):
        start, end = exchange.span
        moved = {one: other, other: one}.get(start, start)
        some(exchange, moved, moved + end - start, total_of(exchange))
    return fault


def before_page(number, change, times=1):
    """Changes the server's rows just before a page is answered, `times` times."""
    left = [times]

    def fault(exchange):
        if exchange.page == number and left[0] > 0:
            left[0] -= 1
            with exchange.server.lock:
                change(exchange.server.rows)
        exchange.good()
    return fault


def delete_row(rows):
    """Removes a row from the middle of page 1: the later ones move up, and one is on neither page."""
    del rows[500]


def insert_row(rows):
    """Inserts a row at the front: the later ones move down, and one comes twice."""
    rows.insert(0, feed_rows.row(90_000 + len(rows)))


RESULTS = ["INFO-100", "INFO-200", "INFO-300", "ERROR-290", "ERROR-337", "ERROR-331", "ERROR-336", "ERROR-500",
           "ERROR-600", "ERROR-601"]

FAULTS = {
    "good": lambda: good,
    **{name: (lambda fault: lambda: fault)(fault) for name, fault in {
        "reset-at-once": reset_at_once, "silent": silent, "reset-in-headers": reset_in_headers,
        "reset-in-body": reset_in_body, "close-in-headers": close_in_headers, "close-in-body": close_in_body,
        "slow-headers": slow_headers, "trickle": trickle, "stall-in-body": stall_in_body,
        "slow-but-steady": slow_but_steady, "endless-body": endless_body, "endless-chunks": endless_chunks,
        "endless-array": endless_array, "endless-headers": endless_headers, "many-headers": many_headers,
        "long-header": long_header, "endless-continue": endless_continue, "gzip-bomb": gzip_bomb,
        "chunked": chunked_good, "chunk-cut": chunk_cut, "http10": http10, "http09": http09,
        "first-page-always": first_page_always, "half-206": half_under_206,
    }.items()},
    "gzip": lambda: encoded("gzip", gzip.compress),
    "gzip-half": lambda: encoded("gzip", half_gzip),
    "gzip-wrong-crc": lambda: encoded("gzip", wrong_checksum),
    # Refusals of a key; the first one repeats the key.
    "401-json": lambda: body(lambda exchange: json.dumps(
        {"error": {"code": 401, "message": f"the key {exchange.key} is not valid"}}).encode(), line="401 Unauthorized"),
    "401-xml": lambda: status("401 Unauthorized", b"<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg>"
                              b"<returnAuthMsg>KEY_IS_NOT_KNOWN</returnAuthMsg><returnReasonCode>99</returnReasonCode>"
                              b"</cmmMsgHeader></OpenAPI_ServiceResponse>", content_type="text/xml"),
    "400-key": lambda: body(lambda exchange: json.dumps({"error": {"code": 400, "status": "INVALID_ARGUMENT", "message":
        f"API key {exchange.key} not valid. Please pass a valid API key."}}).encode(), line="400 Bad Request"),
    "400-other": lambda: status("400 Bad Request", b'{"message":"page is missing"}'),
    "403-problem": lambda: status("403 Forbidden", b'{"title":"Forbidden","status":403,"detail":"not approved"}',
                                  content_type="application/problem+json"),
    "200-html-key": lambda: body(lambda exchange: "<!DOCTYPE html><html><head><title>오류</title></head><body>"
                                 f"<p>인증키 {exchange.key}는 유효하지 않습니다.</p></body></html>".encode(), "text/html"),
    "403-html": lambda: status("403 Forbidden", feed_rows.HTML),
    "403-empty": lambda: status("403 Forbidden"),
    "407": lambda: status("407 Proxy Authentication Required"),
    "404": lambda: status("404 Not Found", feed_rows.HTML),
    "429": lambda: retry_after("1", "429 Too Many Requests"),
    "500": lambda: status("500 Internal Server Error", feed_rows.HTML),
    "503": lambda: status("503 Service Unavailable", feed_rows.HTML),
    "html": lambda: body(feed_rows.HTML, "text/html;charset=UTF-8"),
    "json-cut": lambda: changed(lambda page: page[:len(page) // 2]),
    "empty": lambda: body(b""),
    "redirect-loop": lambda: redirect(lambda exchange: exchange.request.target),
    "total-drifts": lambda: stating(lambda exchange: total_of(exchange) + exchange.number),
    "rows-forever": lambda: rows_forever(lambda exchange: exchange.span[1] + 1000),
    **{code: (lambda code: lambda: body(feed_rows.result(code)))(code) for code in RESULTS},
    **{f"{code}-xml": (lambda code: lambda: body(feed_rows.result_xml(code), "text/xml"))(code) for code in RESULTS},
}
