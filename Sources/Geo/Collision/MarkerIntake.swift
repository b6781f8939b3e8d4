/// Markers as they come, checked, with what the pass needs of them and no more.
struct MarkerIntake {
    /// The place of each marker on the plane.
    private(set) var points: [PlanePoint] = []
    /// The index of each marker's kind.
    private(set) var kindOf: [Int32] = []
    private(set) var kinds = ValueCatalog<MarkerKind>()
    /// Those wider than half of the smallest world there is, in the order they came.
    private(set) var wideMarkers: [Marker] = []

    private let padding: Double
    private var tierOf: [Int32] = []
    private var tiers = ValueCatalog<RankTier>()
    private var ids = MarkerIDList()
    /// The marker that was checked last, and the indexes of its kind and its tier.
    private var last: Marker?
    private var kind: Int32 = 0
    private var tier: Int32 = 0

    /// An intake with nothing in it yet, and room for `count` markers.
    init(count: Int, padding: Double) {
        self.padding = padding
        points.reserveCapacity(count)
        kindOf.reserveCapacity(count)
        tierOf.reserveCapacity(count)
        ids.reserveCapacity(count)
    }

    /// Takes the next marker.
    ///
    /// - Throws: `GeoError` for a marker that can't be placed.
    mutating func take(_ marker: Marker) throws(GeoError) {
        try take(marker, at: CollisionPlane.project(marker.coordinate))
    }

    /// The same for one whose place on the plane is known; its coordinate is not looked at.
    mutating func take(_ marker: Marker, at point: PlanePoint) throws(GeoError) {
        // Most files have one sort of marker only, or runs of one.
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
        if marker.width > CollisionPlane.smallestWorldPoints / 2 { wideMarkers.append(marker) }
    }

    /// The indexes of all markers, highest rank first: by tier, then southern first, western first, the lower id first.
    ///
    /// - Throws: `GeoError` for an id that occurs twice.
    /// - Complexity: O(n) for numbers as ids, else O(n log n) comparisons of texts.
    func ranked() throws(GeoError) -> [Int32] {
        // Each sort leaves what is equal as the one before put it, so the last key comes first.
        var order = try ids.ascending()
        points.withUnsafeBufferPointer { points in
            RadixSort.sort(&order) { UInt64(points[Int($0)].x) }
            RadixSort.sort(&order) { UInt64(CollisionPlane.side - points[Int($0)].y) }
        }
        guard tiers.values.count > 1 else { return order }
        let sorted = tiers.values.indices.sorted { RankTier.precedes(tiers.values[$0], tiers.values[$1]) }
        var places = [UInt64](repeating: 0, count: sorted.count)
        for (place, tier) in sorted.enumerated() { places[tier] = UInt64(place) }
        RadixSort.sort(&order) { places[Int(tierOf[Int($0)])] }
        return order
    }
}

extension Marker {
    /// Whether all but the id and the position is the same.
    fileprivate func looksLike(_ other: Marker) -> Bool {
        width == other.width && height == other.height && anchorX == other.anchorX && anchorY == other.anchorY
            && globalZIndex == other.globalZIndex && zIndex == other.zIndex && priority == other.priority
            && force == other.force && hides == other.hides && minZoom == other.minZoom && maxZoom == other.maxZoom
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
