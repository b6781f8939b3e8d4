"""The text around the figures of docs/performance.md; the figures come from runs."""

TITLES = {
    "ingest-bare": "Ingest without the search index",
    "ingest-words": "Ingest with SQLite's full-text index",
    "ingest-whole": "Ingest of everything",
    "ingest-night": "A night with few changes",
    "build": "Building the index in memory",
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
    "collision-zoom": "The collision pass for one zoom",
    "collision-memory": "Memory of the pass",
    "export": "GeoJSON",
    "export-pipe": "GeoJSON to a pipe",
    "export-memory": "Memory of the export",
    "startup": "From process start",
    "attached": "A thousand corrections, links and landmarks",
    "postgis": "PostGIS",
}

NOTES = {
    "ingest-bare": (
        "One thread reads and checks JSON pages. Another thread writes the table with its constraints and the "
        "index of points, into a file that gets its name when it is complete and on disk. The C loop is an upper limit: "
        "its rows are already in memory, and it parses nothing and never syncs. In the comparison with the plain table, "
        "the C loop also has no constraint and no second key; with the catalog's table, SQLite evaluates its constraints "
        "in the C loop, and geocli's reading thread checks the same conditions."
    ),
    "ingest-words": (
        "This is the same ingest, followed by an FTS5 table (unicode61) over name and address. The sqlite3 shell makes "
        "this table, because geocli has none. The peer is what a Python programmer would write: `json`, `sqlite3`, "
        "`executemany`, an R*Tree and the same FTS5 table, without journal and sync. The C loop has its rows in memory "
        "and parses nothing."
    ),
    "ingest-whole": (
        "This includes everything that the catalog keeps: history, the index of points, and the index of pieces. The "
        "index of pieces finds two syllables, initials and misspelled names; FTS5 finds only whole words. The peer is the same "
        "as before and does less work."
    ),
    "ingest-night": (
        "This is an ingest of the same feed one night later. The ratio compares its time with the time of the complete "
        "ingest in the same run. Every page is read and compared; only differences are written."
    ),
    "build": (
        "The time begins with longitudes and latitudes in memory and ends with an index that can answer. The Python "
        "peers get a NumPy array. For nanoflann, scipy and pykdtree, the conversion of degrees to earth-centered "
        "coordinates is included."
    ),
    "build-memory": (
        "This is the peak of the whole process that builds the index, including the points. The Python peers include "
        "the interpreter and NumPy, about 30 MB, so the smallest peer is a C++ program."
    ),
    "nearest-memory": (
        "geocli finds the ten nearest on the WGS 84 ellipsoid, exactly and in exact order. The peers use the straight "
        "line through the Earth between points of the ellipsoid. The order of neighbors along this line is nearly "
        "always that along the geodesic; the number of sets that differ is given below. Our answers are compared with "
        "a plain loop over all points that uses another implementation of the geodesic."
    ),
    "box-memory": (
        "The boxes are around points, and their edges are included. All programs count or collect the indices of the "
        "points inside."
    ),
    "count": (
        "A node that is completely in the circle is counted, not visited. A peer measures its radius along the "
        "straight line, so a point at the edge of the circle may be inside for one program and outside for the other."
    ),
    "cores": "The same queries run on two threads and on one, within one process.",
    "batch": (
        "The command runs as a person types it, bound to one core or to two with `taskset`. Both figures include "
        "reading the file, searching the index in the catalog and printing whole rows."
    ),
    "nearest-database": (
        "Nothing is loaded before the queries, but the pages of the file are in the system's cache. The peer is C on a "
        "packed R*Tree: a box around the query is doubled until the tenth neighbor by great circle is within its "
        "sides. Queries are within 100 m of a place, the best case for that method."
    ),
    "nearest-filter": (
        "The queries have `--kind` with a kind that 1 place in 100 has. They are compared with the same queries "
        "without a filter. The ten nearest of a rare kind are ten times as far away, among a hundred times as many "
        "other places."
    ),
    "box-database": (
        "In the first row, the peer uses only the tree, so it answers a simpler question: the tree's boxes are rounded "
        "outward by a centimeter, and exact coordinates are never read. In the second row, the peer reads exact "
        "coordinates, as geocli does."
    ),
    "collision": (
        "The pass finds which markers are visible at each zoom from 0 to 22, which marker hides each of the others, "
        "and how many of each kind it hides. pysupercluster and supercluster merge points into clusters by distance at "
        "zooms 0 to 16, and overlaps remain. The goal is a time in seconds, given as a ratio to pysupercluster's time: "
        "1.5 s to 0.76 s in Seoul, and 8 s to 5.1 s over the world."
    ),
    "collision-zoom": "These are the same times, divided by 23 zooms for geocli and by 17 for the peers.",
    "collision-memory": (
        "This is the peak of the whole process. For pysupercluster, it includes the interpreter and NumPy, about 30 MB."
    ),
    "export": (
        "geocli's file is one valid FeatureCollection with source, license, date and content hash. The peers "
        "write one feature on each line (sqlite3 with its JSON functions, on one thread; DuckDB from its own table, on all "
        "processors). geocli and DuckDB sync the file. The time of DuckDB is without its start. ogr2ogr converts the "
        "GeoPackage of the same places, once."
    ),
    "export-pipe": "Another process reads the pipe and discards the bytes.",
    "export-memory": "This is the peak of the process. It does not grow with the number of rows.",
    "startup": (
        "The programs run in turn, a hundred times each. The time is from the start to the end of the process. The "
        "shell queries an R*Tree of the same places for a box and prints names; geocli prints whole rows. geocli is "
        "stripped, as in the packages."
    ),
    "attached": (
        "All other rows use a catalog of one feed. These rows compare it with a copy that also has a thousand corrected "
        "names, a second feed with a thousand places that are linked to the first feed's, and a thousand landmarks. Both "
        "are asked for the places of the first feed."
    ),
    "postgis": (
        "PostgreSQL runs as a separate server on loopback, with a GiST index over geography. psql sends one query "
        "after the other. This comparison has no goal."
    ),
}

