internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText
internal import GeocliThreads

/// The positions of places in memory. Indices and ids have the same order, so ties by index are ties by id.
struct NearestIndex: Sendable {
    private let ids: [Int64]
    private let tree: PackedRTree

    /// - Parameter threads: the number of available threads. With 2 or more, the index is made on two threads.
    init(_ points: PlacePoints, threads: Int) {
        var points = points
        ids = points.ids
        guard threads > 1 else {
            tree = PackedRTree(points.takeCoordinates())
            return
        }
        tree = PackedRTree(
            points.takeCoordinates(),
            both: { first, second in
                let other = WorkerThread(first)
                second()
                other.join()
            })
    }

    /// Calls `body` with the places closest to `origin`, nearest first, as `NearestQuery` does.
    func forEachNeighbor(
        of origin: Coordinate, count: Int?, withinMeters: Double?, using search: inout NearestSearch,
        body: (_ id: Int64, _ distanceMeters: Double) -> Void
    ) {
        tree.nearest(to: origin, count: count ?? .max, withinMeters: withinMeters ?? .infinity, into: &search)
        for neighbor in search.neighbors { body(ids[neighbor.index], neighbor.distanceMeters) }
    }
}
