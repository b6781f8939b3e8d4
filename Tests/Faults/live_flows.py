"""Cases that need several runs, a dead port, a signal or a second process; each is a function of (bench, case)."""

import contextlib
import os
import re
import signal
import socket
import threading
import time
import urllib.parse

import feed_faults as faults
import feed_rows
import live_run
from feed_faults import good, on_page
from feed_server import FeedServer


def starts(requests):
    """The START of each request for a page. A request for a single row does not count: --resume looks at the last row
    it knows."""
    spans = [request.target.rstrip("/").split("/")[-2:] for request in requests]
    return [int(start) for start, end in spans if start != end]


def ended(bench, case, run, *new):
    """Checks exit status, content and message of a run."""
    bench.check(run.code in case.codes, f"exit {run.code}, not {sorted(case.codes)}: {bench.words[:300]}")
    if run.code == 0:
        bench.is_new(*new)
    else:
        bench.is_old()
        bench.says_why(run.code)


# Further checks of (bench, server, run)

def in_sequence(bench, server, _):
    """Checks that each request began where the rows of the previous one ended."""
    asked = starts(server.requests)
    steps = {later - earlier for earlier, later in zip(asked, asked[1:])}
    bench.check(len(steps) == 1 and asked[0] == 1, f"asked for rows from {asked}")


def all_present(bench, server, run):
    """Checks that a published snapshot has every row that the server still has."""
    if run.code == 0:
        lacking = feed_rows.listing(server.rows).keys() - bench.listing().keys()
        bench.check(not lacking, f"{len(lacking)} rows are missing: {sorted(lacking)[:3]}")


# Dead ends

@contextlib.contextmanager
def refusing_port():
    """A port of ours without a listener."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]


@contextlib.contextmanager
def hanging_port():
    """A port whose queue is full: a connection attempt never ends."""
    with socket.socket() as listener, contextlib.ExitStack() as held:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        for _ in range(4):
            client = held.enter_context(socket.socket())
            client.setblocking(False)
            client.connect_ex(listener.getsockname())
        time.sleep(0.1)
        yield listener.getsockname()[1]


def refused(bench, case):
    """No listener: 69 after the retries."""
    with refusing_port() as port:
        ended(bench, case, bench.ingest(f"http://127.0.0.1:{port}", limit=25))


def unknown_host(bench, case):
    """The name can't be resolved: 69, in time whatever the resolver does."""
    ended(bench, case, bench.ingest("http://nonexistent.invalid", limit=6))


def connect_hangs(bench, case):
    """The connection is never established: 69 because of the limits."""
    with hanging_port() as port:
        ended(bench, case, bench.ingest(f"http://127.0.0.1:{port}", limit=6))


def redirect_to_file(bench, case):
    """A redirect to a good page on this disk: never read."""
    page = os.path.join(bench.folder, "home", "page.json")
    with open(page, "wb") as file:
        file.write(feed_rows.page(feed_rows.rows(60, "stolen"), 60))
    with FeedServer(feed_rows.rows(60), faults.redirect(f"file://{page}")) as server:
        ended(bench, case, bench.ingest(server.url))
        bench.check(len(server.requests) <= 4, f"{len(server.requests)} requests")
    os.remove(page)


def fewer(change, codes, *options):
    """A feed that lost rows since yesterday."""
    def flow(bench, case):
        with FeedServer(feed_rows.rows(case.rows)) as server:
            change(server)
            run = bench.ingest(server.url, options=options)
            bench.check(run.code in codes, f"exit {run.code}, not {sorted(codes)}: {bench.words[:300]}")
            if run.code == 0:
                bench.is_new(server.rows)
            else:
                bench.is_old()
                bench.says_why(run.code)
    return flow


# Keys

def sent_well(bench, server, key, halves):
    """Checks that a request with an odd key has it as one word of the path, and that no header was injected."""
    for request in server.requests:
        words = request.target.split("/")
        # Not every programming language can keep bytes that are not UTF-8 in a text; U+FFFD may replace them.
        sent = urllib.parse.unquote(words[1], errors="surrogateescape").replace("\ufffd", "\udcff")
        bench.check(len(words) == 7 and sent == key, "the key is not one word of the path")
        bench.check(not re.search(r"[^!-~]", request.target), "unencoded characters in the request")
        bench.check("x-evil" not in {name.lower() for name, _ in request.headers}, "a header was slipped in")
        for half in halves:
            bench.hide("\n".join(map(str, request.headers)).encode(), "request headers", half)


