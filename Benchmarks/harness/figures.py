"""Numbers for people, with three digits."""

_UNITS = ((1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def digits(value: float) -> str:
    """Three significant digits, no exponent."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"


def unit_of(seconds: float) -> tuple[float, str]:
    """The unit for `seconds`."""
    return next(((scale, name) for scale, name in _UNITS if seconds >= scale), _UNITS[-1])


def duration(seconds: float) -> str:
    scale, name = unit_of(seconds)
    return f"{digits(seconds / scale)} {name}"


def durations(*seconds: float) -> str:
    """Several durations in one unit, that of the first."""
    scale, name = unit_of(seconds[0])
    return " / ".join(digits(one / scale) for one in seconds) + f" {name}"


def rate(count: int, seconds: float) -> str:
    """Rows, points or queries per second."""
    value = count / seconds
    if value >= 1e6:
        return f"{digits(value / 1e6)} M/s"
    return f"{digits(value / 1e3)} k/s" if value >= 1e3 else f"{digits(value)} /s"


def megabytes(kilobytes: int) -> str:
    return f"{digits(kilobytes / 1024)} MB" if kilobytes else "–"
