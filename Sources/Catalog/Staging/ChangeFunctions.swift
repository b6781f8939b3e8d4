internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces

/// The SQL functions and conditions that decide whether the values of two rows differ enough to be a change
/// (`CatalogChange`). Each function gets values whose bytes differ.
enum ChangeFunctions {
    /// The function of two texts; either may be null.
    private static let isOther = "geocli_other"
    /// The function of two points, each as latitude and longitude; either may be null.
    private static let isMove = "geocli_moved"

    /// The columns of a point.
    static let point = ["latitude", "longitude"]

    /// Returns the SQL that is 1 if the second of two texts is a change of the first.
    static func isChanged(_ one: String, _ other: String) -> String {
        "CASE WHEN \(one) IS NOT \(other) THEN \(isOther)(\(one), \(other)) ELSE 0 END"
    }

    /// Returns the SQL that is 1 if the point of the row `other` is a change of that of the row `one`.
    ///
    /// - Parameter reported: the SQL for a coordinate of the point from which to measure.
    static func isMoved(_ one: String, _ other: String, from reported: (_ column: String) -> String) -> String {
        """
        CASE WHEN \(differs(point, one, other)) THEN \(moved(point.map(reported), point.map { "\(other).\($0)" })) ELSE 0 END
        """
    }

    /// Returns the SQL that is 1 if the second of two points is a change of the first, for the SQL of their latitudes
    /// and longitudes.
    static func moved(_ one: [String], _ other: [String]) -> String {
        "\(isMove)(\((one + other).joined(separator: ", ")))"
    }

    /// Returns the SQL condition that is true if any of these columns has other bytes in the row `other`.
    static func differs(_ columns: [String], _ one: String, _ other: String) -> String {
        columns.map { "\(one).\($0) IS NOT \(other).\($0)" }.joined(separator: " OR ")
    }

    /// Registers the functions on this connection.
    static func register(on db: Database) throws {
        try SQLFunction.register(isOther, arguments: 2, on: db) { context, _, values in
            let (one, other) = (SQLFunction.text(values?[0]), SQLFunction.text(values?[1]))
            sqlite3_result_int(context, CatalogChange.isOther(one, than: other) ? 1 : 0)
        }
        try SQLFunction.register(isMove, arguments: 4, on: db) { context, _, values in
            let one = ChangeFunctions.point(values?[0], values?[1])
            let other = ChangeFunctions.point(values?[2], values?[3])
            sqlite3_result_int(context, CatalogChange.isMove(from: one, to: other) ? 1 : 0)
        }
    }

    /// Returns the point; nil if there is none, or if it is not on the earth because the catalog is damaged.
    private static func point(_ latitude: OpaquePointer?, _ longitude: OpaquePointer?) -> Coordinate? {
        guard sqlite3_value_type(latitude) != SQLITE_NULL, sqlite3_value_type(longitude) != SQLITE_NULL else {
            return nil
        }
        return try? Coordinate(longitude: sqlite3_value_double(longitude), latitude: sqlite3_value_double(latitude))
    }
}
