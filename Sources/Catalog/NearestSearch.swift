internal import GRDB
internal import GRDBSQLite
internal import Geo

/// Makes SQLite walk the R*Tree best first: the boxes that can hold the nearest bookstores come first, those beyond
/// the limit not at all.
///
/// - Source: SQLite, "The SQLite R*Tree Module", §6.2 (sqlite3_rtree_query_callback, rScore).
final class NearestSearch {
    static let functionName = "geocli_near"
    /// A leaf's box is a point rounded outward to 1e-7°: at most 1.6 cm across. Leaves come in the order of their
    /// boxes, so a point may come this much before a nearer one; generously rounded up.
    private static let leafMeters = 0.05

    /// Nothing farther than this is of interest.
    var limitMeters: Double
    private let sphere: AuxiliarySphere

    init(origin: Coordinate, limitMeters: Double) {
        self.limitMeters = limitMeters
        sphere = AuxiliarySphere(origin: origin)
    }

    /// Makes `functionName()` of this connection mean this search. The connection keeps the search alive until the
    /// name is registered anew or the connection is closed.
    func register(on db: Database) throws {
        let code = sqlite3_rtree_query_callback(
            db.sqliteConnection, Self.functionName,
            { info in
                guard let info, let context = info.pointee.pContext else { return SQLITE_ERROR }
                Unmanaged<NearestSearch>.fromOpaque(context).takeUnretainedValue().score(info)
                return SQLITE_OK
            }, Unmanaged.passRetained(self).toOpaque(),
            { context in if let context { Unmanaged<NearestSearch>.fromOpaque(context).release() } })
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// Whether this point, and with it every later one, is farther than the limit.
    func isBeyondLimit(_ point: Coordinate) -> Bool {
        let bound = sphere.lowerBoundMeters(
            west: point.longitude, south: point.latitude, east: point.longitude, north: point.latitude)
        return bound - Self.leafMeters > limitMeters
    }

    private func score(_ info: UnsafeMutablePointer<sqlite3_rtree_query_info>) {
        let cell = info.pointee.aCoord!
        let bound = sphere.lowerBoundMeters(
            west: cell[0] / IndexCell.unitsPerDegree, south: cell[2] / IndexCell.unitsPerDegree,
            east: cell[1] / IndexCell.unitsPerDegree, north: cell[3] / IndexCell.unitsPerDegree)
        info.pointee.rScore = bound
        info.pointee.eWithin = Int32(bound > limitMeters ? NOT_WITHIN : PARTLY_WITHIN)
    }
}
