internal import GeocliGeo
internal import GeocliPlaces

/// The places of a plot: one by one if there are few, and otherwise as the squares of the map that have a dot.
struct PlotDots {
    /// One place.
    struct Dot {
        let kind: Kind
        let name: String
        let point: PlotPoint
    }

    /// Maximum number of places that are drawn one by one, with their names.
    static let maximumSingle = 5000
    /// Maximum number of squares. A viewer takes about a second to open a picture with this many squares.
    private static let maximumCells = 200_000
    private static let finestCell = 0.5

    /// The number of places on the map, by kind.
    private(set) var counts: [Kind: Int] = [:]
    /// The number of all places, on the map or not.
    private(set) var total = 0
    /// The number of places without a point.
    private(set) var withoutPoint = 0
    /// The places that are drawn one by one, in the order of the source; empty if there are too many.
    private(set) var singles: [Dot] = []
    private(set) var cells: [Kind: PlotCells] = [:]
    private let noCells: PlotCells

    /// The number of places on the map.
    var drawn: Int { counts.values.reduce(0, +) }
    /// Whether there are too many places to draw them one by one.
    var isDense: Bool { drawn > Self.maximumSingle }

    /// Makes the dots of `entries` within `frame`.
    init(
        in frame: PlotFrame, onDrawn: @escaping (CatalogEntry) -> Void = { _ in },
        _ forEach: ((CatalogEntry) throws -> Void) throws -> Void
    ) rethrows {
        noCells = PlotCells(width: frame.width, height: frame.height, side: Self.finestCell)
        try forEach { entry in
            total += 1
            guard let coordinate = entry.coordinate else {
                withoutPoint += 1
                return
            }
            guard let point = frame.point(of: coordinate) else { return }
            onDrawn(entry)
            add(Dot(kind: entry.place.kind, name: entry.place.name, point: point), in: frame)
        }
        coarsen(frame)
    }

    private mutating func add(_ dot: Dot, in frame: PlotFrame) {
        counts[dot.kind, default: 0] += 1
        cells[dot.kind, default: noCells].insert(x: dot.point.x - frame.left, y: dot.point.y - frame.top)
        if isDense {
            singles = []
        } else {
            singles.append(dot)
        }
    }

    private mutating func coarsen(_ frame: PlotFrame) {
        while cells.values.reduce(0, { $0 + $1.count }) > Self.maximumCells {
            cells = cells.mapValues { $0.coarser(width: frame.width, height: frame.height) }
        }
    }

    /// The side of the squares, in pixels.
    var cellSide: Double { cells.values.first?.side ?? Self.finestCell }
}
