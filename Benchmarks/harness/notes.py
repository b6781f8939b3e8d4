"""The text around the figures of docs/performance.md. Figures come from runs; the text is here."""

TITLES = {
    "ingest-bare": "Ingest without the search index",
    "ingest-words": "Ingest with SQLite's full-text index",
    "ingest-whole": "Ingest of everything",
    "ingest-night": "A night with few changes",
    "build": "Making the index in memory",
    "build-memory": "Memory of the index",
    "nearest-memory": "Nearest in memory",
    "box-memory": "Boxes in memory",
    "count": "Counting within 1 km",
    "cores": "Two cores, in the process",
    "batch": "Two cores, the command",
    "nearest-database": "Nearest from SQLite",
    "nearest-filter": "A filter that keeps 1 in 100",
    "box-database": "Boxes from SQLite",
    "collision": "The collision pass",
    "collision-zoom": "The collision pass, a zoom",
    "collision-memory": "Memory of the pass",
    "export": "GeoJSON",
    "export-memory": "Memory of the export",
    "startup": "From process start",
    "postgis": "PostGIS",
}

NOTES = {
    "ingest-bare": (
        "Reading and checking JSON pages on one thread, and on another the table with its constraints and the R*Tree, "
        "in a file that gets its name when it is whole and on disk. The C loop is a ceiling: its rows lie in memory "
        "already, it parses nothing and never syncs. Against the plain table it also has no constraint and "
        "no second key; against the catalog's own declaration it pays for the same constraints."
    ),
    "ingest-words": (
        "The former, and then an FTS5 table (unicode61) over name and address, made by the sqlite3 shell: geocli "
        "has none. The peer is what a Python programmer writes: `json`, `sqlite3`, `executemany`, an R*Tree and "
        "the same FTS5 table, without journal and sync. The C loop has its rows in memory and parses nothing."
    ),
    "ingest-whole": (
        "All that the catalog keeps: history, the R*Tree, and the index of pieces that finds two syllables, "
        "initials and misspelled names, which FTS5's words can't. The peer has less to do; it is the same as "
        "before."
    ),
    "ingest-night": (
        "The same feed one night later. The ratio is time against that of the whole ingest in the same run: every "
        "page is read and compared, and what is written is what differs."
    ),
    "build": (
        "From longitudes and latitudes in memory to an index that answers. The peers of Python get a NumPy array; "
        "nanoflann, scipy and pykdtree turn degrees into earth-centred coordinates as part of it."
    ),
    "build-memory": (
        "Peak of the whole process that builds, points included. Python's peers carry the interpreter and NumPy, "
        "about 30 MB, so the leanest is one in C++."
    ),
    "nearest-memory": (
        "The ten nearest on the WGS 84 ellipsoid, exact and in exact order. The peers go by the straight line "
        "through the Earth between points of the ellipsoid, which orders neighbors nearly, not always, as the "
        "geodesic does: how many of their sets differ is said below. Ours are compared with a plain loop over all "
        "points with another implementation of the geodesic."
    ),
    "box-memory": "Boxes around points, edges included. All count or collect the indices of the points inside.",
    "count": (
        "A node that lies in the circle as a whole is counted, not visited. A peer's circle is a length of the "
        "straight line, so a point at its edge may lie on the other side."
    ),
    "cores": "The same queries on two threads and on one, in the process.",
    "batch": (
        "The command as a person types it, bound to one core and to two with `taskset`. Reading the file, loading "
        "the index and printing whole rows are in both figures."
    ),
    "nearest-database": (
        "Nothing is loaded before; the pages of the file are in the system's cache. The peer is C on a packed "
        "R*Tree: a box around the query, doubled until the tenth neighbor by great circle lies within its sides. "
        "Queries lie within 100 m of a bookstore, where that way is at its best."
    ),
    "nearest-filter": (
        "`--kind` with a kind that 1 bookstore in 100 has, against the same queries without a filter. Ten of a "
        "rare kind lie ten times farther away, among a hundred times as many others."
    ),
    "box-database": (
        "Against the tree alone the peer answers a simpler question: the tree's boxes are rounded outward by a "
        "centimeter and exact coordinates are never looked at. The second row looks at them, as geocli does."
    ),
    "collision": (
        "Which markers are visible at each zoom from 0 to 22, what hides each, and how many of which kind each "
        "hides. pysupercluster and supercluster merge points into clusters at zooms 0 to 16, by distance, and "
        "leave overlaps. The goal is the issue's seconds as a ratio to pysupercluster's: 1.5 to 0.76 in Seoul, 8 "
        "to 5.1 over the world."
    ),
    "collision-zoom": "The same times divided by 23 zooms and by 17.",
    "collision-memory": (
        "Peak of the whole process. pysupercluster's has the interpreter and NumPy, about 30 MB, in it."
    ),
    "export": (
        "geocli's file is one valid FeatureCollection with source, licence, date and content hash; the peers "
        "write one feature a line (sqlite3's JSON functions; DuckDB from a table of its own, on one thread). "
        "ogr2ogr converts the GeoPackage of the same bookstores, once."
    ),
    "export-memory": "Peak of the process, which does not grow with the number of rows.",
    "startup": (
        "A hundred runs of each in turn, from spawning to the end of the process. The shell asks the R*Tree for a "
        "box and prints names; geocli prints whole rows."
    ),
    "postgis": (
        "A server of its own on loopback, a GiST index over geography, answers asked one by one through psql. It "
        "is here for comparison and has no goal."
    ),
}

