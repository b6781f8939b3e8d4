#!/usr/bin/env python3
"""Sends a service what no good client sends, and asserts each outcome exactly.

    check_abuse.py GEOSERVE CATALOG FOLDER [CASE…]

Starts services of its own on loopback, with copies of the catalog in FOLDER, and ends them. The cases that wait for a
time limit run beside each other. Prints each difference, then the number of checks; exit status 1 for a difference.
Standard library only.
"""

import fcntl
import http.client
import json
import os
import random
import resource
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time

HOST = b"Host: localhost\r\n"
# A head must come within 5 seconds. This is late even on a busy machine, but earlier than a limit that counts twice.
LATE = 9.5
LOCK = threading.Lock()
CHECKS = [0]
FAILURES = []


def check(name, is_right, what=""):
    with LOCK:
        CHECKS[0] += 1
        if not is_right:
            FAILURES.append(name)
            print(f"{name}: {what!r}"[:600], flush=True)


class Service:
    """A running geoserve."""

    def __init__(self, catalog, *options, listen="127.0.0.1:0"):
        self.catalog = catalog
        words = [GEOSERVE, "--db", catalog, "--lang", "en", *options]
        if listen:
            words += ["--listen", listen]
        self.process = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
        self.line = self.process.stderr.readline().decode()
        self.port = int(self.line.split(":")[3].split("/")[0]) if "http://127" in self.line else 0

    def connect(self, source=None, window=None, timeout=20):
        client = socket.socket(socket.AF_INET)
        client.settimeout(timeout)
        if window:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        if source:
            client.bind((source, 0))
        client.connect(("127.0.0.1", self.port))
        return client

    def get(self, target, headers=(), timeout=20):
        """Returns the status, the headers and the body of one GET."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        connection.request("GET", target, headers={"Host": "localhost", **dict(headers)})
        response = connection.getresponse()
        result = response.status, response.headers, response.read()
        connection.close()
        return result

    def metric(self, name):
        for line in self.get("/metrics")[2].decode().splitlines():
            if line.startswith(name + " "):
                return float(line.split()[-1])
        return 0.0

    def end(self, number=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return None


def read_all(client, seconds=20):
    """Reads until the service closes; returns the bytes and whether it closed in time."""
    data, until = b"", time.monotonic() + seconds
    while True:
        client.settimeout(max(0.01, until - time.monotonic()))
        try:
            piece = client.recv(1 << 16)
        except socket.timeout:
            return data, False
        except ConnectionResetError:
            return data, True
        if not piece:
            return data, True
        data += piece


def responses(data, heads=()):
    """Splits bytes into answers; `heads` has the numbers of those to HEAD."""
    found = []
    while data:
        head, separator, rest = data.partition(b"\r\n\r\n")
        if not separator:
            return found + [("broken", {}, data)]
        lines = head.decode().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        length = 0 if len(found) in heads else int(headers.get("content-length", 0))
        found.append((int(lines[0].split()[1]), headers, rest[:length]))
        if len(rest) < length:
            return found + [("short", {}, rest)]
        data = rest[length:]
    return found


def send(service, data, half_closed=False, seconds=20, heads=()):
    """Sends bytes; returns the answers and whether the service closed."""
    client = service.connect()
    try:
        client.sendall(data)
        if half_closed:
            client.shutdown(socket.SHUT_WR)
    except (BrokenPipeError, ConnectionResetError):
        pass
    answer, is_closed = read_all(client, seconds)
    client.close()
    return responses(answer, heads), is_closed


def refused(service, name, data, status, seconds=4):
    """Checks that bytes get exactly one answer, a problem with this status, and that the connection ends."""
    found, is_closed = send(service, data, seconds=seconds)
    codes = [item[0] for item in found]
    check(name, codes == [status] and is_closed, (codes, is_closed, data[:80]))
    for code, headers, body in found:
        if code == "broken":
            continue
        check(name + ": problem details", headers.get("content-type") == "application/problem+json", headers)
        check(name + ": closes", headers.get("connection") == "close", headers)
        harmless(name, body)


def harmless(name, body):
    """Checks that an answer has no path, stack or source of this machine."""
    text = body.decode("utf-8", "replace")
    for word in ("/home", "/work", "/tmp", ".swift", "Fatal", "0x", "SELECT"):
        check(name + ": says nothing of the machine", word not in text, text)


# Form


def hosts(service):
    def with_host(lines):
        return b"GET /healthz HTTP/1.1\r\n" + lines + b"Connection: close\r\n\r\n"

    for host in ("localhost", "localhost:8080", "LOCALHOST", "127.0.0.1", "127.0.0.1:1", "[::1]:8080", "192.168.1.7", "10.0.0.1:80"):
        found, _ = send(service, with_host(b"Host: " + host.encode() + b"\r\n"))
        check("host " + host, [item[0] for item in found] == [200], found)
    for host in (
        "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost:x", "localhost:123456", "evil@localhost",
        "localhost/", "[::1", "[localhost]", "0x7f.1.evil", "local host",
    ):
        refused(service, "host " + host, with_host(b"Host: " + host.encode() + b"\r\n"), 421)
    refused(service, "no host", with_host(b""), 400)
    refused(service, "empty host", with_host(b"Host:\r\n"), 400)
    refused(service, "two hosts", with_host(HOST + b"Host: evil.example\r\n"), 400)
    refused(service, "two equal hosts", with_host(HOST + HOST), 400)
    refused(service, "no host, 1.0", b"GET / HTTP/1.0\r\n\r\n", 400)
    found, _ = send(service, b"GET http://localhost/healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
    check("absolute form", [item[0] for item in found] == [200], found)
    refused(service, "absolute form of another host", b"GET http://evil.example/ HTTP/1.1\r\n" + HOST + b"\r\n", 421)
    refused(service, "absolute form, other header", b"GET http://localhost/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421)
    refused(service, "https form", b"GET https://localhost/ HTTP/1.1\r\n" + HOST + b"\r\n", 400)
    refused(service, "file form", b"GET file:///etc/passwd HTTP/1.1\r\n" + HOST + b"\r\n", 400)


def methods(service):
    for method in ("POST", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "PROPFIND", "QUERY", "PURGE", "FOO", "GOT", "get", "GeT", "X" * 4000):
        target = b"localhost:80" if method == "CONNECT" else b"/healthz"
        found, is_closed = send(service, method.encode() + b" " + target + b" HTTP/1.1\r\n" + HOST + b"\r\n", seconds=4)
        check("method " + method[:8], [item[0] for item in found] == [405] and is_closed, found)
        if found:
            check("allow " + method[:8], found[0][1].get("allow") == "GET, HEAD, OPTIONS", found)
    for method in (b"G(T", "GÉT".encode(), b"", b"\x00GET"):
        refused(service, f"method {method[:8]!r}", method + b" / HTTP/1.1\r\n" + HOST + b"\r\n", 400)
    found, _ = send(service, b"OPTIONS /near HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
    check("options", [item[0] for item in found] == [204] and "access-control-allow-origin" not in found[0][1], found)
    found, _ = send(service, b"OPTIONS * HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
    check("options *", [item[0] for item in found] == [204], found)
    for target in (b"/healthz", b"/list", b"/nothing", b"/list?limit=x"):
        line = target + b" HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
        get, _ = send(service, b"GET " + line)
        head, _ = send(service, b"HEAD " + line, heads={0})
        same = [(code, headers.get("content-length"), headers.get("etag")) for code, headers, _ in get]
        check("head " + target.decode(), same == [(c, h.get("content-length"), h.get("etag")) for c, h, _ in head], (get, head))


def traversal(service):
    for target in (
        "/../etc/passwd", "/..", "/.", "/%2e%2e/etc/passwd", "/show/..", "/show/%00", "/show/a%0Ab",
        "//etc/passwd", "//evil.example/", "/show//1", "/show/%", "/show/%zz", "/show/%c0%ae%c0%ae", "/show/%ff", "/list?a=%",
        "/list?limit=%00", "/a/./b",
    ):
        found, _ = send(service, b"GET " + target.encode() + b" HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
        check("target " + target, [item[0] for item in found] == [400], found)
        harmless(target, b"".join(item[2] for item in found))
    for target in (
        "/etc/passwd", "/%2E%2E%2Fetc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "/show/../../x".replace("..", "%252e%252e"), "/\\..\\..\\etc", "/...",
        "/catalog.sqlite", "/.git/config", "/show/%2fetc%2fpasswd",
    ):
        found, _ = send(service, b"GET " + target.encode() + b" HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
        check("target " + target, [item[0] for item in found] in ([404], [400]), found)
        check("target " + target + " reads no file", all(b"root:" not in item[2] for item in found), found)
        harmless(target, b"".join(item[2] for item in found))
    found, _ = send(service, b"GET /inside?district=@/etc/passwd HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
    check("a file as a value", found[0][0] in (400, 404) and b"root:" not in found[0][2], found)


def framing(service):
    line = b"GET /healthz HTTP/1.1\r\n" + HOST
    second = b"GET /smuggled HTTP/1.1\r\n" + HOST + b"\r\n"
    for name, lines, status in (
        ("content-length", b"Content-Length: 5\r\n\r\nhello", 413),
        ("large content-length", b"Content-Length: 99999999999999999999\r\n\r\n", 400),
        ("negative content-length", b"Content-Length: -1\r\n\r\n", 400),
        ("content-length with plus", b"Content-Length: +5\r\n\r\nhello", 400),
        ("content-length in hex", b"Content-Length: 0x5\r\n\r\nhello", 400),
        ("content-length of two values", b"Content-Length: 5, 5\r\n\r\nhello", 400),
        ("two content-lengths", b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", 400),
        ("two equal content-lengths", b"Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", 400),
        ("chunked", b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + second, 413),
        ("cl and te", b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + second, 400),
        ("te and cl", b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + second, 400),
        ("te obfuscated", b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + second, 413),
        ("te identity", b"Transfer-Encoding: identity\r\n\r\n" + second, 413),
        ("te with tab", b"Transfer-Encoding:\tchunked\r\n\r\n0\r\n\r\n" + second, 413),
        ("te, two values", b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" + second, 413),
        ("blank before colon", b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + second, 400),
        ("blank before colon of a length", b"Content-Length : 5\r\n\r\nhello", 400),
        ("line goes on", b"X: a\r\n Transfer-Encoding: chunked\r\n\r\n" + second, 400),
        ("line goes on, tab", b"X: a\r\n\tb\r\n\r\n" + second, 400),
        ("bare LF", b"X: a\nContent-Length: 5\r\n\r\nhello", 400),
        ("bare LF at the end", b"X: a\r\n\n" + second, 400),
        ("bare CR", b"X: a\rContent-Length: 5\r\n\r\nhello", 400),
        ("NUL in a header", b"X: a\x00b\r\n\r\n", 400),
        ("DEL in a header", b"X: a\x7fb\r\n\r\n", 400),
        ("header without a colon", b"nothing\r\n\r\n", 400),
        ("header without a name", b": x\r\n\r\n", 400),
        ("name with blank", b"X Y: a\r\n\r\n", 400),
        ("name with bytes", b"X\xc3\xa9: a\r\n\r\n", 400),
        ("expect", b"Expect: 100-continue\r\n\r\n", 417),
        ("expect with a body", b"Expect: 100-continue\r\nContent-Length: 5\r\n\r\n", 413),
    ):
        refused(service, name, line + lines, status)
    for name, data, status in (
        ("blank before the line", b" " + line + b"\r\n", 400),
        ("blank before the first header", b"GET / HTTP/1.1\r\n " + HOST + b"\r\n", 400),
        ("bare LF in all", b"GET / HTTP/1.1\nHost: localhost\n\n", 400),
        ("version 0.9", b"GET /\r\n\r\n", 400),
        ("version 1.2", b"GET / HTTP/1.2\r\n" + HOST + b"\r\n", 400),
        ("version 3", b"GET / HTTP/3.0\r\n" + HOST + b"\r\n", 400),
        ("version of another protocol", b"GET / ICAP/1.0\r\n" + HOST + b"\r\n", 400),
        ("HTTP/2 preface", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
        ("TLS", bytes.fromhex("16030100c8010000c40303") + bytes(200), 400),
        ("random bytes", random.Random(7).randbytes(4000), 400),
        ("no target", b"GET HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        ("blank in the target", b"GET /a b HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    ):
        refused(service, name, data, status)
    found, is_closed = send(service, b"GET /healthz HTTP/1.1\r\n" + HOST + b"Content-Length: 0\r\nConnection: close\r\n\r\n")
    check("content-length 0", [item[0] for item in found] == [200], found)
    found, is_closed = send(service, b"\r\n\r\nGET /healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
    check("empty lines before a request", [item[0] for item in found] == [200], found)
    found, is_closed = send(service, line + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n" + second, seconds=4)
    check("upgrade is not made", [item[0] for item in found] == [200] and is_closed, found)
    # The answer must arrive though the client goes on sending.
    found, is_closed = send(service, b"POST /near HTTP/1.1\r\n" + HOST + b"Content-Length: 500000\r\n\r\n" + bytes(500_000), seconds=5)
    check("a long body", [item[0] for item in found] == [405] and is_closed, found)


def sizes(service):
    def request(size, kind):
        start = b"GET /healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n"
        rest = size - len(start) - 2
        if kind == "header":
            return start + b"X: " + b"a" * (rest - 5) + b"\r\n\r\n"
        if kind == "headers":
            lines = b"".join(b"X-%04d: %080d\r\n" % (number, number) for number in range(rest // 90 - 1))
            return start + lines + b"Y" * (rest - len(lines) - 4) + b":1\r\n\r\n"
        return b"GET /healthz?" + b"a" * (size - 10 - len(start)) + start[12:] + b"\r\n"

    for kind in ("header", "headers"):
        found, _ = send(service, request(16 << 10, kind))
        check("a head of 16 KiB, " + kind, [item[0] for item in found] == [200], (len(request(16 << 10, kind)), found))
        refused(service, "a longer head, " + kind, request((16 << 10) + 30, kind), 431)
        refused(service, "a head of 2 MB, " + kind, request(2 << 20, kind), 431)
    refused(service, "300 headers", b"GET /healthz HTTP/1.1\r\n" + HOST + b"X: 1\r\n" * 300 + b"\r\n", 431)
    refused(service, "a target of 20,000 bytes", request(20_000, "target"), 431)
    refused(service, "bytes without an end", b"GET /" + b"a" * 100_000, 431)


def pipelining(service):
    line = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
    last = b"GET /nothing HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
    found, is_closed = send(service, line * 500 + last)
    check("500 requests at once", [item[0] for item in found] == [200] * 500 + [404] and is_closed, len(found))
    found, _ = send(service, (line + b"HEAD /list HTTP/1.1\r\n" + HOST + b"\r\n") * 3 + last, heads={1, 3, 5})
    check("requests in order", [item[0] for item in found] == [200] * 6 + [404], found)
    found, is_closed = send(service, line * 3 + b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 90\r\n\r\n" + line * 3)
    check("nothing after a refusal", [item[0] for item in found] == [200] * 3 + [405] and is_closed, found)
    found, is_closed = send(service, line + last + line)
    check("nothing after close", [item[0] for item in found] == [200, 404] and is_closed, found)
    found, is_closed = send(service, line, half_closed=True, seconds=5)
    check("half closed", [item[0] for item in found] == [200] and is_closed, found)
    found, is_closed = send(service, line * 20, half_closed=True, seconds=5)
    check("half closed after several", [item[0] for item in found] == [200] * 20 and is_closed, found)
    found, is_closed = send(service, line[:-3], half_closed=True, seconds=5)
    check("half closed in a head", found == [] and is_closed, found)
    client = service.connect()
    for number in range(len(line)):
        client.sendall(line[number:number + 1])
    client.shutdown(socket.SHUT_WR)
    check("byte by byte", [item[0] for item in responses(read_all(client, 5)[0])] == [200])


# Time


def dripping(service):
    """A head must be complete within 5 seconds, also the second one of a connection, and the one after a pipelined one."""
    line = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
    for name, first, count in (("first", b"", 0), ("second", line, 1), ("third, pipelined", line * 2, 2)):
        client = service.connect()
        client.sendall(first + b"GET /list HTTP/1.1\r\n")
        start, data = time.monotonic(), b""
        client.settimeout(0.3)
        while time.monotonic() - start < 20:
            try:
                piece = client.recv(1 << 16)
                if not piece:
                    break
                data += piece
            except socket.timeout:
                pass
            try:
                client.sendall(b"X: 1\r\n")
            except OSError:
                pass
        took = time.monotonic() - start
        codes = [item[0] for item in responses(data)]
        check("drip, " + name, codes == [200] * count + [408] and 4.5 < took < LATE, (codes, took))
        client.close()


def silent(service):
    client = service.connect()
    start = time.monotonic()
    data, is_closed = read_all(client, 20)
    check("a silent connection", data == b"" and is_closed and 4.5 < time.monotonic() - start < LATE, time.monotonic() - start)


def unread(service):
    """A client that asks and doesn't read is dropped, and its questions don't pile up."""
    before = service.metric('geocli_http_refused_total{reason="slow-reader"}')
    clients = []
    for _ in range(8):
        client = service.connect(window=4096)
        client.setblocking(False)
        try:
            while client.send((b"GET /list HTTP/1.1\r\n" + HOST + b"\r\n") * 400):
                pass
        except BlockingIOError:
            pass
        clients.append(client)
    time.sleep(2)
    start = time.monotonic()
    check("a GET beside unread answers", service.get("/healthz")[0] == 200 and time.monotonic() - start < 4)
    check("memory beside unread answers", service.metric("process_resident_memory_bytes") < 200e6)
    time.sleep(14)
    dropped = service.metric('geocli_http_refused_total{reason="slow-reader"}') - before
    check("clients that don't read are dropped", dropped == 8, dropped)
    for client in clients:
        client.close()


def crowd(service):
    """2,000 slow clients of other addresses don't slow a GET."""
    clients = []
    for number in range(2000):
        source = f"127.{1 + number % 200}.{number // 200}.{1 + number % 250}"
        client = service.connect(source=source)
        client.sendall(b"GET /list HTTP/1.1\r\nHost: local")
        clients.append(client)
    stop = threading.Event()

    def drip():
        while not stop.is_set():
            for client in clients:
                try:
                    client.send(b"X")
                except OSError:
                    pass
            stop.wait(0.5)

    thread = threading.Thread(target=drip)
    thread.start()
    slowest = 0.0
    until = time.monotonic() + 4
    while time.monotonic() < until:
        start = time.monotonic()
        check("a GET in a crowd", service.get("/healthz")[0] == 200)
        check("a question in a crowd", service.get("/list?limit=5")[0] == 200)
        slowest = max(slowest, time.monotonic() - start)
        time.sleep(0.05)
    check("two GETs in a crowd take less than 3 s", slowest < 3, slowest)
    time.sleep(4)
    stop.set()
    thread.join()
    check("the crowd is gone", service.metric("geocli_http_connections") < 50, service.metric("geocli_http_connections"))
    for client in clients:
        client.close()


