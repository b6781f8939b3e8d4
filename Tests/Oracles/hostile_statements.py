"""Runs statements that write, load, loop or need too much through `geocli sql`.

    python3 Tests/Oracles/hostile_statements.py GEOCLI CATALOG

CATALOG is in a folder of its own. Each statement must be refused or ended in one sentence, or give a small answer. In any
case, the files of the folder and their bytes stay the same, the process takes less than 256 MB of memory, and it ends
soon after its deadline. Prints each violation, then the number of statements; exit status 1 if there is a violation.
Standard library only.
"""

import hashlib
import os
import subprocess
import sys
import time

DEADLINE = 1
REFUSED = 64
OVER = 69
ENDLESS = "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) "
BLOBS = "WITH RECURSIVE t(x) AS (SELECT randomblob(1000000) UNION ALL SELECT randomblob(1000000) FROM t LIMIT 100000) "
# Each statement and the exit status that it must have; None for any of 0, 64 and 69.
STATEMENTS = [(sql, REFUSED) for sql in (
    "", " ", ";", ";;", "-- nothing", "/* nothing */", "/* open",
    # Writing
    "INSERT INTO places VALUES (1)", "INSERT INTO place (id) VALUES (1)", "UPDATE place SET name = 'x'",
    "DELETE FROM place", "DELETE FROM place RETURNING *", "REPLACE INTO feed (key) VALUES (1)", "DROP VIEW places",
    "DROP TABLE place", "CREATE TABLE x (a)", "CREATE TEMP TABLE x (a)", "CREATE TEMP VIEW x AS SELECT 1",
    "CREATE VIEW x AS SELECT 1", "CREATE INDEX x ON place (name)", "CREATE VIRTUAL TABLE x USING fts5(a)",
    "CREATE TRIGGER x AFTER INSERT ON place BEGIN SELECT 1; END", "ALTER TABLE place RENAME TO x",
    "ALTER TABLE place ADD COLUMN x", "REINDEX", "ANALYZE", "VACUUM", "EXPLAIN DELETE FROM place",
    "WITH x AS (SELECT 1) DELETE FROM place", "WITH x AS (SELECT 1) UPDATE place SET name = 'x'",
    # Files
    "VACUUM INTO 'copy.sqlite'", "ATTACH 'other.sqlite' AS x", "ATTACH ':memory:' AS x", "DETACH main",
    "WITH x AS (ATTACH 'other.sqlite' AS y) SELECT 1", "SELECT writefile('x', 'y')", "SELECT readfile('/etc/passwd')",
    "SELECT load_extension('x.so')", "SELECT load_extension('x.so', 'init')", "SELECT fts3_tokenizer('simple')",
    "SELECT edit('x')", "SELECT * FROM sqlite_dbpage", "SELECT * FROM pragma_journal_mode('delete')",
    "SELECT * FROM fsdir('/')",
    # Settings and transactions
    "PRAGMA writable_schema = ON", "PRAGMA journal_mode = DELETE", "PRAGMA user_version = 9", "PRAGMA user_version",
    "PRAGMA temp_store_directory = '/tmp'", "PRAGMA table_info('place')", "SELECT * FROM pragma_table_info('place')",
    "BEGIN", "BEGIN IMMEDIATE", "COMMIT", "ROLLBACK", "SAVEPOINT x", "RELEASE x", "END",
    # Several
    "SELECT 1; SELECT 2", "SELECT 1; DROP TABLE place", "SELECT 1; ATTACH 'x' AS y", "SELECT 1;;SELECT 2", "SELECT 1; nonsense",
    # Internal tables and functions
    "SELECT * FROM place", "SELECT name FROM feed", "SELECT data FROM point_page", "SELECT p.name FROM places JOIN place p USING (id)",
    "SELECT count(*) FROM place", "WITH places AS (SELECT * FROM place) SELECT * FROM places",
    "WITH places(a) AS (SELECT name FROM feed) SELECT a FROM places, main.places", "SELECT (WITH places AS (SELECT * FROM MAIN.Place) SELECT count(*) FROM places)",
    "WITH RECURSIVE runs AS (SELECT id FROM run UNION SELECT id FROM runs) SELECT * FROM runs", "SELECT * FROM sqlite_stat1", "SELECT id FROM places WHERE id IN (SELECT place FROM posting)",
    "SELECT geocli_match('x', 'y')", "SELECT geocli_id_order('1')",
    # Mistakes
    "SELECT", "nonsense", "SELECT * FROM nowhere", "SELECT nothing FROM places", "SELECT ?", "SELECT :name", "SELECT \"x\"",
    "SELECT * FROM nearest", "SELECT * FROM nearest(37)", "SELECT * FROM nearest(127, 37)", "SELECT * FROM nearest(37, 127, 1000001)",
    "SELECT abs(-9223372036854775808)", "SELECT 1 FROM places WHERE name LIKE '" + "%a" * 200 + "'",
    "SELECT " + "(" * 1000 + "1" + ")" * 1000, "SELECT " + ", ".join("1" for _ in range(5000)), "SELECT 1" + " UNION SELECT 1" * 1000,
    "SELECT '" + "x" * 100_000 + "'",
    # Too large
    "SELECT zeroblob(1000000000)", "SELECT randomblob(1000000000)", "SELECT hex(zeroblob(8000000))",
    "SELECT replace(hex(zeroblob(4000000)), '0', 'xxxxxxxx')",
    "SELECT zeroblob(8000000), zeroblob(8000000)",
)] + [(sql, OVER) for sql in (
    ENDLESS + "SELECT count(*) FROM t", ENDLESS + "SELECT max(x) FROM t", ENDLESS + "SELECT x FROM t WHERE x < 0",
    "SELECT count(*) FROM places a, places b, places c, places d",
    "SELECT sum(distance_m(a.latitude, a.longitude, b.latitude, b.longitude)) FROM places a, places b, places c",
    "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x FROM t) SELECT count(*) FROM t",
)] + [(sql, None) for sql in (
    ENDLESS + "SELECT x FROM t", ENDLESS + "SELECT DISTINCT x FROM t", ENDLESS + "SELECT x FROM t ORDER BY x DESC",
    "WITH RECURSIVE t(x) AS (SELECT 1 UNION SELECT x + 1 FROM t) SELECT count(*) FROM t",
    BLOBS + "SELECT x FROM t", BLOBS + "SELECT count(*) FROM (SELECT x FROM t ORDER BY x)", BLOBS + "SELECT count(DISTINCT x) FROM t",
    "SELECT json_group_array(hex(randomblob(100000))) FROM places a, places b",
    BLOBS + "SELECT first_value(x) OVER (ORDER BY x) FROM t", BLOBS + "SELECT json_group_array(hex(x)) FROM t",
    "SELECT printf('%1000000000s', 'x')", "SELECT instr(hex(zeroblob(3900000)), hex(zeroblob(1900000)) || '1')",
    "SELECT hex(zeroblob(3900000)) LIKE '%" + "0" * 190 + "1'", "SELECT hex(zeroblob(3900000)) GLOB '*" + "0*" * 90 + "1'",
    "SELECT group_concat(hex(randomblob(1000000))) FROM places", "SELECT hex(randomblob(1000000)) FROM places a, places b", "SELECT name FROM places a, places b USING (kind)",
    "SELECT * FROM json_each('[" + "[" * 900 + "]" * 900 + "]')", "SELECT count(*) FROM json_tree('[" + "1," * 40_000 + "1]')",
    "SELECT * FROM sqlite_schema", "WITH places AS (SELECT * FROM places_all) SELECT count(*) FROM places",
    "SELECT char(0, 27, 155, 8238)", "SELECT 1 AS \"a\nb\", 2 AS \"\x1b[31m\"", "SELECT 9e999, -9e999, 0.0 / 0.0",
    "SELECT n.id FROM places p, nearest(p.latitude, p.longitude, 100) n", "EXPLAIN SELECT * FROM places",
)]


