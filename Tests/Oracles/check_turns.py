#!/usr/bin/env python3
"""Reads the events of a large catalog with many clients that catch up, and measures how long a new client waits for its
first bytes meanwhile. Then reads all events with one of the clients and counts them.

    check_turns.py GEOSERVE CATALOG

Exit status 1 if the new client waits longer than a second. Standard library only.
"""

import http.client
import re
import subprocess
import sys
import threading
import time


def main():
    process = subprocess.Popen(
        [sys.argv[1], "--db", sys.argv[2], "--listen", "127.0.0.1:0"], stderr=subprocess.PIPE, text=True)
    port = int(re.search(r"127\.0\.0\.1:(\d+)", process.stderr.readline())[1])
    ended = threading.Event()

    def stream(target):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", target)
        return connection.getresponse()

    def catch_up():
        # No change of the first run is a closing, so the service reads all of them and sends none.
        try:
            answer = stream("/events?since=0&what=closed")
            while not ended.is_set() and answer.read1(65536):
                pass
        except (OSError, http.client.HTTPException):
            pass  # The service has ended.

    for _ in range(24):
        threading.Thread(target=catch_up, daemon=True).start()
    time.sleep(0.2)
    waits = []
    for _ in range(5):
        start = time.monotonic()
        answer = stream("/events")
        while not answer.readline().startswith(b"id:"):
            pass
        waits.append(time.monotonic() - start)
        time.sleep(0.1)
    ended.set()
    print("waited:", ", ".join(f"{wait:.2f} s" for wait in waits))
    # A client that begins in the middle gets all later changes, in order, once.
    answer, found = stream("/events?since=1.20000"), []
    while len(found) < 2000:
        line = answer.readline()
        if line.startswith(b"id: 1."):
            found.append(int(line.split(b".")[1]))
    whole = [number for number in found if number > 20000]
    print("in order:", whole == list(range(20001, 20001 + len(whole))), len(whole))
    process.kill()
    process.wait()
    is_right = sorted(waits)[2] < 1 and whole == list(range(20001, 20001 + len(whole))) and len(whole) >= 1999
    sys.stdout.flush()
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