BETWEEN = {
    "ingest-bare": (
        "parsing and checking each row, which another thread does meanwhile (a quarter of the processor time); a second "
        "key (feed and feed id) and constraints that the plain table has not; counts for the guards; and that rows are "
        "read once more, in the order of the curve, to pack the tree."
    ),
    "ingest-words": "the ingest itself; the words take the same time on both sides.",
    "ingest-whole": "the index of pieces, which holds several times more entries than words.",
    "ingest-night": (
        "each bookstore is looked at once in step with the feed (a quarter of the processor time; reading and hashing the "
        "feed, a fifth, goes on beside it), and a changed name changes some sixty lists of the search index (a third); the "
        "first ingest, which it is measured against, has become four times as fast."
    ),
    "build": "the Hilbert keys and the sort.",
    "build-memory": (
        "coordinates kept both as exact degrees and as the search uses them; at few points, the program itself."
    ),
    "nearest-memory": "the proof: bounds of each distance on both sides, and the geodesic where two of them overlap.",
    "box-memory": "the order of the nodes.",
    "count": "nodes that the circle cuts.",
    "cores": "memory that both cores share, and what else runs on the machine.",
    "batch": (
        "the index, of which a part is made on one core, and the rows of the answers, which are read through SQLite at "
        "random places of the file; the search alone scales."
    ),
    "nearest-database": (
        "the geodesics; the peer measures on the sphere, begins with a box made for the density of the points, and "
        "reaches six times the stored rate of such a query."
    ),
    "nearest-filter": "candidates of other kinds on the way to ten of the rare one.",
    "box-database": "the exact coordinates, which the peer of that row does not look at.",
    "collision": "six zooms more than the peer, the hiders and their counts.",
    "collision-zoom": "the hiders and their counts.",
    "collision-memory": "what is kept of each marker: its hiders and its counts.",
    "export": (
        "SQLite's rows, which DuckDB keeps by columns; each value is checked to be plain UTF-8 before it is copied."
    ),
    "export-memory": "SQLite's page cache and the program itself.",
    "startup": (
        "loading the program (its Swift runtime is linked statically), reading the arguments, and opening the "
        "database with its schema."
    ),
}

GROWTH = (
    "The best of the repetitions, divided by the number of rows, points or questions; one repetition at ten "
    "million. What is linear in the number of rows is a flat line; what looks things up in a tree rises with its "
    "depth and, once the data no longer fits into the processor's cache, with every miss. Boxes hold 1000 hits, "
    "or half of the points where there are fewer than 2000."
)

PAGE = """# Performance
geocli beside its peers, in one run on one machine, so that each claim is a ratio that anyone can check. This page is written by
`Benchmarks/compare.py`; its words are in `Benchmarks/harness/notes.py`.

## How to run it
| command | does |
| --- | --- |
| `make bench` | gets the peers (Debian packages, a venv below `out/bench`, compiled C and C++), and compares at 100,000 rows in under 5 minutes |
| `Benchmarks/compare.py --size 1000000 --write docs/performance.md` | the run below, about 12 minutes on two cores |
| `Benchmarks/compare.py --growth --write docs/performance.md` | growth from 1,000 to 10,000,000 rows; the last size needs 30 GB of disk and most of an hour, `--sizes 1000,10000,100000,1000000` does without |
| `Benchmarks/compare.py --tasks memory,collision --size 100000` | some tasks only; `--help` tells the rest |

How it measures:

- Data is made from seeds: 85 % of the points in 200 gaussian clusters (the i-th as large as 1/i), 15 % anywhere; in Seoul and over the world. Feed pages of 1000 rows come from `sample-feed`.
- Before anything is timed the answers are compared: ours with a plain loop and another geodesic, the peers' with ours within what their models explain. A disagreement is said and the exit status is 1.
- Programs take turns – ours, peer, ours, peer – so that what disturbs the machine disturbs all. One thread, unless a row says otherwise.
- Memory is the peak of the process as the system counts it, by a launcher of its own (`Benchmarks/peers/measure.c`).
- A peer that can't be had is left out by name; where a goal needs it, a stored figure stands in, scaled by a peer that runs, and the row says so.

## One run
@run@

## Growth
@growth@
"""
