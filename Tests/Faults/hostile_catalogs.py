"""Catalogs that no ingest has written: every command gives an answer, or one line and exit status 65, and changes
nothing.

    python3 Tests/Faults/hostile_catalogs.py GEOCLI [--count N] [--only K]

Values beyond their constraints in every column, numbers at the ends of 64 bits, other types, foreign triggers, tables and
views, other definitions under our names, other versions, flipped bits, damaged and cut pages. A signal, a hang, exit 70, a
second line or a changed file is a failure.
"""

import argparse
import concurrent.futures
import contextlib
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile

LIMIT_SECONDS = 60
SQUARE = '{"type":"Polygon","coordinates":[[[126,36],[128,36],[128,38],[126,38],[126,36]]]}'
ENVIRONMENT = {"PATH": os.environ["PATH"], "HOME": "/proc/none", "LC_ALL": "C", "SOURCE_DATE_EPOCH": "1790000000"}

OWN = "--feed alpha --id no --name name --lat lat --lon lon --address address --district district --phone phone --accept test"

READING = [
    "list", "list --include-closed --format csv", "list --format geojson", "list --format table", "list --as-of 2026-09-22",
    "list --as-of 2026-09-21 --include-closed", "list --kind used --district 마포구 --has phone", "list --match 책",
    "near 37.55,126.95 -k 5", "near 37.55,126.95 --within 50km --kind used", "near --from points.csv -k 3",
    "near --from many.csv -k 3 --threads 2", "bbox 126,36,128,38", "bbox -180,-90,180,90 --include-closed",
    "inside square.geojson", "inside 마포구", "search 책방", "search ㅊㅂ", "search 책방 --near 37.5,127", "search --scan 책",
    "search zzzq", "show 1", "show 9223372036854775807", "show seoul-bookstores/1001", "status", "status --format table",
    "runs", "runs --format table", "runs last", "runs 1", "changes", "changes --since 0", "changes --since 2026-01-01",
    "verify", "cluster --zoom 12", "cluster --all-zooms", "cluster --zoom 22 --members", "export --format geojson",
    "export --format kml --layer places,clusters,changes", "export --format gpkg --layer places,clusters -o x.gpkg",
    "export --format csv --crs EPSG:5179", "map", "plot", "layers districts", "layers districts --format geojson",
    "layers check", "issues", "issues show 1", "issues list --state all --format csv", "issues stats", "issues report", "links list",
    "links list --state rejected", "links show alpha/3", "list --unique --sort name", "list --links --uncorrected", "corrections list",
    "corrections show 1", "corrections check", "corrections export", "layers list", "near 청역 -k 3", "show alpha/2", "near alpha/2 -k 3",
]
# These commands may change the catalog. They must leave a good catalog, or exactly the original bytes.
WRITING = [
    "ingest b.json", "ingest --dry-run b.json", "ingest c.json", "ingest --replay 1", "ingest --thorough b.json",
    "ingest more.csv " + OWN, "ingest less.csv --thorough " + OWN,
    "ingest --feed stations.toml stations.csv --thorough", "ingest --feed stations.toml fewer.csv --accept test",
    "layers import d.geojson --role districts", "layers remove districts", "layers import square.geojson --role water --license CC0", "layers remove all",
    "corrections import acts.ndjson",
]
# What a person does. It may also be refused (64), because the state of a row does not allow it.
ACTS = [
    "issues scan", "issues accept 1 2 --because x", "issues reopen 2", "issues close 75", "issues comment 1 x", "issues label 1 x",
    "issues new alpha/5 x", "links accept alpha/3 seoul-bookstores/1003", "links reject alpha/4 seoul-bookstores/1004",
    "corrections add alpha/5 name=x phone=02-123-4567 point=37.5,127 --because x --source https://a.example",
    "corrections add seoul-bookstores/1002 closed=2026-09-20 --because x --source https://a.example", "corrections withdraw 1",
]

