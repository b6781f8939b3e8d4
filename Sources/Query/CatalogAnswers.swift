public import GeocliCatalog
public import GeocliPlaces

/// What a program that uses this library asks a catalog. The queries themselves also read a catalog on a server.
extension Catalog {
    /// The places that `filter` admits, ordered by id; at most `limit` of them.
    ///
    /// - Edges: a place at the edge of the filter's box is inside. Places without a point are included if the filter
    ///   has no box.
    /// - Complexity: O(n) for n places of the catalog; O(log n + k) for the k places of a box.
    public func places(_ filter: PlaceFilter = PlaceFilter(), limit: Int? = nil) throws -> [CatalogEntry] {
        var places: [CatalogEntry] = []
        try forEachEntry(filter, limit: limit) { places.append($0) }
        return places
    }

    /// The answers of a query for the nearest places, in its order; `NearestQuery.forEachNeighbor` says what is near.
    public func neighbors(_ query: NearestQuery) throws -> [Neighbor] {
        var neighbors: [Neighbor] = []
        try query.forEachNeighbor(in: self) { neighbors.append($0) }
        return neighbors
    }

    /// The places that match a text, the best first; at most `limit` of them.
    public func hits(_ query: SearchQuery, limit: Int? = nil) throws -> [SearchHit] {
        var hits: [SearchHit] = []
        try query.forEachHit(in: self, limit: limit) { hits.append($0) }
        return hits
    }
}