def illegal_key(middle):
    """A key with a character that no key has."""
    def flow(bench, case):
        halves = [bench.key[:15], bench.key[15:]]
        key = halves[0] + middle + halves[1]
        with FeedServer(feed_rows.rows(60), key=key) as server:
            run = bench.ingest(server.url, environment={"SEOUL_OPENAPI_KEY": key})
            ended(bench, case, run, server.rows)
            sent_well(bench, server, key, halves)
            for half in halves:
                bench.hide(run.out + run.err, "the outputs", half)
                bench.hides_key(half)
    return flow


def whole_key(key):
    """A key that is a complete path."""
    def flow(bench, case):
        with FeedServer(feed_rows.rows(60), key=key) as server:
            ended(bench, case, bench.ingest(server.url, environment={"SEOUL_OPENAPI_KEY": key}), server.rows)
            sent_well(bench, server, key, [])
    return flow


def key_option(option, joined):
    """The key on the command line, where each process can read it: refused, and not repeated."""
    def flow(bench, case):
        with FeedServer(feed_rows.rows(60)) as server:
            words = [option, bench.key] if joined is None else [option + bench.key]
            ended(bench, case, bench.ingest(server.url, options=words, secret=False))
            bench.check(server.connections == 0, "a request was made")
    return flow


def host_name(bench, case):
    """A host name with two addresses; the first has no listener: the run publishes anyway."""
    with FeedServer(feed_rows.rows(60), key=bench.key) as server:
        ended(bench, case, bench.ingest(f"http://localhost:{server.port}"), server.rows)
        hosts = {value for request in server.requests for name, value in request.headers if name.lower() == "host"}
        bench.check(hosts == {f"localhost:{server.port}"}, f"Host {hosts}")


def netrc(bench, case):
    """A password for this host in ~/.netrc: not sent."""
    path = os.path.join(bench.folder, "home", ".netrc")
    with open(path, "w", encoding="ascii") as file:
        file.write("machine 127.0.0.1 login user password secret\ndefault login user password secret\n")
    os.chmod(path, 0o600)
    with FeedServer(feed_rows.rows(60)) as server:
        ended(bench, case, bench.ingest(server.url), server.rows)
        bench.asked_well(server)
    os.remove(path)


def key_in_file(mode):
    """The key in the configuration file that `help ingest` names: used, and in no other file."""
    def flow(bench, case):
        folder = os.path.join(bench.folder, "home", ".config", "geocli")
        os.makedirs(folder)
        path = os.path.join(folder, "config")
        with open(path, "w", encoding="ascii") as file:
            file.write(f"seoul_openapi_key = {bench.key}\n")
        os.chmod(path, mode)
        with FeedServer(feed_rows.rows(60), key=bench.key) as server:
            run = bench.ingest(server.url, environment={"SEOUL_OPENAPI_KEY": None})
            bench.check(run.code in case.codes, f"exit {run.code}, not {sorted(case.codes)}: {bench.words[:300]}")
            bench.asked_well(server)
            if run.code == 0:
                bench.is_new(server.rows)
            else:
                bench.is_old()
        os.remove(path)
    return flow


def bad_url(make):
    """An invalid base URL: refused before any request."""
    def flow(bench, case):
        with FeedServer(feed_rows.rows(60)) as server:
            run = bench.ingest(make(bench.key, server.port), secret=case.secret)
            ended(bench, case, run, server.rows)
            bench.check(server.requests == [], "something was asked")
    return flow


# Resuming

def fails(bench, server, codes, *words):
    """A first run that fails and leaves yesterday's content."""
    run = bench.ingest(server.url, *words)
    bench.check(run.code in codes, f"first run: exit {run.code}, not {sorted(codes)}: {bench.words[:200]}")
    bench.is_old()


