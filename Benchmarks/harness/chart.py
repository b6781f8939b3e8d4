"""Small SVG charts: bars of ratios and lines of growth. No dependency; the same input gives the same bytes."""

import math
from collections.abc import Callable, Mapping, Sequence
from html import escape

from .figures import digits, duration
from .rows import Row, Sense

FONT = 'font-family="system-ui, sans-serif"'
MET, MISSED, INFORMS, INK, FAINT = "#1b7f6b", "#c2571a", "#8a949e", "#1f2933", "#d5dbe1"
COLORS = (
    "#1b7f6b",
    "#c2571a",
    "#3867d6",
    "#8e44ad",
    "#b8860b",
    "#d63447",
    "#2c3e50",
    "#5d8233",
    "#0097a7",
    "#7f5539",
    "#6c757d",
    "#e07a9b",
    "#4b3f8f",
    "#00695c",
    "#a65e00",
    "#5c6bc0",
)


def _page(width: int, height: int, title: str, parts: Sequence[str]) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img" {FONT} font-size="12" fill="{INK}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            f'<text x="16" y="24" font-size="15" font-weight="600">{escape(title)}</text>',
            *parts,
            "</svg>",
            "",
        ]
    )


def _text(x: float, y: float, text: str, anchor: str = "start", more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {more}>{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, color: str, width: float = 1) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" stroke-width="{width}"/>'


# Bars


def bars(rows: Sequence[Row], title: str) -> str:
    """The factor by which ours is better than the peer, on a logarithmic axis; the tick is the goal."""
    left, right, top, step = 470, 60, 66, 22
    width, height = 1080, top + step * len(rows) + 34
    reach = max([2.0, *(max(row.advantage, 1 / row.advantage) for row in rows), *(row.needed or 1 for row in rows)])
    decades = math.log10(reach) * 1.05

    def place(advantage: float) -> float:
        return left + (width - left - right) * (math.log10(advantage) + decades) / (2 * decades)

    parts = [
        *_legend(width - right),
        _text(place(1), top - 22, "as good as the peer", "middle"),
        _text(width - right, top - 22, "better →", "end"),
        _text(left, top - 22, "← worse"),
    ]
    for power in range(-math.floor(decades), math.floor(decades) + 1):
        x = place(10.0**power)
        parts += [
            _line(x, top - 4, x, height - 30, INK if power == 0 else FAINT),
            _text(x, height - 12, f"{10.0**power:g} ×", "middle"),
        ]
    for number, row in enumerate(rows):
        parts += _bar(row, top + step * number, place)
    return _page(width, height, title, parts)


def _legend(right: float) -> list[str]:
    parts = []
    for number, (color, word) in enumerate(((MET, "goal met"), (MISSED, "goal missed"), (INFORMS, "no goal"))):
        x = right - 300 + 110 * number
        parts += [f'<rect x="{x:.1f}" y="12" width="14" height="14" fill="{color}"/>', _text(x + 20, 24, word)]
    return parts


def _bar(row: Row, y: float, place: Callable[[float], float]) -> list[str]:
    color = {True: MET, False: MISSED, None: INFORMS}[row.is_met]
    start, end = sorted((place(1), place(row.advantage)))
    label = f"{row.title} – {row.peer.name}"
    sense = "" if row.sense is Sense.SPEED else f" {row.sense.value}"
    parts = [
        _text(16, y + 12, label if len(label) <= 74 else label[:73] + "…"),
        f'<rect x="{start:.1f}" y="{y + 2}" width="{max(1.0, end - start):.1f}" height="14" fill="{color}"/>',
        _text(
            *_beside(row, start, end, y),
            f"{digits(row.ratio)} ×{sense}",
            "start" if row.advantage >= 1 else "end",
            'font-size="11"',
        ),
    ]
    if row.needed is not None:
        parts.append(_line(place(row.needed), y - 1, place(row.needed), y + 19, INK, 2))
    return parts


def _beside(row: Row, start: float, end: float, y: float) -> tuple[float, float]:
    return (end + 5 if row.advantage >= 1 else start - 5), y + 13


# Lines


def lines(series: Mapping[str, Mapping[int, float]], title: str) -> str:
    """Seconds per row or query by number of rows, both axes logarithmic."""
    width, height, left, right, top, bottom = 1080, 560, 80, 330, 50, 50
    sizes = sorted({size for points in series.values() for size in points})
    values = [value for points in series.values() for value in points.values()]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    span = max(1e-9, math.log10(sizes[-1] / sizes[0]))

    def x_of(size: int) -> float:
        return left + (width - left - right) * math.log10(size / sizes[0]) / span

    def y_of(value: float) -> float:
        return height - bottom - (height - top - bottom) * (math.log10(value) - low) / max(1, high - low)

    parts = []
    for size in sizes:
        parts += [
            _line(x_of(size), top, x_of(size), height - bottom, FAINT),
            _text(x_of(size), height - bottom + 18, f"{size:,}", "middle"),
        ]
    for power in range(low, high + 1):
        parts += [
            _line(left, y_of(10.0**power), width - right, y_of(10.0**power), FAINT),
            _text(left - 8, y_of(10.0**power) + 4, duration(10.0**power), "end"),
        ]
    parts.append(_text((left + width - right) / 2, height - 10, "rows in the catalog, or points", "middle"))
    ends = _spread({name: y_of(points[max(points)]) for name, points in series.items()})
    for number, (name, points) in enumerate(series.items()):
        color = COLORS[number % len(COLORS)]
        path = " ".join(f"{x_of(size):.1f},{y_of(value):.1f}" for size, value in sorted(points.items()))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts += [
            f'<circle cx="{x_of(size):.1f}" cy="{y_of(value):.1f}" r="3" fill="{color}"/>'
            for size, value in sorted(points.items())
        ]
        parts.append(_text(width - right + 12, ends[name] + 4, name, more=f'fill="{color}"'))
    return _page(width, height, title, parts)


def _spread(heights: Mapping[str, float], gap: float = 16) -> dict[str, float]:
    """Moves labels apart downward, ordered by height."""
    placed: dict[str, float] = {}
    last = -math.inf
    for name, height in sorted(heights.items(), key=lambda item: item[1]):
        last = max(height, last + gap)
        placed[name] = last
    return placed