BETWEEN = {
    "ingest-bare": (
        "parsing and checking each row, which another thread does at the same time and which takes as long as writing "
        "the rows."
    ),
    "ingest-words": "the ingest itself; the words take the same time on both sides.",
    "ingest-whole": (
        "writing the rows, which keeps one thread busy for half of the time, and the index of pieces, which has several "
        "times more entries than words. Another thread checks all rows for data issues at the same time."
    ),
    "ingest-night": (
        "each place is read once in step with the feed while another thread reads and hashes the feed, which "
        "keeps both cores busy for half of the time. Then the changed rows and the changed pages of "
        "the indexes are written, and the file is synced."
    ),
    "build": "the Hilbert keys and the sort.",
    "build-memory": (
        "coordinates are kept both as exact degrees and in the form for the search; with few points, the program "
        "itself."
    ),
    "nearest-memory": (
        "the proof, which needs both bounds of each distance, and the geodesic if the bounds of two distances "
        "overlap."
    ),
    "box-memory": "the order of the nodes.",
    "count": "nodes that the circle cuts.",
    "cores": "memory that both cores share, and other programs on the machine.",
    "batch": (
        "the rows of the answers are read through SQLite at random places of the file, and the system copies a page "
        "for nearly every row."
    ),
    "nearest-database": (
        "each page of the index is a row of SQLite, found by its number. The peer measures on the sphere, and begins "
        "with a box that fits the density of the points."
    ),
    "nearest-filter": "candidates of other kinds on the way to ten of the rare kind.",
    "box-database": "the exact coordinates, which the peer of that row does not read.",
    "collision": "six more zooms than the peer, finding the marker that hides each hidden one, and the counts.",
    "collision-zoom": "finding the marker that hides each hidden one, and the counts.",
    "collision-memory": "the data of each marker: the markers that hide it, and its counts.",
    "export-pipe": (
        "SQLite stores rows, but DuckDB stores columns; also, geocli checks that each value is plain UTF-8 before it "
        "copies the value."
    ),
    "export-memory": "SQLite's page cache and the program itself.",
    "startup": (
        "loading the program, reading the arguments (two thirds of the instructions are the argument parser's, most of them "
        "its searches for protocol conformances), and opening the database with its schema."
    ),
}

