internal import GeocliDatabase
public import GeocliGeo
public import GeocliPlaces

extension Catalog {
    /// Returns the outlines of districts, ordered by name: the imported ones, or else those of the program's ground in
    /// the provinces that have places.
    ///
    /// - Throws: `CatalogError(.corrupt)` for an outline that can't be read, or for a missing table.
    /// - Complexity: O(v), v vertices; all of them are in memory. Without imported outlines also O(n), n places.
    package func districtOutlines() throws -> [DistrictOutline] {
        let imported = try read(OutlineTable.outlines)
        guard imported.isEmpty, hasGround else { return imported }
        return Ground.outlines(of: try provincesOfGround())
    }

    /// Returns the outlines among which a name is looked up: the imported ones, or else all of the program's ground.
    package func knownOutlines() throws -> [DistrictOutline] {
        let imported = try read(OutlineTable.outlines)
        return imported.isEmpty && hasGround ? Ground.districts.map(\.outline) : imported
    }

    /// Returns the name of the district that contains a position, as places state it (`PointDistricts`).
    func districtName(at position: Coordinate) -> String? { (districtMap ?? readDistricts()).name(position) }

    private func readDistricts() -> PointDistricts {
        // If the version can't be read, the query that asks for districts reports why.
        let version = (try? dataVersion()) ?? 0
        let former = formerDistrictMap.flatMap { $0.version == version ? $0.map : nil }
        let districts = former ?? newDistricts()
        (districtMap, formerDistrictMap) = (districts, (version, districts))
        return districts
    }

    private func newDistricts() -> PointDistricts {
        // Damaged outlines must not hide the places, so they count as none here.
        let map = DistrictMap((try? read(OutlineTable.outlines)) ?? [])
        return PointDistricts { [unowned self] position in
            if !map.isEmpty { return map.district(at: position) }
            return knowsDistricts ? Ground.district(at: position)?.statedName : nil
        }
    }

    /// Returns the source of the outlines; nil if there are none.
    ///
    /// - Throws: `CatalogError(.corrupt)` for a missing table.
    package func outlineSource() throws -> OutlineSource? {
        if let imported = try read(OutlineTable.source) { return imported }
        return try hasGround && !provincesOfGround().isEmpty ? Ground.districtSource : nil
    }

    /// Returns the ids of the places in `area` that `filter` admits. Points on an edge of `area` are included.
    ///
    /// If the catalog is read as of a day, every place is checked, because the index of places has only the present.
    /// - Complexity: O(log n + m log p), n places, m of them in the boxes of the area, p polygons of the area;
    ///   eight bytes of memory for each result.
    public func ids(in area: MultiPolygon, _ filter: PlaceFilter) throws -> Set<Int64> {
        let filter = try narrowed(filter)
        var ids: Set<Int64> = []
        func take(_ id: Int64, _ point: Coordinate) {
            // The boxes may overlap.
            if !ids.contains(id), area.contains(point) { ids.insert(id) }
        }
        guard past != nil else {
            try read { _ in
                for box in area.boxes {
                    try forEachPoint(in: box, filter) { point in
                        take(point.id, Coordinate(uncheckedLongitude: point.longitude, latitude: point.latitude))
                        return true
                    }
                }
            }
            return ids
        }
        let condition = filter.condition
        try read { db in
            let statement = try Statement(
                db,
                """
                SELECT b.id, b.longitude, b.latitude FROM place b
                WHERE b.longitude BETWEEN ? AND ? AND b.latitude BETWEEN ? AND ? AND \(condition.sql)
                """)
            // Each box needs a scan of all places. So only the box around the whole area is used.
            for box in area.box.partsWithoutCrossing {
                statement.reset()
                statement.bind([box.west, box.east, box.south, box.north].map(SQLValue.real) + condition.values)
                while try statement.step() {
                    guard let point = try statement.point(longitude: 1, latitude: 2, id: 0) else { continue }
                    take(try statement.placeID(0), point)
                }
            }
        }
        return ids
    }

    /// Calls `body` with the listed places whose point is in a district other than the stated one, or in none,
    /// ordered by id, at most `limit` times. In a catalog without outlines, `body` is never called.
    ///
    /// - Complexity: O(n log v), n places, v vertices of an outline.
    package func forEachMisplaced(
        _ filter: PlaceFilter, limit: Int? = nil, body: (MisplacedPlace) throws -> Void
    ) throws {
        let imported = try read(OutlineTable.outlines)
        let map =
            imported.isEmpty && hasGround
            ? DistrictMap(Ground.districts.map(\.outline), areGeneralised: true) : DistrictMap(imported)
        guard !map.isEmpty else { return }
        var rest = limit ?? .max
        try forEachEntry(filter) { entry in
            guard rest > 0, let coordinate = entry.coordinate else { return }
            let place = entry.place
            if case .lies(let district) = map.verdict(
                on: coordinate, stated: place.district, address: place.address)
            {
                rest -= 1
                try body(MisplacedPlace(entry: entry, pointDistrict: district))
            }
        }
    }

    /// Counts the listed places with a point, and how many of these points are not in the stated district.
    package func misplacedCount() throws -> MisplacedCount {
        let map = DistrictMap(try read(OutlineTable.outlines))
        return try read { try MisplacedCount(of: map, $0, run: nil) }
    }
}

extension MisplacedCount {
    /// - Parameter run: the run whose newly misplaced places are also counted; nil for none.
    init(of map: DistrictMap, _ db: Database, run: Int64?) throws {
        self.init()
        guard !map.isEmpty else { return }
        let rows = try Statement(
            db,
            """
            SELECT district, longitude, latitude, id, first_run, address FROM place
            WHERE missing_run IS NULL AND latitude IS NOT NULL
            """)
        let changes = try Statement(
            db,
            "SELECT 1 FROM change WHERE run = ? AND place = ? AND what IN ('changed', 'returned') LIMIT 1")
        while try rows.step() {
            guard let place = try rows.point(longitude: 1, latitude: 2, id: 3) else { continue }
            located += 1
            guard map.verdict(on: place, stated: rows.text(0), address: rows.text(5)) != .agrees else { continue }
            misplaced += 1
            guard let run else { continue }
            changes.bind(1, run)
            changes.bind(2, rows.integer(3))
            if try rows.integer(4) == run || changes.step() { newlyMisplaced += 1 }
            changes.reset()
        }
    }
}

extension IngestSession {
    /// Returns the number of places outside their district; nil without outlines. Call it after `publish`.
    ///
    /// - Throws: `CatalogError(.corrupt)` for an outline that can't be read, or for a missing table.
    package func misplacedCount(run: Int64) throws -> MisplacedCount? {
        do {
            let map = DistrictMap(try OutlineTable.outlines(db))
            return map.isEmpty ? nil : try MisplacedCount(of: map, db, run: run)
        } catch {
            throw CatalogError(meaning: error, path: "the catalog") ?? error
        }
    }
}
