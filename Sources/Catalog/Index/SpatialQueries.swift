internal import GeocliDatabase
public import GeocliGeo
public import GeocliPlaces

extension Catalog: PlaceArchive {
    /// The maximum number of ids in a box that are kept (2 MB). If there are more, all places are read, ordered by id.
    private static let maximumIDs = 1 << 18

    /// Calls `body` with each place in `box` that `filter` admits, ordered by id, at most `limit` times. Edges of
    /// `box` are included.
    ///
    /// - Complexity: O(log n + m log m), m places in the box; O(n) if m exceeds a quarter of a million.
    public func forEachEntry(
        in box: BoundingBox, _ filter: PlaceFilter, limit: Int? = nil, body: (CatalogEntry) throws -> Void
    ) throws {
        try forEachRow(in: box, filter, limit: limit) { try body($0.entry) }
    }

    /// Does the same as `forEachEntry`, but passes rows that read a value only on request.
    package func forEachRow(
        in box: BoundingBox, _ filter: PlaceFilter, limit: Int? = nil, body: (CatalogRow) throws -> Void
    ) throws {
        try requirePresent()
        let filter = try narrowed(filter)
        try read { db in
            guard filter.ids == nil, let ids = try fewIDs(db, in: box, filter) else {
                return try forEachScanned(in: box, filter, limit: limit, body: body)
            }
            try forEachRow(ids: ids.sorted().prefix(limit ?? .max), body: body)
        }
    }

    /// Returns the number of places in `box` that `filter` admits. Edges of `box` are included.
    ///
    /// - Complexity: O(log n + m), m places in the box.
    public func count(in box: BoundingBox, _ filter: PlaceFilter) throws -> Int {
        var count = 0
        try forEachID(in: box, filter) { _ in
            count += 1
            return true
        }
        return count
    }

    private func fewIDs(_ db: Database, in box: BoundingBox, _ filter: PlaceFilter) throws -> [Int64]? {
        var ids: [Int64] = []
        try forEachID(in: box, filter) { id in
            ids.append(id)
            return ids.count <= Self.maximumIDs
        }
        return ids.count <= Self.maximumIDs ? ids : nil
    }

    /// Calls `body` with the ids of the places in `box` that `filter` admits, in no particular order. Stops if
    /// `body` returns false.
    func forEachID(in box: BoundingBox, _ filter: PlaceFilter, body: (Int64) throws -> Bool) throws {
        try forEachPoint(in: box, filter) { try body($0.id) }
    }

    /// Does the same as `forEachID`, and also passes the points.
    func forEachPoint(in box: BoundingBox, _ filter: PlaceFilter, body: (PagedPoint) throws -> Bool) throws {
        try requirePresent()
        let filter = try narrowed(filter)
        try read { db in
            let places = try places(db)
            let plan = try places.plan(db, filter)
            for part in box.partsWithoutCrossing {
                let goesOn = try PageBoxSearch(part).run(in: places.pages, traits: plan.traits) { point in
                    try plan.needsRows && plan.place(point.id) == nil ? true : body(point)
                }
                guard goesOn else { return }
            }
        }
    }

    /// Calls `body` with the places in a box. Does not use the index.
    private func forEachScanned(
        in box: BoundingBox, _ filter: PlaceFilter, limit: Int?, body: (CatalogRow) throws -> Void
    ) throws {
        let parts = box.partsWithoutCrossing
        let exact = parts.map { _ in "b.longitude BETWEEN ? AND ? AND b.latitude BETWEEN ? AND ?" }
        let condition = filter.condition
        let sql = """
            SELECT \(Self.columns) FROM place b
            WHERE (\(exact.joined(separator: " OR "))) AND \(condition.sql) ORDER BY b.id LIMIT ?
            """
        let edges = parts.flatMap { [$0.west, $0.east, $0.south, $0.north].map(SQLValue.real) }
        try read { db in
            let rows = try CatalogRow(db, sql)
            rows.bind(edges + condition.values + [.integer(Int64(limit ?? -1))])
            while try rows.next() { try body(rows) }
        }
    }

