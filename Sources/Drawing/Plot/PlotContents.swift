internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The places of a plot: one by one if there are few, and otherwise as the squares of the map that have a dot.
struct PlotDots {
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
    private(set) var withoutPoint = 0
    /// The places that are drawn one by one, in the order of the source; empty if there are too many.
    private(set) var singles: [Dot] = []
    private(set) var cells: [Kind: PlotCells] = [:]
    private let noCells: PlotCells

    var drawn: Int { counts.values.reduce(0, +) }
    var isDense: Bool { drawn > Self.maximumSingle }

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

    var cellSide: Double { cells.values.first?.side ?? Self.finestCell }
}

/// The small squares of the map that have a dot. Each is one bit, so memory does not grow with the number of dots.
struct PlotCells {
    /// The side of a square in pixels.
    private(set) var side: Double
    private(set) var count = 0
    private let columns: Int
    private let rows: Int
    private var bits: [UInt64]

    init(width: Double, height: Double, side: Double) {
        self.side = side
        columns = Int((width / side).rounded(.up)) + 1
        rows = Int((height / side).rounded(.up)) + 1
        bits = Array(repeating: 0, count: (columns * rows + 63) / 64)
    }

    /// Adds a dot at `x` and `y` pixels from the map's upper left corner.
    mutating func insert(x: Double, y: Double) {
        let index = Int(y / side) * columns + Int(x / side)
        let bit: UInt64 = 1 << UInt64(index % 64)
        if bits[index / 64] & bit == 0 {
            bits[index / 64] |= bit
            count += 1
        }
    }

    /// Calls `body` with the middle of each square that has a dot, row by row, from the map's upper left corner.
    func forEach(_ body: (PlotPoint) throws -> Void) rethrows {
        for (index, word) in bits.enumerated() where word != 0 {
            var rest = word
            while rest != 0 {
                let square = index * 64 + rest.trailingZeroBitCount
                rest &= rest - 1
                try body(
                    PlotPoint(
                        x: (Double(square % columns) + 0.5) * side, y: (Double(square / columns) + 0.5) * side))
            }
        }
    }

    /// Returns the same dots in squares of twice the side.
    func coarser(width: Double, height: Double) -> PlotCells {
        var cells = PlotCells(width: width, height: height, side: side * 2)
        forEach { cells.insert(x: $0.x, y: $0.y) }
        return cells
    }
}

struct PlotAreas {
    /// A district: its name, the rings of each of its polygons within the picture, and whether it is only a neighbor of
    /// the chosen districts.
    typealias Area = (name: String, rings: [[[PlotPoint]]], isFaint: Bool)

    /// The districts that are at least partly in the picture.
    let named: [Area]
    /// Whether at least one district is large enough to show where the map is. If not, the picture needs a graticule.
    let canBeSeen: Bool

    /// - Parameter chosen: the names of the districts that the picture is about; empty for all districts.
    init(
        _ outlines: [DistrictOutline], in frame: PlotFrame, _ language: Language, chosen: Set<String> = []
    ) {
        let map = frame.box
        let hasChosen = outlines.contains { chosen.contains($0.name) }
        var named: [Area] = []
        var canBeSeen = false
        for outline in outlines {
            let rings = outline.area.polygons.map { $0.rings.flatMap(frame.rings) }
            // Rings are cut a little outside the map, so a whole ring may be outside the visible part.
            let boxes = rings.joined().map(PlotBox.init(around:)).filter(map.meets)
            guard !boxes.isEmpty else { continue }
            named.append((Self.name(of: outline, language), rings, hasChosen && !chosen.contains(outline.name)))
            canBeSeen = canBeSeen || boxes.contains(where: \.canBeSeen)
        }
        self.named = named
        self.canBeSeen = canBeSeen
    }

    private static func name(of outline: DistrictOutline, _ language: Language) -> String {
        guard language == .english else { return outline.name }
        return outline.englishName ?? outline.meaning.romanized ?? outline.name
    }
}

struct PlotGround {
    /// A layer: for each area its rings within the picture, and the visible parts of the lines.
    struct Layer {
        let role: BaseRole
        let areas: [[[PlotPoint]]]
        let lines: [[PlotPoint]]
    }

    /// The layers that are at least partly in the picture, the lowest first.
    let layers: [Layer]
    let sources: [OutlineSource]
    /// Whether at least one layer is large enough to show where the map is.
    let canBeSeen: Bool

    init(_ layers: [BaseLayer], in frame: PlotFrame) {
        var seen: [Layer] = []
        var sources: [OutlineSource] = []
        for layer in layers {
            let shapes = layer.features.map(\.shape)
            let areas = shapes.flatMap(\.areas).map { $0.flatMap(frame.rings) }.filter { !$0.isEmpty }
            let lines = shapes.flatMap(\.lines).flatMap(frame.lines)
            guard !areas.isEmpty || !lines.isEmpty else { continue }
            seen.append(Layer(role: layer.role, areas: areas, lines: lines))
            let isKnown = sources.contains { $0.title == layer.source.title && $0.license == layer.source.license }
            if !isKnown { sources.append(layer.source) }
        }
        (self.layers, self.sources) = (seen, sources)
        canBeSeen = seen.contains {
            PlotBox(around: ($0.areas.joined() + $0.lines).joined()).canBeSeen
        }
    }

    /// Whether a layer shows where land is. If not, the background is not drawn as water.
    var hasLand: Bool { layers.contains { $0.role == .land } }
}
