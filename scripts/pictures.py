#!/usr/bin/python3
"""Makes the pictures and the tables at the tops of README.md and README.ko.md again, from the bundled sample.

    scripts/pictures.py [GEOCLI]     (make pictures builds the program first)

Writes docs/images/map.png, map-phone.png and plot.svg, and into out/scenes ten pictures of the map page for people to
check: desktop, tablet and phone, light and dark, Korean and English. In both READMEs it also runs the command between
<!-- terminal --> and <!-- /terminal -->, and writes its real output there. The clock is fixed, so the same program gives
the same files. Needs the Debian packages of scripts/install-packages.sh; uses no network.
"""

import base64
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
from urllib.parse import urlencode

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "Browser"))
from browser import Browser  # noqa: E402

IMAGES = ROOT / "docs" / "images"
SCENES = ROOT / "out" / "scenes"
DESKTOP = {"width": 1280, "height": 800}
TABLET = {"width": 768, "height": 1024}
PHONE = {"width": 390, "height": 844, "phone": True}
LARGEST = "[...document.querySelectorAll('.marker')].sort((a, b) => b.dataset.count - a.dataset.count)[0].click()"
FIRST = "document.querySelector('#list .row').click()"
# Name, screen, colors, choices for the page's address, and a script that runs when the page is open.
LOOKS = (
    ("opening", DESKTOP, "light", {"lang": "en"}, ""),
    ("opening-dark", DESKTOP, "dark", {"lang": "ko"}, ""),
    ("search", DESKTOP, "light", {"lang": "ko", "q": "책방"}, ""),
    ("district-card", DESKTOP, "light", {"lang": "ko", "district": "마포구"}, FIRST),
    ("group-card", DESKTOP, "dark", {"lang": "en", "kind": "used"}, LARGEST),
    ("street", DESKTOP, "light", {"lang": "en", "map": "16/37.5563/126.9236"}, ""),
    ("tablet", TABLET, "light", {"lang": "ko", "kind": "used"}, ""),
    ("phone-search", PHONE, "light", {"lang": "ko", "q": "고래"}, ""),
    ("phone-card", PHONE, "dark", {"lang": "ko", "district": "종로구"}, FIRST),
    ("phone-group", PHONE, "light", {"lang": "en"}, LARGEST),
)
# 2026-09-21 in Seoul.
MOMENT = 1_790_000_000
# Stops the page's clock before the page's own scripts run, so that the displayed age of the data is always the same.
STOPPED_CLOCK = """
(() => {
  const Clock = Date, now = %d;
  window.Date = class extends Clock { constructor(...words) { words.length ? super(...words) : super(now); } };
  window.Date.now = () => now;
})();
"""
# The language is fixed, so that the pictures are the same for every user.
ENVIRONMENT = {**os.environ, "SOURCE_DATE_EPOCH": str(MOMENT), "LC_ALL": "C.UTF-8"}


def geocli(program, catalog, *words):
    """The output of geocli; its messages go to this script's standard error."""
    return subprocess.run(
        [program, *words], check=True, stdout=subprocess.PIPE, env={**ENVIRONMENT, "GEOCLI_DB": str(catalog)}).stdout


def photograph(page, path, fragment="", scheme="light", script="", **size):
    """A picture of the page, opened half a day after the data's time."""
    with Browser(language="en", **size) as browser:
        browser.driver.execute_cdp_cmd(
            "Page.addScriptToEvaluateOnNewDocument", {"source": STOPPED_CLOCK % ((MOMENT + 43_200) * 1000)})
        browser.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        browser.open(page, fragment)
        if script:
            browser.run(script)
        browser.driver.execute_async_script("document.fonts.ready.then(() => requestAnimationFrame(arguments[0]))")
        shot = browser.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
        browser.read_logs()
    if browser.complaints:
        sys.exit(f"{page}: {browser.complaints}")
    data = base64.b64decode(shot["data"])
    path.write_bytes(data)
    print(f"{path.relative_to(ROOT)}: {len(data) / 1000:.0f} kB")


def put_terminal(program, catalog, name):
    """The table at the top of a README, as a terminal of 80 columns shows it."""
    readme = ROOT / name
    text = readme.read_text(encoding="utf-8")
    block = re.search(r"<!-- terminal -->\n```\n\$ geocli (.*)\n.*?```\n<!-- /terminal -->", text, re.DOTALL)
    if not block:
        sys.exit(f"{name} has no block '$ geocli …' between <!-- terminal --> and <!-- /terminal -->")
    line = block[1].split("\n")[0]
    words = shlex.split(line)
    environment = {**ENVIRONMENT, "GEOCLI_DB": str(catalog), "TERM": "xterm", "NO_COLOR": "1", "PAGER": "cat"}
    terminal = ROOT / "Tests/Oracles/run_in_terminal.py"
    output = subprocess.run(
        [sys.executable, "-B", terminal, "80", program, *words], env=environment, check=True,
        stdout=subprocess.PIPE).stdout
    shown = "\n".join(row.rstrip() for row in output.decode().rstrip("\n").split("\n"))
    new = f"<!-- terminal -->\n```\n$ geocli {line}\n{shown}\n```\n<!-- /terminal -->"
    readme.write_text(text[: block.start()] + new + text[block.end():], encoding="utf-8")
    print(f"{name}: $ geocli {line}")


def main():
    program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/release/geocli")
    IMAGES.mkdir(parents=True, exist_ok=True)
    SCENES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        catalog, page = pathlib.Path(folder) / "sample.sqlite", pathlib.Path(folder) / "map.html"
        geocli(program, catalog, "ingest", "--sample", "-q")
        geocli(program, catalog, "plot", "-q", "-o", str(IMAGES / "plot.svg"))
        geocli(program, catalog, "map", "-q", "-o", str(page))
        photograph(page, IMAGES / "map.png", width=1280, height=800)
        photograph(page, IMAGES / "map-phone.png", width=390, height=844, phone=True)
        for name, screen, scheme, words, script in LOOKS:
            photograph(page, SCENES / f"{name}.png", urlencode(words), scheme, script, **screen)
        for name in ("README.md", "README.ko.md"):
            put_terminal(program, catalog, name)


if __name__ == "__main__":
    main()
