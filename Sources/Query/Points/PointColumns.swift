internal import GeocliGeo
public import GeocliText

/// The two columns of a table of points that hold the position, or the one column with its geometry. They are found by
/// the names that people usually give such columns.
public struct PointColumns: Sendable, Equatable {
    /// The name of the latitude column, in lower case.
    public let latitude: String
    /// The name of the longitude column, in lower case.
    public let longitude: String
    let latitudeIndex: Int
    let longitudeIndex: Int

    /// Whether one column has geometries, such as `POINT(126.9 37.5)`. It is then the column of both numbers.
    var areGeometries: Bool { latitudeIndex == longitudeIndex }

    private static let latitudes: Set<String> = ["latitude", "lat", "위도"]
    private static let longitudes: Set<String> = ["longitude", "lon", "lng", "long", "경도"]
    private static let geometries: Set<String> = ["wkt", "geometry", "geom", "the_geom", "wkt_geom", "wkb_geometry"]

    /// Finds the columns in a header whose names are trimmed and in lower case.
    ///
    /// `x` and `y` are used only if the header has none of the other names. A table with a latitude and a longitude
    /// often also has `x` and `y` in meters. A column of geometries is used only if there are no numbers.
    /// - Throws: `PointColumnFault` if a column is missing, if it occurs twice, or if two columns fit.
    init(_ header: [String]) throws(PointColumnFault) {
        let names = header.map { String($0.filter { !$0.isWhitespace }) }
        let latitudes = names.indices.filter { Self.latitudes.contains(names[$0]) }
        let longitudes = names.indices.filter { Self.longitudes.contains(names[$0]) }
        if latitudes.isEmpty, longitudes.isEmpty, names.contains("x"), names.contains("y") {
            latitudeIndex = try Self.one(names.indices.filter { names[$0] == "y" }, header, "latitude")
            longitudeIndex = try Self.one(names.indices.filter { names[$0] == "x" }, header, "longitude")
        } else if latitudes.isEmpty, longitudes.isEmpty, names.contains(where: Self.geometries.contains) {
            let found = names.indices.filter { Self.geometries.contains(names[$0]) }
            latitudeIndex = try Self.one(found, header, "position")
            longitudeIndex = latitudeIndex
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
        if areGeometries {
            return Words(en: "positions are read from column \(latitude)", ko: "위치는 \(latitude) 열에서 읽었습니다")
        }
        return Words(
            en: "latitude is read from column \(latitude) and longitude from column \(longitude)",
            ko: "위도는 \(latitude) 열, 경도는 \(longitude) 열에서 읽었습니다")
    }

    /// What to do about two numbers that are not a position; nil if nothing is known.
    func advice(longitude: Double, latitude: Double) -> Words? {
        let (first, second) = (Self.shown(self.latitude), Self.shown(self.longitude))
        if (try? Coordinate(longitude: latitude, latitude: longitude)) != nil {
            return areGeometries
                ? Words(en: "write the longitude first", ko: "경도를 먼저 쓰세요")
                : Words(
                    en: "the columns \(first) and \(second) seem to be swapped",
                    ko: "\(first) 열과 \(second) 열이 바뀐 듯합니다")
        }
        guard max(abs(longitude), abs(latitude)) > 360 else { return nil }
        return Words(
            en: "positions must be in degrees (EPSG:4326), not in meters", ko: "좌표는 미터가 아니라 도 단위(EPSG:4326)여야 합니다")
    }

    private static func shown(_ name: String) -> String {
        DisplayText.shown(name, columns: 40)
    }
}

/// The error for a header in which the columns of the position can't be found.
struct PointColumnFault: Error {
    let what: PointFileError.What
}
