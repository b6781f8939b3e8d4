internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// The outlines of districts in the form that the page draws: a border that two districts share is written once.
struct PageOutlines {
    private let source: OutlineSource
    /// All outlines of the catalog, and those that the page draws.
    let all: [DistrictOutline]
    private let outlines: [DistrictOutline]

    /// Takes the outlines near the box around the places: those that meet the box extended on each side by its own
    /// size, but by at least 0.1°. Without places, takes all of them.
    init?(of catalog: some PlaceArchive, near places: BoundingBox?) throws {
        guard let source = try catalog.outlineSource() else { return nil }
        self.source = source
        let area = places?.padded(by: 1, atLeast: 0.1)
        all = try catalog.districtOutlines()
        outlines = all.filter { area.map($0.area.meets) ?? true }
    }

    /// Writes the source, the names, and the rings of all areas as one column of numbers (`OutlineColumn`).
    func write(to json: inout JSONWriter) {
        let areas = outlines.map { outline in
            outline.area.polygons.map { $0.rings.map { GridLine(of: $0, isRing: true).points } }
        }
        var column = OutlineColumn(step: GridPoint.step(of: areas.joined().joined().joined()))
        for polygons in areas { column.append(polygons) }
        json.beginObject()
        source.writeMembers(to: &json)
        json.name("names")
        json.value(
            .array(
                outlines.map {
                    .array([
                        .string(DisplayText.singleLine($0.name)), $0.englishName.map(JSONValue.string) ?? .null,
                    ])
                }))
        json.name("step")
        json.integer(Int64(column.step))
        json.name("rings")
        json.string(column.packed.text)
        json.endObject()
    }
}

/// Rings as numbers; `Assets/ground.js` reads them.
///
/// An area is the number of its polygons, a polygon the number of its rings, a ring the number of its runs. A run has a
/// count first. A positive count is followed by that many positions, each as its differences from the position before,
/// in steps. A negative count −n stands for n positions of former rings. The number after it is how far the first of
/// them is before this ring, in positions; it is negative if the others come before the first.
struct OutlineColumn {
    /// Grid units in a step: all positions are multiples of it.
    let step: Int
    private(set) var packed = PackedColumn()
    private var known: [GridPoint] = []
    private var indices: [GridPoint: [Int]] = [:]
    private var last = GridPoint(x: 0, y: 0)

    init(step: Int) { self.step = step }

    private enum Run {
        case new(ArraySlice<GridPoint>)
        case shared(from: Int, direction: Int, count: Int)
    }

    /// - Complexity: O(v) on average, v positions.
    mutating func append(_ polygons: [[[GridPoint]]]) {
        packed.append(varying: Int64(polygons.count))
        for rings in polygons {
            packed.append(varying: Int64(rings.count))
            for ring in rings { append(ring) }
        }
    }

    private mutating func append(_ ring: [GridPoint]) {
        let runs = runs(of: ring)
        packed.append(varying: Int64(runs.count))
        for run in runs { append(run) }
        for point in ring {
            indices[point, default: []].append(known.count)
            known.append(point)
        }
    }

    private mutating func append(_ run: Run) {
        switch run {
        case .new(let points):
            packed.append(varying: Int64(points.count))
            for point in points {
                packed.append(varying: Int64((point.x - last.x) / step))
                packed.append(varying: Int64((point.y - last.y) / step))
                last = point
            }
        case .shared(let from, let direction, let count):
            packed.append(varying: Int64(-count))
            packed.append(varying: Int64((known.count - from) * direction))
            last = known[from + direction * (count - 1)]
        }
    }

    private func runs(of ring: [GridPoint]) -> [Run] {
        var runs: [Run] = []
        var (start, next) = (0, 0)
        while next < ring.count {
            let shared = longestShared(ring[next...])
            // Two positions in a row take as much room as a reference to them.
            guard shared.count > 2 else {
                next += 1
                continue
            }
            if start < next { runs.append(.new(ring[start..<next])) }
            runs.append(.shared(from: shared.from, direction: shared.direction, count: shared.count))
            next += shared.count
            start = next
        }
        return start < next ? runs + [.new(ring[start..<next])] : runs
    }

    /// Returns the longest part of a former ring, forwards or backwards, with which `rest` begins.
    private func longestShared(_ rest: ArraySlice<GridPoint>) -> (from: Int, direction: Int, count: Int) {
        var best = (from: 0, direction: 1, count: 0)
        guard let first = rest.first else { return best }
        for from in indices[first] ?? [] {
            for direction in [-1, 1] {
                var count = 0
                for point in rest {
                    let index = from + direction * count
                    guard known.indices.contains(index), known[index] == point else { break }
                    count += 1
                }
                if count > best.count { best = (from, direction, count) }
            }
        }
        return best
    }
}

extension GridPoint {
    /// Returns the largest number of which all coordinates are multiples; 1 without points.
    fileprivate static func step(of points: some Sequence<GridPoint>) -> Int {
        var step = 0
        for value in points.lazy.flatMap({ [$0.x, $0.y] }) where step != 1 {
            var (divisor, rest) = (step, abs(value))
            while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
            step = divisor
        }
        return max(step, 1)
    }
}
