"""Feed pages: two nights of made-up bookstores.

sample-feed writes more than COUNT rows. The first night has the first COUNT of them. Every hundredth row gets a code of
its own, which makes it a place of kind "other": a filter by this kind keeps 1 in 100. In the second night 0.5 % of
the rows differ: 3 in 5 of these are changed, 1 in 5 is removed, and the same number of the extra rows is added instead.
"""

import pathlib
import random
from collections.abc import Iterator

from .child import Runner
from .points import SEED
from .setup import our_program

RARE_EVERY = 100
RARE_KIND = "other"
CHANGED_SHARE = 0.005
ROWS_PER_PAGE = 1000
_ROW = '{"STORE_SEQ_NO":'
_TAIL = "]}}"


def make(runner: Runner, folder: pathlib.Path, count: int) -> None:
    """Writes `folder`/first and `folder`/second, unless they exist."""
    done = folder / "pages-done"
    if done.exists():
        return
    differing = max(5, int(count * CHANGED_SHARE))
    spare = differing // 5
    drawn = folder / "drawn"
    for name in (drawn, folder / "first", folder / "second"):
        name.mkdir(exist_ok=True)
    runner([our_program("sample-feed"), str(count + spare), drawn, str(SEED), "seoul"])
    head, _ = _split(drawn / "page_1.json")
    head = head.replace(f'"list_total_count":{count + spare}', f'"list_total_count":{count}')
    edits = _edits(count, differing, spare)
    replacements = _rows_behind(drawn, count)
    for number, rows in _pages(drawn, count):
        _write(folder / "first" / f"page_{number}.json", head, rows)
        start = (number - 1) * ROWS_PER_PAGE
        later = [_edited(row, edits.get(start + index), replacements) for index, row in enumerate(rows)]
        _write(folder / "second" / f"page_{number}.json", head, later)
    for page in drawn.iterdir():
        page.unlink()
    drawn.rmdir()
    done.touch()


def _split(page: pathlib.Path) -> tuple[str, list[str]]:
    """The text before the rows, and the rows."""
    head, *rows = page.read_text(encoding="utf-8").split(_ROW)
    rows[-1] = rows[-1].removesuffix(_TAIL)
    return head, [_ROW + row.removesuffix(",") for row in rows]


def _write(path: pathlib.Path, head: str, rows: list[str]) -> None:
    path.write_text(head + ",".join(rows) + _TAIL, encoding="utf-8")


def _pages(drawn: pathlib.Path, count: int) -> Iterator[tuple[int, list[str]]]:
    for number in range(1, (count + ROWS_PER_PAGE - 1) // ROWS_PER_PAGE + 1):
        _, rows = _split(drawn / f"page_{number}.json")
        rows = rows[: count - (number - 1) * ROWS_PER_PAGE]
        start = (number - 1) * ROWS_PER_PAGE
        yield number, [_rare(row) if (start + index) % RARE_EVERY == 0 else row for index, row in enumerate(rows)]


def _rare(row: str) -> str:
    for code, name in (("0001", "헌책방"), ("0002", "새책방")):
        row = row.replace(
            f'"STORE_TYPE":"{code}","STORE_TYPE_NAME":"{name}', '"STORE_TYPE":"0009","STORE_TYPE_NAME":"기타'
        )
    return row


def _rows_behind(drawn: pathlib.Path, count: int) -> Iterator[str]:
    """The rows from `count` on."""
    for number in range(count // ROWS_PER_PAGE + 1, len(list(drawn.iterdir())) + 1):
        _, rows = _split(drawn / f"page_{number}.json")
        yield from rows[max(0, count - (number - 1) * ROWS_PER_PAGE) :]


def _edits(count: int, differing: int, spare: int) -> dict[int, str]:
    """The rows that the second night changes or replaces."""
    chance = random.Random(f"{SEED} second night {count}")
    # A removed row and its replacement count as two of the differing rows.
    chosen = chance.sample(range(count), differing - spare)
    return {row: "replaced" if index < spare else "changed" for index, row in enumerate(chosen)}


def _edited(row: str, edit: str | None, replacements: Iterator[str]) -> str:
    if edit == "replaced":
        return next(replacements)
    return row.replace('"ADRES":"', '"ADRES":"옛 ', 1) if edit == "changed" else row
