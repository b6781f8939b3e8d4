/// All markers of a pass, projected once and sorted twice: by rank and by position.
///
/// A marker has two indices. Its *rank* is its index in the placing order of the faithful mode. Its *spot* is its index
/// along Morton's curve, which keeps neighbors together. If the side of a cell is a power of two, the markers of the
/// cell are one run along the curve. So the markers need not be sorted again for any zoom. A *layer* consists of
/// markers with boxes of similar size. Its spots come before those of the next layer.
/// - Complexity: 36 bytes of memory for each marker, plus half a byte for bounds, and 40 bytes for each kind of marker.
/// - Source: G. M. Morton, "A computer oriented geodetic data base" (1966).
struct CollisionField: Sendable {
    /// For each spot, the point, the rank of its marker, and the index of the marker's kind.
    let points: [PlanePoint]
    let rankOfSpot: [Int32]
    let kindOfSpot: [Int32]
    let spotOfRank: [Int32]
    /// The input index of each rank, and the rank of each input index.
    let inputOfRank: [Int32]
    let rankOfInput: [Int32]
    let kinds: [MarkerKind]
    /// The layers, smallest boxes first.
    let layers: [CollisionLayer]
    /// The bounds of each group of 64 spots, and of each group of 4096.
    let bounds: [SpotBounds]
    let wideBounds: [SpotBounds]
    let isUniform: Bool
    let isAlwaysActive: Bool

    /// - Complexity: O(n) for n markers whose ids are numbers; texts as ids take longer. Needs 80 bytes for each marker
    ///   while it runs.
    init(_ intake: MarkerIntake) throws(GeoError) {
        kinds = intake.kinds.values
        inputOfRank = try intake.ranked()
        rankOfInput = Self.inverse(inputOfRank)
        isUniform = Set(kinds.lazy.map(\.box)).count <= 1
        isAlwaysActive = kinds.allSatisfy(\.isAlwaysActive)
        let (layers, layerOf) = Self.layers(of: kinds)
        let order: [Int32]
        (self.layers, order) = Self.curveOrder(intake, layers, layerOf)
        points = order.map { intake.points[Int($0)] }
        rankOfSpot = order.map { [rankOfInput] in rankOfInput[Int($0)] }
        kindOfSpot = order.map { intake.kindOf[Int($0)] }
        spotOfRank = Self.inverse(rankOfSpot)
        bounds = SpotBounds.of(points, per: 64) { SpotBounds($0) }
        wideBounds = SpotBounds.of(bounds, per: 64) { $0 }
    }

    private static func inverse(_ order: some Collection<Int32>) -> [Int32] {
        var inverse = [Int32](repeating: 0, count: order.count)
        for (position, index) in order.enumerated() { inverse[Int(index)] = Int32(position) }
        return inverse
    }

    /// Groups boxes by the smallest power of two that is at least their longer side.
    private static func layers(of kinds: [MarkerKind]) -> (layers: [CollisionLayer], layerOf: [UInt8]) {
        let bits = kinds.map { 64 - ($0.box.longestSide - 1).leadingZeroBitCount }
        var layers: [Int: CollisionLayer] = [:]
        for (kind, cellBits) in zip(kinds, bits) {
            layers[cellBits, default: CollisionLayer(cellBits: cellBits, reach: kind.box)].reach.formUnion(kind.box)
        }
        var indices = [UInt8](repeating: 0, count: 65)
        for (index, bits) in layers.keys.sorted().enumerated() { indices[bits] = UInt8(index) }
        return (layers.sorted { $0.key < $1.key }.map(\.value), bits.map { indices[$0] })
    }

