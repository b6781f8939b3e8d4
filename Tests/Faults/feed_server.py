#!/usr/bin/env python3
"""A feed server on 127.0.0.1 that answers as the service does, or with the faults that it is told to make.

    feed_server.py [--rows N] [--fault NAME] [--first N | --page P] [--key KEY] [--log FILE] [--list]

Prints its port as the first line and serves until it is stopped. --log writes one JSON line per request. It uses raw
sockets, so that it controls each byte of an answer. Standard library only.
"""

import argparse
import collections
import json
import re
import socket
import struct
import sys
import threading
import time
import urllib.parse

import feed_rows

Request = collections.namedtuple("Request", "number connection time method target version headers")
MAXIMUM_ROWS = 1000


class Gone(Exception):
    """The client closed the connection, which it may do."""


class Exchange:
    """One request and the functions to answer it, well or badly."""

    def __init__(self, server, connection, request):
        self.server = server
        self.connection = connection
        self.request = request
        self.number = request.number if request else 0
        self.keep_alive = False
        parts = [urllib.parse.unquote(part) for part in request.target.split("/")] if request else []
        self.words = parts[:-1] if parts and parts[-1] == "" else parts

    @property
    def key(self):
        """The key in the request."""
        return self.words[-5] if len(self.words) >= 5 else None

    @property
    def span(self):
        """START and END as numbers; None if the target has none."""
        try:
            return int(self.words[-2]), int(self.words[-1])
        except (ValueError, IndexError):
            return None

    @property
    def page(self):
        """The number of this page, 1-based: the rank of its START among those requested so far. 0 for a single row,
        which is a look at that row and not a page."""
        with self.server.lock:
            if self.span and self.span[0] == self.span[1]:
                return 0
            if self.span and self.span[0] not in self.server.starts:
                self.server.starts.append(self.span[0])
            return self.server.starts.index(self.span[0]) + 1 if self.span else 0

    def send(self, data):
        """Sends bytes unchanged."""
        try:
            self.connection.sendall(data)
        except OSError as error:
            raise Gone from error

    def pause(self, seconds):
        """Waits, but only while the client is connected."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self.server.stopping.is_set() or self.is_gone():
                raise Gone
            time.sleep(min(left, 0.05))

    def is_gone(self):
        """Whether the client closed its side."""
        try:
            self.connection.setblocking(False)
            return self.connection.recv(1, socket.MSG_PEEK) == b""
        except (BlockingIOError, InterruptedError):
            return False
        except OSError:
            return True
        finally:
            try:
                self.connection.settimeout(30)
            except OSError:
                pass

    def hang(self):
        """Sends nothing more until the client leaves."""
        self.pause(3600)

    def reset(self):
        """Ends the connection with a RST instead of a FIN."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        raise Gone

    def answer(self, body=b"", status="200 OK", headers=(), length=True, content_type="application/json;charset=UTF-8",
               version="HTTP/1.1"):
        """Sends a whole answer; further headers as (name, value) pairs."""
        lines = [f"{version} {status}"]
        if content_type:
            lines.append(f"Content-Type: {content_type}")
        if length:
            lines.append(f"Content-Length: {len(body)}")
        lines.append("Connection: " + ("keep-alive" if self.keep_alive else "close"))
        lines += [f"{name}: {value}" for name, value in headers]
        self.send(("\r\n".join(lines) + "\r\n\r\n").encode() + body)

    def good_body(self):
        """The body that the service sends when it works."""
        return self.server.document(self)

    def good(self):
        """Answers as the service does when it works."""
        self.answer(self.good_body())


def good(exchange):
    """Answers as the service does when it works."""
    exchange.good()


