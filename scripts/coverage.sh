#!/usr/bin/env bash
# Prints the line coverage of each module from the last 'swift test --enable-code-coverage'.
set -euo pipefail
json=$(swift test --show-codecov-path)
python3 - "$json" <<'PY'
import collections, json, sys
lines = collections.defaultdict(lambda: [0, 0])
for file in json.load(open(sys.argv[1]))["data"][0]["files"]:
    parts = file["filename"].split("/Sources/")
    if len(parts) != 2 or "/.build" in file["filename"]:
        continue
    module = parts[1].split("/")[0]
    summary = file["summary"]["lines"]
    lines[module][0] += summary["covered"]
    lines[module][1] += summary["count"]
for module, (covered, count) in sorted(lines.items()):
    print(f"{module:12} {100 * covered / count:6.1f} %  {covered} of {count} lines")
PY
