internal import GeocliDatabase
internal import GeocliGeo
public import GeocliPlaces

extension Catalog {
    /// Calls `body` with the listed places whose point is in a district other than the stated one, or in none,
    /// ordered by id, at most `limit` times. In a catalog without outlines, `body` is never called.
    ///
    /// - Complexity: O(n log v), n places, v vertices of an outline.
    public func forEachMisplaced(
        _ filter: PlaceFilter, limit: Int? = nil, body: (MisplacedPlace) throws -> Void
    ) throws {
        let map = DistrictMap(try districtOutlines())
        guard !map.isEmpty else { return }
        var rest = limit ?? .max
        try forEachEntry(filter) { entry in
            guard rest > 0, let coordinate = entry.coordinate else { return }
            if case .lies(let district) = map.verdict(on: coordinate, stated: entry.place.district) {
                rest -= 1
                try body(MisplacedPlace(entry: entry, pointDistrict: district))
            }
        }
    }

    /// Counts the listed places with a point, and how many of these points are not in the stated district.
    public func misplacedCount() throws -> MisplacedCount {
        let map = DistrictMap(try districtOutlines())
        return try read { try MisplacedCount(of: map, $0, run: nil) }
    }
}

extension MisplacedCount {
    /// Counts the listed places with a point, and the misplaced ones, whose point is not in the stated district.
    ///
    /// - Parameter run: the run whose newly misplaced places are also counted; nil for none.
    init(of map: DistrictMap, _ db: Database, run: Int64?) throws {
        self.init()
        guard !map.isEmpty else { return }
        let rows = try Statement(
            db,
            """
            SELECT district, longitude, latitude, id, first_run FROM place
            WHERE missing_run IS NULL AND latitude IS NOT NULL
            """)
        let changes = try Statement(
            db,
            "SELECT 1 FROM change WHERE run = ? AND place = ? AND what IN ('changed', 'returned') LIMIT 1")
        while try rows.step() {
            guard let place = try rows.point(longitude: 1, latitude: 2, id: 3) else { continue }
            located += 1
            guard map.verdict(on: place, stated: rows.text(0)) != .agrees else { continue }
            misplaced += 1
            guard let run else { continue }
            changes.bind(1, run)
            changes.bind(2, rows.integer(3))
            if try rows.integer(4) == run || changes.step() { newlyMisplaced += 1 }
            changes.reset()
        }
    }
}
