internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// Two functions for a statement of a person, with the answers of `near`: the table `nearest(latitude, longitude, count,
/// kind)` of the nearest listed places, from the index of points, and the number `distance_m(latitude, longitude,
/// latitude, longitude)`.
///
/// - Units: degrees on WGS 84; meters on its ellipsoid.
/// - Edges: equal distances are ordered by id; null for a position gives no rows and no distance; what is not on the
///   earth, an unknown kind and a count below 1 are errors.
///
/// A class because SQLite keeps a pointer to it, until `remove`.
final class NearestFunction {
    private unowned let catalog: Catalog
    private let guarding: StatementGuard
    private let db: Database

    init(_ catalog: Catalog, _ guarding: StatementGuard, _ db: Database) throws {
        self.catalog = catalog
        self.guarding = guarding
        self.db = db
        try SQLFunction.register("distance_m", arguments: 4, on: db) { context, _, values in
            guard let values, !(0..<4).contains(where: { sqlite3_value_type(values[$0]) == SQLITE_NULL }) else {
                return sqlite3_result_null(context)
            }
            guard let one = NearestFunction.point(values[0], values[1]),
                let other = NearestFunction.point(values[2], values[3])
            else {
                return sqlite3_result_error(
                    context, "distance_m needs a latitude, a longitude, a latitude and a longitude in degrees", -1)
            }
            sqlite3_result_double(context, Geodesic.distanceMeters(from: one, to: other))
        }
        let find: geocli_finder = { context, latitude, longitude, count, kind, found, length in
            guard let context, let found, let length else { return SQLITE_MISUSE }
            return Unmanaged<NearestFunction>.fromOpaque(context).takeUnretainedValue()
                .find(latitude, longitude, count, kind.map { String(cString: $0) }, found, length)
        }
        let own = Unmanaged.passUnretained(self).toOpaque()
        try db.set { geocli_add_nearest($0, find, own) }
        // SQLite declares the table at its first use by a statement that the guard would refuse.
        try db.execute("SELECT 1 FROM nearest(0, 0, 0) LIMIT 0")
    }

    func remove() { _ = geocli_remove_nearest(db.handle) }

    private func find(
        _ latitude: Double, _ longitude: Double, _ count: Int64, _ kind: String?,
        _ found: UnsafeMutablePointer<UnsafeMutablePointer<geocli_neighbor>?>, _ length: UnsafeMutablePointer<Int64>
    ) -> Int32 {
        guarding.isInternal = true
        defer { guarding.isInternal = false }
        do {
            let neighbors = try neighbors(latitude, longitude, count, kind)
            guard !neighbors.isEmpty else { return SQLITE_OK }
            let bytes = UInt64(neighbors.count * MemoryLayout<geocli_neighbor>.stride)
            guard let room = sqlite3_malloc64(bytes) else { return SQLITE_NOMEM }
            let rows = room.bindMemory(to: geocli_neighbor.self, capacity: neighbors.count)
            rows.initialize(from: neighbors, count: neighbors.count)
            (found.pointee, length.pointee) = (rows, Int64(neighbors.count))
            return SQLITE_OK
        } catch {
            guarding.error = error
            return SQLITE_ERROR
        }
    }

    private func neighbors(
        _ latitude: Double, _ longitude: Double, _ count: Int64, _ kind: String?
    ) throws -> [geocli_neighbor] {
        let origin: Coordinate
        do {
            origin = try Coordinate(longitude: longitude, latitude: latitude)
        } catch {
            throw StatementError.nearest(error.words)
        }
        guard 1...Self.maximumCount ~= count else {
            throw StatementError.nearest(
                Words(
                    en: "the count is a whole number from 1 to \(Self.maximumCount)",
                    ko: "개수는 1에서 \(Self.maximumCount) 사이의 정수입니다"))
        }
        var filter = PlaceFilter()
        if let kind {
            let words = try catalog.placeWords()
            guard let kind = words.spokenKind(kind) else {
                let (name, kinds) = (DisplayText.shown(kind), words.kinds.map(\.rawValue).joined(separator: ", "))
                throw StatementError.nearest(
                    Words(
                        en: "there is no kind \(name); choose one of \(kinds)",
                        ko: "\(name)\(.topic) 없는 종류입니다. \(kinds) 가운데 하나를 쓰세요"))
            }
            filter.kinds = [kind]
        }
        let nearest = try catalog.nearest(to: origin, count: Int(count), withinMeters: .infinity, filter) ?? []
        // A distance from the index may be off by up to 50 µm, so it is computed again from the row's point.
        return try catalog.read { db in
            let row = try Statement(db, "SELECT longitude, latitude, id FROM main.place WHERE id = ?")
            return try nearest.map { neighbor in
                row.bind(1, Int64(neighbor.index))
                defer { row.reset() }
                let point = try row.step() ? row.point(longitude: 0, latitude: 1, id: 2) : nil
                return geocli_neighbor(
                    id: Int64(neighbor.index),
                    meters: point.map { Geodesic.distanceMeters(from: origin, to: $0) } ?? neighbor.distanceMeters)
            }
        }
    }

    /// The maximum number of places of one call; their distances are in memory.
    private static let maximumCount: Int64 = 100_000

    private static func point(_ latitude: OpaquePointer?, _ longitude: OpaquePointer?) -> Coordinate? {
        let types = [latitude, longitude].map { sqlite3_value_numeric_type($0) }
        guard types.allSatisfy([SQLITE_INTEGER, SQLITE_FLOAT].contains) else { return nil }
        return try? Coordinate(longitude: sqlite3_value_double(longitude), latitude: sqlite3_value_double(latitude))
    }
}