class Run:
    def __init__(self, geocli, catalog):
        self.geocli, self.catalog, self.folder = geocli, catalog, os.path.dirname(os.path.abspath(catalog))
        self.environment = {"LC_ALL": "C", "GEOCLI_DB": catalog, "HOME": self.folder, "PATH": os.environ["PATH"]}
        self.violations = []

    def files(self):
        """The names and hashes of all files, without those that SQLite keeps beside a catalog that is open."""
        found = {}
        for path, _, names in os.walk(self.folder):
            for name in names:
                if not name.endswith(("-wal", "-shm")):
                    with open(os.path.join(path, name), "rb") as file:
                        found[name] = hashlib.sha256(file.read()).hexdigest()
        return found

    def check(self, sql, wanted):
        start = time.monotonic()
        # The output is counted, not kept.
        process = subprocess.Popen(
            [self.geocli, "sql", "-", "--timeout", f"{DEADLINE}s", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=self.environment, cwd=self.folder)
        process.stdin.write(sql.encode())
        process.stdin.close()
        size = 0
        while piece := process.stdout.read(1 << 20):
            size += len(piece)
        said = process.stderr.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = code = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - start

        def wrong(text):
            self.violations.append(f"{sql[:100]!r}: {text}")

        if code not in ([0, REFUSED, OVER] if wanted is None else [wanted]):
            wrong(f"exit {code}, {said[:200]!r}")
        if code and (not said.startswith("geocli: ") or said.count("\n") != 1):
            wrong(f"not one sentence: {said[:200]!r}")
        if usage.ru_maxrss >= 256 * 1000:
            wrong(f"{usage.ru_maxrss} kB of memory")
        # Processor time, because a machine may be slow. A step that can't be interrupted ends after more of it, and an
        # answer must be written.
        if usage.ru_utime + usage.ru_stime > 5 * DEADLINE + 10 + size / 20e6:
            wrong(f"{usage.ru_utime + usage.ru_stime:.1f} s of processor time in {seconds:.1f} s")
        if size > 4 << 30:
            wrong(f"{size} bytes of output")


def main():
    run = Run(*sys.argv[1:3])
    before = run.files()
    for sql, wanted in STATEMENTS:
        run.check(sql, wanted)
        if run.files() != before:
            run.violations.append(f"{sql[:100]!r}: the files are different")
            before = run.files()
    for violation in run.violations:
        print(violation)
    print(f"{len(STATEMENTS)} statements, {len(run.violations)} violations")
    return 1 if run.violations else 0


if __name__ == "__main__":
    sys.exit(main())
