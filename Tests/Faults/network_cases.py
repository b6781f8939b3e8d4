"""The cases of network_faults.py: the behavior of the network or the service, and the expected result.

Each expectation follows PROMISES.md, CLI.md and FEED.md. Where they leave it open, every sensible result is allowed and
a comment says why. Exit status 0 always means the complete new snapshot, any other the old one, byte for byte.
"""

import dataclasses
import gzip
import typing
import zlib

import feed_faults as faults
import feed_rows
import live_flows as flows
from feed_faults import first, good, in_turn, on_page

LARGE = 2500  # Three pages.
REFUSED, UNUSABLE, NO_KEY, USAGE = {65}, {69}, {77}, {64}
ONCE = (1, 1)
OPEN = (1, 4)  # A retry is optional, but never more than three.
FOUR = "four"  # The first request and three retries, unless the run's deadline ends them earlier.


@dataclasses.dataclass
class Case:
    """A fault and its outcome."""

    name: str
    fault: typing.Callable = lambda: good  # Creates a fresh fault.
    codes: typing.AbstractSet[int] = frozenset({0})
    requests: typing.Any = None  # (least, most), FOUR, or None: each page once, after the faulty requests
    faulty: int = 0  # The number of requests that meet the fault before the run succeeds.
    rows: int = 60
    limit: float = 8
    options: tuple = ()
    environment: typing.Any = None  # Makes further variables from (bench, server, other).
    url: typing.Callable = lambda bench, server, other: server.url
    prefix: str = ""
    sent_key: typing.Any = None  # The key as it must arrive, if it differs from the given one.
    connection: typing.Any = None  # A fault before a request is read; connections are counted then.
    keep_alive: bool = False
    new: typing.Any = None  # Makes the allowed new contents from the server; its rows by default.
    other: bool = False  # A second server runs, which must get no request.
    secret: bool = True  # The user did not put the key on the command line.
    after: typing.Any = None  # Further checks of (bench, server, run).
    flow: typing.Any = None  # Runs the whole case instead.


def gap_of(least, most=99.0):
    """Checks the delay of the second request after the first."""
    def check(bench, server, _):
        times = [request.time for request in server.requests]
        if bench.check(len(times) >= 2, "no second request"):
            gap = times[1] - times[0]
            bench.check_pace(least <= gap <= most, f"the second request came after {gap:.2f} s")
    return check


def backs_off(bench, server, _):
    """Checks that retries wait; random variation may shorten single pauses, but not all of them."""
    times = [request.time for request in server.requests]
    gaps = [later - earlier for earlier, later in zip(times, times[1:])]
    bench.check(all(gap >= 0.05 for gap in gaps), f"retried without a pause: {gaps}")
    bench.check(len(gaps) < 3 or sum(gaps) > 1, f"did not back off: {gaps}")


def soon(seconds):
    """Checks that the run ended well before its deadline."""
    return lambda bench, server, run: bench.check_pace(run.seconds < seconds, f"gave up after {run.seconds:.1f} s only")


def page_limit_held(bench, server, run):
    """Checks that one attempt ended at the page's limit of 3 s: the next began shortly after."""
    times = [request.time for request in server.requests]
    if len(times) > 1:
        bench.check_pace(times[1] - times[0] < 3 + 2.5, f"a page took {times[1] - times[0]:.1f} s of 3 s")


def idle_limit_held(bench, server, run):
    """Checks that one attempt ended at the idle limit of 1 s: the next began shortly after."""
    times = [request.time for request in server.requests]
    if bench.check(len(times) > 1, "not tried again"):
        bench.check_pace(times[1] - times[0] < 1 + 1.7, f"idle for {times[1] - times[0]:.1f} s of 1 s")


def connection_cases():
    """The connection fails before, during or after the answer."""
    yield Case("refused", codes=UNUSABLE, flow=flows.refused)
    yield Case("dns-failure", codes=UNUSABLE, flow=flows.unknown_host)
    yield Case("connect-hangs", codes=UNUSABLE, flow=flows.connect_hangs)
    for name, fault in (("close-at-once", faults.close_at_once), ("reset-at-once", faults.reset_at_once)):
        yield Case(name, connection=lambda fault=fault: fault, codes=UNUSABLE, requests=FOUR, limit=25)
        yield Case(f"{name}-then-good", connection=lambda fault=fault: first(2, fault, faults.nothing_more),
                   requests=(3, 4))
    for fault in (faults.close_at_once, faults.reset_at_once, faults.reset_in_headers, faults.reset_in_body,
                  faults.close_in_headers, faults.close_in_body, faults.close_before_body, faults.last_byte_missing):
        name = fault.__name__.replace("_", "-") + ("-after-request" if "at_once" in fault.__name__ else "")
        yield Case(f"{name}-for-ever", lambda fault=fault: fault, UNUSABLE, FOUR, limit=25)
        yield Case(f"{name}-then-good", lambda fault=fault: first(1, fault), faulty=1)
    # A server may close a connection that it had kept open; a reader that used it again sends its request again.
    yield Case("kept-connection-closed", lambda: in_turn(good, closing(good), faults.close_at_once, good), rows=LARGE,
               requests=(3, 6), keep_alive=True)
    yield Case("kept-connection", rows=LARGE, keep_alive=True)


def closing(fault):
    """The fault, then the end of the connection."""
    def closed(exchange):
        exchange.keep_alive = False
        fault(exchange)
    return closed


def slow_cases():
    """Too slow, or just fast enough."""
    # One silent second in each of four attempts, and the pauses between them: within 25 s.
    yield Case("never-answers", lambda: faults.silent, UNUSABLE, FOUR, limit=25, after=idle_limit_held)
    yield Case("never-answers-by-deadline", lambda: faults.silent, UNUSABLE, OPEN, limit=2.5)
    yield Case("never-answers-then-good", lambda: first(1, faults.silent), faulty=1)
    yield Case("slow-headers", lambda: faults.slow_headers, UNUSABLE, OPEN, after=page_limit_held)
    yield Case("slow-headers-then-good", lambda: first(1, faults.slow_headers), faulty=1)
    yield Case("trickle", lambda: faults.trickle, UNUSABLE, OPEN, after=page_limit_held)
    yield Case("trickle-then-good", lambda: first(1, faults.trickle), faulty=1)
    yield Case("trickle-by-deadline", lambda: faults.trickle, UNUSABLE, OPEN, limit=2)
    yield Case("trickle-four-times", lambda: faults.trickle, UNUSABLE, FOUR, limit=40)
    yield Case("stall-in-body", lambda: faults.stall_in_body, UNUSABLE, FOUR, limit=25, after=idle_limit_held)
    yield Case("stall-in-body-then-good", lambda: first(1, faults.stall_in_body), faulty=1)
    yield Case("stall-after-headers", lambda: faults.stall_after_headers, UNUSABLE, FOUR, limit=25)
    yield Case("stall-before-last-chunk", lambda: faults.stall_before_end_chunk, UNUSABLE, FOUR, limit=25)
    yield Case("slow-but-steady", lambda: faults.slow_but_steady)
    yield Case("byte-by-byte", lambda: faults.byte_by_byte())
    yield Case("byte-by-byte-gzip", lambda: faults.byte_by_byte(packed=True))
    yield Case("byte-by-byte-chunked-gzip", lambda: faults.byte_by_byte(packed=True, chunked=True))
    yield Case("stall-on-page-2", lambda: on_page(2, faults.stall_in_body), UNUSABLE, (2, 5), rows=LARGE)