INTEGERS = ["-9223372036854775808", "-1", "0", "4294967296", "9007199254740993", "4611686018427387904", "9223372036854775806", "9223372036854775807"]
REALS = ["9e999", "-9e999", "1e300", "-1e300", "180.0000001", "-91", "1e-320", "0.0"]
TEXTS = ["''", "'x'", "char(0)", "char(27)||'[31m'||char(10)||char(8238)", "'a'||char(0)||'b'", "cast(x'fffe80' as text)", "printf('%.70000c','책')", "'{'", "'[1,{}]'", "'[[[[['"]
OTHERS = ["NULL", "x'00ff'"]

SOME_BYTES = ["x''", "x'ff'", "zeroblob(16)", "zeroblob(1000)", "randomblob(300)"]
BY_TYPE = {"INTEGER": INTEGERS, "REAL": REALS, "TEXT": TEXTS, "BLOB": SOME_BYTES}
# What is wrong only in these columns.
SPECIAL = {
    ("run", "reason_values"): ["'{}'", "'{\"page\":[]}'"], ("change", "old"): ["'91,181'", "'1e999,0'"],
    ("correction", "value"): ["'91,181'", "'1e999,0'", "'2026-13-01'"], ("correction", "seen"): ["'91,181'"],
    ("district_outline", "area"): ["'[[[[1e999,0]]]]'", "'[[[[0,0],[1,1],[0,0]]]]'"],
    ("base_feature", "shape"): ["'{}'", "'{\"type\":1}'"], ("issue", "shared"): ["'91,181'"],
    ("point_page", "data"): ["zeroblob(448)", "zeroblob(100000)", "x'0100ffff000000000100000000000000'"],
}


