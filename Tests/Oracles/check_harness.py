"""Tests the benchmark harness: check_harness.py SAMPLE_FEED_PAGE…

The pages are clean feed pages of 2502 rows, in order. The harness must detect wrong answers, the second night must
differ in the stated number of rows, and a written page must keep its other section. Standard library only.
"""

import array
import json
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Benchmarks"))
from harness import agree, chart, figures, notes, pages, points, report, stored  # noqa: E402
from harness.rows import Row, Sense  # noqa: E402
from harness.series import Sample, Series, interleaved  # noqa: E402
from harness.workspace import Disagreement  # noqa: E402


def answers(*distances: int) -> list[agree.Neighbors]:
    return [list(enumerate(distances))]


class Answers(unittest.TestCase):
    def test_equal_answers_agree(self) -> None:
        agree.require_exact("", answers(10, 20, 30), answers(10, 20, 30))

    def test_a_distance_off_by_two_millimeters_is_not_exact(self) -> None:
        with self.assertRaises(Disagreement):
            agree.require_exact("", answers(10, 20, 30), answers(10, 20, 32))

    def test_another_neighbor_is_not_exact(self) -> None:
        with self.assertRaises(Disagreement):
            agree.require_exact("", [[(1, 10), (2, 20)]], [[(1, 10), (3, 25)]])

    def test_either_of_two_neighbors_tied_at_the_last_place_is_exact(self) -> None:
        agree.require_exact("", [[(1, 10), (2, 20)]], [[(1, 10), (3, 20)]])

    def test_a_tie_at_the_first_place_does_not_excuse_another_set(self) -> None:
        with self.assertRaises(Disagreement):
            agree.require_exact("", [[(1, 10), (2, 20)]], [[(3, 10), (2, 20)]])

    def test_a_missing_neighbor_disagrees(self) -> None:
        with self.assertRaises(Disagreement):
            agree.require_model("", answers(10, 20), answers(10))

    def test_a_missing_query_disagrees(self) -> None:
        with self.assertRaises(Disagreement):
            agree.require_model("", answers(10), [])

    def test_a_sphere_may_be_off_by_half_a_percent_and_not_by_one(self) -> None:
        agree.require_model("", answers(1_000_000), answers(1_005_000))
        with self.assertRaises(Disagreement):
            agree.require_model("", answers(1_000_000), answers(1_010_000))

    def test_counts_must_be_equal_or_close_as_asked(self) -> None:
        agree.require_close_counts("", [1000, 1000], [1001, 999], share=0.01)
        for wrong in (
            lambda: agree.require_equal_counts("", [1000], [1001]),
            lambda: agree.require_equal_counts("", [1000], [1000, 0]),
            lambda: agree.require_close_counts("", [1000, 1000], [1030, 970], share=0.01),
        ):
            with self.assertRaises(Disagreement):
                wrong()


