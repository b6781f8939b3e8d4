public import GeocliGeo
public import GeocliPlaces

/// All listed places of a catalog as markers of the usual size, with their levels in the stable mode. A program that
/// answers many questions about one state of a catalog creates these clusters once.
///
/// - Complexity: about 65 bytes of memory for each place.
public struct StableClusters: Sendable {
    /// The ids of the places, ascending, with the position and the kind of each.
    public let ids: [Int64]
    private let coordinates: [Coordinate]
    private let kindOf: [UInt16]
    private let kinds: [Kind]
    private let levels: StableLevels

    /// Reads the places that have a point, and computes their levels.
    ///
    /// - Returns: nil if more than `maximum` places have a point.
    /// - Complexity: O(n) for each of the 24 levels on average; 150 bytes of memory for each place during the call.
    public init?(_ catalog: some PlaceArchive, maximum: Int) throws {
        var (ids, coordinates, kindOf): ([Int64], [Coordinate], [UInt16]) = ([], [], [])
        var numbers: [Kind: UInt16] = [:]
        var kinds: [Kind] = []
        try catalog.forEachRow(PlaceFilter(), limit: nil) { row in
            guard let coordinate = row.coordinate, ids.count <= maximum else { return }
            ids.append(row.id)
            coordinates.append(coordinate)
            let kind = row.kind
            if numbers[kind] == nil {
                numbers[kind] = UInt16(kinds.count)
                kinds.append(kind)
            }
            kindOf.append(numbers[kind] ?? 0)
        }
        guard ids.count <= maximum else { return nil }
        (self.ids, self.coordinates, self.kindOf, self.kinds) = (ids, coordinates, kindOf, kinds)
        levels = StableLevels(
            try CollisionPass(count: ids.count, options: CollisionOptions()) {
                Marker(id: .integer(ids[$0]), coordinate: coordinates[$0])
            })
    }

    /// Calls `body` with the rows that `ClusterQuery.forEachRow` gives for the same places in the stable mode, at most
    /// `limit` of them.
    ///
    /// - Precondition: `catalog` is in the state from which the clusters were created.
    /// - Complexity: O(n) on average, and a read of each row that `body` gets.
    public func forEachRow(
        of catalog: some PlaceArchive, zoom: Double, includesHidden: Bool, in box: BoundingBox?, limit: Int,
        options: CollisionOptions, body: (ClusterRow<CatalogEntry>) throws -> Void
    ) throws {
        let snapshot = levels.snapshot(zoom: zoom, options: options)
        var expansion: [Int: Int] = [:]
        for (index, zoom) in zip(snapshot.visible, levels.expansionZooms(of: snapshot, options: options)) {
            expansion[index] = zoom
        }
        let shown = ids.indices.lazy.filter { index in
            (includesHidden || snapshot.isVisible(index)) && box?.contains(coordinates[index]) ?? true
        }.prefix(limit)
        try forEachEntry(of: catalog, Array(shown)) { index, entry in
            let hider = snapshot.hider(of: index).flatMap { $0 == index ? nil : MarkerID.integer(ids[$0]) }
            try body(
                ClusterRow(
                    entry, id: .integer(entry.id), member(index), hiddenBy: hider,
                    members: snapshot.members(of: index).map(member), expansionZoom: expansion[index]))
        }
    }

    /// Calls `body` with the rows that `ClusterQuery.forEachLevel` gives for the same places, at most `limit` of them.
    ///
    /// - Precondition: `catalog` is in the state from which the clusters were created.
    /// - Complexity: O(n), and a read of each row that `body` gets.
    public func forEachLevel(
        of catalog: some PlaceArchive, in box: BoundingBox?, limit: Int, options: CollisionOptions,
        body: (LevelRow<CatalogEntry>) throws -> Void
    ) throws {
        let levels = levels.allZooms(options: options)
        let shown = ids.indices.lazy.filter { box?.contains(coordinates[$0]) ?? true }.prefix(limit)
        try forEachEntry(of: catalog, Array(shown)) { index, entry in
            guard let minZoom = levels.minZoom(of: index) else { return }
            try body(
                LevelRow(
                    item: entry, id: .integer(entry.id), coordinate: coordinates[index], minZoom: minZoom,
                    isColocated: levels.isColocated(index)))
        }
    }

    private func member(_ index: Int) -> (coordinate: Coordinate, kind: Kind) {
        (coordinates[index], kinds[Int(kindOf[index])])
    }

    /// Calls `body` with the places at these indices, which are in ascending order.
    private func forEachEntry(
        of catalog: some PlaceArchive, _ indices: [Int], body: (Int, CatalogEntry) throws -> Void
    ) throws {
        var left = indices[...]
        try catalog.forEachEntry(ids: indices.lazy.map { ids[$0] }) { entry in
            // A damaged catalog may lack a row.
            while let index = left.popFirst() {
                if ids[index] == entry.id { return try body(index, entry) }
            }
        }
    }
}