def resumes(bench, server, rows, unread):
    """A run with --resume that succeeds and requests only the pages that were not read before."""
    asked_before = len(server.requests)
    run = bench.ingest(server.url, "--resume")
    bench.check(run.code == 0, f"--resume: exit {run.code}: {bench.words[:300]}")
    bench.is_new(rows)
    asked = starts(server.requests[asked_before:])
    bench.check(set(asked) - {len(rows) + 1} == set(unread), f"--resume asked for rows from {asked}, not {unread}")


def resume_after(fault):
    """Page 2 of 3 fails permanently; the next run reads only pages 2 and 3."""
    def flow(bench, case):
        with FeedServer(feed_rows.rows(case.rows), on_page(2, fault)) as server:
            fails(bench, server, {69})
            bench.asked_well(server)
            server.fault = good
            resumes(bench, server, server.rows, [1001, 2001])
    return flow


def resume_with_right_key(bench, case):
    """The key is refused on page 2 of 3; with another key only pages 2 and 3 are read. No output or file contains
    either key."""
    with FeedServer(feed_rows.rows(case.rows), on_page(2, faults.body(feed_rows.result_xml("INFO-100")))) as server:
        fails(bench, server, {77})
        bench.check(len(server.requests) == 2, f"{len(server.requests)} requests, not 2")
        former, bench.key = bench.key, live_run.new_key(bench.chance)
        server.fault, server.accepted_key = good, bench.key
        resumes(bench, server, server.rows, [1001, 2001])
        bench.hide(bench.last.out + bench.last.err, "the outputs", former)
        bench.hides_key(former)


def resume_twice(bench, case):
    """Page 2 fails, then page 3: the last run reads only page 3."""
    lost = faults.status("404 Not Found")
    with FeedServer(feed_rows.rows(case.rows), on_page(2, lost)) as server:
        fails(bench, server, {69})
        server.fault = on_page(3, lost)
        fails(bench, server, {69}, "--resume")
        server.fault = good
        resumes(bench, server, server.rows, [2001])


def resume_after_refusal(fault):
    """A run read a page and was refused because of the data: with --resume the next one is complete anyway."""
    def flow(bench, case):
        with FeedServer(feed_rows.rows(case.rows), fault()) as server:
            fails(bench, server, {65})
            server.fault = good
            run = bench.ingest(server.url, "--resume")
            if bench.check(run.code == 0, f"--resume: exit {run.code}: {bench.words[:300]}"):
                bench.is_new(server.rows)
    return flow


def resume_after_second_reading(bench, case):
    """The feed changes, and the network fails during the second reading: the pages of the first reading must not be
    used again."""
    drifting = on_page(2, faults.visits(1, faults.before_page(2, faults.delete_row), faults.status("404 Not Found")))
    with FeedServer(feed_rows.rows(case.rows), drifting) as server:
        fails(bench, server, {69})
        server.fault = good
        run = bench.ingest(server.url, "--resume")
        if bench.check(run.code == 0, f"--resume: exit {run.code}: {bench.words[:300]}"):
            bench.is_new(server.rows)


def first_run_fails(fault, codes):
    """No catalog exists yet, and the first run fails: it creates nothing, or a sound empty catalog; the next run
    works."""
    def flow(bench, case):
        for ending in ("", "-wal", "-shm"):
            if os.path.exists(bench.db + ending):
                os.remove(bench.db + ending)
        with FeedServer(feed_rows.rows(case.rows), fault) as server:
            run = bench.ingest(server.url)
            bench.check(run.code in codes, f"exit {run.code}, not {sorted(codes)}: {bench.words[:300]}")
            listed = bench.command("list", "--format", "ndjson")
            bench.check((listed.code, listed.out) in ((66, b""), (0, b"")), f"list: {listed.code} {listed.out[:90]}")
            server.fault = good
            run = bench.ingest(server.url)
            bench.check(run.code == 0, f"then: exit {run.code}: {bench.words[:200]}")
            bench.is_new(server.rows)
    return flow