GROWTH = (
    "Each figure is the best of the repetitions, divided by the number of rows, points or queries; at ten million, "
    "there is one repetition. A task whose time is linear in the number of rows has a flat line. The line of a task "
    "that searches a tree rises with the tree's depth and, if the data does not fit into the processor's cache, with "
    "every cache miss. Boxes contain 1000 hits, or half of the points if there are fewer than 2000. The exponent says how "
    "the whole time grows between the two largest sizes: 1 means that it grows like the number of rows, 0 that it does "
    "not grow. Memory is the peak of the process at the smallest and at the largest size."
)

BENDS = """Where the lines bend, and why:

- Searches in memory and the collision pass rise from about 1,000,000 on: the points no longer fit into the processor's cache.
- The count within 1 km rises with the number of places within 1 km.
- GeoPackage rises because SQLite adds its places to its R\\*Tree one by one.
- `verify` of 10,000,000 places waits for the disk.
- A search reads more blocks of its lists if there are more places. The one for the nearest matches also reads more of the index of points.
- `status`, `cluster` and `plot` read all places. `cluster`, the collision pass and the index in memory keep some numbers for each place, and the night keeps its changes.
- The night with changes reads all places in step with the feed; at 10,000,000, the pages of its 50,000 changed rows no longer fit into the cache, and several steps of the run read them again."""

PAGE = """# Performance
For those who want to know how fast geocli is. geocli is compared with similar programs (its peers) in one run on one machine, so each claim is a ratio that you can check. `Benchmarks/compare.py` writes this page; the page's text is in `Benchmarks/harness/notes.py`.

## How to run it
| command | purpose |
| --- | --- |
| `make bench` | gets the peers (Debian packages, a venv below `out/bench`, compiled C and C++), and compares at 100,000 rows in under 5 minutes |
| `Benchmarks/compare.py --size 1000000 --write docs/performance.md` | makes the run below, in about 12 minutes on two cores |
| `Benchmarks/compare.py --adversaries --size 1000000 --write docs/performance.md` | measures catalogs that are as bad as possible |
| `Benchmarks/compare.py --growth --write docs/performance.md` | measures the growth from 1,000 to 10,000,000 rows. The last size needs 30 GB of disk and most of an hour; `--sizes 1000,10000,100000,1000000` leaves this size out |
| `Benchmarks/compare.py --tasks memory,collision --size 100000` | runs only some tasks; `--help` explains the other options |

How it measures:

- Data is made from seeds, in Seoul and over the world: 85 % of the points are in 200 gaussian clusters (the size of the i-th is proportional to 1/i), and 15 % are anywhere. Feed pages of 1000 rows come from `sample-feed`.
- The answers are compared before any time is measured. Our answers are compared with those of a plain loop that uses another geodesic. The answers of the peers are compared with ours, within the differences of their models. A disagreement is reported, and the exit code is 1.
- Programs run in turn – ours, peer, ours, peer – so that a disturbance of the machine affects all of them. They use one thread, unless a row says otherwise.
- Memory is the peak of the process as the system counts it, measured by a small separate launcher (`Benchmarks/peers/measure.c`).
- A peer that is not available is left out, and its name is listed. If a goal needs this peer, its stored figure is used instead, multiplied by the ratio of another peer's time here to that peer's stored time. The row says so.

## One run
@run@

## Growth
@growth@

## The worst catalogs
Each column is a catalog that is as bad as possible for an index, a group or a list, with as many rows as the ordinary one. Each cell is the time divided by that of the ordinary catalog, measured in turn.

@adversaries@
"""
