internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliGeo

/// The district of a place whose feed, address and corrections state none: the one that contains its point, by the
/// imported outlines or else by the program's ground.
///
/// It is found when a row is read and never stored. So it is no value of the feed: it makes no change, decides no link
/// and no issue, and follows at once when outlines are imported.
///
/// A class because SQLite keeps a pointer to it, and because a function that is stored in the catalog itself would be
/// wrapped once more by each read. Its connection must not outlive it.
final class PointDistricts {
    private static let function = "geocli_point_district"

    /// The SQL for the district of `place b`.
    static let sql = "coalesce(b.district, \(function)(b.longitude, b.latitude))"

    let name: (Coordinate) -> String?

    init(_ name: @escaping (Coordinate) -> String?) { self.name = name }

    /// Registers the function of SQL on a connection. Without districts, it returns null.
    static func register(_ districts: PointDistricts? = nil, on db: Database) throws {
        let code = sqlite3_create_function_v2(
            db.handle, function, 2, SQLITE_UTF8, districts.map { Unmanaged.passUnretained($0).toOpaque() },
            { context, _, values in
                guard let pointer = sqlite3_user_data(context), let values,
                    sqlite3_value_type(values[0]) == SQLITE_FLOAT, sqlite3_value_type(values[1]) == SQLITE_FLOAT,
                    let point = try? Coordinate(
                        longitude: sqlite3_value_double(values[0]), latitude: sqlite3_value_double(values[1])),
                    let name = Unmanaged<PointDistricts>.fromOpaque(pointer).takeUnretainedValue().name(point)
                else { return sqlite3_result_null(context) }
                SQLFunction.answer(name, context)
            }, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(code: code) }
    }
}