def huge_pages(count, echoes=False):
    """Pages of 60 MB of rows each: within the byte limit, so within memory too, whatever the result is."""
    def flow(bench, case):
        with FeedServer(feed_rows.rows(case.rows), faults.huge_pages(60 << 20, count, echoes)) as server:
            run = bench.ingest(server.url, "--dry-run", limit=case.limit,
                               options=("--idle-timeout", "20s", "--page-timeout", "90s"))
            bench.check(run.code in case.codes, f"exit {run.code}: {bench.words[:200]}")
            bench.check(len(server.requests) == count, f"{len(server.requests)} requests, not {count}")
            bench.is_old()
    return flow


def resume_changed_feed(bench, case):
    """Between the runs a row of the page that was read disappears: never published as a mixture."""
    with FeedServer(feed_rows.rows(case.rows), on_page(2, faults.status("404 Not Found"))) as server:
        fails(bench, server, {69})
        server.fault = good
        faults.delete_row(server.rows)
        run = bench.ingest(server.url, "--resume")
        # The totals disagree, so all pages are read again (0), or the run is refused (65).
        if bench.check(run.code in (0, 65), f"--resume: exit {run.code}: {bench.words[:300]}") and run.code == 0:
            bench.is_new(server.rows)
        elif run.code == 65:
            bench.is_old()


def resume_shifted_feed(bench, case):
    """Between the runs a row of page 1 disappears and one is added at the end: the total stays, the rows move up by
    one, and the former first row of page 2 is on no page that is read. "Never a mixture": all is read again, or 65."""
    with FeedServer(feed_rows.rows(case.rows), on_page(2, faults.status("404 Not Found"))) as server:
        fails(bench, server, {69})
        server.fault = good
        faults.delete_row(server.rows)
        server.rows.append(feed_rows.row(90_000))
        run = bench.ingest(server.url, "--resume")
        if bench.check(run.code in (0, 65), f"--resume: exit {run.code}: {bench.words[:300]}") and run.code == 0:
            bench.is_new(server.rows)
            lacking = feed_rows.listing(server.rows).keys() - bench.listing().keys()
            bench.check(not lacking, f"published without {sorted(lacking)}, which the feed has")
        elif run.code == 65:
            bench.is_old()


def resume_other_server(bench, case):
    """The pages of one service are not used for another."""
    with FeedServer(feed_rows.rows(case.rows), on_page(2, faults.status("404 Not Found"))) as server:
        fails(bench, server, {69})
    with FeedServer(feed_rows.rows(case.rows, "newer")) as other:
        run = bench.ingest(other.url, "--resume")
        if bench.check(run.code == 0, f"--resume: exit {run.code}: {bench.words[:300]}"):
            bench.is_new(other.rows)
            bench.check(1 in starts(other.requests), "took the first page from another server")


def resume_after_success(bench, case):
    """A run that succeeded leaves nothing to resume: all is read again."""
    with FeedServer(feed_rows.rows(case.rows)) as server:
        ended(bench, case, bench.ingest(server.url), server.rows)
        server.rows = feed_rows.rows(case.rows, "newer")
        resumes(bench, server, server.rows, [1, 1001, 2001])


def plain_after_failure(bench, case):
    """Without --resume all is read again, whatever an earlier run kept."""
    with FeedServer(feed_rows.rows(case.rows), on_page(2, faults.status("404 Not Found"))) as server:
        fails(bench, server, {69})
        server.fault = good
        server.rows = feed_rows.rows(case.rows, "newer")
        asked_before = len(server.requests)
        ended(bench, case, bench.ingest(server.url), server.rows)
        asked = starts(server.requests[asked_before:])
        bench.check(set(asked) >= {1, 1001, 2001}, f"a plain run asked for rows from {asked}")


def resume_after_kill(bench, case):
    """Killed in the middle of page 2; page 1 may be kept or not, but the content must be right."""
    with FeedServer(feed_rows.rows(case.rows), on_page(2, faults.trickle)) as server:
        bench.ingest(server.url, limit=20, at=sender(server, 2, signal.SIGKILL))
        bench.is_old()
        server.fault = good
        run = bench.ingest(server.url, "--resume")
        if bench.check(run.code == 0, f"--resume: exit {run.code}: {bench.words[:300]}"):
            bench.is_new(server.rows)


# Processes