def flood_cases():
    """More data than requested. A retry after a flood is optional."""
    for fault in (faults.endless_body, faults.endless_chunks, faults.endless_after_good, faults.endless_array,
                  faults.endless_string, faults.endless_headers, faults.endless_header_line, faults.endless_trailers,
                  faults.endless_chunk_extension, faults.endless_continue, faults.endless_gzip_members,
                  faults.endless_gzip_name):
        yield Case(fault.__name__.replace("_", "-"), lambda fault=fault: fault, UNUSABLE, OPEN)
    # Within the byte limit, but not a page: either may be found first.
    yield Case("deep-nesting", lambda: faults.endless_nesting, {65, 69}, OPEN)
    # 100,000 lines are more than a server sends, but bounded: accepting and refusing are both sensible.
    yield Case("many-headers", lambda: faults.many_headers, {0, 69}, OPEN)
    yield Case("long-header", lambda: faults.long_header, {0, 69}, OPEN)
    yield Case("continue-then-good", lambda: faults.continue_then_good)
    size = 1 << 20
    cap = ("--max-page-bytes", "1MiB")
    for name, make in (("plain", faults.padded_to), ("gzip", faults.padded_gzip), ("chunked", faults.padded_chunked)):
        yield Case(f"cap-reached-{name}", lambda make=make: make(size), options=cap)
        yield Case(f"cap-passed-{name}", lambda make=make: make(size + 1), UNUSABLE, OPEN, options=cap)
    yield Case("default-cap-reached", lambda: faults.padded_to(64 << 20))
    yield Case("default-cap-passed", lambda: faults.padded_to((64 << 20) + 1), UNUSABLE, OPEN)


def encoding_cases():
    """Content-Encoding, right and wrong."""
    def packed(name, pack):
        return lambda: faults.encoded(name, pack)

    yield Case("gzip", packed("gzip", gzip.compress))
    yield Case("gzip-upper-case", packed("GZIP", gzip.compress))
    yield Case("gzip-two-members", packed("gzip", faults.members))
    yield Case("gzip-three-pages", packed("gzip", gzip.compress), rows=LARGE)
    # "A cut gzip: old, exit 69."
    for name, pack in (("half", faults.half_gzip), ("without-trailer", faults.gzip_without_trailer)):
        yield Case(f"gzip-{name}", packed("gzip", pack), UNUSABLE, OPEN)
    yield Case("gzip-half-then-good", lambda: first(1, faults.encoded("gzip", faults.half_gzip)),
               {0, 69}, (1, 3))  # A cut is a network fault worth a retry, though the answer was complete as HTTP.
    # Bytes that arrived completely but can't be unpacked: "nothing usable" or "no good snapshot".
    for name, pack in (("wrong-crc", faults.wrong_checksum), ("wrong-size", faults.wrong_size),
                       ("broken", faults.broken_gzip), ("not-packed", bytes),
                       ("empty", lambda body: b"")):
        yield Case(f"gzip-{name}", packed("gzip", pack), {65, 69}, OPEN)
    # RFC 1952 lets a reader ignore what follows the last member, or refuse it; the page itself is complete.
    yield Case("gzip-garbage-behind", packed("gzip", lambda body: gzip.compress(body) + b"garbage!" * 9),
               {0, 65, 69}, OPEN)
    yield Case("gzip-zeros-behind", packed("gzip", lambda body: gzip.compress(body) + bytes(512)), {0, 65, 69}, OPEN)
    yield Case("gzip-unlabelled", packed(None, gzip.compress), {65, 69}, OPEN)
    yield Case("gzip-bomb", lambda: faults.gzip_bomb, UNUSABLE, OPEN)
    yield Case("gzip-bomb-behind-page", lambda: faults.gzip_bomb_behind_page, UNUSABLE, OPEN)
    yield Case("gzip-bomb-twice", lambda: faults.gzip_bomb_twice, UNUSABLE | {65}, OPEN)
    yield Case("identity", packed("identity", bytes))
    # An encoding that was not requested may be read or refused.
    yield Case("deflate", packed("deflate", zlib.compress), {0, 65, 69}, OPEN)
    yield Case("gzip-twice", packed("gzip, gzip", lambda body: gzip.compress(gzip.compress(body))), {0, 65, 69}, OPEN)
    yield Case("x-gzip", packed("x-gzip", gzip.compress), {0, 65, 69}, OPEN)
    for name in ("br", "zstd", "nonsense", "gzip" * 5000):
        yield Case(f"encoding-{name[:8]}-{len(name)}", packed(name, lambda body: b"\x0b\x02\x80" + body),
                   {65, 69}, OPEN)


def length_cases():
    """Content-Length and chunks."""
    # The cut answer is complete as HTTP, so either the JSON shows it (65), or the bytes after it (69).
    yield Case("length-too-short", lambda: faults.length_too_short, {65, 69}, OPEN)
    # Not valid HTTP; a lenient reader that takes the whole body until the close may also publish it.
    yield Case("length-negative", lambda: faults.with_length("-1"), {0, 69}, OPEN)
    yield Case("length-words", lambda: faults.with_length("many"), {0, 69}, OPEN)
    yield Case("length-beyond-64-bits", lambda: faults.with_length("99999999999999999999"), {0, 69}, OPEN)
    yield Case("length-huge", lambda: faults.with_length("1000000000000000000"), UNUSABLE, OPEN)
    yield Case("length-one-more", lambda: faults.with_length("9{}"), UNUSABLE, OPEN)
    yield Case("length-twice-equal", lambda: faults.with_length("{}", "{}"), {0, 69}, OPEN)
    yield Case("length-twice-differing", lambda: faults.with_length("{}", "100"), {0, 65, 69}, OPEN)
    yield Case("length-twice-differing-other-order", lambda: faults.with_length("100", "{}"), {0, 65, 69}, OPEN)
    yield Case("length-beside-chunks", lambda: faults.chunked_with_length, {0, 69}, OPEN)
    yield Case("chunked", lambda: faults.chunked_good)
    yield Case("chunked-three-pages", lambda: faults.chunked_good, rows=LARGE)
    for name, tail in (("without-last-chunk", b""), ("half-last-chunk", b"0\r\n"), ("garbage-chunk", b"xyz\r\n"),
                       ("cut-size", b"4")):
        # "Half a last chunk" lacks one line end: all data came, so a lenient reader may accept it.
        codes = {0, 69} if name == "half-last-chunk" else UNUSABLE
        yield Case(f"chunked-{name}", lambda tail=tail: faults.chunked_tail(tail), codes, OPEN)
    yield Case("transfer-encoding-gzip", lambda: faults.encoded_transfer, {0, 65, 69}, OPEN)
    yield Case("chunk-cut-for-ever", lambda: faults.chunk_cut, UNUSABLE, FOUR, limit=25)
    yield Case("chunk-cut-then-good", lambda: first(1, faults.chunk_cut), faulty=1)
    for name, size in (("nonsense", b"GHI"), ("negative", b"-5"), ("huge", b"7fffffffffffffff"),
                       ("beyond-64-bits", b"f" * 40), ("empty", b"")):
        yield Case(f"chunk-size-{name}", lambda size=size: faults.chunk_size(size), UNUSABLE, OPEN)


