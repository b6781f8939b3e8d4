#!/usr/bin/env python3
"""A proxy on 127.0.0.1 that writes down whatever reaches it.

    recording_proxy.py --log FILE [--status N] [--password USER:PASSWORD]

Prints its port. FILE gets the head of each request as a line of JSON, and `{"inside": ...}` with the first bytes that come
through a tunnel, as Latin-1. A request of the form GET http://HOST/... goes on to HOST. A tunnel is accepted and leads
nowhere. With --status, each request is answered with that status; with --password, one without it is answered with 407.
Standard library only.
"""

import argparse
import base64
import http.client
import http.server
import json
import urllib.parse

parser = argparse.ArgumentParser()
parser.add_argument("--log", required=True)
parser.add_argument("--status", type=int)
parser.add_argument("--password")
options = parser.parse_args()


def note(**facts):
    with open(options.log, "a") as log:
        log.write(json.dumps(facts) + "\n")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def refused(self):
        """Answers a request that must not go on; returns whether it did."""
        note(line=self.requestline, headers=self.headers.items())
        wanted = options.password and "Basic " + base64.b64encode(options.password.encode()).decode()
        status = options.status or (407 if wanted and self.headers.get("Proxy-Authorization") != wanted else None)
        if status:
            self.answer(status, b"")
        return status is not None

    def do_CONNECT(self):
        self.close_connection = True
        if self.refused():
            return
        self.send_response_only(200)
        self.end_headers()
        self.connection.settimeout(5)
        note(inside=self.connection.recv(65536).decode("latin-1"))

    def do_GET(self):
        if self.refused():
            return
        url = urllib.parse.urlsplit(self.path)
        origin = http.client.HTTPConnection(url.hostname, url.port or 80, timeout=10)
        origin.request("GET", urllib.parse.urlunsplit(("", "", url.path, url.query, "")), headers={
            "Accept-Encoding": "identity"})
        response = origin.getresponse()
        self.answer(response.status, response.read())

    def answer(self, status, body):
        self.send_response_only(status)
        if status == 407:
            self.send_header("Proxy-Authenticate", 'Basic realm="test"')
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
