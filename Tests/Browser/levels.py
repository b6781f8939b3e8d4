"""An independent check of the stable collision pass over all zooms, from docs/design/collision.md alone."""

import sys
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Oracles"))
from check_collision import Grid, Marker, rank_all  # noqa: E402


def violations(places, level, zooms):
    """Returns the faults of a stable pass with 256 pt tiles; empty if there are none.

    `places` are dictionaries with id, longitude and latitude; `level(zoom)` gives {"visible": [ids], "hiddenBy": {id:
    id}, "counts": {id: n}}. All zooms from 0 on are checked, because each depends on the one below.
    """
    wrong = []
    carried = set()
    for zoom in zooms:
        options = SimpleNamespace(
            icon=(40.0, 53.0), anchor=(0.5, 1.0), padding=0.0, tile_size=256, zoom=zoom, attribution="first")
        markers = {place["id"]: Marker(place, options) for place in places}
        rank_all(list(markers.values()))
        said = level(zoom)
        visible = set(said["visible"])
        hidden = {int(key): value for key, value in said["hiddenBy"].items()}
        if carried - visible:
            wrong.append(f"zoom {zoom}: {sorted(carried - visible)[:5]} were visible at the zoom below")
        if visible | hidden.keys() != markers.keys() or visible & hidden.keys():
            wrong.append(f"zoom {zoom}: not every marker is either visible or hidden")
            return wrong
        grid = Grid([markers[key] for key in visible], markers.values())
        # Markers that were visible below come first; each group is ordered by rank.
        order = {key: (key not in carried, markers[key].rank) for key in visible}
        for key, marker in markers.items():
            over = [other.id for other in grid.colliding(marker)]
            if key in visible:
                wrong += [f"zoom {zoom}: {key} and {other} are visible and collide" for other in over if key < other]
                continue
            over = [other for other in over if order[other] < (True, marker.rank)]
            if not over or min(over, key=order.get) != hidden[key]:
                wrong.append(f"zoom {zoom}: {key} is hidden by {hidden[key]}, not by {min(over, key=order.get, default=None)}")
        counts = {key: 1 for key in visible}
        for hider in hidden.values():
            counts[hider] += 1
        if counts != {int(key): value for key, value in said["counts"].items()}:
            wrong.append(f"zoom {zoom}: the counts are not 1 and the hidden ones")
        carried = visible
    return wrong
