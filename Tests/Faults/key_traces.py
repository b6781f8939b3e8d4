"""Searches for a key in bytes, in any form in which it may be written: plain, encoded, reversed or packed."""

import base64
import bz2
import html
import lzma
import os
import re
import sqlite3
import threading
import urllib.parse
import zlib

PIECE = 1 << 20
OVERLAP = 4096  # Longer than every form of a key.
LARGEST = 256 << 20


def forms(key):
    """Every searched form, by name. The comparison ignores case where a form does not change letters."""
    raw = key.encode()
    found = {
        "plain": raw,
        "reversed": raw[::-1],
        "percent-encoded": "".join(f"%{byte:02x}" for byte in raw).encode(),
        "URL-encoded": urllib.parse.quote(key, safe="").encode(),
        "hex": raw.hex().encode(),
        "JSON-escaped": "".join(f"\\u{ord(letter):04x}" for letter in key).encode(),
        "UTF-16": key.encode("utf-16-le"),
        "UTF-16 big-endian": key.encode("utf-16-be"),
    }
    found = {name: form.lower() for name, form in found.items() if name != "URL-encoded" or form != raw}
    for shift in range(3):
        # Inside a longer text the key may start at any of three offsets of a base64 group; the outer letters depend on
        # the neighbors and are left out.
        text = base64.b64encode(b"\0" * shift + raw).decode().rstrip("=")
        inner = text[(0, 2, 3)[shift]:(len(text) if (len(raw) + shift) % 3 == 0 else -1)]
        found[f"base64, place {shift}"] = inner.encode()
        found[f"base64url, place {shift}"] = inner.replace("+", "-").replace("/", "_").encode()
    return found


def traces(data, key):
    """Names of the forms of the key that these bytes contain."""
    lower = data.lower()
    found = [name for name, form in forms(key).items() if form and form in (data if "base64" in name else lower)]
    return found or disguised(data, key)


MARKUP = re.compile(rb"<!\[CDATA\[|\]\]>|<!--.*?-->|<\?.*?\?>|<b>x</b>", re.S)
UNSEEN = str.maketrans({"\u200b": None, **{chr(0xFEE0 + code): chr(code) for code in range(0x21, 0x7F)}})


def disguised(data, key):
    """Whether the bytes contain the key after markup, references and percent-encoding are decoded repeatedly."""
    if not any(mark in data for mark in (b"%", b"&#", b"<!", b"<?", b"<b>", b"\xe2\x80\x8b", b"\xef\xbc", b"\xef\xbd")):
        return []
    for text in (data, MARKUP.sub(b"", data)):
        text = text.decode(errors="replace").translate(UNSEEN)
        for _ in range(4):
            if key.lower() in text.lower():
                return ["disguised"]
            text = html.unescape(urllib.parse.unquote(text, errors="replace"))
    return []


def inflated(data, wbits):
    """The unpacked bytes, in overlapping pieces, so that a large page takes little memory."""
    unpacker = zlib.decompressobj(wbits)
    tail, total = b"", 0
    while data and total < LARGEST:
        try:
            piece = unpacker.decompress(data, PIECE)
        except zlib.error:
            return
        data = unpacker.unconsumed_tail
        total += len(piece)
        # A page may be padded with megabytes of blanks.
        if piece and not piece.isspace():
            yield tail + piece
        tail = piece[-OVERLAP:]
        if not piece and not data:
            return


def unpacked(data):
    """The unpacked bytes under each of the usual packers, each a (how, bytes) pair."""
    # A length or a tag may come before the packed data.
    for skip in (0, 1, 2, 4, 8):
        for wbits in (15, 31, -15) if skip == 0 else (15, 31):
            for piece in inflated(data[skip:], wbits):
                yield f"zlib wbits {wbits}" + (f" after {skip} bytes" if skip else ""), piece
    for name, unpack in (("bzip2", bz2.decompress), ("xz", lzma.decompress)):
        try:
            yield name, unpack(data)
        except (OSError, EOFError, lzma.LZMAError, ValueError):
            pass


def within_bytes(data, key):
    """Traces of the key in bytes, unchanged and unpacked."""
    found = traces(data, key)
    for how, plain in unpacked(data):
        found += [f"{name} within {how}" for name in traces(plain, key)]
    return sorted(set(found))


def within_tables(path, key):
    """Traces of the key in the values of an SQLite file's tables; packed values are unpacked."""
    found = []
    database = sqlite3.connect(f"file:{urllib.parse.quote(path)}?mode=ro", uri=True)
    database.text_factory = lambda text: text.decode(errors="replace")
    try:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for name in names:
            texts = []
            for values in database.execute(f'SELECT * FROM "{name}"'):
                texts += [value for value in values if isinstance(value, str)]
                for blob in (value for value in values if isinstance(value, bytes)):
                    found += [f"{trace} in table {name}" for trace in within_bytes(blob, key)]
            found += [f"{trace} in table {name}" for trace in traces("\n".join(texts).encode(), key)]
    except sqlite3.Error:
        # A virtual table of an unknown module: its shadow tables and the raw file are searched anyway.
        pass
    finally:
        database.close()
    return sorted(set(found))


def within_folder(folder, key):
    """Traces of the key in the names and contents of all files below a folder."""
    found = []
    for base, folders, files in os.walk(folder):
        for name in folders + files:
            found += [f"{trace} in the name {name}" for trace in traces(name.encode(), key)]
        for name in files:
            path = os.path.join(base, name)
            with open(path, "rb") as file:
                data = file.read()
            found += [f"{trace} in {name}" for trace in within_bytes(data, key)]
            if data.startswith(b"SQLite format 3\0"):
                found += [f"{trace} of {name}" for trace in within_tables(path, key)]
    return found


class CommandLines:
    """Watches the command lines of all processes for any of a set of keys."""

    def __init__(self):
        self.keys = {}
        self.samples = 0
        self.lock = threading.Lock()
        threading.Thread(target=self._watch, daemon=True).start()

    def add(self, key):
        """Watches for this key from now on."""
        with self.lock:
            self.keys[key] = []

    def remove(self, key):
        """Stops watching; returns where the key was seen."""
        with self.lock:
            return self.keys.pop(key, [])

    def _watch(self):
        ended = threading.Event()
        while not ended.wait(0.03):
            with self.lock:
                wanted = [(key, key.encode()) for key in self.keys]
            if not wanted:
                continue
            self.samples += 1
            for name in os.listdir("/proc"):
                if name.isdigit():
                    self._look(name, wanted)

    def _look(self, process, wanted):
        try:
            with open(f"/proc/{process}/cmdline", "rb") as file:
                line = file.read()
        except OSError:
            return
        for key, raw in wanted:
            if raw in line:
                with self.lock:
                    self.keys.get(key, []).append(line[:80].decode("latin-1").replace("\0", " "))
