public import GeocliGeo
public import GeocliPlaces

/// "Which markers does a map of a catalog show if it hides markers that collide?"
///
/// The rows of places are read only if their markers are shown. All reads must see the same data, so the catalog must
/// hold its snapshot from before `init` until the last call.
///
/// - Complexity: about 65 bytes of memory for each place, and 120 more during the calls.
public struct CatalogClusters {
    private let places: PlaceMarkers
    private let pass: CollisionPass

    /// The ids of the places that have a marker, ascending.
    public var ids: [Int64] { places.ids }

    /// Reads the places that `filter` admits. Places without a point get no marker.
    ///
    /// - Parameter template: the marker for each place, before its id and position are set.
    /// - Throws: `GeoError(.marker)` for a template that is not valid in the collision pass.
    /// - Complexity: O(n), n places.
    public init(
        of catalog: some PlaceArchive, _ filter: PlaceFilter, template: Marker, options: CollisionOptions
    ) throws {
        places = try PlaceMarkers(catalog, filter)
        pass = try places.pass(template, options)
    }

    /// Calls `body` with the rows of one zoom, ordered by id.
    ///
    /// - Parameters:
    ///   - includesHidden: whether hidden markers get rows as well.
    ///   - box: rows outside the box are left out; markers outside it still take part in the pass.
    ///   - limit: the maximum number of rows.
    public func forEachRow(
        of catalog: some PlaceArchive, zoom: Double, includesHidden: Bool, in box: BoundingBox? = nil,
        limit: Int = .max, body: (ClusterRow<CatalogEntry>) throws -> Void
    ) throws {
        let snapshot = try pass.snapshot(zoom: zoom)
        try places.forEachRow(
            of: catalog, snapshot, expansions: pass.expansionZooms(of: snapshot), includesHidden: includesHidden,
            in: box, limit: limit, body: body)
    }

    /// Calls `body` with every place that is shown at some zoom, ordered by id, at most `limit` of them.
    public func forEachLevel(
        of catalog: some PlaceArchive, in box: BoundingBox? = nil, limit: Int = .max,
        body: (LevelRow<CatalogEntry>) throws -> Void
    ) throws {
        try places.forEachLevel(of: catalog, try pass.allZooms(), in: box, limit: limit, body: body)
    }
}
