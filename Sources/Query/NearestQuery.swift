public import GeocliGeo
public import GeocliPlaces
internal import HeapModule

public struct Neighbor: PlaceAnswer, Sendable, Equatable {
    public let entry: CatalogEntry
    /// The length of the geodesic on the WGS 84 ellipsoid, in meters.
    public let distanceMeters: Double
    /// The number of the query that this neighbor answers, from 0; nil for a single query.
    public var query: Int?
    /// The rank of this neighbor in the answer, from 1.
    public var rank: Int

    @inlinable public var place: CatalogEntry { entry }
}

/// A neighbor that is being read; valid only while its row is valid.
public struct NeighborRow<Listed: ListedPlace>: PlaceAnswer {
    public let row: Listed
    public let distanceMeters: Double
    public internal(set) var query: Int?
    public let rank: Int

    @inlinable public var place: Listed { row }

    @usableFromInline
    init(row: Listed, distanceMeters: Double, query: Int?, rank: Int) {
        self.row = row
        self.distanceMeters = distanceMeters
        self.query = query
        self.rank = rank
    }

    /// A copy that stays valid.
    public var neighbor: Neighbor {
        Neighbor(entry: row.entry, distanceMeters: distanceMeters, query: query, rank: rank)
    }
}

/// "What is near here?": the exact list of the places closest to a position.
///
/// The catalog's index ranks by chords, and measures geodesics only where two are too close to tell (`PageSearch`). With
/// a filter that names ids, it gives candidates with a lower bound of their distance, lowest first, and each is measured.
/// The search ends when no remaining box can contain a place nearer than the farthest answer.
public struct NearestQuery: Sendable {
    public let origin: Coordinate
    /// The maximum number of answers; nil for all.
    public let count: Int?
    /// Maximum distance, inclusive; nil for any distance.
    public let withinMeters: Double?
    public let filter: PlaceFilter
    /// The order in which the answers are given; nil for nearest first. It does not change the set of answers.
    public var order: PlaceOrder?
    /// The id of the place at which the search starts; nil if it starts at another position. This place is left
    /// out of the answers.
    public var excludedID: Int64?

    /// Makes a query.
    /// - Parameters:
    ///   - count: nil for all; a value below 1 gives no answers.
    ///   - withinMeters: nil for any distance; a negative value or NaN gives no answers.
    public init(from origin: Coordinate, count: Int?, withinMeters: Double? = nil, _ filter: PlaceFilter) {
        self.origin = origin
        self.count = count
        self.withinMeters = withinMeters
        self.filter = filter
    }

    /// Calls `body` with the neighbors, nearest first, or in `order`.
    /// - Units: meters on the WGS 84 ellipsoid.
    /// - Edges: gives fewer than `count` neighbors if the catalog has fewer. Equal distances are ordered by id. A
    ///   place exactly at `withinMeters` is included; places without a point are not.
    /// - Complexity: O(log n + k log k) on average, n places indexed, k of them in the answer.
    package func forEachNeighbor(in catalog: some PlaceSource, body: (Neighbor) throws -> Void) throws {
        let answers = try ordered(try ranking(in: catalog), in: catalog)
        var index = 0
        try catalog.forEachEntry(ids: answers.map(\.found.id)) { entry in
            // In a damaged catalog, the index may contain a place that has no row. Such a place is skipped.
            while answers[index].found.id != entry.id { index += 1 }
            let (rank, found) = answers[index]
            // A distance from an index may be off by up to 50 µm.
            let meters = entry.place.coordinate.map { Geodesic.distanceMeters(from: origin, to: $0) }
            try body(Neighbor(entry: entry, distanceMeters: meters ?? found.distanceMeters, rank: rank + 1))
            index += 1
        }
    }

    /// Returns the candidates with their ranks from 0, in the order of the answer.
    private func ordered(
        _ ranked: [Candidate], in catalog: some PlaceSource
    ) throws -> [(rank: Int, found: Candidate)] {
        let answers = ranked.enumerated().map { (rank: $0.offset, found: $0.element) }
        guard let order else { return answers }
        return try order.arranged(answers, in: catalog, id: { $0.found.id }, meters: { $0.found.distanceMeters })
    }

    /// Returns the ids and the distances of the answers, nearest first.
    private func ranking(in catalog: some PlaceSource) throws -> [Candidate] {
        let limit = withinMeters ?? .infinity
        guard count ?? 1 > 0, limit >= 0 else { return [] }
        // The excluded place may be among the nearest, so one more must be found.
        let wanted = excludedID == nil ? count : count.map { $0 < .max ? $0 + 1 : $0 }
        if let found = try catalog.nearest(to: origin, count: wanted ?? .max, withinMeters: limit, filter) {
            return found.lazy.filter { Int64($0.index) != excludedID }.prefix(count ?? .max)
                .map { Candidate(distanceMeters: $0.distanceMeters, id: Int64($0.index)) }
        }
        var best = Heap<Candidate>()
        try catalog.forEachCandidate(near: origin, count: wanted, withinMeters: limit, filter) { id, coordinate in
            let distance = Geodesic.distanceMeters(from: origin, to: coordinate)
            if distance <= limit, id != excludedID { best.insert(Candidate(distanceMeters: distance, id: id)) }
            guard let count, best.count >= count else { return limit }
            if best.count > count { best.removeMax() }
            return best.max?.distanceMeters ?? limit
        }
        return best.unordered.sorted()
    }
}

/// A place's id and distance, in the order of answers.
private struct Candidate: Comparable {
    let distanceMeters: Double
    let id: Int64

    static func < (left: Candidate, right: Candidate) -> Bool {
        (left.distanceMeters, left.id) < (right.distanceMeters, right.id)
    }
}