class FeedServer:
    """The service on its own port; `requests` has the requests, `connections` the number of connections."""

    def __init__(self, rows=(), fault=good, at_connection=None, key=None, keep_alive=False, log=None):
        self.rows = list(rows)
        self.fault = fault
        self.at_connection = at_connection
        self.accepted_key = key
        self.keep_alive = keep_alive
        self.log = log
        self.requests = []
        self.connections = 0
        self.starts = []
        self.lock = threading.RLock()
        self.stopping = threading.Event()
        self.listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self):
        """Its base URL."""
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Closes the port and stops the open answers."""
        self.stopping.set()
        try:
            self.listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.listener.close()

    def document(self, exchange):
        """The service's answer to a request, errors included."""
        words = exchange.words
        if len(words) < 5 or words[-4] not in ("json", "xml"):
            return feed_rows.result_xml("ERROR-301")
        if self.accepted_key is not None and exchange.key != self.accepted_key:
            return feed_rows.result_xml("INFO-100")
        if words[-3] != feed_rows.SERVICE:
            return feed_rows.result_xml("ERROR-310")
        if exchange.span is None:
            return feed_rows.result_xml("ERROR-333")
        start, end = exchange.span
        if start < 1:
            return feed_rows.result_xml("ERROR-331")
        if start > end:
            return feed_rows.result_xml("ERROR-334")
        if exchange.key == "sample" and end > 5:
            return feed_rows.result_xml("ERROR-335")
        if end - start >= MAXIMUM_ROWS:
            return feed_rows.result_xml("ERROR-336")
        with self.lock:
            total, some = len(self.rows), self.rows[start - 1:end]
        if not some:
            return feed_rows.result("INFO-200")
        return feed_rows.page(some, total)

    def _accept(self):
        while not self.stopping.is_set():
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            with self.lock:
                self.connections += 1
                number = self.connections
            threading.Thread(target=self._serve, args=(connection, number), daemon=True).start()

    def _serve(self, connection, number):
        connection.settimeout(30)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            if self.at_connection is not None:
                exchange = Exchange(self, connection, None)
                exchange.number = number
                self.at_connection(exchange)
            while (request := self._request(connection, number)) is not None:
                exchange = Exchange(self, connection, request)
                exchange.keep_alive = self.keep_alive
                _ = exchange.page
                self.fault(exchange)
                if not exchange.keep_alive:
                    break
            self._part(connection)
        except (Gone, OSError):
            pass
        finally:
            connection.close()

    def _request(self, connection, number):
        head = b""
        while b"\r\n\r\n" not in head and len(head) < 1 << 18:
            chunk = connection.recv(65536)
            if not chunk:
                return None
            head += chunk
        first, *lines = head.split(b"\r\n\r\n", 1)[0].decode("latin-1").split("\r\n")
        method, target, version = (first.split(" ", 2) + ["", ""])[:3]
        headers = [tuple(part.strip() for part in line.split(":", 1)) for line in lines if ":" in line]
        with self.lock:
            request = Request(len(self.requests) + 1, number, time.monotonic(), method, target, version, headers)
            self.requests.append(request)
        if self.log:
            print(json.dumps(request._asdict()), file=self.log, flush=True)
        return request

    @staticmethod
    def _part(connection):
        """Closes in a way that lets the sent data arrive."""
        connection.shutdown(socket.SHUT_WR)
        connection.settimeout(1)
        while connection.recv(65536):
            pass


TARGET = re.compile(r"^(?P<prefix>(?:/[^/?#\s]+)*)/(?P<key>[^/?#\s]+)/json/" + feed_rows.SERVICE
                    + r"/(?P<start>\d+)/(?P<end>\d+)/$")


def main():
    import feed_faults
    parser = argparse.ArgumentParser(description="A feed server with faults.")
    parser.add_argument("--rows", type=int, default=60)
    parser.add_argument("--fault", default="good", choices=sorted(feed_faults.FAULTS), metavar="NAME")
    parser.add_argument("--first", type=int, metavar="N", help="only the first N requests")
    parser.add_argument("--page", type=int, metavar="P", help="only this page")
    parser.add_argument("--key", help="the only key that is taken")
    parser.add_argument("--log", metavar="FILE")
    parser.add_argument("--list", action="store_true", help="name the faults")
    options = parser.parse_args()
    if options.list:
        print("\n".join(sorted(feed_faults.FAULTS)))
        return 0
    fault = feed_faults.FAULTS[options.fault]()
    if options.first:
        fault = feed_faults.first(options.first, fault)
    if options.page:
        fault = feed_faults.on_page(options.page, fault)
    log = open(options.log, "a", encoding="utf-8") if options.log else None
    with FeedServer(feed_rows.rows(options.rows), fault, key=options.key, log=log) as server:
        print(server.port, flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            pass
    return 0


if __name__ == "__main__":
    # The faults import this module by its name: its exceptions must be the same classes.
    import feed_server
    sys.exit(feed_server.main())
