internal import Catalog
internal import Geo

/// The positions of bookstores in memory. As both are ordered by id, ties by index are ties by id.
struct NearestIndex: Sendable {
    private let ids: [Int64]
    private let tree: PackedRTree

    init(_ points: CatalogPoints) {
        var points = points
        ids = points.ids
        tree = PackedRTree(points.takeCoordinates())
    }

    /// The bookstores closest to `origin`, nearest first, as `NearestQuery` has them.
    func forEachNeighbor(
        of origin: Coordinate, count: Int?, withinMeters: Double?, using search: inout NearestSearch,
        body: (_ id: Int64, _ distanceMeters: Double) -> Void
    ) {
        tree.nearest(to: origin, count: count ?? .max, withinMeters: withinMeters ?? .infinity, into: &search)
        for neighbor in search.neighbors { body(ids[neighbor.index], neighbor.distanceMeters) }
    }
}
