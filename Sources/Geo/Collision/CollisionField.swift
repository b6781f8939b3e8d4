/// One marker as the pass works with it: where it is, its box, its flags and the whole zooms it takes part in.
struct RankedMarker: Sendable {
    let x: Int64
    let y: Int64
    /// The index of its box among the distinct ones.
    let box: Int32
    /// The index of its layer among those of the field: boxes of about one size.
    let layer: UInt8
    let force: Bool
    let hides: Bool
    /// The lowest and the highest whole zoom inside the marker's window.
    let firstZoom: Int8
    let lastZoom: Int8

    /// Whether `zoom` lies in the marker's window.
    @inline(__always)
    func isActive(zoom: Int) -> Bool { zoom >= Int(firstZoom) && zoom <= Int(lastZoom) }
}

/// Boxes of about one size, whose markers share the cells of a grid.
struct CollisionLayer: Sendable {
    /// The binary logarithm of the side of its cells in 1/64 pt; no box of the layer is longer.
    var cellBits: Int
    /// The furthest that any box of the layer reaches to each side.
    var reach: CollisionBox
}

/// All markers of a pass, projected once and sorted once by rank.
///
/// A marker is known by its *rank* here: its index in `markers`.
struct CollisionField: Sendable {
    /// The markers, highest rank first.
    let markers: [RankedMarker]
    /// The input index of each rank.
    let inputIndexes: [Int32]
    /// The distinct boxes, in 1/64 pt.
    let boxes: [CollisionBox]
    /// The layers, smallest boxes first.
    let layers: [CollisionLayer]

    /// The field of checked markers.
    ///
    /// - Throws: `GeoError` for an id that occurs twice.
    /// - Complexity: O(n log n).
    init(_ input: [Marker], padding: Double) throws(GeoError) {
        let idPlaces = try MarkerID.places(of: input.lazy.map(\.id))
        var catalog = BoxCatalog()
        let boxOf = input.map { catalog.index(of: CollisionBox(of: $0, padding: padding)) }
        let keys = Self.sortedKeys(input, idPlaces: idPlaces)
        boxes = catalog.boxes
        let (layers, layerOf) = Self.layers(of: boxes)
        self.layers = layers
        inputIndexes = keys.map(\.index)
        markers = keys.map { key in
            let marker = input[Int(key.index)]
            let box = boxOf[Int(key.index)]
            return RankedMarker(
                x: key.x, y: key.y, box: box, layer: layerOf[Int(box)], force: marker.force, hides: marker.hides,
                firstZoom: Self.wholeZoom((marker.minZoom ?? -.infinity).rounded(.up)),
                lastZoom: Self.wholeZoom((marker.maxZoom ?? .infinity).rounded(.down)))
        }
    }

    /// A zoom limit as a small number; all limits outside -100…100 act alike.
    private static func wholeZoom(_ zoom: Double) -> Int8 { Int8(min(max(zoom, -100), 100)) }

    /// Groups boxes by the power of two that holds their longer side.
    private static func layers(of boxes: [CollisionBox]) -> (layers: [CollisionLayer], layerOf: [UInt8]) {
        let bits = boxes.map { 64 - ($0.longestSide - 1).leadingZeroBitCount }
        var layers: [Int: CollisionLayer] = [:]
        for (box, cellBits) in zip(boxes, bits) {
            layers[cellBits, default: CollisionLayer(cellBits: cellBits, reach: box)].reach.formUnion(box)
        }
        var places = [UInt8](repeating: 0, count: 65)
        for (place, bits) in layers.keys.sorted().enumerated() { places[bits] = UInt8(place) }
        return (layers.sorted { $0.key < $1.key }.map(\.value), bits.map { places[$0] })
    }
}

/// The distinct boxes met so far.
private struct BoxCatalog {
    private(set) var boxes: [CollisionBox] = []
    private var indexes: [CollisionBox: Int32] = [:]

    /// The index of `box`, which is added if it is new.
    mutating func index(of box: CollisionBox) -> Int32 {
        // Most files have one box only, or runs of one.
        if let last = boxes.last, last == box { return Int32(boxes.count - 1) }
        if let known = indexes[box] { return known }
        indexes[box] = Int32(boxes.count)
        boxes.append(box)
        return Int32(boxes.count - 1)
    }
}

/// What the rank of a marker depends on.
private struct RankKey {
    /// The place of its globalZIndex, zIndex and priority among all such triples, highest first.
    let tier: Int32
    let idPlace: Int32
    let index: Int32
    let x: Int64
    let y: Int64

    /// Whether `left` ranks higher: tier, then southern first, then western first, then the lower id.
    static func precedes(_ left: RankKey, _ right: RankKey) -> Bool {
        if left.tier != right.tier { return left.tier < right.tier }
        if left.y != right.y { return left.y > right.y }
        if left.x != right.x { return left.x < right.x }
        return left.idPlace < right.idPlace
    }
}

/// The part of the rank that people set.
private struct RankTier: Hashable {
    let globalZIndex: Int
    let zIndex: Int
    let priority: Double

    init(_ marker: Marker) {
        globalZIndex = marker.globalZIndex
        zIndex = marker.zIndex
        priority = marker.priority
    }

    static func precedes(_ left: RankTier, _ right: RankTier) -> Bool {
        if left.globalZIndex != right.globalZIndex { return left.globalZIndex > right.globalZIndex }
        if left.zIndex != right.zIndex { return left.zIndex > right.zIndex }
        return left.priority > right.priority
    }
}

extension CollisionField {
    /// One key per marker, highest rank first.
    private static func sortedKeys(_ input: [Marker], idPlaces: [Int32]) -> [RankKey] {
        let tiers = Set(input.lazy.map(RankTier.init)).sorted(by: RankTier.precedes)
        let tierPlaces = Dictionary(uniqueKeysWithValues: zip(tiers, 0..<Int32(tiers.count)))
        var keys: [RankKey] = []
        keys.reserveCapacity(input.count)
        for (index, marker) in input.enumerated() {
            let (x, y) = CollisionPlane.project(marker.coordinate)
            let tier = tiers.count == 1 ? 0 : tierPlaces[RankTier(marker)] ?? 0
            keys.append(RankKey(tier: tier, idPlace: idPlaces[index], index: Int32(index), x: x, y: y))
        }
        keys.sort(by: RankKey.precedes)
        return keys
    }
}