class Points(unittest.TestCase):
    def test_the_same_seed_gives_the_same_points_and_another_gives_others(self) -> None:
        one, same, other = (points.draw(points.SEOUL, 1000, seed) for seed in (1, 1, 2))
        self.assertEqual(one, same)
        self.assertNotEqual(one, other)

    def test_points_lie_in_their_extent(self) -> None:
        for extent in points.EXTENTS:
            drawn = points.draw(extent, 5000, 1)
            self.assertTrue(all(extent.west <= x <= extent.east for x in drawn[::2]))
            self.assertTrue(all(extent.south <= y <= extent.north for y in drawn[1::2]))

    def test_boxes_hold_about_as_many_points_as_asked(self) -> None:
        for extent in points.EXTENTS:
            drawn = points.draw(extent, 20_000, 1)
            found = points.boxes(drawn, 20, 1000, 2)
            for place in range(0, len(found), 4):
                west, south, east, north = found[place : place + 4]
                hits = sum(west <= x <= east and south <= y <= north for x, y in zip(drawn[::2], drawn[1::2]))
                self.assertTrue(300 < hits < 3000, f"{extent.name}: {hits} hits")

    def test_files_are_little_endian(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "points"
            points.write(path, array.array("d", [1.5, -2]))
            self.assertEqual(path.read_bytes().hex(), "000000000000f83f00000000000000c0")
            self.assertEqual(list(points.read(path)), [1.5, -2])


class Copier:
    """A replacement for sample-feed that copies existing pages."""

    def __init__(self, sources: list[str]) -> None:
        self.sources = sources

    def __call__(self, words: list[object]) -> None:
        for number, source in enumerate(self.sources, start=1):
            target = pathlib.Path(str(words[2])) / f"page_{number}.json"
            target.write_bytes(pathlib.Path(source).read_bytes())


class Pages(unittest.TestCase):
    sources: list[str] = []
    COUNT = 2500

    def nights(self) -> list[list[dict[str, object]]]:
        """The rows of both nights, each page read by Python's JSON reader."""
        with tempfile.TemporaryDirectory() as folder:
            pages.make(Copier(self.sources), pathlib.Path(folder), self.COUNT)  # type: ignore[arg-type]
            nights = []
            for night in ("first", "second"):
                rows: list[dict[str, object]] = []
                for number in range(1, 4):
                    page = json.loads((pathlib.Path(folder) / night / f"page_{number}.json").read_bytes())
                    body = page["TbSlibBookstoreInfo"]
                    self.assertEqual(body["list_total_count"], self.COUNT)
                    rows += body["row"]
                nights.append(rows)
            return nights

    def test_the_second_night_differs_in_half_a_percent(self) -> None:
        first, second = self.nights()
        self.assertEqual((len(first), len(second)), (self.COUNT, self.COUNT))
        before = {row["STORE_SEQ_NO"]: row for row in first}
        after = {row["STORE_SEQ_NO"]: row for row in second}
        self.assertEqual((len(before), len(after)), (self.COUNT, self.COUNT))
        changed = sum(before[key] != after[key] for key in before.keys() & after.keys())
        # The two nights differ in 12 rows: 2 are new, 2 are missing, and 8 have another address.
        self.assertEqual((len(after.keys() - before.keys()), len(before.keys() - after.keys()), changed), (2, 2, 8))

    def test_one_row_in_a_hundred_is_of_a_rare_kind(self) -> None:
        first, _ = self.nights()
        self.assertEqual(sum(row["STORE_TYPE"] not in ("0001", "0002") for row in first), self.COUNT / 100)


def row(ours: float, peer: float, sense: Sense, goal: float | None) -> Row:
    return Row(
        "build",
        "a < task",
        "rows",
        sense,
        Series("geocli", 100, [Sample(ours, 100)]),
        Series("peer", 100, [Sample(peer, 200)]),
        goal,
    )


class Ratios(unittest.TestCase):
    def test_speed_time_and_memory_are_ours_to_the_peers(self) -> None:
        self.assertEqual(row(1, 2, Sense.SPEED, 2.0).ratio, 2)
        self.assertEqual(row(1, 2, Sense.TIME, 0.5).ratio, 0.5)
        self.assertEqual(row(1, 2, Sense.MEMORY, 0.5).ratio, 0.5)

    def test_goals_are_met_at_their_value_and_missed_beyond(self) -> None:
        for sense in (Sense.TIME, Sense.MEMORY):
            self.assertTrue(row(1, 2, sense, 0.5).is_met)
            self.assertFalse(row(1, 2, sense, 0.49).is_met)
        self.assertTrue(row(1, 2, Sense.SPEED, 2).is_met)
        self.assertFalse(row(1, 2, Sense.SPEED, 2.01).is_met)
        self.assertIsNone(row(1, 2, Sense.SPEED, None).is_met)

    def test_speed_counts_units_where_the_programs_did_different_numbers(self) -> None:
        few = Row("build", "", "rows", Sense.SPEED, Series("", 10, [Sample(1, 1)]), Series("", 100, [Sample(1, 1)]))
        self.assertEqual(few.ratio, 0.1)

    def test_contenders_take_turns(self) -> None:
        turns: list[str] = []

        def step(name: str) -> Sample:
            turns.append(name)
            return Sample(1, 1)

        interleaved(2, 1, ("a", lambda: step("a")), ("b", lambda: step("b")))
        self.assertEqual(turns, ["a", "b", "a", "b"])

    def test_a_stand_in_is_scaled_by_the_peer_that_runs(self) -> None:
        # scipy takes twice its stored 0.35 s, so geoindex-rs would take twice its 0.22.
        found = stored.stand_in_among(
            "build", "geoindex-rs", 1_000_000, {"scipy": Series("scipy", 1_000_000, [Sample(0.7, 1)])}
        )
        assert found is not None
        self.assertAlmostEqual(found.series.minimum, 0.44)
        self.assertIsNone(stored.stand_in_among("build", "geoindex-rs", 1, {"unknown": Series("", 1)}))


class Page(unittest.TestCase):
    def test_each_section_survives_the_other(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "page.md"
            report.write(path, "run", "the run")
            report.write(path, "growth", "the growth")
            report.write(path, "run", "another run")
            text = path.read_text()
            self.assertIn("another run", text)
            self.assertIn("the growth", text)
            self.assertNotIn("the run\n", text)

    def test_every_task_with_a_title_has_its_words(self) -> None:
        self.assertEqual(notes.TITLES.keys(), notes.NOTES.keys())
        self.assertLessEqual(notes.BETWEEN.keys(), notes.NOTES.keys())

    def test_what_is_missed_is_explained_and_charts_are_well_formed(self) -> None:
        from xml.etree import ElementTree

        missed, met = row(2, 1, Sense.TIME, 1.0), row(1, 2, Sense.TIME, 1.0)
        self.assertIn("Reason for the missed goal", report.explanations([missed]))
        self.assertNotIn("Reason for the missed goal", report.explanations([met]))
        ElementTree.fromstring(chart.bars([missed, met], "a & b"))
        ElementTree.fromstring(chart.lines({"x < y": {1000: 1e-6, 10_000: 2e-6}, "z": {1000: 1e-3}}, "a & b"))

    def test_figures_have_three_digits(self) -> None:
        self.assertEqual(figures.durations(0.00123, 0.0123), "1.23 / 12.3 ms")
        self.assertEqual((figures.duration(90e-9), figures.rate(278_000, 1)), ("90.0 ns", "278 k/s"))


if __name__ == "__main__":
    Pages.sources = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