def version_cases():
    """Status lines and versions."""
    yield Case("http-1.0", lambda: faults.http10)
    yield Case("http-1.0-cut", lambda: faults.http10_cut, {65, 69}, OPEN)  # Only the JSON shows it.
    yield Case("http-0.9", lambda: faults.http09, UNUSABLE, OPEN)
    for name, line in (("garbage", b"\x00\xff\xfe garbage\r\n\r\n"), ("ssh", b"SSH-2.0-OpenSSH_9.2\r\n"),
                       ("tls", b"\x15\x03\x01\x00\x02\x02\x28"), ("status-word", b"HTTP/1.1 GOOD\r\n\r\n{}"),
                       ("http-9", b"HTTP/9.9 200 OK\r\n\r\n{}"), ("blank-lines", b"\r\n" * 50)):
        # No client knows HTTP/9.9; a client that reads it anyway finds no page in it (65).
        yield Case(f"status-line-{name}", lambda line=line: faults.raw(line), UNUSABLE | {65} if name == "http-9"
                   else UNUSABLE, OPEN)
    # An answer without a body, or to another request: "nothing usable" and "no good snapshot" both fit.
    for line in ("204 No Content", "205 Reset Content", "304 Not Modified", "202 Accepted"):
        yield Case(f"status-{line[:3]}", lambda line=line: faults.status(line), {65, 69}, OPEN)
    yield Case("status-206-half", lambda: faults.half_under_206, {65, 69}, OPEN)
    yield Case("status-206-whole", lambda: faults.status_with_page("206 Partial Content"), {0, 65, 69}, OPEN)
    yield Case("status-101", lambda: faults.raw(
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"), {65, 69}, OPEN)
    yield Case("status-300-with-page", lambda: faults.status_with_page("300 Multiple Choices"), {0, 65, 69}, OPEN)


def redirect_cases():
    """Redirected while the request has the key. A retry after a redirect is optional."""
    def elsewhere(name, make, code=302, **more):
        fault = faults.redirect(lambda ex: make(ex, ex.server.other), code)
        return Case(f"redirect-{name}", lambda: fault, UNUSABLE, OPEN, other=True, **more)

    for code in (301, 302, 303, 307, 308):
        yield elsewhere(f"other-port-{code}", lambda ex, other: other.url + ex.request.target, code)
    yield elsewhere("other-port-short", lambda ex, other: f"//127.0.0.1:{other.port}{ex.request.target}")
    yield elsewhere("other-host-name", lambda ex, other: f"http://localhost:{other.port}{ex.request.target}")
    yield elsewhere("same-port-other-name", lambda ex, other: f"http://localhost:{ex.server.port}{ex.request.target}")
    yield elsewhere("no-port", lambda ex, other: f"http://127.0.0.1{ex.request.target}")
    yield elsewhere("userinfo-trick",
                    lambda ex, other: f"http://127.0.0.1:{ex.server.port}@127.0.0.1:{other.port}{ex.request.target}")
    yield elsewhere("backslash-trick",
                    lambda ex, other: f"http://127.0.0.1:{other.port}\\@127.0.0.1:{ex.server.port}/x")
    yield elsewhere("https", lambda ex, other: f"https://127.0.0.1:{other.port}{ex.request.target}")
    yield elsewhere("key-in-host", lambda ex, other: f"http://{ex.key}.invalid/")
    yield elsewhere("key-in-userinfo", lambda ex, other: f"http://{ex.key}:{ex.key}@127.0.0.1:{other.port}/")
    yield elsewhere("key-in-scheme", lambda ex, other: f"{ex.key}://127.0.0.1:{other.port}/")
    yield elsewhere("key-in-location", lambda ex, other: f"{other.url}/{ex.key}/?key={ex.key}")
    for scheme in ("ftp", "gopher", "ldap", "dict", "telnet", "smb"):
        yield elsewhere(scheme, lambda ex, other, scheme=scheme: f"{scheme}://127.0.0.1:{other.port}/x")
    yield Case("redirect-file", codes=UNUSABLE, flow=flows.redirect_to_file)
    yield Case("redirect-on-page-2", lambda: on_page(2, faults.redirect(
        lambda ex: ex.server.other.url + ex.request.target)), UNUSABLE, (2, 5), rows=LARGE, other=True)
    # Within the origin: followed or refused, but only for a few hops.
    yield Case("redirect-within", lambda: faults.redirect_within(1), {0, 69}, (1, 5))
    yield Case("redirect-within-key-in-location", lambda: faults.redirect_within(
        1, lambda ex: ex.server.url + ex.request.target), {0, 69}, (1, 5))
    yield Case("redirect-loop", lambda: faults.redirect(lambda ex: ex.request.target), UNUSABLE, (1, 24))
    yield Case("redirect-without-location", lambda: faults.status("302 Found"), {65, 69}, OPEN)
    yield Case("redirect-empty-location", lambda: faults.redirect(""), {65, 69}, (1, 24))
    yield Case("refresh-header", lambda: faults.with_headers(
        ("Refresh", lambda ex: f"0; url={ex.server.other.url}/"), ("Alt-Svc", lambda ex: f'http/1.1="127.0.0.1:'
                                                                  f'{ex.server.other.port}"; ma=9999'),
        ("Strict-Transport-Security", "max-age=99999")), other=True, rows=LARGE)


def status_cases():
    """HTTP status 400 and above is 69, and 401 and 403 are 77, because each request has a key. 429 and 5xx are worth
    three retries, other 4xx none (FEED.md)."""
    names = {400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
             410: "Gone", 418: "I'm a teapot", 451: "Unavailable For Legal Reasons", 429: "Too Many Requests",
             500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
             504: "Gateway Timeout", 599: "Nonsense"}
    for code, words in names.items():
        fault = faults.status(f"{code} {words}", feed_rows.HTML)
        retried = code == 429 or code >= 500
        yield Case(f"http-{code}-for-ever", lambda fault=fault: fault, {77} if code in (401, 403) else UNUSABLE, FOUR if retried else ONCE, limit=25,
                   after=backs_off if retried else soon(3))
        if retried and code not in (501, 599):
            yield Case(f"http-{code}-then-good", lambda fault=fault: first(1, fault), faulty=1)
    busy = faults.status("503 Service Unavailable", feed_rows.HTML)
    yield Case("http-503-three-times-then-good", lambda: first(3, busy), faulty=3, limit=25)
    yield Case("http-503-four-times-then-good", lambda: first(4, busy), UNUSABLE, FOUR, limit=25)
    yield Case("http-503-on-each-page", lambda: each_page_once(busy), rows=LARGE, faulty=3, limit=25)
    yield Case("http-408-for-ever", lambda: faults.status("408 Request Timeout"), UNUSABLE, OPEN, limit=25)
    yield Case("http-503-with-good-page", lambda: faults.status_with_page("503 Busy"), UNUSABLE, FOUR, limit=25)
    yield Case("http-404-with-good-page", lambda: faults.status_with_page("404 Not Found"), UNUSABLE, ONCE)
    yield Case("http-401-with-INFO-100", lambda: faults.body(
        feed_rows.result_xml("INFO-100"), line="401 Unauthorized"), {77}, ONCE)
    # The status means 69, the body 77.
    yield Case("http-500-with-INFO-300", lambda: faults.body(
        feed_rows.result("INFO-300"), line="500 Internal Server Error"), {69, 77}, OPEN)
    yield Case("http-999", lambda: faults.status("999 Odd"), UNUSABLE, OPEN, limit=25)


def each_page_once(fault):
    """Each page meets the fault at its first request."""
    seen = set()

    def limited(exchange):
        fresh = exchange.span not in seen
        seen.add(exchange.span)
        (fault if fresh else good)(exchange)
    return limited


def retry_after_cases():
    """Retry-After: obeyed up to 60 s; a longer time ends the run."""
    late = faults.retry_after
    for line in ("429 Too Many Requests", "503 Service Unavailable"):
        code = line[:3]
        yield Case(f"retry-after-{code}-3-seconds", lambda line=line: first(1, late("3", line)), faulty=1, limit=12,
                   after=gap_of(3.0, 6))
        yield Case(f"retry-after-{code}-date", lambda line=line: first(1, late(faults.http_date(4), line)), faulty=1,
                   limit=12, after=gap_of(2.5, 7))
        for value in ("61", "100000", "99999999999999999999999", "9" * 60):
            yield Case(f"retry-after-{code}-{value}", lambda line=line, value=value: late(value, line), UNUSABLE,
                       ONCE, limit=25, after=soon(3))
        yield Case(f"retry-after-{code}-far-date", lambda line=line: late(faults.http_date(3600), line), UNUSABLE,
                   ONCE, limit=25, after=soon(3))
    yield Case("retry-after-60-seconds", lambda: first(1, late("60")), faulty=1, limit=90, after=gap_of(60, 64))
    # An unreadable value is ignored: the usual pauses apply.
    for name, value in (("garbage", "soon"), ("negative", "-5"), ("empty", ""), ("fraction", "0.5"), ("zero", "0"),
                        ("past-date", "Wed, 21 Oct 2015 07:28:00 GMT"), ("bad-date", "Wed, 99 Oct 2015 99:99:99 GMT")):
        yield Case(f"retry-after-{name}", lambda value=value: first(1, late(value)), faulty=1, after=gap_of(0, 5))
    # Dates far from any clock: in the past (ask again) or in the future (69), never a crash.
    for year in ("-2147483648", "-99999", "0", "1899", "99999", "2147483647", "99999999999999999999"):
        yield Case(f"retry-after-year-{year}", lambda year=year: first(1, late(f"Wed, 21 Oct {year} 07:28:00 GMT")),
                   {0, 69}, (1, 2))
    hours = "Wed, 21 Oct 2015 2147483647:2147483647:2147483647 GMT"
    yield Case("retry-after-huge-hours", lambda: first(1, late(hours)), {0, 69}, (1, 2))
    # The wait would exceed the run's deadline: it ends then or immediately.
    yield Case("retry-after-beyond-deadline", lambda: late("30"), UNUSABLE, ONCE, limit=5)
    yield Case("retry-after-key", lambda: first(1, lambda ex: faults.retry_after(ex.key)(ex)), faulty=1)


def result_cases():
    """The service's own messages, as JSON at the top, as JSON inside its object, and as XML on a json request."""
    def shapes(code):
        yield f"{code}-json", faults.body(feed_rows.result(code))
        yield f"{code}-within", faults.body(feed_rows.result_within(code))
        yield f"{code}-xml", faults.body(feed_rows.result_xml(code), "text/xml;charset=UTF-8")

    for code in ("INFO-100", "INFO-300", "ERROR-290", "ERROR-337"):
        for name, fault in shapes(code):
            yield Case(name, lambda fault=fault: fault, NO_KEY, ONCE, after=soon(3))
    for code in ("ERROR-300", "ERROR-301", "ERROR-310", "ERROR-331", "ERROR-332", "ERROR-333", "ERROR-334",
                 "ERROR-335", "ERROR-336"):
        yield Case(f"{code}-xml", lambda code=code: faults.body(feed_rows.result_xml(code)), REFUSED, ONCE,
                   after=soon(3))
    yield Case("ERROR-331-json", lambda: faults.body(feed_rows.result("ERROR-331")), REFUSED, ONCE)
    for code in ("ERROR-500", "ERROR-600", "ERROR-601"):
        for name, fault in shapes(code):
            yield Case(f"{name}-for-ever", lambda fault=fault: fault, UNUSABLE, FOUR, limit=25)
        yield Case(f"{code}-then-good", lambda code=code: first(1, faults.body(feed_rows.result(code))), faulty=1)
        yield Case(f"{code}-xml-then-good", lambda code=code: first(2, faults.body(feed_rows.result_xml(code))),
                   faulty=2, limit=15)
    # The code of the result decides, however long its text is.
    words = "길다 " * 40_000
    yield Case("INFO-100-long", lambda: faults.body(feed_rows.result("INFO-100", words)), NO_KEY, ONCE)
    yield Case("ERROR-331-long", lambda: faults.body(feed_rows.result("ERROR-331", words)), REFUSED, ONCE)
    yield Case("ERROR-500-long", lambda: faults.body(feed_rows.result("ERROR-500", words)), UNUSABLE, FOUR, limit=25)
    yield Case("ERROR-999", lambda: faults.body(feed_rows.result("ERROR-999")), REFUSED, OPEN)
    yield Case("INFO-200-at-once", lambda: faults.body(feed_rows.result("INFO-200")), REFUSED, OPEN)
    yield Case("INFO-100-on-page-2", lambda: on_page(2, faults.body(feed_rows.result_xml("INFO-100"))), NO_KEY, (2, 2),
               rows=LARGE)
    yield Case("ERROR-331-on-page-3", lambda: on_page(3, faults.body(feed_rows.result("ERROR-331"))), REFUSED, (3, 3),
               rows=LARGE)
    yield Case("ERROR-500-on-page-2-then-good", lambda: on_page(2, faults.visits(
        2, faults.body(feed_rows.result("ERROR-500")))), rows=LARGE, faulty=2, limit=15)


def body_cases():
    """A complete HTTP answer that is not a good page: 65. A retry before that is optional. A web page in its place, or
    only its beginning, is nothing usable (69), and is tried again like a status 5xx."""
    def bad(name, fault, codes=REFUSED, **more):
        return Case(name, lambda: fault, codes, OPEN, **more)

    for name, fault in (("json-cut", faults.changed(lambda body: body[:len(body) // 2])),
                        ("json-last-brace-missing", faults.changed(lambda body: body[:-1])),
                        ("html-200", faults.body(feed_rows.HTML, "text/html;charset=UTF-8")),
                        ("html-200-as-json", faults.body(feed_rows.HTML)),
                        ("empty-body", faults.body(b"")), ("blank-body", faults.body(b" \r\n\t" * 100))):
        yield Case(name, lambda fault=fault: fault, UNUSABLE, FOUR, limit=25)
        yield Case(f"{name}-then-good", lambda fault=fault: first(2, fault), faulty=2, limit=15)
    yield bad("json-garbage-behind", faults.changed(lambda body: body + b"}"))
    yield bad("json-two-pages-in-one", faults.changed(lambda body: body + body))
    yield bad("bad-utf-8", faults.changed(lambda body: body.replace("책방 7 new".encode(), b"\xff\xfe\x80")))
    yield bad("cp949", faults.changed(lambda body: body.decode().encode("cp949")))
    yield bad("utf-16", faults.changed(lambda body: body.decode().encode("utf-16")))
    yield bad("wrong-service", faults.changed(lambda body: body.replace(b"TbSlibBookstoreInfo",
                                                                        b"SeoulPublicLibraryInfo")))
    yield bad("renamed-fields", faults.changed(lambda body: body.replace(b"XCNTS", b"LAT").replace(b"YDNTS", b"LON")))
    yield bad("no-total", faults.changed(lambda body: body.replace(b"list_total_count", b"count")))
    yield Case("html-on-page-2", lambda: on_page(2, faults.body(feed_rows.HTML)), UNUSABLE, (5, 5), rows=LARGE,
               limit=25)
    yield Case("json-cut-on-page-2", lambda: on_page(2, faults.changed(lambda body: body[:len(body) // 3])), UNUSABLE,
               (5, 5), rows=LARGE, limit=25)
    yield bad("null", faults.body(b"null"))
    yield bad("empty-object", faults.body(b"{}"))
    yield bad("zeros", faults.body(bytes(10_000)))
    yield bad("no-rows", faults.body(feed_rows.page([], 0)))
    yield Case("good-as-html", lambda: faults.changed(bytes, content_type="text/html"))
    yield Case("good-as-octets", lambda: faults.changed(bytes, content_type="application/octet-stream"))
    yield Case("good-without-type", lambda: faults.changed(bytes, content_type=None))
    yield Case("good-as-euc-kr", lambda: faults.changed(bytes, content_type="application/json;charset=EUC-KR"))
    yield Case("byte-order-mark", lambda: faults.changed(lambda body: b"\xef\xbb\xbf" + body))
    # XML is also a form of the service: reading and refusing it are both sensible.
    yield Case("xml-page", lambda: faults.body(
        lambda ex: feed_rows.page_xml(ex.server.rows, len(ex.server.rows)), "text/xml"), {0, 65}, OPEN)


def loss_cases():
    """The guard against a shrinking feed, over the network."""
    def every_fifth(one_more):
        def change(server):
            server.rows = [row for number, row in enumerate(server.rows) if number % 5]
            if one_more:
                del server.rows[-1]
        return change

    yield Case("a-fifth-gone", rows=100, flow=flows.fewer(every_fifth(False), {0}))
    yield Case("more-than-a-fifth-gone", rows=100, flow=flows.fewer(every_fifth(True), REFUSED))
    yield Case("more-than-a-fifth-gone-accepted", rows=100,
               flow=flows.fewer(every_fifth(True), {0}, "--accept", "the city closed them"))
    yield Case("more-than-a-fifth-gone-max-loss", rows=100,
               flow=flows.fewer(every_fifth(True), {0}, "--max-loss", "30"))


def paging_cases():
    """Totals and pages that don't agree: read again once, then 65. Two readings of three pages, each page at most
    twice, and a request past the end: 9."""
    def paged(name, make, codes=frozenset({0}), requests=(3, 9), **more):
        return Case(name, make, codes, requests, rows=LARGE, **more)

    total = faults.total_of
    yield paged("three-pages", lambda: good, requests=None)
    yield paged("total-drifts-once", lambda: faults.stating(lambda ex: total(ex) + (ex.number == 2)), requests=(4, 9))
    yield paged("total-drifts-always", lambda: faults.stating(lambda ex: total(ex) + 10 * ex.number), REFUSED)
    yield paged("total-drifts-on-last-page", lambda: faults.stating(
        lambda ex: total(ex) + (3 if ex.number == 3 else 0)), requests=(4, 9))
    yield paged("total-drifts-always-accepted", lambda: faults.stating(lambda ex: total(ex) + 10 * ex.number),
                options=("--accept", "seen and known"))
    yield paged("page-repeats-for-ever", lambda: faults.first_page_always, REFUSED)
    yield paged("page-repeats-once", lambda: lambda ex: faults.first_page_always(ex) if ex.number == 2 else good(ex),
                requests=(4, 9))
    yield paged("fewer-rows-a-page", lambda: faults.at_most(400), requests=(7, 8), after=flows.in_sequence)
    yield paged("one-row-less-a-page", lambda: faults.at_most(999), requests=(3, 4), after=flows.in_sequence)
    yield paged("more-rows-than-asked", lambda: faults.more_than_asked(500), requests=(2, 6))
    yield paged("total-lies-high", lambda: faults.stating(lambda ex: total(ex) + 700), REFUSED)
    yield paged("total-lies-high-once", lambda: faults.stating(
        lambda ex: total(ex) + (700 if ex.number <= 3 else 0)), requests=(4, 9))
    yield Case("total-lies-high-on-one-page", lambda: faults.stating(lambda ex: total(ex) + 7), REFUSED, (2, 6))
    # A client that requests only the stated total gets a complete snapshot of what the service states; a client that
    # compares refuses. No client may publish less than the total.
    yield paged("total-lies-low", lambda: faults.stating(lambda ex: total(ex) - 100), {0, 65},
                new=lambda server: [server.rows, server.rows[:-100]])
    yield paged("total-lies-very-low", lambda: faults.stating(lambda ex: total(ex) - 1000), {0, 65})
    yield Case("total-below-rows-on-one-page", lambda: faults.stating(lambda ex: 50), {0, 65}, (1, 4))
    yield paged("total-negative", lambda: faults.stating(lambda ex: -5), REFUSED, (1, 9))
    yield paged("total-zero", lambda: faults.stating(lambda ex: 0), {0, 65}, (1, 9))
    yield paged("total-beyond-64-bits", lambda: faults.changed(
        lambda body: body.replace(b'count": 2500', b'count": 99999999999999999999')), REFUSED,
                (1, 9))
    yield paged("total-as-text", lambda: faults.changed(lambda body: body.replace(b'count": 2500', b'count": "2500"')),
                requests=None)  # "Numbers as strings: live."
    yield paged("total-fraction", lambda: faults.changed(lambda body: body.replace(b'2500,', b'2500.0,', 1)),
                requests=None)  # As STORE_SEQ_NO shows, the service writes whole numbers like this.
    yield paged("pages-swapped", lambda: faults.swapped(1, 1001))
    yield paged("row-deleted-while-paging", lambda: faults.before_page(2, faults.delete_row), requests=(4, 9))
    yield paged("row-inserted-while-paging", lambda: faults.before_page(2, faults.insert_row), requests=(4, 9))
    yield paged("row-deleted-before-last-page", lambda: faults.before_page(3, faults.delete_row), requests=(4, 9))
    # "65, unless the union is complete": the two readings together have every row that still exists.
    yield paged("row-deleted-in-both-readings", lambda: faults.before_page(2, faults.delete_row, times=9), {0, 65},
                new=lambda server: [None], after=flows.all_present)
    yield paged("middle-page-empty", lambda: on_page(2, faults.body(feed_rows.result("INFO-200"))), REFUSED, (2, 9))
    yield paged("middle-page-empty-once", lambda: on_page(2, faults.visits(
        1, faults.body(feed_rows.result("INFO-200")))), {0}, (3, 9))
    yield paged("middle-page-short-once", lambda: on_page(2, faults.visits(1, faults.at_most(100))), {0}, (3, 9))
    # A page limit or drift (65), or the deadline (69), ends endless pages.
    yield paged("pages-for-ever", lambda: faults.rows_forever(lambda ex: ex.span[1] + 1000), {65, 69}, (1, 5000))
    yield paged("pages-for-ever-one-total", lambda: faults.rows_forever(lambda ex: 10 ** 9), {65, 69}, (1, 5000))
    yield paged("one-row-a-page", lambda: faults.one_row_at_a_time, {65, 69}, (1, 50_000))


def key_cases():
    """The key: its ways in, and all the ways in which it could leak."""
    def echo(name, make, codes, requests=OPEN, **more):
        return Case(f"echo-{name}", lambda: make, codes, requests, **more)

    def keyed(change, **how):
        return lambda ex: faults.body(change(ex.good_body(), ex.key.encode()), **how)(ex)

    yield Case("no-key", codes=NO_KEY, requests=(0, 0), environment=lambda *_: {"SEOUL_OPENAPI_KEY": None})
    yield Case("empty-key", codes=NO_KEY, requests=(0, 0), environment=lambda *_: {"SEOUL_OPENAPI_KEY": ""})
    yield Case("blank-key", codes=NO_KEY, requests=(0, 0), environment=lambda *_: {"SEOUL_OPENAPI_KEY": " \t\n"})
    for name, ends in (("blanks", ("  ", " ")), ("newline", ("", "\n")), ("crlf", ("\t", "\r\n"))):
        yield Case(f"key-with-{name}", environment=lambda bench, server, other, ends=ends: {
            "SEOUL_OPENAPI_KEY": ends[0] + bench.key + ends[1]})
    # An illegal key is wrong usage or no key, or it is sent properly encoded, as one word of the path.
    for name, middle in (("slash", "/"), ("dots", "/../"), ("question-mark", "?"), ("hash", "#"), ("percent", "%41"),
                         ("blank", " "), ("newline", "\n"), ("header", "\r\nX-Evil: 1\r\n"), ("korean", "책"),
                         ("control", "\x07"), ("bad-utf-8", "\udcff")):
        yield Case(f"illegal-key-{name}", codes={0, 64, 77}, requests=(0, 4), flow=flows.illegal_key(middle))
    yield Case("dots-alone-as-key", codes={0, 64, 77}, requests=(0, 4), flow=flows.whole_key(".."))
    yield Case("key-in-file", flow=flows.key_in_file(0o600))
    yield Case("key-in-readable-file", codes={0, 64, 77}, flow=flows.key_in_file(0o644))  # Accepted or refused.
    yield Case("key-option", codes=USAGE, requests=(0, 0), secret=False, flow=flows.key_option("--key", None))
    yield Case("key-option-joined", codes=USAGE, requests=(0, 0), secret=False, flow=flows.key_option("--key=", ""))
    yield echo("message-INFO-100", lambda ex: faults.body(
        feed_rows.result("INFO-100", f"key {ex.key} is unknown"))(ex), NO_KEY, ONCE)
    yield echo("message-INFO-100-xml", lambda ex: faults.body(
        feed_rows.result_xml("INFO-100", f"key {ex.key} is unknown"))(ex), NO_KEY, ONCE)
    yield echo("message-ERROR-331", lambda ex: faults.body(
        feed_rows.result("ERROR-331", f"/{ex.key}/json/ is wrong"))(ex), REFUSED, ONCE)
    yield echo("message-ERROR-500", lambda ex: faults.body(
        feed_rows.result("ERROR-500", f"no luck, {ex.key}"))(ex), UNUSABLE, FOUR, limit=25)
    yield echo("message-escaped-json", lambda ex: faults.body(feed_rows.result("INFO-100", "@").replace(
        b"@", "".join(f"\\u{ord(letter):04x}" for letter in ex.key).encode()))(ex), NO_KEY, ONCE)
    yield echo("message-escaped-xml", lambda ex: faults.body(
        feed_rows.result_xml("INFO-100", "@").replace(b"<![CDATA[@]]>", "".join(
            f"&#{ord(letter)};" for letter in ex.key).encode()))(ex), NO_KEY, ONCE)
    yield echo("message-escaped-refused", lambda ex: faults.body(feed_rows.result("ERROR-331", "@").replace(
        b"@", "".join(f"\\u{ord(letter):04x}" for letter in ex.key).encode()))(ex), REFUSED, ONCE)
    yield echo("code-escaped", lambda ex: faults.body(feed_rows.result("@").replace(
        b"@", "".join(f"\\u{ord(letter):04x}" for letter in ex.key).encode()))(ex), REFUSED)
    # The search for the key must not take forever.
    yield echo("flood", faults.full_of(lambda key: key), REFUSED)
    yield echo("flood-of-beginnings", faults.full_of(lambda key: key[:-1]), REFUSED)
    yield echo("flood-of-first-letters", faults.full_of(lambda key: key[0]), REFUSED)
    yield echo("code", lambda ex: faults.body(feed_rows.result(ex.key))(ex), REFUSED)
    yield echo("html-200", keyed(lambda body, key: feed_rows.HTML + key), UNUSABLE)
    yield echo("html-404", keyed(lambda body, key: feed_rows.HTML + key, line="404 Not Found"), UNUSABLE, ONCE)
    yield echo("status-line", lambda ex: faults.status(f"404 {ex.key}")(ex), UNUSABLE, ONCE)
    yield echo("status-number", lambda ex: faults.raw(f"HTTP/1.1 {ex.key}\r\n\r\n".encode())(ex), UNUSABLE)
    yield echo("garbage", lambda ex: faults.raw(ex.key.encode() * 20)(ex), UNUSABLE)
    yield echo("text", keyed(lambda body, key: key), REFUSED)
    yield echo("cut-json", keyed(lambda body, key: b'{"' + key), UNUSABLE)
    yield echo("service", keyed(lambda body, key: body.replace(b"TbSlibBookstoreInfo", key)), REFUSED)
    yield echo("json-error", keyed(lambda body, key: body.replace(b": 60", b": " + key)), REFUSED)
    yield echo("total", keyed(lambda body, key: body.replace(b": 60", b': "' + key + b'"')), REFUSED)
    yield echo("headers", faults.with_headers(("X-Key", lambda ex: ex.key), ("Server", lambda ex: ex.key),
                                              ("ETag", lambda ex: f'"{ex.key}"')), {0}, (1, 2))
    yield echo("header-then-404", lambda ex: faults.status("404 Not Found", headers=[("X-Key", ex.key)])(ex), UNUSABLE,
               ONCE)
    yield echo("cookie", faults.with_headers(("Set-Cookie", lambda ex: f"key={ex.key}; Path=/")), {0}, (3, 4),
               rows=LARGE)
    yield echo("content-type", lambda ex: faults.body(ex.good_body(), f"text/{ex.key}")(ex), {0, 65}, OPEN)
    yield echo("content-encoding", lambda ex: faults.encoded(ex.key, bytes)(ex), {0, 65, 69})
    yield echo("location-on-200", faults.with_headers(("Location", lambda ex: ex.request.target)), {0}, (1, 2))
    # A row that contains the key can't be published byte for byte while no file contains the key. Refusing it,
    # rejecting the row or removing the key are all sensible; what counts is that the key is in no file.
    def anything(server):
        return [server.rows, server.rows[1:], None]

    for name, old in (("name", "책방 0 new"), ("address", "마포구 책방로 0"), ("district-code", '"313"'),
                      ("sns", "https://www.example.com/shop0")):
        yield echo(f"row-{name}", keyed(lambda body, key, old=old: body.replace(
            old.encode(), b'"' + key + b'"' if '"' in old else b"x " + key + b" y", 1)), {0, 65}, (1, 9),
            new=anything)
    yield echo("row-name-escaped", keyed(lambda body, key: body.replace(
        "책방 0 new".encode(), "".join(f"\\u{letter:04x}" for letter in key).encode(), 1)), {0, 65}, (1, 9),
        new=anything)
    yield echo("row-unknown-field", keyed(lambda body, key: body.replace(b'"GU_CODE"', b'"X": "' + key
                                                                         + b'", "GU_CODE"', 1)), {0, 65}, (1, 9),
               new=anything)
    yield echo("row-field-name", keyed(lambda body, key: body.replace(b'"GU_CODE"', b'"' + key + b'": 1, "GU_CODE"',
                                                                      1)), {0, 65}, (1, 9), new=anything)
    yield echo("row-bad-coordinate", keyed(lambda body, key: body.replace(b'"37.43"', b'"' + key + b'"', 1)), {0, 65},
               (1, 9), new=anything)
    yield echo("row-that-is-text", keyed(lambda body, key: body.replace(b'"row": [', b'"row": ["' + key + b'", ', 1)),
               {0, 65}, (1, 9), new=anything)
    yield echo("all-names", keyed(lambda body, key: body.replace(" new".encode(), b" " + key)), {0, 65}, (1, 9),
               new=anything)


def environment_cases():
    """The environment must not send the key elsewhere."""
    def proxies(form):
        names = ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
        return lambda bench, server, other: {name: form.format(other.port) for name in names}

    for name, form in (("http", "http://127.0.0.1:{}"), ("bare", "127.0.0.1:{}"), ("socks", "socks5h://127.0.0.1:{}")):
        yield Case(f"proxy-{name}", codes=USAGE, requests=(0, 0), environment=proxies(form), other=True)
        yield Case(f"proxy-{name}-exempt", other=True, environment=lambda *given, form=form: {
            **proxies(form)(*given), "no_proxy": "example.com, 127.0.0.0/8"})
    yield Case("host-name", flow=flows.host_name)
    yield Case("netrc", flow=flows.netrc)
    yield Case("cookie-not-sent-back", lambda: faults.with_headers(("Set-Cookie", "session=1; Path=/")), rows=LARGE)
    yield Case("authentication-asked", lambda: faults.status(
        "401 Unauthorized", headers=[("WWW-Authenticate", 'Basic realm="x"')]), UNUSABLE, ONCE)


def url_cases():
    """Base URLs, good and bad."""
    def at(path, prefix):
        return Case(f"prefix{path.replace('/', '_')}", url=lambda bench, server, other: server.url + path,
                    prefix=prefix)

    yield at("/", "")
    yield at("/api", "/api")
    yield at("/api/v1/", "/api/v1")
    yield at("/a%20b", "/a%20b")
    yield at("/%EC%B1%85", "/%EC%B1%85")
    # "Its path is kept as given", or it is refused as unsafe. It never becomes another path.
    for name, path in (("dots", "/a/../b"), ("encoded-slash", "/a%2Fb"), ("encoded-dots", "/a/%2e%2e/b")):
        yield Case(f"prefix-{name}", codes={0, 64}, requests=(0, 2), prefix=path,
                   url=lambda bench, server, other, path=path: server.url + path)
    yield Case("scheme-upper-case", codes={0, 64}, requests=(0, 2),
               url=lambda bench, server, other: server.url.replace("http", "HTTP"))

    def refused(name, make, codes=USAGE, **more):
        return Case(f"url-{name}", codes=codes, requests=(0, 0), flow=flows.bad_url(make), **more)

    yield refused("user", lambda key, port: f"http://user@127.0.0.1:{port}")
    yield refused("user-and-key", lambda key, port: f"http://user:{key}@127.0.0.1:{port}", secret=False)
    yield refused("query", lambda key, port: f"http://127.0.0.1:{port}/?page=1")
    yield refused("query-with-key", lambda key, port: f"http://127.0.0.1:{port}/api?key={key}", secret=False)
    yield refused("fragment", lambda key, port: f"http://127.0.0.1:{port}/api#top")
    yield refused("key-in-path", lambda key, port: f"http://127.0.0.1:{port}/{key}", secret=False)
    yield refused("whole-address", lambda key, port: f"http://127.0.0.1:{port}/{key}/json/TbSlibBookstoreInfo/1/1000/",
                  secret=False)
    yield refused("whole-address-other-key",
                  lambda key, port: f"http://127.0.0.1:{port}/{key[::-1]}/json/TbSlibBookstoreInfo/1/1000/",
                  secret=False)
    yield refused("json-in-path", lambda key, port: f"http://127.0.0.1:{port}/json/TbSlibBookstoreInfo")
    yield refused("blank", lambda key, port: f"http://127.0.0.1:{port}/a b")
    yield refused("newline", lambda key, port: f"http://127.0.0.1:{port}/a\r\nX-Evil: 1")
    yield refused("no-host", lambda key, port: "http:///path")
    yield refused("empty", lambda key, port: "http://")
    # Not a base URL (64), a file of that name that does not exist (66), or an unreachable service (69).
    for name, text in (("https", "https://127.0.0.1:{}"), ("ftp", "ftp://127.0.0.1:{}/x"), ("file", "file:///x"),
                       ("port-0", "http://127.0.0.1:0"), ("port-99999", "http://127.0.0.1:99999"),
                       ("port-words", "http://127.0.0.1:port"), ("many-dots", "http://127.0.0.1.1:{}")):
        yield refused(name, lambda key, port, text=text: text.format(port), {64, 66, 69})
    for name, words in (("timeout-words", ("--timeout", "soon")), ("timeout-negative", ("--timeout=-1s",)),
                        ("idle-nan", ("--idle-timeout", "nan")), ("page-timeout-without-unit-or-number",
                                                                   ("--page-timeout", "s")),
                        ("bytes-words", ("--max-page-bytes", "much")), ("bytes-negative", ("--max-page-bytes=-1",)),
                        ("bytes-huge", ("--max-page-bytes", "99999999999999999999GiB"))):
        yield Case(f"option-{name}", codes=USAGE, requests=(0, 0), options=words)


def resume_cases():
    """With --resume, existing pages are not read again, and never mixed with others."""
    yield Case("resume-after-key-refused", rows=LARGE, flow=flows.resume_with_right_key)
    for name, fault in (("reset", faults.reset_in_body), ("404", faults.status("404 Not Found")),
                        ("deadline", faults.stall_in_body), ("cut-gzip", faults.encoded("gzip", faults.half_gzip)),
                        ("cut-json", faults.changed(lambda body: body[:-9])), ("html", faults.body(feed_rows.HTML))):
        yield Case(f"resume-after-{name}", rows=LARGE, flow=flows.resume_after(fault))
    yield Case("resume-after-drift", rows=LARGE, flow=flows.resume_after_refusal(
        lambda: faults.stating(lambda ex: faults.total_of(ex) + 10 * ex.number)))
    yield Case("resume-after-second-reading", rows=LARGE, flow=flows.resume_after_second_reading)
    yield Case("resume-twice", rows=LARGE, flow=flows.resume_twice)
    yield Case("resume-of-a-changed-feed", rows=LARGE, flow=flows.resume_changed_feed)
    yield Case("resume-of-a-shifted-feed", rows=LARGE, flow=flows.resume_shifted_feed)
    yield Case("resume-from-another-server", rows=LARGE, flow=flows.resume_other_server)
    yield Case("resume-of-nothing", rows=LARGE, options=("--resume",))
    yield Case("resume-after-success", rows=LARGE, flow=flows.resume_after_success)
    yield Case("plain-run-after-failure", rows=LARGE, flow=flows.plain_after_failure)
    yield Case("resume-after-kill", rows=LARGE, flow=flows.resume_after_kill)


def process_cases():
    """Signals, readers and a second run while the network keeps a run waiting."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        yield Case(f"{name.lower()}-while-reading", flow=flows.signalled(name, faults.trickle))
        yield Case(f"{name.lower()}-between-retries", flow=flows.signalled(name, faults.retry_after("30")))
    yield Case("sigint-while-connecting", flow=flows.signalled_while_connecting)
    yield Case("kill-while-paging", flow=flows.signalled("SIGKILL", faults.trickle, page=2), rows=LARGE)
    yield Case("reader-while-waiting", flow=flows.reader_while_waiting)
    yield Case("two-at-once", flow=flows.two_at_once)
    yield Case("dry-run", flow=flows.dry_run)
    # No client must accept that many rows (65), but one that does stays within its memory limit.
    yield Case("huge-page", codes={0, 65}, limit=90, flow=flows.huge_pages(1))
    yield Case("huge-pages", codes={0, 65}, limit=90, flow=flows.huge_pages(3))
    yield Case("huge-pages-with-key", codes={0, 65}, limit=90, flow=flows.huge_pages(2, echoes=True))
    for name, fault, codes in (("404", faults.status("404 Not Found"), {69}),
                               ("html", faults.body(feed_rows.HTML), {69}),
                               ("key", faults.body(feed_rows.result_xml("INFO-100")), {77})):
        yield Case(f"first-run-{name}", flow=flows.first_run_fails(fault, codes))
    yield Case("unchanged-night", flow=flows.unchanged_night)
    yield Case("replay-without-network", flow=flows.replay)
    for name, fault, codes in (
            ("reset", faults.reset_in_body, {69}), ("cut-gzip", faults.encoded("gzip", faults.half_gzip), {69}),
            ("cut-json", faults.changed(lambda body: body[:-9]), {69}), ("html", faults.body(feed_rows.HTML), {69}),
            ("key", faults.body(feed_rows.result("INFO-100")), {77}), ("empty-body", faults.body(b""), {69}),
            ("close-in-headers", faults.close_in_headers, {69}), ("error", faults.body(feed_rows.result("ERROR-331")),
                                                                  {65})):
        # `--accept` with a reason publishes a suspicious snapshot, but it can't help if there is no snapshot.
        yield Case(f"accept-does-not-help-{name}", lambda fault=fault: fault, codes, OPEN,
                   options=("--accept", "never mind"))


GROUPS = [connection_cases, slow_cases, flood_cases, encoding_cases, length_cases, version_cases, redirect_cases,
          status_cases, retry_after_cases, result_cases, body_cases, loss_cases, paging_cases, key_cases,
          environment_cases, url_cases, resume_cases, process_cases]


def all_cases():
    """Every case; each name is used once."""
    made = [case for group in GROUPS for case in group()]
    names = [case.name for case in made]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"named twice: {sorted(twice)}")
    return made