    /// Calls `body` with places that `filter` admits, roughly nearest first. Stops when no other place can be
    /// within the limit.
    ///
    /// `body` returns the new limit in meters. Places beyond the limit are not needed. The search visits the index
    /// box with the least lower bound first. A box's lower bound is never more than the distance of anything inside it.
    /// So all skipped boxes are beyond the limit, and `body` has seen every place within the final limit.
    ///
    /// - Parameter count: has no effect, because the candidates come one by one.
    /// - Complexity: O(log n + m) visited boxes, m places within the limit.
    public func forEachCandidate(
        near origin: Coordinate, count: Int? = nil, withinMeters limit: Double, _ filter: PlaceFilter,
        body: (_ id: Int64, _ coordinate: Coordinate) -> Double
    ) throws {
        try forEachNamedCandidate(near: origin, withinMeters: limit, filter) { id, _, point in body(id, point) }
    }

    /// Does the same as `forEachCandidate`, and also passes the length of each folded name if the filter has a text.
    func forEachNamedCandidate(
        near origin: Coordinate, withinMeters limit: Double, _ filter: PlaceFilter,
        body: (_ id: Int64, _ nameLength: Int, _ coordinate: Coordinate) -> Double
    ) throws {
        try requirePresent()
        let filter = try narrowed(filter)
        try read { db in
            // If the filter names a few places, all of them are read. Otherwise the index of places returns the
            // nearest first.
            guard filter.ids == nil else { return try forEachNamed(db, filter, body: body) }
            let places = try places(db)
            let plan = try places.plan(db, filter)
            var limit = limit
            let needsRows = plan.needsRows || filter.text != nil
            var search = places.takePageSearch()
            defer { places.keep(search) }
            try search.forEachCandidate(
                near: origin, in: places.pages, withinMeters: limit, traits: plan.traits
            ) { point in
                guard needsRows else {
                    limit = body(
                        point.id, 0, Coordinate(uncheckedLongitude: point.longitude, latitude: point.latitude))
                    return limit
                }
                guard let place = try plan.place(point.id) else { return limit }
                limit = body(point.id, place.nameLength, place.coordinate)
                return limit
            }
        }
    }

    /// Returns nil for a filter that names places.
    public func nearest(
        to origin: Coordinate, count: Int, withinMeters limit: Double, _ filter: PlaceFilter
    ) throws -> [IndexedNeighbor]? {
        try requirePresent()
        let filter = try narrowed(filter)
        guard filter.ids == nil else { return nil }
        return try read { db in
            let places = try places(db)
            if holdsSnapshot { places.pages.keepPages() }
            let plan = try places.plan(db, filter)
            var search = places.takePageSearch()
            defer { places.keep(search) }
            try search.nearest(
                to: origin, in: places.pages, count: count, withinMeters: limit, traits: plan.traits,
                where: plan.needsRows ? { try plan.place($0.id) != nil } : nil)
            return search.neighbors
        }
    }

    /// Returns whether `nearest` returns a result other than nil for this filter.
    public func findsNearest(_ filter: PlaceFilter) throws -> Bool {
        try filter.ids == nil && narrowed(filter).ids == nil
    }

    private func forEachNamed(
        _ db: Database, _ filter: PlaceFilter,
        body: (_ id: Int64, _ nameLength: Int, _ coordinate: Coordinate) -> Double
    ) throws {
        let condition = filter.condition
        let rows = try Statement(
            db,
            """
            SELECT b.id, b.longitude, b.latitude, instr(b.folded, char(10)) - 1 FROM place b
            WHERE b.latitude IS NOT NULL AND \(condition.sql)
            """)
        rows.bind(condition.values)
        while try rows.step() {
            guard let point = try rows.point(longitude: 1, latitude: 2, id: 0) else { continue }
            _ = body(try rows.placeID(0), Int(rows.integer(3)), point)
        }
    }

    /// Returns the index of places in this read's snapshot.
    func places(_ db: Database) throws -> PointIndexReader {
        if let placeReader, try !placeReader.isOutdated() { return placeReader }
        let reader = try PointIndexReader(db)
        placeReader = reader
        return reader
    }
}
