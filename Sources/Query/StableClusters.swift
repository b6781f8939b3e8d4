public import GeocliGeo
public import GeocliPlaces

/// All listed places of a catalog as markers of the usual size, with their levels in the stable mode. A program that
/// answers many questions about one state of a catalog creates these clusters once.
///
/// - Complexity: about 65 bytes of memory for each place.
public struct StableClusters: Sendable {
    private let places: PlaceMarkers
    private let levels: StableLevels

    /// The ids of the places, ascending.
    public var ids: [Int64] { places.ids }

    /// Reads the places that have a point, and computes their levels.
    ///
    /// - Returns: nil if more than `maximum` places have a point.
    /// - Complexity: O(n) for each of the 24 levels on average; 150 bytes of memory for each place during the call.
    public init?(_ catalog: some PlaceArchive, maximum: Int) throws {
        places = try PlaceMarkers(catalog, PlaceFilter(), maximum: maximum)
        guard places.ids.count <= maximum else { return nil }
        let template = Marker(id: .integer(0), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0))
        levels = StableLevels(try places.pass(template, CollisionOptions()))
    }

    /// Calls `body` with the rows that `CatalogClusters.forEachRow` gives for the same places in the stable mode, at
    /// most `limit` of them.
    ///
    /// - Precondition: `catalog` is in the state from which the clusters were created.
    /// - Complexity: O(n) on average, and a read of each row that `body` gets.
    public func forEachRow(
        of catalog: some PlaceArchive, zoom: Double, includesHidden: Bool, in box: BoundingBox?, limit: Int,
        options: CollisionOptions, body: (ClusterRow<CatalogEntry>) throws -> Void
    ) throws {
        let snapshot = levels.snapshot(zoom: zoom, options: options)
        try places.forEachRow(
            of: catalog, snapshot, expansions: levels.expansionZooms(of: snapshot, options: options),
            includesHidden: includesHidden, in: box, limit: limit, body: body)
    }

    /// Calls `body` with the rows that `CatalogClusters.forEachLevel` gives for the same places, at most `limit` of
    /// them.
    ///
    /// - Precondition: `catalog` is in the state from which the clusters were created.
    /// - Complexity: O(n), and a read of each row that `body` gets.
    public func forEachLevel(
        of catalog: some PlaceArchive, in box: BoundingBox?, limit: Int, options: CollisionOptions,
        body: (LevelRow<CatalogEntry>) throws -> Void
    ) throws {
        try places.forEachLevel(of: catalog, levels.allZooms(options: options), in: box, limit: limit, body: body)
    }
}
