"""One row of the table: ours, a peer, their ratio and the goal."""

from dataclasses import dataclass
from enum import Enum

from .series import Series


class Sense(Enum):
    """The quantity that a row's ratio compares, ours to the peer's."""

    SPEED = "speed"
    """Units per second; more is better."""
    TIME = "time"
    """Seconds; less is better."""
    MEMORY = "memory"
    """The process's peak memory; less is better."""


@dataclass(frozen=True)
class Row:
    """A comparison. `task` is the key of its explanation in notes.py."""

    task: str
    title: str
    unit: str
    sense: Sense
    ours: Series
    peer: Series
    goal: float | None = None
    """The limit of the ratio: a minimum for speed, a maximum for time and memory; none for a row without a goal."""
    remark: str = ""
    """The checks, or the reason for a stored figure."""

    @property
    def ratio(self) -> float:
        """The ratio of the best repetitions."""
        if self.sense is Sense.MEMORY:
            return self.ours.peak_kb / self.peer.peak_kb
        return self._of(self.ours.minimum, self.peer.minimum)

    @property
    def median_ratio(self) -> float:
        if self.sense is Sense.MEMORY:
            return self.ratio
        return self._of(self.ours.median, self.peer.median)

    def _of(self, ours: float, peer: float) -> float:
        if self.sense is Sense.SPEED:
            return (self.ours.count / ours) / (self.peer.count / peer)
        return ours / peer

    @property
    def advantage(self) -> float:
        """The factor by which ours is better than the peer, for every kind of ratio; 1 is a draw."""
        return self.ratio if self.sense is Sense.SPEED else 1 / self.ratio

    @property
    def needed(self) -> float | None:
        """The advantage that the goal requires."""
        if self.goal is None:
            return None
        return self.goal if self.sense is Sense.SPEED else 1 / self.goal

    @property
    def is_met(self) -> bool | None:
        return None if self.needed is None else self.advantage >= self.needed

    def as_dict(self) -> dict[str, object]:
        return {
            "task": self.task,
            "title": self.title,
            "sense": self.sense.value,
            "goal": self.goal,
            "ratio": round(self.ratio, 4),
            "median_ratio": round(self.median_ratio, 4),
            "met": self.is_met,
            "ours": self.ours.as_dict(),
            "peer": self.peer.as_dict(),
            "remark": self.remark,
        }