def sender(server, requests, number, sent=None):
    """Sends a signal 0.4 s after the server saw `requests` requests (none: after the start)."""
    def at(process):
        end = time.monotonic() + 20
        while server is not None and len(server.requests) < requests and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(0.4)
        if sent is not None:
            sent.append(time.monotonic())
        if process.returncode is None:
            os.kill(process.pid, number)
    return at


def obeyed(bench, run, number, sent):
    """Checks that the signal ended the run within 2 s, with the exit status for that signal."""
    delay = time.monotonic() - sent[0] if sent else 99
    bench.check(delay < 2.2, f"ended {delay:.1f} s after the signal")
    bench.check(run.code in (128 + number, -number), f"exit {run.code} after signal {number}")
    bench.is_old()


def signalled(name, fault, page=1):
    """A signal while the network keeps the run waiting."""
    def flow(bench, case):
        number, sent = getattr(signal, name), []
        with FeedServer(feed_rows.rows(case.rows), on_page(page, fault)) as server:
            run = bench.ingest(server.url, limit=60, at=sender(server, page, number, sent))
            obeyed(bench, run, number, sent)
    return flow


def signalled_while_connecting(bench, case):
    """SIGINT while a connection is being established."""
    sent = []
    with hanging_port() as port:
        run = bench.ingest(f"http://127.0.0.1:{port}", limit=20, at=sender(None, 0, signal.SIGINT, sent))
        obeyed(bench, run, signal.SIGINT, sent)


def reader_while_waiting(bench, case):
    """While a run waits for the network, queries answer immediately and see yesterday's content."""
    seen = []

    def read(_):
        while not server.requests:
            time.sleep(0.01)
        begin = time.monotonic()
        seen.append(bench.lines() == bench.before)
        seen.append(time.monotonic() - begin < 2)

    with FeedServer(feed_rows.rows(case.rows), faults.trickle) as server:
        run = bench.ingest(server.url, limit=8, at=read)
        bench.check(run.code == 69, f"exit {run.code}")
        bench.check(seen == [True, True], f"a reader saw {seen}")


def unchanged_night(bench, case):
    """The same rows again: 0, unchanged, one request, and the listing is the same byte for byte."""
    with FeedServer(feed_rows.rows(case.rows)) as server:
        ended(bench, case, bench.ingest(server.url), server.rows)
        before, asked = bench.lines(), len(server.requests)
        run = bench.ingest(server.url, "--format", "json")
        bench.check(run.code == 0 and b'"unchanged"' in run.out, f"exit {run.code}: {run.out[:200]}")
        bench.check(bench.lines() == before, "the listing changed")
        bench.check(len(server.requests) - asked <= 2, f"{len(server.requests) - asked} requests")


def replay(bench, case):
    """--replay reads a run's pages again without network and key."""
    with FeedServer(feed_rows.rows(case.rows)) as server:
        ended(bench, case, bench.ingest(server.url), server.rows)
        asked = server.connections
        run = bench.command("ingest", "--replay", "2", environment={"SEOUL_OPENAPI_KEY": None})
        bench.check(run.code == 0, f"--replay: exit {run.code}: {bench.words[:200]}")
        bench.is_new(server.rows)
        bench.check(server.connections == asked, "--replay asked the service")


def two_at_once(bench, case):
    """Two runs at the same time: at least one succeeds; the other succeeds or ends with "try again later" (75)."""
    runs = []
    with FeedServer(feed_rows.rows(case.rows), faults.slow_but_steady) as server:
        workers = [threading.Thread(target=lambda: runs.append(bench.ingest(server.url, limit=12))) for _ in range(2)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        codes = sorted(run.code for run in runs)
        bench.check(codes in ([0, 0], [0, 75]), f"exits {codes}")
        bench.is_new(server.rows)


def dry_run(bench, case):
    """Compares, but writes nothing."""
    with open(bench.db, "rb") as file:
        before = file.read()
    with FeedServer(feed_rows.rows(case.rows)) as server:
        run = bench.ingest(server.url, "--dry-run")
        bench.check(run.code == 0, f"exit {run.code}: {bench.words[:200]}")
        bench.is_old()
        bench.asked_well(server)
    with open(bench.db, "rb") as file:
        bench.check(file.read() == before, "--dry-run changed the file")