def columns(path):
    """Every column of every table, with values that it should not have."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")]
        for table in tables:
            if db.execute(f"SELECT NOT EXISTS (SELECT 1 FROM \"{table}\")").fetchone()[0] and table != "posting_change":
                continue
            for _, column, kind, *_ in db.execute(f"PRAGMA table_info(\"{table}\")").fetchall():
                yield table, column, BY_TYPE.get(kind, INTEGERS) + SPECIAL.get((table, column), [])


STATIONS = """
id = "made-up-stations"
role = "landmarks"
title = { ko = "지어낸 역", en = "Made-up stations" }
noun = { ko = "역", en = "station" }
publisher = "nobody, made up for tests"
license = "none"
kind = "station"
[pages]
format = "csv"
encoding = "UTF-8"
delimiter = ","
header = true
[fields]
id = "no"
name = "name"
line = "line"
[point]
x = "lon"
y = "lat"
crs = "EPSG:4326"
area = [126, 37, 128, 38]
"""
# What makes the good catalog, which has rows in nearly every table.
MAKING = [
    "ingest a.json", "layers import d.geojson --role districts", "layers import square.geojson --role park --license CC0", "ingest b.json --accept test",
    "ingest own.csv " + OWN, "ingest --feed stations.toml stations.csv", "issues new alpha/1 x", "issues accept 2 --because x",
    "issues label 1 x y", "links reject alpha/2 seoul-bookstores/1002", "links accept alpha/1 seoul-bookstores/1001",
    "corrections add alpha/8 name=바른이름 kind=used point=37.51,126.91 --because x --source https://a.example",
    "corrections add seoul-bookstores/1005 phone= closed=2026-09-20 --because x --source https://a.example",
    "corrections add seoul-bookstores/1006 phone=02-123-0000 --because x --source https://a.example", "corrections withdraw 4",
]

STATEMENTS = [
    "DELETE FROM run", "DELETE FROM feed", "DELETE FROM place", "DELETE FROM posting", "DELETE FROM point_page",
    "INSERT INTO posting_change SELECT piece, 1, first, documents FROM posting",
    "INSERT INTO posting_change SELECT piece, 0, first, documents FROM posting",
    "INSERT INTO posting_change VALUES (-1, 0, -1, x''), (-1, 1, -5, x'ffffffffffffffff7f'), (5, 0, 7, x'01'), (5, 0, 8, x'01')",
    "DELETE FROM posting_change", "DROP TABLE posting_change", "DELETE FROM seal", "DROP TABLE seal",
    "DROP TABLE posting", "DROP TABLE run", "DROP TABLE feed", "DROP VIEW places", "DROP TABLE district_code", "DROP TABLE district_outline",
    "DROP TABLE outline_source", "DROP TABLE point_page", "DROP TABLE raw_page", "DROP INDEX page_sha256",
    "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM place; END",
    "CREATE TRIGGER t BEFORE DELETE ON point_page BEGIN SELECT raise(ABORT, 'no'); END",
    "CREATE UNIQUE INDEX one_name ON place (kind)", "CREATE INDEX strange ON place (length(name) / 0)",
    "CREATE VIEW zzz AS SELECT no_such_function(1) AS x", "CREATE TABLE notes (x)", "CREATE TABLE staged (x)", "CREATE TABLE staged_change (x)",
    "ALTER TABLE place ADD COLUMN extra TEXT", "ALTER TABLE run RENAME COLUMN total TO sum", "ALTER TABLE place RENAME TO shops",
    "ALTER TABLE place RENAME TO bookstore; CREATE TABLE bookstore_rtree (id); PRAGMA user_version = 15",
    "ALTER TABLE posting RENAME TO p; CREATE VIEW posting AS SELECT * FROM p",
    "DROP VIEW places; CREATE TABLE places (id)", "DROP TABLE posting; CREATE VIRTUAL TABLE posting USING fts5(piece, first, documents)",
] + [f"PRAGMA user_version = {version}" for version in (-1, 0, 1, 2, 3, 4, 5, 7, 99, 2147483647)] + [
    "PRAGMA application_id = 0", "PRAGMA application_id = 7; PRAGMA user_version = 0",
]


def page(path, prefix, count, shift):
    import json
    rows = [{"STORE_SEQ_NO": 1000 + i, "STORE_NAME": f"{prefix}책방 {i}", "CODE_VALUE": ["마포구", "종로구"][i % 2], "ADRES": f"먹물로 {i}",
             "STORE_TYPE": ["0001", "0002"][i % 2], "TEL_NO": f"02-000-{i:04}", "HMPG_URL": "http://a.example", "SNS": "https://b.example",
             "XCNTS": f"{37.5 + i * 0.002 + (shift if i % 2 else -shift):.4f}", "YDNTS": f"{126.9 + i * 0.003:.4f}"} for i in range(count)]
    rows.append({"STORE_SEQ_NO": "", "STORE_NAME": "no id"})
    body = {"TbSlibBookstoreInfo": {"list_total_count": len(rows), "RESULT": {"CODE": "INFO-000", "MESSAGE": "ok"}, "row": rows}}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(body, file, ensure_ascii=False)


def own(path, count):
    """Shops of a second feed, most of which are also in the first one."""
    with open(path, "w", encoding="utf-8") as file:
        file.write("no,name,lat,lon,address,district,phone\n")
        for i in range(count):
            point = f"{37.5 + i * 0.002:.4f},{126.9 + i * 0.003:.4f}" if i % 7 else ","
            file.write(f"{i},새 책방 {i},{point},서울특별시 마포구 먹물로 {i},마포구,02-000-{i:04}\n")


class Bench:
    def __init__(self, geocli, folder):
        self.geocli, self.folder = geocli, folder
        page(f"{folder}/a.json", "", 60, 0)
        page(f"{folder}/b.json", "새 ", 58, 0.001)
        with open(f"{folder}/square.geojson", "w") as file:
            file.write(SQUARE)
        with open(f"{folder}/d.geojson", "w", encoding="utf-8") as file:
            file.write('{"type":"FeatureCollection","license":"CC0","features":[{"type":"Feature","properties":{"name":"마포구"},"geometry":' + SQUARE + "}]}")
        for name, count in (("points", 3), ("many", 400)):
            with open(f"{folder}/{name}.csv", "w") as file:
                file.write("latitude,longitude\n" + "".join(f"{37.5 + i / 1e4},126.95\n" for i in range(count)))
        self.good = f"{folder}/good.sqlite"
        page(f"{folder}/c.json", "또 ", 55, 0.002)
        for name, shops in (("own", 30), ("more", 33), ("less", 28)):
            own(f"{folder}/{name}.csv", shops)
        for name, count in (("stations", 6), ("fewer", 4)):
            with open(f"{folder}/{name}.csv", "w", encoding="utf-8") as file:
                file.write("no,name,line,lat,lon\n" + "".join(f"{i},{'청람글샘가상마포책솔'[i]}역,{i}호선,37.5{i},126.9{i}\n" for i in range(count)))
        with open(f"{folder}/stations.toml", "w", encoding="utf-8") as file:
            file.write(STATIONS)
        for line in MAKING:
            done = self.run(line.split(), "good.sqlite", folder)
            assert done.returncode == 0, (line, done.stderr)
        with open(f"{folder}/acts.ndjson", "wb") as file:
            file.write(self.run(["corrections", "export"], "good.sqlite", folder).stdout)
        # Records of places that are not there wait in the catalog.
        with open(f"{folder}/acts.ndjson", encoding="utf-8") as acts, open(f"{folder}/wait.ndjson", "w", encoding="utf-8") as file:
            file.write(acts.read().replace("seoul-bookstores/1005", "seoul-bookstores/9999"))
        done = self.run(["corrections", "import", "wait.ndjson"], "good.sqlite", folder)
        assert done.returncode == 0, done.stderr

    def run(self, words, catalog, folder):
        return subprocess.run([self.geocli] + words + ["--db", catalog, "-q"], cwd=folder, env=ENVIRONMENT, capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=LIMIT_SECONDS)


def damages(path):
    """Names and makers of damaged catalogs, always the same and in the same order."""
    found = []
    for table, column, values in columns(path):
        for value in values + OTHERS:
            for scope in ("one", "all") if value in ("NULL", "''", "9e999", "9223372036854775807") else ("one",):
                found.append((f"{table}.{column} = {value} ({scope})", update(table, column, value, scope)))
    found += [(sql, statement(sql)) for sql in STATEMENTS]
    found += [(f"flipped bits, seed {seed}", flips(seed)) for seed in range(150)]
    found += [(f"a damaged page, seed {seed}", noise(seed)) for seed in range(60)]
    found += [(f"cut at {share} %", cut(share)) for share in (0, 1, 2, 5, 20, 50, 90, 99)]
    return found


def update(table, column, value, scope):
    def make(path):
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA foreign_keys = OFF")
            db.execute("PRAGMA ignore_check_constraints = ON")
            where = "" if scope == "all" else f" WHERE rowid = (SELECT max(rowid) FROM {table})"
            if table == "posting_change":
                db.execute("INSERT OR IGNORE INTO posting_change SELECT piece, first % 2, first, documents FROM posting LIMIT 40")
            if "WITHOUT ROWID" in db.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).fetchone()[0]:
                where = "" if scope == "all" else f" WHERE {column} IS (SELECT {column} FROM {table} LIMIT 1)"
            try:
                db.execute(f"UPDATE OR IGNORE {table} SET {column} = {value}{where}")
            except (sqlite3.IntegrityError, sqlite3.OperationalError):
                # NOT NULL and STRICT apply even without check constraints. Remove them from the definition, write, and
                # restore them.
                loosely(db, table, f"UPDATE OR IGNORE {table} SET {column} = {value}{where}", path)
    return make


def loosely(db, table, sql, path):
    former = db.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).fetchone()[0]
    loose = former.replace(" NOT NULL", "").replace("STRICT, ", "").replace(" STRICT", "")
    write = "UPDATE sqlite_schema SET sql = ? WHERE name = ?"
    db.execute("PRAGMA writable_schema = ON")
    db.execute(write, (loose, table))
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA ignore_check_constraints = ON")
        with contextlib.suppress(sqlite3.Error):
            other.execute(sql)
    db.execute(write, (former, table))


def statement(sql):
    def make(path):
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA foreign_keys = OFF")
            db.execute("PRAGMA legacy_alter_table = ON")
            with contextlib.suppress(sqlite3.Error):
                db.executescript(sql)
    return make


def flips(seed):
    def make(path):
        chance = random.Random(seed)
        with open(path, "r+b") as file:
            data = bytearray(file.read())
            for _ in range(chance.choice((1, 1, 3, 20))):
                # The header stays unchanged, because a changed header may identify another program's file. Any later
                # bit may be flipped.
                offset = chance.randrange(100, len(data))
                data[offset] ^= 1 << chance.randrange(8)
            file.seek(0)
            file.write(data)
    return make


def noise(seed):
    def make(path):
        chance = random.Random(1000 + seed)
        with open(path, "r+b") as file:
            size = os.path.getsize(path)
            start = chance.randrange(size // 4096) * 4096 + chance.choice((0, 8, 100, 2000))
            file.seek(max(start, 100))
            file.write(chance.randbytes(chance.choice((1, 4, 64, 1000))))
    return make


def cut(share):
    return lambda path: os.truncate(path, os.path.getsize(path) * share // 100)


def fault(done, words, allowed):
    if done.returncode < 0 or done.returncode >= 126:
        return f"{words}: signal {done.returncode}: {done.stderr[-300:]!r}"
    if done.returncode not in allowed:
        return f"{words}: exit {done.returncode}: {done.stderr[-300:]!r}"
    lines = done.stderr.decode(errors="replace").splitlines()
    if done.returncode == 65 and not lines and not done.stdout and not words.startswith(("verify", "ingest")):
        return f"{words}: 65 without a word"
    if [line for line in lines if not line.startswith("geocli: ")]:
        return f"{words}: not a line of ours: {lines[:3]}"
    return None


def trial(bench, name, make):
    """The violations of one damaged catalog."""
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        for file in os.listdir(bench.folder):
            if not file.startswith("good"):
                os.symlink(f"{bench.folder}/{file}", f"{folder}/{file}")
        made = f"{folder}/made.sqlite"
        shutil.copy(bench.good, made)
        make(made)
        with open(made, "rb") as file:
            former = file.read()
        for line in READING + WRITING + ACTS:
            writes = line not in READING
            catalog = f"{folder}/c.sqlite"
            if not os.path.exists(catalog) or writes:
                for ending in ("", "-wal", "-shm", "-journal"):
                    if os.path.exists(catalog + ending):
                        os.unlink(catalog + ending)
                shutil.copy(made, catalog)
            try:
                done = bench.run(line.split(), "c.sqlite", folder)
            except subprocess.TimeoutExpired:
                problems.append(f"{line}: hangs")
                continue
            problems.append(fault(done, line, (0, 64, 65, 66) if line in ACTS else (0, 65, 66)))
            with open(catalog, "rb") as file:
                changed = file.read() != former
            if changed and (not writes or done.returncode != 0 and not same_content(made, catalog)):
                problems.append(f"{line}: exit {done.returncode}, and the file has changed")
    return [f"{name}: {problem}" for problem in problems if problem]


def same_content(one, other):
    """Whether two files have the same rows; a refused run is recorded, which changes the file."""
    try:
        found = []
        for path in (one, other):
            with contextlib.closing(sqlite3.connect(path)) as db:
                found.append(db.execute("SELECT * FROM place ORDER BY id").fetchall())
        return found[0] == found[1]
    except (sqlite3.Error, UnicodeDecodeError):
        # If SQLite itself can't read the file, it has no data to lose.
        return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("geocli")
    parser.add_argument("--count", type=int)
    parser.add_argument("--only", type=int)
    arguments = parser.parse_args()
    good = 0
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(os.path.abspath(arguments.geocli), folder)
        chosen = all_damages = list(enumerate(damages(bench.good), 1))
        if arguments.only:
            chosen = [all_damages[arguments.only - 1]]
        elif arguments.count and arguments.count < len(all_damages):
            step = len(all_damages) / arguments.count
            chosen = [all_damages[int(i * step)] for i in range(arguments.count)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            jobs = {pool.submit(trial, bench, name, make): (number, name) for number, (name, make) in chosen}
            for job in concurrent.futures.as_completed(jobs):
                problems = job.result()
                good += not problems
                for problem in problems:
                    print(f"{jobs[job][0]}: {problem}")
    print(f"hostile_catalogs: {good} of {len(chosen)}")
    sys.exit(0 if good == len(chosen) else 1)


if __name__ == "__main__":
    main()
