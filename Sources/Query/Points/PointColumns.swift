public import GeocliText

/// The two columns of a table of points that hold the position. They are found by the names that people usually give
/// such columns.
public struct PointColumns: Sendable, Equatable {
    /// The name of the latitude column, in lower case.
    public let latitude: String
    /// The name of the longitude column, in lower case.
    public let longitude: String
    let latitudeIndex: Int
    let longitudeIndex: Int

    private static let latitudes: Set<String> = ["latitude", "lat", "위도"]
    private static let longitudes: Set<String> = ["longitude", "lon", "lng", "long", "경도"]

    /// Finds the columns in a header whose names are trimmed and in lower case.
    ///
    /// `x` and `y` are used only if the header has none of the other names. A table with a latitude and a longitude
    /// often also has `x` and `y` in meters.
    /// - Throws: `PointColumnFault` if a column is missing, if it occurs twice, or if two columns fit.
    init(_ header: [String]) throws(PointColumnFault) {
        let names = header.map { String($0.filter { !$0.isWhitespace }) }
        let latitudes = names.indices.filter { Self.latitudes.contains(names[$0]) }
        let longitudes = names.indices.filter { Self.longitudes.contains(names[$0]) }
        if latitudes.isEmpty, longitudes.isEmpty, names.contains("x"), names.contains("y") {
            latitudeIndex = try Self.one(names.indices.filter { names[$0] == "y" }, header, "latitude")
            longitudeIndex = try Self.one(names.indices.filter { names[$0] == "x" }, header, "longitude")
        } else {
            latitudeIndex = try Self.one(latitudes, header, "latitude")
            longitudeIndex = try Self.one(longitudes, header, "longitude")
        }
        latitude = header[latitudeIndex]
        longitude = header[longitudeIndex]
    }

    /// Returns whether a header names both columns, each at least once.
    static func areNamed(in header: [String]) -> Bool {
        do throws(PointColumnFault) {
            _ = try PointColumns(header)
            return true
        } catch {
            if case .missingColumn = error.what { return false }
            return true
        }
    }

    /// Returns the index of the only column that fits a role.
    private static func one(_ found: [Int], _ header: [String], _ role: String) throws(PointColumnFault) -> Int {
        guard let first = found.first else { throw PointColumnFault(what: .missingColumn(role)) }
        guard found.count == 1 else {
            let other = header[found[1]]
            throw PointColumnFault(
                what: header[first] == other ? .columnTwice(other) : .twoColumns(header[first], other, role: role))
        }
        return first
    }

    /// The chosen columns, for people; nil for columns called `latitude` and `longitude`.
    public var note: Words? {
        guard latitude != "latitude" || longitude != "longitude" else { return nil }
        let (latitude, longitude) = (Self.shown(latitude), Self.shown(longitude))
        return Words(
            en: "latitude is read from column \(latitude) and longitude from column \(longitude)",
            ko: "위도는 \(latitude) 열, 경도는 \(longitude) 열에서 읽었습니다")
    }

    private static func shown(_ name: String) -> String {
        DisplayText.shown(name, columns: 40)
    }
}

/// The error for a header in which the columns of the position can't be found.
struct PointColumnFault: Error {
    let what: PointFileError.What
}
