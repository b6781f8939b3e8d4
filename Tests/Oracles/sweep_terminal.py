#!/usr/bin/env python3
"""Sends hostile text through every column of every command in every format, to a pseudo-terminal.

    sweep_terminal.py GEOCLI FOLDER feed|columns|words|pages [STEP]

Text enters through the feed (every field, the page's file name, a reason), outlines (names, title, licence), SQL into
each single TEXT column of the catalog, and the arguments of the command line. The program itself lists its commands,
options, formats and fields; a command that is not in WORDS is a violation. The script checks each byte that reaches the
terminal: UTF-8, no control character except LF and a TSV's TAB, no line or paragraph separator, nothing that changes
the direction of text. The printable part of each hostile text must arrive, so that missing text cannot pass.

With STEP, "columns" tries only one of so many pairs of column and command: every column and every command, but not
every pair. FOLDER must be empty; the created files stay there. Prints each violation, then the number of runs; exit
status 1 if there is a violation. Standard library only.
"""

import concurrent.futures
import csv
import itertools
import json
import os
import pty
import re
import shutil
import sqlite3
import subprocess
import sys
import termios

# CSI in both its forms, OSC, BEL, BS, CR, NEL, VT, DEL, separators, every bidirectional control, invisible marks.
# No NUL: a shell can't pass it on, but a feed can contain it.
EVIL = (
    "\x1b[31m\x1b]0;t\x07\x08\r\x0b\x0c\x7f\x85\x9b2J\x9d0;t\x9c\u2028\u2029\u061c\u200e\u200f"
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\ufff9\n\t")
# Separators and bidirectional controls, which must not reach the terminal.
BIDI = {0x061C, 0x200E, 0x200F, 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
MOMENT = 1_790_000_000
# The arguments with which each command shows data; None for a command that shows no data of a catalog.
WORDS = {
    "ingest": ["hostile.json --dry-run --db new.sqlite",
               "own.csv --id no --name title --lat y --lon x --feed own-places --dry-run --db new.sqlite"],
    "feeds": [""],
    "feeds list": [""],
    "feeds show": None,
    "feeds new": None,
    "feeds check": ["places hostile.json"],
    "feeds remove": ["seoul-bookstores --dry-run"],
    "feeds pause": None,
    "feeds resume": None,
    "feeds cadence": None,
    "links": [""],
    "links list": [""],
    "links show": ["1"],
    "corrections": [""],
    "corrections list": [""],
    "corrections show": ["1"],
    "corrections check": [""],
    "corrections add": ["1 name=x --because x --source https://example.com"],
    "corrections withdraw": ["1"],
    "corrections export": None,
    "corrections import": ["markers.geojson"],
    "links accept": ["1 own-twins/1"],
    "links reject": ["own-twins/1 1"],
    "issues": [""],
    "issues list": ["--state all", "--near 37.5,127"],
    "issues show": ["1000001", "1000002"],
    "issues new": ["1 évil\u202e\x9b\x7f\x1b[31m --label x"],
    "issues accept": ["1000001 --because évil\u202e\x9b\x7f"],
    "issues reopen": ["1000001"],
    "issues close": ["1000002"],
    "issues comment": ["1000001 évil\u202e\x9b\x7f"],
    "issues label": ["1000001 a"],
    "issues scan": [""],
    "issues stats": [""],
    "issues report": ["--state all", "--state all --format csv"],
    "mine": None,
    "mine mark": ["1 --list évil\u202e\x9b\x7f"],
    "mine unmark": ["2"],
    "mine marks": [""],
    "mine note": ["1 évil\u202e\x9b\x7f --book évil\u202e --tag x\u202e"],
    "mine notes": [""],
    "mine show": ["1"],
    "mine share": ["1"],
    "mine edit": ["1 évil\u202e\x9b\x7f"],
    "mine remove": ["2"],
    "mine restore": ["2"],
    "mine visit": ["1"],
    "mine journal": [""],
    "mine log": [""],
    "mine gc": None,
    "mine export": ["", "--format markdown", "--format csv", "--format gpx", "--format kml"],
    "mine import": ["starred.geojson"],
    "mine merge": None,
    "near": ["37.5,127 -k 99", "--from points.csv -k 3"],
    "bbox": ["-180,-90,180,90"],
    "inside": ["area.geojson"],
    "search": ["한", "한 --near 37.5,127 --explain"],
    "list": ["", "--include-closed"],
    "show": ["1 --links", "2"],
    # A blank would divide the statement.
    "sql": ["SELECT/**/*/**/FROM/**/places_all", "SELECT/**/*/**/FROM/**/changes", "SELECT/**/*/**/FROM/**/issues",
            "SELECT/**/*,1/**/AS/**/latitude,1/**/AS/**/longitude/**/FROM/**/rejects",
            "SELECT/**/*,1/**/AS/**/latitude,1/**/AS/**/longitude/**/FROM/**/runs"],
    "cluster": ["--zoom 22 --unique", "--zoom 3 --members", "--all-zooms", "--from markers.geojson --zoom 20"],
    "export": ["", "--layer clusters", "--layer changes", "--rs --format geojsonseq"],
    "map": ["", "--unique", "--mine"],
    "plot": ["", "--unique"],
    "status": [""],
    "open": ["1 --print"],
    "config": [""],
    "schema": ["near"],
    "runs": ["", "last", "1", "2", "3"],
    "undo": ["--feed seoul-bookstores --dry-run"],
    "backup": ["évil\u202e\x9b\x7f.sqlite"],
    "restore": None,
    "changes": ["--since 0", ""],
    "layers": [""],
    "layers import": None,
    "layers list": [""],
    "layers districts": [""],
    "layers check": [""],
    "layers remove": None,
    "addresses": [""],
    "addresses import": None,
    "addresses list": [""],
    "addresses find": None,
    "addresses remove": None,
    "verify": [""],
    "batch": None,
    "batch nearest": ["--places évil\u202e\x9b\x7f.csv --queries q.csv"],
    "batch collide": ["--zoom 3 --places évil\u202e\x9b\x7f.csv"],
    "batch run": None,
    "push": None,
    "serve": None,
    "completions": ["bash"],
    "man": ["", "near"],
    "help": ["", "all", "near"],
}
# Commands that change the catalog.
CHANGING = {
    "corrections add", "corrections withdraw", "corrections import", "links accept", "links reject", "issues new",
    "issues accept", "issues reopen", "issues close", "issues comment", "issues label", "issues scan",
}
# Formats that need a file and can't go to a terminal.
FILES_ONLY = {"gpkg", "folder"}


class Sweep:
    def __init__(self, program, folder):
        self.program = os.path.abspath(program)
        self.folder = os.path.abspath(folder)
        self.violations = []
        self.count = 0
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": self.folder, "LC_ALL": "C", "TERM": "xterm", "NO_COLOR": "1",
            "PAGER": "cat", "GEOCLI_DB": "catalog.sqlite", "GEOCLI_MINE": "mine",
            "SOURCE_DATE_EPOCH": str(MOMENT), "LLVM_PROFILE_FILE": os.environ.get("LLVM_PROFILE_FILE", "/dev/null"),
            **{name: os.environ[name] for name in ("ASAN_OPTIONS", "TSAN_OPTIONS") if name in os.environ},
        }

    # Running

    def call(self, words, **extra):
        """Runs the program with pipes; returns its output and messages."""
        run = subprocess.run(
            [self.program, *words], cwd=self.folder, env={**self.environment, **extra}, capture_output=True, check=False,
            stdin=subprocess.DEVNULL, timeout=60)
        return run.returncode, run.stdout, run.stderr

    def made(self, words, **extra):
        status, _, said = self.call(words, **extra)
        if status != 0:
            self.violations.append(f"{words[:2]}: {status} {said!r}")

    def seen(self, words, **extra):
        """The terminal's output, with line ends as the program wrote them."""
        self.count += 1
        own, terminal = pty.openpty()
        attributes = termios.tcgetattr(terminal)
        attributes[1] &= ~termios.OPOST
        termios.tcsetattr(terminal, termios.TCSANOW, attributes)
        process = subprocess.Popen(
            [self.program, *words], cwd=self.folder, env={**self.environment, **extra}, stdin=subprocess.DEVNULL,
            stdout=terminal, stderr=terminal)
        os.close(terminal)
        bytes_seen = b""
        while True:
            try:
                chunk = os.read(own, 1 << 16)
            except OSError:  # EIO: the program has closed its side.
                break
            if not chunk:
                break
            bytes_seen += chunk
        os.close(own)
        return process.wait(timeout=60), bytes_seen

    def check(self, name, seen, tabs=False):
        """Reports characters that a terminal would obey."""
        try:
            text = seen.decode("utf-8")
        except UnicodeDecodeError as error:
            self.violations.append(f"{name}: {error}")
            return
        for character in text:
            code = ord(character)
            is_control = code < 0x20 or 0x7F <= code <= 0x9F
            if character == "\n" or tabs and character == "\t":
                continue
            if is_control or code in BIDI:
                place = text.index(character)
                self.violations.append(f"{name}: U+{code:04X} in {text[max(0, place - 40):place + 20]!r}")
                return

    def all(self, cases):
        """Checks each case (its words, its environment) on two threads; returns the outputs by name. Cases that change
        the catalog run first, one after the other, because one may need what another one changes."""
        def one(case):
            words, extra = case
            return words, extra, self.seen(words, **extra)

        seen = {}
        changing = [case for case in cases if " ".join(case[0][:2]) in CHANGING]
        reading = [case for case in cases if " ".join(case[0][:2]) not in CHANGING]
        for threads, some in ((1, changing), (2, reading)):
            with concurrent.futures.ThreadPoolExecutor(threads) as pool:
                for words, extra, (status, text) in pool.map(one, some):
                    name = f"{' '.join(words)!r} {extra or ''}"
                    self.check(name, text, tabs="tsv" in words)
                    seen[name] = (status, text.decode("utf-8", "replace"))
        return seen

    # The program's own lists

    def commands(self):
        """Every command: its path, and its options that take a value."""
        _, text, _ = self.call(["--experimental-dump-help"])

        def walk(command, path):
            for child in command.get("subcommands", []):
                yield from walk(child, path + [child["commandName"]])
            options = [a for a in command.get("arguments", []) if a["kind"] == "option" and a.get("shouldDisplay")]
            names = [("--" if n["kind"] == "long" else "-") + n["name"] for a in options for n in a["names"][:1]]
            if path:
                yield " ".join(path), names

        found = dict(walk(json.loads(text)["command"], []))
        for name in sorted(set(found) ^ set(WORDS)):
            self.violations.append(f"{name}: the program and this sweep don't know the same commands")
        return found

    def choices(self, command, words, option):
        """The words that `option` accepts, as the error for another word lists them."""
        _, _, said = self.call([*command.split(), *words, option, "?"])
        found = re.search(r"choose (?:one of|from) (.*)", said.decode())
        return found.group(1).split(", ") if found else []

    # Making hostile catalogs

    def evil(self, mark):
        return f"{mark}{EVIL}한{mark}"

    def page(self, name, rows, total=None):
        body = {"list_total_count": len(rows) if total is None else total, "RESULT": {"CODE": "INFO-000", "MESSAGE": "ok"},
                "row": rows}
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"TbSlibBookstoreInfo": body}, file)
        return name

    def row(self, number, generation=""):
        mark = f"{generation}{number}"
        row = {
            "STORE_SEQ_NO": f"{1000 + number}", "STORE_NAME": self.evil(f"NAME{mark}"), "GU_CODE": "801",
            "CODE_VALUE": self.evil(f"DISTRICT{mark}"), "ADRES": self.evil(f"ADDRESS{mark}"),
            "TEL_NO": self.evil(f"PHONE{mark}"), "HMPG_URL": self.evil(f"SITE{mark}"),
            "STORE_TYPE": self.evil(f"KIND{mark}"), "STORE_TYPE_NAME": self.evil("TYPE"),
            "XCNTS": f"{37.5 + number / 1000}", "YDNTS": f"{127 + number / 1000}", "SNS": self.evil(f"SNS{mark}"),
        }
        if number == 5:
            row |= {"STORE_SEQ_NO": self.evil("ID"), "STORE_NAME": "한\x00NUL"}
        if number == 6:
            row |= {"XCNTS": self.evil("COORDINATE")}
        if number == 7:
            row |= {"STORE_NAME": EVIL, "STORE_SEQ_NO": self.evil("NAMELESS")}
        return row

    def make(self):
        file_name = self.evil("FILE").replace("/", "") + ".json"
        rows = [self.row(number) for number in range(1, 8)]
        self.page("hostile.json", rows)
        first = self.page("first" + file_name, rows)
        self.made(["ingest", first, "--accept", self.evil("ACCEPT"), "-q"])
        later = [self.row(number, "NEW") for number in range(1, 8)]
        later[0] |= {"XCNTS": "37.9"}
        second = self.page("second" + file_name, later[:4] + later[5:])
        self.made(["ingest", second, "--accept", self.evil("ACCEPT"), "-q"], SOURCE_DATE_EPOCH=str(MOMENT + 86400))
        # The same shop in another feed.
        with open(os.path.join(self.folder, "twins.csv"), "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([
                ["no", "title", "y", "x", "address"],
                [1, self.evil("NAMENEW1"), 37.9, 127.001, self.evil("TWIN")]])
        self.made(["ingest", "twins.csv", "--id", "no", "--name", "title", "--lat", "y", "--lon", "x", "--address", "address",
                   "--feed", "own-twins", "-q"], SOURCE_DATE_EPOCH=str(MOMENT + 86400))
        self.issues()
        self.made(["corrections", "add", "1", "website=https://example.com", "name=정정한 이름", "--because", "BECAUSE",
                   "--source", "https://example.com", "-q"], SOURCE_DATE_EPOCH=str(MOMENT + 86400), GEOCLI_AUTHOR="AUTHOR")
        # Hostile texts of people are refused, so they come from SQL.
        database = sqlite3.connect(os.path.join(self.folder, "catalog.sqlite"))
        database.execute("UPDATE correction SET because = ?, author = ?", (self.evil("BECAUSE"), self.evil("AUTHOR")))
        database.commit()
        database.close()
        refused = self.page(self.evil("REFUSED").replace("/", "") + ".json", later[:1])
        self.call(["ingest", refused, "-q"], SOURCE_DATE_EPOCH=str(MOMENT + 2 * 86400))
        ring = [[126, 37], [128, 37], [128, 38], [126, 38], [126, 37]]
        features = [
            {"type": "Feature", "properties": {"name": self.evil(f"OUTLINE{number}")},
             "geometry": {"type": "Polygon", "coordinates": [[[x + number * 3, y] for x, y in ring]]}} for number in (0, 1)]
        with open(os.path.join(self.folder, "area.geojson"), "w", encoding="utf-8") as file:
            json.dump({"type": "FeatureCollection", "features": features}, file)
        self.made(["layers", "import", "area.geojson", "--role", "water", "--license", self.evil("LICENCE"), "--title", self.evil("TITLE")])
        self.made(["layers", "import", "--role", "districts", "area.geojson", "--name-key", "name", "--license", self.evil("LICENCE"), "--title", self.evil("TITLE")])
        with open(os.path.join(self.folder, "points.csv"), "w", encoding="utf-8") as file:
            file.write("latitude,longitude\n37.5,127\n")
        with open(os.path.join(self.folder, "own.csv"), "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([["no", "title", "y", "x", self.evil("COLUMN")], [1, self.evil("OWN"), 37.5, 127, ""]])
        marker = {"type": "Feature", "id": self.evil("MARKER"), "properties": {},
                  "geometry": {"type": "Point", "coordinates": [127, 37.5]}}
        with open(os.path.join(self.folder, "markers.geojson"), "w", encoding="utf-8") as file:
            json.dump({"type": "FeatureCollection", "features": [marker]}, file)

        self.mine()

    def mine(self):
        """A person's own records, every text hostile, and a file of another program."""
        for words in (["mark", "1", "--list", "LIST\u202e\x1b[31m\x9b"],
                      ["note", "1", self.evil("MINETEXT"), "--phrase", self.evil("PHRASE"), "--tag", "TAG\u202e\x1b[31m\x9b"],
                      ["note", "1", "x"], ["visit", "1"]):
            self.made(["mine", *words, "-q"], SOURCE_DATE_EPOCH=str(MOMENT + 86400))
        starred = {"type": "Feature", "properties": {"Title": self.evil("STARRED")},
                   "geometry": {"type": "Point", "coordinates": [127, 37.5]}}
        with open(os.path.join(self.folder, "starred.geojson"), "w", encoding="utf-8") as file:
            json.dump({"type": "FeatureCollection", "features": [starred]}, file)

    def issues(self):
        """A finding and an issue that a person reported, every text hostile."""
        evil = self.evil
        evidence = json.dumps({"name": evil("EVIDENCE"), evil("KEY"): [evil("LIST"), None, {evil("IN"): 1}]})
        database = sqlite3.connect(os.path.join(self.folder, "catalog.sqlite"))
        database.execute("PRAGMA foreign_keys = ON")
        for number, rule, title in ((1000001, "name-placeholder", None), (1000002, None, evil("ISSUE"))):
            database.execute(
                "INSERT INTO issue VALUES (?, ?, ?, 'name', 'open', ?, ?, ?, NULL, 1, 2)",
                (number, rule, f"sweep {number}", title, evil("SHARED"), evidence))
            database.execute("INSERT INTO issue_place VALUES (?, 1)", (number,))
            database.execute("INSERT INTO issue_label VALUES (?, ?)", (number, evil("LABEL")))
            for what, run, author in (("opened", 1, None), ("comment", None, evil("AUTHOR"))):
                database.execute(
                    "INSERT INTO issue_event (issue, what, run, author, happened_at, text, evidence) "
                    "VALUES (?, ?, ?, ?, '2026-09-21T00:00:00Z', ?, ?)",
                    (number, what, run, author, evil("COMMENT"), evidence))
        database.commit()
        database.close()

    # The sweeps

    def listed(self, commands, most_lines=None):
        """Every command, as called in WORDS, with its formats and with all its fields."""
        for command, options in commands.items():
            for line in (WORDS.get(command) or [])[:most_lines]:
                words = line.split()
                formats = self.choices(command, words, "--format") if "--format" in options else []
                named = [[]] if "--format" in words else [["--format", name] for name in formats if name not in FILES_ONLY]
                if "--format" in options and not formats:
                    self.violations.append(f"{command}: names no formats")
                fields = self.choices(command, words, "--fields") if "--fields" in options and not command == "batch" else []
                picks = [[]] + ([["--fields", ",".join(fields)]] if fields and "batch" not in command else [])
                for form, pick in itertools.product(named or [[]], picks):
                    yield [*command.split(), *words, *form, *pick]

    def feed(self):
        self.make()
        cases = [(words, {}) for words in self.listed(self.commands())]
        cases += [(words, {"LC_ALL": "ko_KR.UTF-8"}) for words, _ in cases if "table" in words]
        seen = self.all(cases)
        everything = "\n".join(text for _, text in seen.values())
        for mark in ("NAME1", "NAMENEW1", "DISTRICTNEW1", "ADDRESSNEW1", "PHONENEW1", "SITENEW1", "SNSNEW1", "KIND1", "ID",
                     "COORDINATE", "NAMELESS", "FILE", "ACCEPT", "REFUSED", "OUTLINE1", "MARKER", "ISSUE",
                     "EVIDENCE", "LABEL", "AUTHOR", "COMMENT", "SHARED", "MINETEXT", "PHRASE", "STARRED"):
            if mark not in everything:
                self.violations.append(f"{mark} was never shown: the sweep shows less than it thinks")
        for name, (status, text) in seen.items():
            words = name.split()[0].strip("'\"")
            # People's own texts may not control a terminal.
            if status == 64 and words == "issues" and "vil" in name and "control character" in text:
                continue
            if status not in (0, 65) and words not in ("map", "plot", "open") or status == 70:
                self.violations.append(f"{name}: exit {status}: {text[-300:]!r}")

    def columns(self, step=1):
        self.make()
        # Commands that read a catalog, as tables; the treatment of text in other formats does not depend on the
        # command.
        reading = {name: options for name, options in self.commands().items() if "--db" in options and name != "ingest"}
        listed = [words for words in self.listed(reading, most_lines=1)
                  if "--fields" not in words and ("table" in words or words[0] == "export" and {"csv", "kml"} & set(words))]
        path = os.path.join(self.folder, "catalog.sqlite")
        database = sqlite3.connect(path)
        columns = database.execute(
            "SELECT m.name, p.name FROM sqlite_schema m, pragma_table_info(m.name) p "
            "WHERE m.type = 'table' AND p.type = 'TEXT' AND m.name NOT LIKE 'sqlite_%'").fetchall()
        database.close()
        cases = []
        for place, (table, column) in enumerate(columns):
            name = f"{table}.{column}.sqlite"
            shutil.copy(path, os.path.join(self.folder, name))
            database = sqlite3.connect(os.path.join(self.folder, name))
            database.executescript("PRAGMA journal_mode = DELETE; PRAGMA ignore_check_constraints = 1;")
            # Each value gets a different number at its end, because some columns must have unique values.
            numbers = itertools.count()
            database.create_function("number", 0, lambda: next(numbers))
            database.execute(
                f'UPDATE OR IGNORE "{table}" SET "{column}" = ? || number() WHERE "{column}" IS NOT NULL',
                (self.evil("SQL"),))
            database.commit()
            database.close()
            cases += [
                (words, {"GEOCLI_DB": name}) for number, words in enumerate(listed) if (number + place) % step == 0]
        seen = self.all(cases)
        if sum("SQL" in text for _, text in seen.values()) < 20:
            self.violations.append("what SQL wrote was hardly ever shown")

    def words(self):
        self.make()
        evil = self.evil("WORD")
        commands = self.commands()
        cases = [([evil], {}), (["help", evil], {}), (["--" + evil], {})]
        for command, options in commands.items():
            path = command.split()
            # A service goes on until a signal ends it, so it gets no catalog.
            listed = ["--db none.sqlite"] if command == "serve" else WORDS.get(command) or [""]
            lines = [line.split() for line in listed]
            # A run would start Spark, and a push would connect to a server.
            cases += [([*path, *lines[0], option, evil], {}) for option in options]
            cases += [([*path, evil], {}), ([*path, "--" + evil], {}), ([*path, "--" + evil + "=1"], {})]
            cases += [([*path, *lines[0], f"-o{evil}"], {}), ([*path, evil + "://" + evil, evil], {})]
        for name in ("GEOCLI_DB", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "SOURCE_DATE_EPOCH", "COLUMNS", "HOME",
                     "LC_ALL", "SHELL", "TMPDIR", "SPARK_HOME", "SEOUL_OPENAPI_KEY", "GEOCLI_AUTHOR"):
            for line in ("issues comment 1000001 x", "list", "status", "changes --reader x", "ingest", "completions", "batch run plan.sql"):
                extra = {name: ("/" if "XDG" in name or name == "HOME" else "") + evil}
                if name != "GEOCLI_DB" and "HOME" in name:
                    extra["GEOCLI_DB"] = ""
                if line == "ingest":
                    # No request leaves the machine.
                    line = "ingest http://127.0.0.1:9 --timeout 1s"
                cases.append((line.split(), extra))
        cases += [(["ingest", "hostile.json", "-v", "--db", "verbose.sqlite"], {})]
        verbose = self.page(evil.replace("/", "") + ".json", [self.row(1)])
        cases += [(["ingest", verbose, "--verbose", "--db", "verbose2.sqlite"], {})]
        seen = self.all(cases)
        if sum("WORD" in text for _, text in seen.values()) < len(cases) // 2:
            self.violations.append("the words were hardly ever repeated")

    def pages(self):
        """The messages of an ingest about invalid pages."""
        evil = json.dumps(self.evil("PAGE"))
        bodies = {
            "code": '{"RESULT":{"CODE":%s,"MESSAGE":%s}}' % (evil, evil),
            "key": '{"RESULT":{"CODE":"INFO-100","MESSAGE":%s}}' % evil,
            "xml": "<RESULT><CODE>INFO-100</CODE><MESSAGE>%s</MESSAGE></RESULT>" % "".join(
                c for c in self.evil("PAGE") if c in "\t\n\r" or ord(c) >= 0x20),
            "text": self.evil("PAGE"), "html": "<html>" + self.evil("PAGE"), "service": "{%s:{}}" % evil,
            "field": '{"TbSlibBookstoreInfo":{"list_total_count":1,"RESULT":{"CODE":"INFO-000"},"row":[{%s:1}]}}' % evil,
            "total": '{"TbSlibBookstoreInfo":{"list_total_count":%s,"RESULT":{"CODE":"INFO-000"},"row":[]}}' % evil,
            "csv": self.evil("PAGE").replace("\n", "") + ",b\n1,2\n",
        }
        cases = []
        for name, body in bodies.items():
            with open(os.path.join(self.folder, f"{name}.json"), "w", encoding="utf-8", newline="") as file:
                file.write(body)
            for line in (f"ingest {name}.json", f"inside {name}.json", f"near --from {name}.json",
                         f"cluster --zoom 3 --from {name}.json", f"layers import {name}.json --role districts", f"layers import {name}.json --role road",
                         f"list --db {name}.json", f"batch run {name}.json", f"batch collide --zoom 3 --places {name}.json"):
                cases.append((line.split(), {} if "districts" not in line and "inside" not in line else {"GEOCLI_DB": "made"}))
        self.made(["ingest", "--sample", "-q"])
        self.made(["ingest", "--sample", "-q"], GEOCLI_DB="made")
        self.all(cases)


def main():
    sweep = Sweep(sys.argv[1], sys.argv[2])
    getattr(sweep, sys.argv[3])(*(int(word) for word in sys.argv[4:]))
    for violation in sweep.violations[:60]:
        print(violation)
    print(f"{sys.argv[3]}: {sweep.count} runs, {len(sweep.violations)} violations")
    return 1 if sweep.violations else 0


if __name__ == "__main__":
    sys.exit(main())