def caps(catalog):
    """At the maximum, the oldest client without a question makes room; one address may have only so many."""
    service = Service(catalog, "--max-connections", "20")
    clients = [service.connect() for _ in range(60)]
    time.sleep(0.3)
    check("a GET at the maximum", service.get("/healthz")[0] == 200)
    check("connections at the maximum", service.metric("geocli_http_connections") <= 20, service.metric("geocli_http_connections"))
    data, is_closed = read_all(clients[0], 2)
    check("the oldest made room", is_closed and data == b"", data)
    service.end()
    service = Service(catalog, "--max-connections-by-address", "5")
    clients = [service.connect(source="127.9.9.9") for _ in range(5)]
    time.sleep(0.2)
    data, is_closed = read_all(service.connect(source="127.9.9.9"), 3)
    check("one more of an address", [item[0] for item in responses(data)] == [429] and is_closed, data)
    check("another address", service.get("/healthz")[0] == 200)
    clients.pop().close()
    time.sleep(0.2)
    client = service.connect(source="127.9.9.9")
    client.sendall(b"GET /healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
    check("room after one has left", [item[0] for item in responses(read_all(client, 3)[0])] == [200])
    service.end()


def large_catalog(folder):
    """Makes a catalog of 8,000 places, whose list with links has some megabytes."""
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Faults"))
    import faults

    path, page = os.path.join(folder, "large.sqlite"), os.path.join(folder, "large.json")
    if not os.path.exists(path):
        rows = faults.shops(8000, 1)
        for number, row in enumerate(rows):
            row["STORE_SEQ_NO"] = float(number + 1)
        with open(page, "wb") as file:
            file.write(faults.page(rows, len(rows)))
        geocli = os.path.join(os.path.dirname(GEOSERVE), "geocli")
        subprocess.run([geocli, "ingest", "-q", "--db", path, page], check=True, env={**os.environ, "GEOCLI_DB": ""})
        os.remove(page)
    return path


LARGE = b"GET /list?limit=10000&links=true HTTP/1.1\r\n" + HOST


def take(client, pause, stop, leaving=0):
    """Takes an answer in pieces with a pause before each, all but its last bytes; returns whether it was whole."""
    data, length = b"", None
    while length is None or len(data) < length - leaving:
        if stop.wait(pause):
            return False
        piece = client.recv(1 << 16)
        if not piece:
            return False
        data += piece
        if length is None and b"\r\n\r\n" in data:
            head = data.partition(b"\r\n\r\n")[0]
            if not head.startswith(b"HTTP/1.1 200"):
                return False
            length = len(head) + 4 + int(head.lower().partition(b"content-length: ")[2].split()[0])
    return True


def greed(folder):
    """Clients that hold much, of every kind, beside honest slow ones, which finish. Memory stays below its limit."""
    service = Service(large_catalog(folder))
    over, peak, whole = threading.Event(), [0], []
    stream = b"GET /events?since=0 HTTP/1.1\r\n" + HOST + b"\r\n"
    many = (b"GET /list?limit=100 HTTP/1.1\r\n" + HOST + b"\r\n") * 400

    def honest():
        client = service.connect(window=65536)
        client.sendall(LARGE + b"Connection: close\r\n\r\n")
        try:
            whole.append(take(client, 0.05, threading.Event()))
        except OSError as error:
            whole.append(repr(error))

    def holder(requests, leaving):
        """Asks again when it is dropped. Takes nothing, or all but the end."""
        while not over.is_set():
            try:
                client = service.connect(window=None if leaving else 4096)
                client.settimeout(1)
                client.sendall(requests)
                if leaving:
                    take(client, 0, over, leaving)
                while not over.wait(0.2):
                    client.send(b"\r\n")
                client.close()
            except OSError:
                over.wait(0.1)

    def watch():
        while not over.wait(0.02):
            with open(f"/proc/{service.process.pid}/status") as file:
                peak[0] = max(peak[0], *(1024 * int(line.split()[1]) for line in file if line.startswith("VmRSS")))

    def start(target, *values):
        thread = threading.Thread(target=target, args=values, daemon=True)
        thread.start()
        return thread

    others, first = [start(watch)], [start(honest) for _ in range(10)]
    time.sleep(2)
    for requests, leaving, count in ((LARGE + b"\r\n", 0, 30), (LARGE + b"\r\n", 900_000, 60), (many, 0, 100), (stream, 0, 100)):
        others += [start(holder, requests, leaving) for _ in range(count)]
    until = time.monotonic() + 8
    while time.monotonic() < until or any(thread.is_alive() for thread in first):
        for target, good in (("/healthz", (200,)), ("/readyz", (200, 503)), ("/metrics", (200,))):
            code = service.get(target, timeout=30)[0]
            check("a monitor beside greedy clients", code in good, (target, code))
        time.sleep(0.2)
    over.set()
    for thread in others + first:
        thread.join(30)
    check("honest slow clients finish", whole == [True] * 10, whole)
    check("memory beside greedy clients", 0 < peak[0] < 1.2 * 256e6, peak[0])
    check("ends", service.end() == 0)


def patiently(holds, seconds=30):
    """Asks until something holds; a busy machine may take a while."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.2)
    return True


def has_stream(client):
    """Whether a client of which the start of an answer may be waiting holds a stream."""
    client.settimeout(0.2)
    try:
        return client.recv(64, socket.MSG_PEEK).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


def half_streams(catalog, folder):
    """Idle streams leave room for requests, and monitors have connections of their own."""
    service = Service(catalog, "--max-connections", "40")
    clients = [service.connect() for _ in range(60)]
    for client in clients:
        client.sendall(b"GET /events HTTP/1.1\r\n" + HOST + b"\r\n")
    patiently(lambda: service.metric("geocli_event_readers") == 20)
    check("streams get half", service.metric("geocli_event_readers") == 20, service.metric("geocli_event_readers"))
    for target in ("/healthz", "/metrics", "/list?limit=1", "/"):
        check("a GET beside streams", service.get(target)[0] == 200, target)
    code, headers, _ = service.get("/events")
    check("one more stream", code == 503 and headers["Retry-After"], (code, headers.items()))
    next(client for client in clients if has_stream(client)).close()
    codes = []

    def is_taken():
        codes.append(responses_of(service, b"GET /events HTTP/1.0\r\n" + HOST + b"\r\n")[0])
        return codes[-1] == 200

    check("a stream after one has left", patiently(is_taken), codes[-1])
    service.end()
    service = Service(large_catalog(folder), "--max-connections", "6")
    clients = [service.connect(window=4096) for _ in range(6)]
    for number, client in enumerate(clients):
        client.sendall((b"GET /events HTTP/1.1\r\n" if number < 3 else LARGE.removesuffix(HOST)) + HOST + b"\r\n")
    time.sleep(1)
    for _ in range(20):
        check("a monitor at the maximum", service.get("/healthz")[0] == 200)
    check("metrics at the maximum", service.metric("geocli_http_connections") >= 6)
    check("a GET at the maximum", service.get("/list?limit=1")[0] == 503)
    silent = [service.connect() for _ in range(40)]
    check("a monitor beside silent ones at the maximum", service.get("/healthz")[0] == 200)
    for client in clients + silent:
        client.close()
    time.sleep(0.5)
    check("a GET after it", service.get("/list?limit=1")[0] == 200)
    check("ends", service.end() == 0)


def responses_of(service, data):
    """Returns the status of the first answer to bytes, without waiting for its end, and what came."""
    client = service.connect()
    client.sendall(data)
    head = client.recv(1 << 16)
    return int(head.split()[1]), head, client


def stalled_stream(folder):
    """A stream whose client takes nothing ends after 30 seconds."""
    service = Service(large_catalog(folder))
    client = service.connect(window=4096, timeout=60)
    client.sendall(b"GET /events?since=0 HTTP/1.1\r\n" + HOST + b"\r\n")
    start = time.monotonic()
    time.sleep(2)
    check("the stream is open", service.metric("geocli_event_readers") == 1)
    while service.metric("geocli_event_readers") == 1 and time.monotonic() - start < 60:
        time.sleep(0.2)
    took = time.monotonic() - start
    check("a stalled stream ends after 30 s", 29 < took < 41, took)
    service.end()


def few_files(catalog):
    """Without free descriptors the service waits, and answers again afterwards."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    words = ["sh", "-c", 'ulimit -n 330; exec "$@"', "sh", GEOSERVE, "--db", catalog, "--listen", "127.0.0.1:0", "--lang", "en"]
    process = subprocess.Popen(words, stderr=subprocess.PIPE)
    service = Service.__new__(Service)
    service.process, service.catalog = process, catalog
    service.port = int(process.stderr.readline().decode().split(":")[3].split("/")[0])
    clients = []
    for _ in range(400):
        try:
            clients.append(service.connect(timeout=1))
        except OSError:
            break
    time.sleep(0.5)
    check("a GET with few files", service.get("/healthz")[0] == 200)
    for client in clients:
        client.close()
    check("a GET after it", service.get("/list?limit=1")[0] == 200)
    check("ends", service.end() == 0)
    check("own limit unchanged", resource.getrlimit(resource.RLIMIT_NOFILE) == limit)


# Life


def draining(catalog):
    for number in (signal.SIGTERM, signal.SIGINT):
        service = Service(catalog)
        idle, partial = service.connect(), service.connect()
        partial.sendall(b"GET /list HTTP/1.1\r\n")
        # An answer that its client takes slowly is in progress.
        client = service.connect(window=4096)
        request = b"GET /list HTTP/1.1\r\n" + HOST + b"\r\n"
        client.sendall(request * 40)
        time.sleep(0.5)
        service.process.send_signal(number)
        time.sleep(0.3)
        check("idle connections end", read_all(idle, 2) == (b"", True))
        check("a partial head ends", read_all(partial, 2) == (b"", True))
        try:
            service.connect(timeout=1)
            check("no new connection", False)
        except OSError:
            check("no new connection", True)
        data, is_closed = read_all(client, 8)
        found = responses(data)
        whole = {item[2] for item in found if item[0] == 200}
        check("the answer in progress is whole", is_closed and len(whole) == 1 and all(item[0] == 200 for item in found), [item[0] for item in found])
        check(f"ends with 0 after {number.name}", service.process.wait(12) == 0, service.process.returncode)
    service = Service(catalog)
    client = service.connect(window=4096)
    client.sendall((b"GET /list HTTP/1.1\r\n" + HOST + b"\r\n") * 400)
    time.sleep(0.5)
    service.process.send_signal(signal.SIGTERM)
    time.sleep(0.3)
    check("still ends", service.process.poll() is None)
    service.process.send_signal(signal.SIGTERM)
    check("a second signal ends at once", service.process.wait(3) == -signal.SIGTERM, service.process.returncode)
    service = Service(catalog)
    service.process.kill()
    service.process.wait()
    port = service.port
    again = Service(catalog, listen=f"127.0.0.1:{port}")
    check("starts again at the same port after kill -9", again.get("/list?limit=1")[0] == 200)
    run = subprocess.run([GEOSERVE, "--db", catalog, "--listen", f"127.0.0.1:{port}", "--lang", "en"], capture_output=True, timeout=10)
    check("a port in use", run.returncode == 69 and f"127.0.0.1:{port} is in use".encode() in run.stderr, run)
    again.end()


def sockets(catalog, folder):
    path = os.path.join(folder, "s")
    service = Service(catalog, "--unix", path, listen=None)

    def get(target="/healthz"):
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(5)
        client.connect(path)
        client.sendall(b"GET " + target.encode() + b" HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
        return [item[0] for item in responses(read_all(client, 5)[0])]

    check("a socket file", get() == [200])
    check("mode of the socket file", stat.S_IMODE(os.lstat(path).st_mode) == 0o600, oct(os.lstat(path).st_mode))
    run = subprocess.run([GEOSERVE, "--db", catalog, "--unix", path, "--lang", "en"], capture_output=True, timeout=10)
    check("a live socket is refused", run.returncode == 69 and b"another server" in run.stderr and get() == [200], run)
    service.process.kill()
    service.process.wait()
    check("a dead socket stays", os.path.exists(path))
    service = Service(catalog, "--unix", path, listen=None)
    check("a dead socket is replaced", get() == [200])
    check("ends", service.end() == 0)
    check("its socket is removed", not os.path.exists(path))
    with open(path, "w") as file:
        file.write("mine")
    run = subprocess.run([GEOSERVE, "--db", catalog, "--unix", path, "--lang", "en"], capture_output=True, timeout=10)
    check("another file is refused", run.returncode == 69 and b"not a socket" in run.stderr and open(path).read() == "mine", run)
    os.remove(path)
    service = Service(catalog, "--unix", path, listen=None)
    os.remove(path)
    with open(path, "w") as file:
        file.write("mine")
    service.end()
    check("a file that took its place stays", open(path).read() == "mine")
    os.remove(path)


def activation(catalog):
    """A socket that another program has opened, as systemd does."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    code = 'import os,sys; os.dup2(int(sys.argv[1]), 3); os.set_inheritable(3, True); os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid())); os.execv(sys.argv[2], sys.argv[2:])'
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(listener.fileno()), GEOSERVE, "--db", catalog, "--lang", "en"],
        pass_fds=[listener.fileno()], stderr=subprocess.PIPE)
    check("says that systemd gave the socket", b"systemd" in process.stderr.readline())
    service = Service.__new__(Service)
    service.process, service.port = process, port
    check("a socket of systemd", service.get("/healthz")[0] == 200)
    check("ends", service.end() == 0)
    listener.close()


def plain_user(catalog):
    """Without the rights of root, which allow some calls that others may not make."""
    if os.geteuid() != 0:
        return
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        path = shutil.copy(catalog, folder)
        os.chmod(path, 0o644)
        process = subprocess.Popen(
            [shutil.copy(GEOSERVE, folder), "--db", path, "--listen", "127.0.0.1:0", "--lang", "en"], stderr=subprocess.PIPE,
            user=65534, group=65534, extra_groups=[])
        service = Service.__new__(Service)
        service.process, service.catalog = process, path
        service.port = int(process.stderr.readline().decode().split(":")[3].split("/")[0])
        check("another user's service", service.get("/healthz")[0] == 200)
        check("another user's catalog", service.get("/list?limit=1")[0] == 200, service.get("/list?limit=1"))
        check("ends", service.end() == 0)


def replaced(catalog, folder):
    """The file is replaced under load without a failed request; a missing or damaged one is 503 until it is back."""
    path = os.path.join(folder, "replaced.sqlite")
    shutil.copy(catalog, path)
    service = Service(path)
    stop, codes = threading.Event(), []

    def ask():
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=20)
        while not stop.is_set():
            try:
                connection.request("GET", "/list?limit=20")
                response = connection.getresponse()
                response.read()
                codes.append(response.status)
            except Exception as error:
                codes.append(repr(error))
                connection.close()

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for _ in range(40):
        shutil.copy(catalog, path + ".new")
        os.rename(path + ".new", path)
        time.sleep(0.05)
    stop.set()
    for thread in threads:
        thread.join()
    check("a replaced catalog", set(codes) == {200} and len(codes) > 20, (len(codes), {c for c in codes if c != 200}))
    os.rename(path, path + ".away")

    def unavailable(name):
        code, headers, body = service.get("/list?limit=1")
        check(name, code == 503 and headers["Content-Type"] == "application/problem+json" and headers["Retry-After"], (code, body))
        harmless(name, body)
        check(name + ": healthz", service.get("/healthz")[0] == 200)
        check(name + ": metrics", service.metric("geocli_catalog_readable") == 0)

    unavailable("a missing catalog")
    check("a missing catalog is not made", not os.path.exists(path))
    os.mkdir(path)
    unavailable("a folder as catalog")
    os.rmdir(path)
    with open(path, "wb") as file:
        file.write(random.Random(3).randbytes(100_000))
    unavailable("a damaged catalog")
    with open(path, "wb"):
        pass
    unavailable("an empty catalog")
    with open(path + ".away", "rb") as file, open(path + ".torn", "wb") as torn:
        data = bytearray(file.read())
        data[8192:65536] = bytes(65536 - 8192)
        torn.write(data)
    os.rename(path + ".torn", path)
    code, _, body = service.get("/list")
    check("a torn catalog", code == 503, (code, body[:200]))
    harmless("a torn catalog", body)
    os.rename(path + ".away", path)
    check("a catalog that is back", service.get("/list?limit=1")[0] == 200)
    check("ends", service.end() == 0)


def locked(catalog, folder):
    """Another program locks the file. Monitors that ask for its data wait, but /healthz answers at once."""
    path = os.path.join(folder, "locked.sqlite")
    shutil.copy(catalog, path)
    other = sqlite3.connect(path, isolation_level=None)
    # With a log, no lock would stop readers.
    other.execute("PRAGMA journal_mode = DELETE")
    service, codes = Service(path), []
    other.execute("BEGIN EXCLUSIVE")
    threads = [threading.Thread(target=lambda target: codes.append(service.get(target)[0]), args=[target]) for target in ("/readyz", "/metrics")]
    for thread in threads:
        thread.start()
    time.sleep(0.3)
    start = time.monotonic()
    check("healthz of a locked catalog", service.get("/healthz")[0] == 200)
    check("healthz waits for no reader", time.monotonic() - start < 3, time.monotonic() - start)
    check("the others wait", not codes, codes)
    other.execute("ROLLBACK")
    other.close()
    for thread in threads:
        thread.join()
    check("answers of monitors after a lock", sorted(codes) in ([200, 200], [200, 503]), codes)
    check("ends", service.end() == 0)


def origins(catalog):
    allowed = ("Origin", "https://a.example")
    service = Service(catalog)
    check("no CORS", "Access-Control-Allow-Origin" not in service.get("/list?limit=1", [allowed])[1])
    service.end()
    service = Service(catalog, "--cors", "https://a.example")
    for target in ("/list?limit=1", "/nothing"):
        headers = service.get(target, [allowed])[1]
        check("CORS " + target, headers["Access-Control-Allow-Origin"] == allowed[1] and "Origin" in headers.get_all("Vary"), headers)
    check("CORS of another", "Access-Control-Allow-Origin" not in service.get("/list?limit=1", [("Origin", "https://b.example")])[1])
    found, _ = send(service, b"OPTIONS /list HTTP/1.1\r\n" + HOST + b"Origin: https://a.example\r\nAccess-Control-Request-Method: GET\r\nConnection: close\r\n\r\n")
    check("preflight", found[0][0] == 204 and found[0][1].get("access-control-allow-methods") == "GET, HEAD, OPTIONS", found)
    service.end()
    service = Service(catalog, "--cors", "*")
    check("CORS *", service.get("/list?limit=1", [allowed])[1]["Access-Control-Allow-Origin"] == "*")
    service.end()


def frames(catalog):
    """Each answer says who may show it in a frame, and pages say what they may load."""
    def rules(service, target):
        headers = service.get(target, [("Accept", "text/html")])[1]
        policy = dict(part.strip().partition(" ")[::2] for part in (headers["Content-Security-Policy"] or "").split(";"))
        return policy.get("frame-ancestors"), policy, headers["X-Frame-Options"]

    service = Service(catalog)
    for target in ("/", "/?f=html", "/?f=json", "/map", "/nothing", "/map?title=Gone", "/list?limit=x", "/list?limit=1", "/healthz"):
        ancestors, policy, former = rules(service, target)
        check("frames " + target, ancestors == "'self'" and former == "SAMEORIGIN", (ancestors, former))
        is_map = target == "/map" and service.get(target)[0] == 200
        check("policy " + target, policy.get("object-src" if is_map else "default-src") == "'none'", policy)
        check("no inline code " + target, "unsafe" not in str(policy), policy)
    found, _ = send(service, b"POST / HTTP/1.1\r\n" + HOST + b"\r\n")
    check("frames of a refusal", "frame-ancestors 'self'" in found[0][1].get("content-security-policy", ""), found)
    service.end()
    service = Service(catalog, "--embed", "https://a.example", "--embed=http://b.example:8080")
    ancestors, _, former = rules(service, "/map")
    check("allowed frames", ancestors == "'self' https://a.example http://b.example:8080" and former is None, ancestors)
    service.end()


def full_pipe():
    """Returns both ends of a pipe into which nothing more can be written."""
    read, write = os.pipe()
    fcntl.fcntl(write, fcntl.F_SETFL, os.O_NONBLOCK)
    try:
        while True:
            os.write(write, b"x" * 512)
    except BlockingIOError:
        fcntl.fcntl(write, fcntl.F_SETFL, 0)
    return read, write


def unread_log(folder):
    """A log that nobody reads stops neither answers nor the end, and what it lacks is counted."""
    path = os.path.join(folder, "unread")
    read, write = full_pipe()
    process = subprocess.Popen(
        [GEOSERVE, "--db", os.path.join(folder, "none.sqlite"), "--unix", path, "--log", "--lang", "en"],
        stdout=write, stderr=write)

    def get(target):
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(20)
        client.connect(path)
        client.sendall(b"GET " + target.encode() + b" HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
        return responses(read_all(client)[0])[0]

    until = time.monotonic() + 20
    while not os.path.exists(path) and time.monotonic() < until:
        time.sleep(0.05)
    start, codes = time.monotonic(), []
    while len(codes) < 30 and time.monotonic() - start < 20:
        codes.append(get("/list")[0])
    check("answers beside a log that nobody reads", codes == [503] * 30, codes)
    check("monitors beside a log that nobody reads", get("/healthz")[0] == 200 and get("/readyz")[0] == 503)
    process.send_signal(signal.SIGTERM)
    try:
        check("ends beside a log that nobody reads", process.wait(20) == 0, process.returncode)
    except subprocess.TimeoutExpired:
        process.kill()
        check("ends beside a log that nobody reads", False)
    for end in (read, write):
        os.close(end)


def journal(folder):
    """Requests can't fill the journal: what they cause is written once, and counted."""
    service = Service(os.path.join(folder, "none.sqlite"))
    for _ in range(300):
        check("no catalog", service.get("/list")[0] == 503)
    dropped = service.metric('geocli_log_dropped_total{log="messages",reason="limit"}')
    check("messages that were left out", dropped >= 298, dropped)
    check("ends", service.end() == 0)
    text = service.process.stderr.read().decode()
    check("few lines", len(text) < 2000 and "there is no catalog" in text, text)
    check("their number", f"{int(dropped)} more messages of this kind left out" in text, text)


def logging(catalog):
    service = Service(catalog, "--log")
    service.get("/list?limit=1&district=mapo")
    send(service, b"POST /x%22y HTTP/1.1\r\n" + HOST + b"\r\n")
    service.end()
    lines = [json.loads(line) for line in service.process.stdout.read().splitlines()]
    wanted = [("GET", "/list", 200), ("POST", "/x%22y", 405)]
    check("log", [(line["method"], line["path"], line["status"]) for line in lines] == wanted, lines)
    check("log without address and query", all(set(line) == {"time", "method", "path", "status", "bytes", "ms"} for line in lines), lines)


def main():
    global GEOSERVE
    GEOSERVE, catalog, folder = sys.argv[1:4]
    chosen = sys.argv[4:]
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4096)), hard))
    large_catalog(folder)
    service = Service(catalog)
    of_service = [hosts, methods, traversal, framing, sizes, pipelining]
    beside = [(dripping, service), (silent, service), (unread, service), (caps, catalog), (origins, catalog), (logging, catalog), (activation, catalog),
        (frames, catalog), (half_streams, catalog, folder), (unread_log, folder), (journal, folder), (stalled_stream, folder)]
    alone = [(few_files, catalog), (draining, catalog), (sockets, catalog, folder), (plain_user, catalog), (replaced, catalog, folder), (locked, catalog, folder), (crowd, service), (greed, folder)]

    def run(case, *values):
        if chosen and case.__name__ not in chosen:
            return
        start = time.monotonic()
        try:
            case(*values)
        except Exception as error:
            check(case.__name__, False, repr(error))
        print(f"{case.__name__}: {time.monotonic() - start:.1f} s", flush=True)

    for case in of_service:
        run(case, service)
    threads = [threading.Thread(target=run, args=case) for case in beside]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for case in alone:
        run(*case)
    if service.process.poll() is not None:
        check("the service lives", False, service.process.stderr.read().decode()[-2000:])
    check("the service has borne all of it", service.get("/healthz")[0] == 200)
    check("ends with 0", service.end() == 0, service.process.returncode)
    print(f"{CHECKS[0]} checks, {len(FAILURES)} differences")
    sys.exit(1 if FAILURES else 0)


if __name__ == "__main__":
    main()