    /// Returns the input indices, layer by layer along the curve, and the layers with their spots.
    private static func curveOrder(
        _ intake: MarkerIntake, _ layers: [CollisionLayer], _ layerOf: [UInt8]
    ) -> (layers: [CollisionLayer], order: [Int32]) {
        var order = (0..<Int32(intake.points.count)).map { $0 }
        // The order of points within one of the smallest cells does not matter.
        let cellBits = CollisionPlane.cellBits(layers.first?.cellBits ?? 0, level: CollisionPlane.highestLevel)
        intake.points.withUnsafeBufferPointer { points in
            RadixSort.sort(&order) { CollisionPlane.curve(at: points[Int($0)], cellBits: cellBits) }
        }
        var layers = layers
        if layers.count > 1 {
            RadixSort.sort(&order) { UInt64(layerOf[Int(intake.kindOf[Int($0)])]) }
            for kind in intake.kindOf { layers[Int(layerOf[Int(kind)])].count += 1 }
        } else if !layers.isEmpty {
            layers[0].count = order.count
        }
        for layer in layers.indices.dropFirst() {
            layers[layer].start = layers[layer - 1].start + layers[layer - 1].count
        }
        return (layers, order)
    }
}

/// Boxes of similar size, whose markers share the cells of a grid.
struct CollisionLayer: Sendable {
    /// The binary logarithm of the side of the layer's cells, in 1/64 pt. No box has a longer side.
    var cellBits: Int
    /// The greatest reach of any box of the layer on each side.
    var reach: CollisionBox
    /// The first spot of the layer, and the number of its spots.
    var start = 0
    var count = 0
}

struct SpotBounds: Sendable {
    var west: Int64
    var east: Int64
    var north: Int64
    var south: Int64

    init(_ point: PlanePoint) {
        (west, east, north, south) = (point.x, point.x, point.y, point.y)
    }

    @inline(__always)
    func meets(_ other: SpotBounds) -> Bool {
        west <= other.east && other.west <= east && north <= other.south && other.north <= south
    }

    @inline(__always)
    func contains(_ other: SpotBounds) -> Bool {
        west <= other.west && other.east <= east && north <= other.north && other.south <= south
    }

    /// Returns the bounds of each group of `size` elements; the last group may be smaller.
    static func of<Element>(_ elements: [Element], per size: Int, _ bounds: (Element) -> SpotBounds) -> [SpotBounds] {
        stride(from: 0, to: elements.count, by: size).map { start in
            var all = bounds(elements[start])
            for element in elements[start..<min(start + size, elements.count)] {
                let one = bounds(element)
                all.west = min(all.west, one.west)
                all.east = max(all.east, one.east)
                all.north = min(all.north, one.north)
                all.south = max(all.south, one.south)
            }
            return all
        }
    }
}

/// Pointers to the tables of a field, for hot loops; valid only within `withTables`.
struct CollisionTables {
    let points: UnsafeBufferPointer<PlanePoint>
    let rankOfSpot: UnsafeBufferPointer<Int32>
    let kindOfSpot: UnsafeBufferPointer<Int32>
    let spotOfRank: UnsafeBufferPointer<Int32>
    let kinds: UnsafeBufferPointer<MarkerKind>
    let bounds: UnsafeBufferPointer<SpotBounds>
    let wideBounds: UnsafeBufferPointer<SpotBounds>
}

extension CollisionField {
    /// Calls `body` with the tables. `body` must not keep them.
    @inline(__always)
    func withTables(_ body: (CollisionTables) -> Void) {
        points.withUnsafeBufferPointer { points in
            rankOfSpot.withUnsafeBufferPointer { rankOfSpot in
                kindOfSpot.withUnsafeBufferPointer { kindOfSpot in
                    spotOfRank.withUnsafeBufferPointer { spotOfRank in
                        withBounds { kinds, bounds, wideBounds in
                            body(
                                CollisionTables(
                                    points: points, rankOfSpot: rankOfSpot, kindOfSpot: kindOfSpot,
                                    spotOfRank: spotOfRank, kinds: kinds, bounds: bounds, wideBounds: wideBounds))
                        }
                    }
                }
            }
        }
    }

    @inline(__always)
    private func withBounds(
        _ body: (
            UnsafeBufferPointer<MarkerKind>, UnsafeBufferPointer<SpotBounds>, UnsafeBufferPointer<SpotBounds>
        ) -> Void
    ) {
        kinds.withUnsafeBufferPointer { kinds in
            bounds.withUnsafeBufferPointer { bounds in
                wideBounds.withUnsafeBufferPointer { body(kinds, bounds, $0) }
            }
        }
    }
}
