#!/usr/bin/env python3
"""Asks a running service random questions, and compares each answer with the command of the same name, byte for byte.

    check_service.py GEOCLI CATALOG URL SEED COUNT

Some questions are also asked by the command with --server. A wrong question must be refused by both: by the command with
64 to 66, by the service with 400, 404 or 410 and problem details. Prints each difference, then the number of questions of each kind; exit status 1 for a difference. Standard
library only.
"""

import collections
import json
import os
import random
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

FORMATS = ["json", "geojson", "csv", "ndjson", "tsv", "geojsonseq", "table"]
TEXTS = ["책", "책방", "서점", "book", "마포", "02", "ㅊㅂ", "온", "없는이름", "chaek", "종로 헌책", "1"]
DISTRICTS = ["마포구", "마포", "mapo", "jongno-gu", "강남", "은평구,중구", "nowhere"]


def point(rng):
    return f"{rng.uniform(37.42, 37.70):.{rng.choice([1, 4, 7])}f},{rng.uniform(126.76, 127.19):.5f}"


def box(rng):
    west, south = rng.uniform(126.76, 127.1), rng.uniform(37.42, 37.65)
    return f"{west:.5f},{south:.5f},{west + rng.uniform(-0.001, 0.3):.5f},{south + rng.uniform(-0.001, 0.2):.5f}"


def question(rng):
    """Returns the command, its words, and the path and the parameters of the same question."""
    options = []
    def maybe(share, name, value=None):
        if rng.random() < share:
            options.append((name, value))
    maybe(0.3, "kind", rng.choice(["new", "used", "other", "used,new", "헌책", "no-kind"]))
    maybe(0.3, "district", rng.choice(DISTRICTS))
    maybe(0.2, "has", rng.choice(["phone", "website", "sns", "phone,sns", "fax"]))
    maybe(0.1, "include-closed")
    maybe(0.3, "limit", rng.choice(["1", "3", "20", "0", "10000", "-1", "x"]))
    maybe(0.2, "fields", rng.choice(["id,name", "name", "id,latitude,longitude", "nokey", "ref,kind,phone"]))
    maybe(0.1, "links")
    command = rng.choice(["near", "near", "bbox", "list", "search", "show", "inside", "cluster", "changes"])
    if command == "show":
        options = [item for item in options if item[0] in ("fields", "links")]
        word = rng.choice([str(rng.randrange(1, 700)), "sample/x", "abc"])
        words, path, parameters = [word], "/show/" + urllib.parse.quote(word), []
    elif command == "changes":
        options = [item for item in options if item[0] != "links"]
        words, path, parameters = [], "/changes", []
        maybe(0.7, "since", rng.choice(["0", "1", "2", "last", "2026-01-01", "2999-01-01", "1.5", "1.0", "1.999999", "77", "soon", "1.2.3"]))
        maybe(0.4, "what", rng.choice(["added", "added,closed", "moved", "new"]))
        maybe(0.2, "match", rng.choice(TEXTS))
    elif command == "cluster":
        zoom = rng.choice(["0", "10", "12.5", "16", "22", "23"])
        words, path, parameters = [], "/cluster", []
        options.append(rng.choice([("zoom", zoom), ("zoom", zoom), ("all-zooms", None)]))
        maybe(0.3, "members")
        maybe(0.3, "bbox", box(rng))
        maybe(0.3, "mode", rng.choice(["stable", "faithful"]))
        maybe(0.2, "icon", rng.choice(["20x20", "64x64", "0x1"]))
    else:
        word, name = {
            "near": (rng.choice([point(rng), point(rng), str(rng.randrange(1, 650)), "마포구", "nowhere at all"]), "where"),
            "bbox": (box(rng), "bbox"), "list": (None, None), "search": (rng.choice(TEXTS), "text"),
            "inside": (rng.choice(DISTRICTS), "area")}[command]
        words, path, parameters = [] if word is None else [word], "/" + command, [] if word is None else [(name, word)]
        if command == "near":
            maybe(0.3, "within", rng.choice(["500m", "1.5km", "12km", "3"]))
        if command == "search":
            maybe(0.4, "near", point(rng))
            maybe(0.2, "explain")
        else:
            maybe(0.2, "match", rng.choice(TEXTS))
        maybe(0.3, "sort", rng.choice(["name", "kind", "district", "first_seen", "distance"]))
        maybe(0.1, "reverse")
        maybe(0.2, "unique")
    options.append(("format", rng.choice(FORMATS)))
    for name, value in options:
        words += [f"--{name}"] if value is None else [f"--{name}={value}"]
        parameters.append((name, value or "true"))
    # The address of a point that begins with a minus sign must not look like an option.
    return command, words, path + "?" + urllib.parse.urlencode(parameters)


def ask(address):
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def main():
    program, catalog, url, seed, count = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
    rng, seen, wrong = random.Random(seed), collections.Counter(), 0
    environment = dict(os.environ, GEOCLI_LANG="en", GEOCLI_DB=catalog)
    for _ in range(count):
        command, words, path = question(rng)
        ran = subprocess.run([program, command, *words], capture_output=True, env=environment)
        status, body = ask(url + path)
        if ran.returncode == 0:
            same = status == 200 and body == ran.stdout
        else:
            same = ran.returncode in (64, 65, 66) and status in (400, 404, 410) and json.loads(body)["status"] == status
        seen[command, "answered" if ran.returncode == 0 else "refused"] += 1
        if rng.random() < 0.3:
            # The command as a client: the same rows, and the same notes on standard error.
            client = subprocess.run(
                [program, command, *words, "--server", url], capture_output=True, env=dict(environment, GEOCLI_DB=""))
            seen["asked by", "the command"] += 1
            same &= client.stdout == ran.stdout
            same &= (sorted(client.stderr.splitlines()) == sorted(ran.stderr.splitlines())
                     if ran.returncode == 0 else client.returncode in (64, 66))
            if not same:
                print(f"  as a client: {client.returncode} {client.stdout[:100]!r} {client.stderr.decode()[:300]}")
        if not same:
            wrong += 1
            print(f"{path}\n  geocli {command} {' '.join(words)}: {ran.returncode} {ran.stderr.decode()[:200]}")
            print(f"  service: {status} {body[:200]!r}, command: {ran.stdout[:200]!r}")
    print(", ".join(f"{' '.join(key)}: {number}" for key, number in sorted(seen.items())))
    print(f"{count} questions, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
