"""Compares two catalogs with Python's SQLite: the header, the schema, and every row of every table with its rowid.

Usage: check_backup.py ONE OTHER. Prints the first difference of each table and exits with 1, or prints the number of
rows. Standard library only.
"""

import contextlib
import itertools
import sqlite3
import sys


def header(db):
    return {name: db.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version", "page_size")}


def schema(db):
    return db.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").fetchall()


def rows(db, table):
    """The rows of a table, in the order of its key. A table WITHOUT ROWID has no rowid."""
    try:
        return db.execute(f'SELECT rowid, * FROM "{table}" ORDER BY rowid')
    except sqlite3.OperationalError:
        return db.execute(f'SELECT * FROM "{table}"')


def main(one, other):
    with contextlib.ExitStack() as stack:
        files = [stack.enter_context(contextlib.closing(sqlite3.connect(path))) for path in (one, other)]
        for db in files:
            db.text_factory = bytes
        problems = [f"{part.__name__}: {part(files[0])} and {part(files[1])}"
                    for part in (header, schema) if part(files[0]) != part(files[1])]
        for db, path in zip(files, (one, other)):
            problems += [f"{path}: {row[0]}" for row in db.execute("PRAGMA integrity_check") if row[0] != b"ok"]
        count = 0
        for (name,) in files[0].execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            table = name.decode()
            pairs = itertools.zip_longest(*(rows(db, table) for db in files))
            for pair in pairs:
                count += 1
                if pair[0] != pair[1]:
                    problems.append(f"{table}: {pair[0]} and {pair[1]}")
                    break
    print("\n".join(problems) if problems else f"{count} rows are the same")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
