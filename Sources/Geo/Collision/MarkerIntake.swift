/// Checked markers in the order of the input, reduced to the data that the pass needs.
struct MarkerIntake {
    private(set) var points: [PlanePoint] = []
    private(set) var kindOf: [Int32] = []
    private(set) var kinds = ValueCatalog<MarkerKind>()
    /// The markers whose icon is wider than half of the smallest world, in the order of the input.
    private(set) var wideMarkers: [Marker] = []
    /// The number of each marker's part of an area; empty unless the pass needs areas.
    private(set) var partOf: [Int32] = []
    private(set) var parts = ValueCatalog<AreaPart>()

    struct AreaPart: Hashable {
        let area: String?
        let part: String?
    }

    private let padding: Double
    private let needsAreas: Bool
    private var tierOf: [Int32] = []
    private var tiers = ValueCatalog<RankTier>()
    private var ids = MarkerIDList()
    private var last: Marker?
    private var kind: Int32 = 0
    private var tier: Int32 = 0

    init(count: Int, padding: Double, needsAreas: Bool = false) {
        self.padding = padding
        self.needsAreas = needsAreas
        points.reserveCapacity(count)
        kindOf.reserveCapacity(count)
        tierOf.reserveCapacity(count)
        ids.reserveCapacity(count)
    }

    mutating func take(_ marker: Marker) throws(GeoError) {
        try take(marker, at: CollisionPlane.project(marker.coordinate))
    }

    /// Adds the next marker at a known point of the plane; its coordinate is not used.
    mutating func take(_ marker: Marker, at point: PlanePoint) throws(GeoError) {
        // In most files, all markers or long runs of markers look alike, so the last result is reused.
        if !(last.map(marker.looksLike) ?? false) {
            try marker.check()
            last = marker
            kind = kinds.index(of: MarkerKind(of: marker, padding: padding))
            tier = tiers.index(of: RankTier(marker))
        }
        points.append(point)
        kindOf.append(kind)
        tierOf.append(tier)
        ids.append(marker.id)
        if needsAreas { partOf.append(parts.index(of: AreaPart(area: marker.area, part: marker.part))) }
        if marker.width > CollisionPlane.smallestWorldPoints / 2 { wideMarkers.append(marker) }
    }

    /// Returns the indices of all markers by rank: tier, south before north, west before east, lower id first.
    /// - Complexity: O(n) if all ids are numbers, otherwise O(n log n) comparisons of text.
    func ranked() throws(GeoError) -> [Int32] {
        // Each sort is stable, so the least important key is sorted first.
        var order = try ids.ascending()
        points.withUnsafeBufferPointer { points in
            RadixSort.sort(&order) { UInt64(points[Int($0)].x) }
            RadixSort.sort(&order) { UInt64(CollisionPlane.side - points[Int($0)].y) }
        }
        guard tiers.values.count > 1 else { return order }
        let sorted = tiers.values.indices.sorted { RankTier.precedes(tiers.values[$0], tiers.values[$1]) }
        var keys = [UInt64](repeating: 0, count: sorted.count)
        for (index, tier) in sorted.enumerated() { keys[tier] = UInt64(index) }
        RadixSort.sort(&order) { keys[Int(tierOf[Int($0)])] }
        return order
    }
}

extension Marker {
    fileprivate func looksLike(_ other: Marker) -> Bool {
        width == other.width && height == other.height && anchorX == other.anchorX && anchorY == other.anchorY
            && globalZIndex == other.globalZIndex && zIndex == other.zIndex && priority == other.priority
            && force == other.force && hides == other.hides && minZoom == other.minZoom && maxZoom == other.maxZoom
    }
}

/// The part of the rank that users set.
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

/// The common properties of markers that look alike: their box, their flags and the whole zooms of their window.
struct MarkerKind: Hashable, Sendable {
    /// In 1/64 pt.
    let box: CollisionBox
    let force: Bool
    let hides: Bool
    /// The lowest and the highest whole zoom inside the window.
    let firstZoom: Int8
    let lastZoom: Int8

    init(of marker: Marker, padding: Double) {
        box = CollisionBox(of: marker, padding: padding)
        force = marker.force
        hides = marker.hides
        firstZoom = Self.wholeZoom((marker.minZoom ?? -.infinity).rounded(.up))
        lastZoom = Self.wholeZoom((marker.maxZoom ?? .infinity).rounded(.down))
    }

    /// A limit beyond ±100 becomes ±100, which has the same effect.
    private static func wholeZoom(_ zoom: Double) -> Int8 { Int8(min(max(zoom, -100), 100)) }

    @inline(__always)
    func isActive(zoom: Int) -> Bool { zoom >= Int(firstZoom) && zoom <= Int(lastZoom) }

    /// Whether the marker has no properties that only some markers have: it can be hidden, hides others, and has no
    /// window.
    var isPlain: Bool { !force && hides && isAlwaysActive }

    /// Whether all zooms are in the window, including -1, where the stable mode may start.
    var isAlwaysActive: Bool { isActive(zoom: -1) && isActive(zoom: CollisionOptions.highestZoom) }
}

/// Distinct values, numbered in the order in which they first occur.
struct ValueCatalog<Value: Hashable> {
    private(set) var values: [Value] = []
    private var indexes: [Value: Int32] = [:]
    private var last: Int32 = -1

    mutating func index(of value: Value) -> Int32 {
        // Most files have only one value, or runs of equal values, so the last value is tried first.
        if last >= 0, values[Int(last)] == value { return last }
        if let known = indexes[value] {
            last = known
        } else {
            last = Int32(values.count)
            indexes[value] = last
            values.append(value)
        }
        return last
    }
}
