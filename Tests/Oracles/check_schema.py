#!/usr/bin/env python3
"""Checks that a JSON Schema of `geocli schema` admits the rows that a command prints, and no others.

    check_schema.py MANIFEST

A line of MANIFEST is `SCHEMA ROWS ROWS …`: a file of `geocli schema` and files of JSON lines. A validator of the
keywords that geocli uses is below; where Python's `jsonschema` is installed, it has to agree. Each row is also damaged
in several ways, and must then be refused. All keys of a schema must occur in the rows. Prints each violation; exit
status 1 if there is one.
"""

import datetime
import json
import pathlib
import re
import sys
import urllib.parse
import warnings

warnings.simplefilter("ignore")
try:
    import jsonschema
except ImportError:
    jsonschema = None

TYPES = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def formats(name, text):
    if name == "date":
        try:
            return re.fullmatch(r"\d{4}-\d{2}-\d{2}", text) and datetime.date.fromisoformat(text)
        except ValueError:
            return False
    if name == "date-time":
        return re.fullmatch(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})", text)
    if name == "uri":
        return re.fullmatch(r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+", text) and urllib.parse.urlsplit(text).scheme
    raise ValueError(f"format {name}")


def admits(schema, value):
    """Whether a value fits the schema; an unknown keyword is an error."""
    for keyword, wanted in schema.items():
        if keyword in ("$schema", "title", "description"):
            continue
        elif keyword == "type":
            if not any(TYPES[name](value) for name in ([wanted] if isinstance(wanted, str) else wanted)):
                return False
        elif keyword == "enum":
            if value not in wanted:
                return False
        elif keyword == "format":
            if isinstance(value, str) and not formats(wanted, value):
                return False
        elif keyword == "anyOf":
            if not any(admits(choice, value) for choice in wanted):
                return False
        elif keyword == "pattern":
            if isinstance(value, str) and not re.search(wanted, value):
                return False
        elif keyword == "minimum":
            if TYPES["number"](value) and value < wanted:
                return False
        elif keyword == "items":
            if isinstance(value, list) and not all(admits(wanted, item) for item in value):
                return False
        elif keyword == "minItems":
            if isinstance(value, list) and len(value) < wanted:
                return False
        elif keyword == "maxItems":
            if isinstance(value, list) and len(value) > wanted:
                return False
        elif keyword == "required":
            if isinstance(value, dict) and not all(key in value for key in wanted):
                return False
        elif keyword == "properties":
            if isinstance(value, dict) and not all(admits(wanted[key], value[key]) for key in wanted if key in value):
                return False
        elif keyword == "additionalProperties":
            if isinstance(value, dict):
                others = [value[key] for key in value if key not in schema.get("properties", {})]
                if wanted is False and others or isinstance(wanted, dict) and not all(admits(wanted, item) for item in others):
                    return False
        else:
            raise ValueError(f"keyword {keyword}")
    return True


class Schema:
    def __init__(self, path):
        self.name = path
        self.value = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        self.other = None
        if jsonschema:
            kind = jsonschema.Draft202012Validator
            kind.check_schema(self.value)
            self.other = kind(self.value, format_checker=jsonschema.FormatChecker())

    def admits(self, row):
        own = admits(self.value, row)
        if self.other and self.other.is_valid(row) != own:
            raise ValueError(f"{self.name}: jsonschema says {not own} of {row}")
        return own

    def choices(self):
        return self.value.get("anyOf", [self.value])

    def words(self):
        """The faults of the schema itself."""
        if self.value["$schema"] != "https://json-schema.org/draft/2020-12/schema" or not self.value["description"]:
            yield "no draft or no description"
        for choice in self.choices():
            if choice["additionalProperties"] is not False or choice["type"] != "object":
                yield "it is not closed"
            if not set(choice["required"]) <= set(choice["properties"]):
                yield "it requires an unknown key"
            for key, member in choice["properties"].items():
                if not member.get("description", "").endswith("."):
                    yield f"{key} is not described"


def is_open(schema, key):
    """Whether the values are objects of any members."""
    kinds = [choice["properties"].get(key, {}) for choice in schema.choices()]
    return any("object" in kind.get("type", "") and "properties" not in kind for kind in kinds)


def spoiled(row, schema):
    """Variants of the row with one fault each."""
    yield "an unknown key", row | {"unknown_key": 1}
    for key in row:
        if not is_open(schema, key):
            yield f"{key} is an object", row | {key: {"x": "y"}}
        if all(key in choice["required"] for choice in schema.choices() if key in choice["properties"]):
            yield f"{key} is missing", {other: row[other] for other in row if other != key}
    for key in ("kind", "outcome", "what", "match"):
        if key in row:
            yield f"{key} is an unknown code", row | {key: "No such code!"}
    for key in ("first_seen", "last_seen", "date"):
        if key in row:
            yield f"{key} is not a day", row | {key: "2026-13-45"}


def main():
    found = []
    count = 0
    for line in pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        path, *files = line.split(" ")
        schema = Schema(path)
        found += [f"{path}: {words}" for words in schema.words()]
        seen = set()
        for file in files:
            for number, text in enumerate(open(file, encoding="utf-8", newline="\n")):
                row = json.loads(text)
                count += 1
                seen |= set(row)
                if not schema.admits(row):
                    found.append(f"{path} refuses {file}, row {number}: {text[:400]}")
                if number < 3:
                    found += [f"{path} admits {file}, row {number}, although {words}" for words, bad in spoiled(row, schema) if schema.admits(bad)]
        for key in {key for choice in schema.choices() for key in choice["properties"]} - seen:
            found.append(f"{path}: no row has {key}")
    print("\n".join(found[:40]), f"{count} rows, jsonschema {'is' if jsonschema else 'is not'} installed")
    sys.exit(bool(found) or count == 0)


main()
