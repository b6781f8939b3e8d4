#!/usr/bin/env python3
"""check_snapshots.py GEOCLI [SHOPS]: a command reads only one night, even if another process ingests at the same time.

Each command is stopped half-way: its output goes into a pipe without a reader, or its input pauses. Then another
process ingests a night in which every shop has another name and is 111 m farther north. That process ends, so that it
would write its log back into the file if it could. Then the command continues. All rows must be of the first night, and
every distance that of the row's own point. At the end the catalog must have the complete second night.
"""
import json, math, os, select, subprocess, sys, tempfile

geocli = os.path.abspath(sys.argv[1])
shops = int(sys.argv[2]) if len(sys.argv) > 2 else 3000
environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C", "SOURCE_DATE_EPOCH": "1790000000"}
environment.update({k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})
SQUARE = '{"type":"Polygon","coordinates":[[[126,36],[128,36],[128,38],[126,38],[126,36]]]}'


def page(night, path):
    rows = []
    for i in range(shops):
        latitude = 37.4 + (i % 100) * 0.002 + (0.001 if night == "B" else 0)
        rows.append({
            "STORE_SEQ_NO": 1000 + i, "STORE_NAME": f"{night} bookshop {i}", "CODE_VALUE": "마포구",
            "STORE_TYPE_CODE": "0001", "XCNTS": f"{latitude:.6f}", "YDNTS": f"{126.8 + i // 100 * 0.002:.6f}",
            "ADRES": f"{night} road {i}", "TEL_NO": "02-000-0000"})
    result = {"CODE": "INFO-000", "MESSAGE": "정상 처리되었습니다"}
    with open(path, "w") as file:
        json.dump({"TbSlibBookstoreInfo": {"list_total_count": shops, "RESULT": result, "row": rows}}, file)


def run(words, folder, **options):
    done = subprocess.run([geocli] + words, cwd=folder, env=environment, capture_output=True, **options)
    if done.returncode != 0:
        sys.exit(f"{words}: {done.returncode}\n{done.stderr.decode()}")
    return done.stdout


def meters(latitude, longitude, row):
    """The distance on a sphere: right to half a per cent, and the nights differ by 111 m."""
    a, b = math.radians(latitude), math.radians(row["latitude"])
    d = math.radians(row["longitude"] - longitude)
    h = math.sin((b - a) / 2) ** 2 + math.cos(a) * math.cos(b) * math.sin(d / 2) ** 2
    return 6371008.8 * 2 * math.asin(math.sqrt(h))


def questions(count):
    return [(37.4 + i * 0.0007 % 0.19, 126.8 + i * 0.0011 % 0.05) for i in range(count)]


def answers(threads, folder):
    """near --from -, where the second half of the queries comes after the second night."""
    asked = questions(600)
    lines = [f"{latitude!r},{longitude!r}\n" for latitude, longitude in asked]
    child = subprocess.Popen(
        [geocli, "near", "--from", "-", "-k", "20", "--threads", str(threads), "--db", "c.sqlite"], cwd=folder,
        env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    child.stdin.write(("latitude,longitude\n" + "".join(lines[:300])).encode())
    child.stdin.flush()
    # Earlier points are answered when a further one comes. So when there is output, the query is in the middle.
    sent = 300
    while sent < 550 and not select.select([child.stdout], [], [], 0.3)[0]:
        child.stdin.write(lines[sent].encode())
        child.stdin.flush()
        sent += 1
    run(["ingest", "b.json", "--accept", "a test", "-q", "--db", "c.sqlite"], folder)
    output, errors = child.communicate("".join(lines[sent:]).encode())
    if child.returncode != 0:
        sys.exit(f"near --from on {threads} threads: {child.returncode}\n{errors.decode()}")
    rows = [json.loads(line) for line in output.splitlines()]
    wrong = [r for r in rows if abs(meters(*asked[r["query"]], r) - r["distance_m"]) > 2 + r["distance_m"] / 100]
    if wrong:
        return f"{len(wrong)} of {len(rows)} distances are not those of their points, such as {wrong[0]}"
    return of_one_night([r["name"] for r in rows], len(asked) * 20) or ("" if sent < 550 else "no answer came")


def of_one_night(names, count=None):
    nights = {name[0] for name in names}
    if nights != {"A"}:
        return f"{sum(n[0] == 'A' for n in names)} rows of the first night, {sum(n[0] == 'B' for n in names)} of the other"
    return f"{len(names)} rows, not {count}" if count is not None and len(names) != count else ""


def listing(words, folder):
    """A command whose output is read only after the second night is ingested."""
    child = subprocess.Popen(
        [geocli] + words + ["--db", "c.sqlite"], cwd=folder, env=environment, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)
    first = child.stdout.read(1)
    run(["ingest", "b.json", "--accept", "a test", "-q", "--db", "c.sqlite"], folder)
    output, errors = child.communicate()
    if child.returncode != 0:
        sys.exit(f"{words}: {child.returncode}\n{errors.decode()}")
    text = (first + output).decode()
    mixed = ("A bookshop" in text, "B bookshop" in text)
    return "" if mixed == (True, False) else f"names of nights {mixed}"


LISTINGS = [
    "list", "list --format geojson", "list --as-of 2026-12-31", "export --format geojson", "export --format csv",
    "export --format kml", "near 37.5,126.8 -k 100000", "bbox 126,36,128,38", "inside square.geojson", "search bookshop",
    "search A", "cluster --zoom 22 --members", "cluster --all-zooms", "changes --since 1970-01-01", "map", "plot",
]


def main():
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for night, name in (("A", "a.json"), ("B", "b.json")):
            page(night, f"{folder}/{name}")
        with open(f"{folder}/square.geojson", "w") as file:
            file.write(SQUARE)
        cases = [(f"near --from - on {n} threads", lambda n=n: answers(n, folder)) for n in (1, 2, 4)]
        cases += [(line, lambda line=line: listing(line.split(), folder)) for line in LISTINGS]
        for name, case in cases:
            for ending in ("", "-wal", "-shm"):
                if os.path.exists(f"{folder}/c.sqlite{ending}"):
                    os.unlink(f"{folder}/c.sqlite{ending}")
            run(["ingest", "a.json", "--accept", "a test", "-q", "--db", "c.sqlite"], folder)
            fault = case()
            names = run(["list", "--fields", "name", "--format", "csv", "--db", "c.sqlite"], folder).decode().splitlines()
            if not fault and [n[:1] for n in names[1:]] != ["B"] * shops:
                fault = "the catalog does not hold the second night"
            run(["verify", "-q", "--db", "c.sqlite"], folder)
            print(f"{name}: {fault or 'of one night'}")
            if fault:
                failures.append(name)
    sys.exit(1 if failures else 0)


main()
