#!/usr/bin/env python3
"""Checks tables of geocli: aligned by display width, not wider than the terminal, only printable text.

    check_table.py COLUMNS TABLE ...

COLUMNS is the width of the terminal; 0 for a pipe, where a row is one line and nothing is cut. A table is lines of
titles, a line of rules, and the rows; columns are two blanks apart. On a terminal the values that all rows share are
above the titles, and texts may be under their row, indented further than the first column. Widths come from Python's
own Unicode tables (UAX #11): wide and full-width characters take two columns. Combining and format characters take
none, and neither do the medial vowels and final consonants of Hangul written in Jamo (as in glibc's wcwidth). Prints
each violation; exit status 1 if there is one. Standard library only.
"""

import sys
import unicodedata


def width(character):
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    if 0x1160 <= ord(character) <= 0x11FF or 0xD7B0 <= ord(character) <= 0xD7FF:
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def cells(line):
    """The line as a list of columns: a wide character's second column is empty."""
    spread = []
    for character in line:
        columns = width(character)
        if columns == 0 and spread:
            spread[-1] += character
        else:
            spread += [character] + [""] * (columns - 1)
    return spread


def check(path, columns):
    with open(path, "rb") as file:
        text = file.read().decode("utf-8")
    if not text.endswith("\n"):
        yield "no line end at its end"
    lines = text.split("\n")[:-1]
    for line in lines:
        for character in line:
            if unicodedata.category(character) in ("Cc", "Zl", "Zp", "Cs") or character in BIDI:
                yield f"unprintable U+{ord(character):04X} in {line!r}"
        if columns and len(cells(line)) > columns:
            yield f"{len(cells(line))} columns on a terminal of {columns}: {line}"
    rule = next((number for number, line in enumerate(lines) if line and not set(line) - {"─", " "}), None)
    if rule is None or not columns and rule != 1:
        yield "no line of rules under the titles"
        return
    rules = lines[rule]
    gaps = [index for index, character in enumerate(rules) if character == " "]
    # Titles may take several lines; shared values are not in the columns.
    titles = [line for line in lines[:rule] if ": " not in line]
    for line in titles + lines[rule:]:
        if columns and (line.startswith(" " * (gaps[0] + 2 if gaps else columns)) or "--fields" in line):
            continue
        spread = cells(line)
        for gap in gaps:
            if gap < len(spread) and spread[gap] != " ":
                yield f"not blank between columns, at {gap}: {line}"
    if any("…" in line for line in lines) and not columns:
        yield "cut although it is not a terminal"


BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def main():
    columns = int(sys.argv[1])
    violations = [f"{path}: {words}" for path in sys.argv[2:] for words in check(path, columns)]
    print("\n".join(violations[:40]))
    return 1 if violations or len(sys.argv) < 3 else 0


if __name__ == "__main__":
    sys.exit(main())
