public import GeocliText

/// The two columns of a table of points that hold the position, or the one column with both numbers. They are found by
/// the names that people and programs give such columns; every command that reads a table finds them here.
public struct PointColumns: Sendable, Equatable {
    /// The name of the latitude column, in lower case.
    public let latitude: String
    /// The name of the longitude column, in lower case.
    public let longitude: String
    package let latitudeIndex: Int
    package let longitudeIndex: Int

    /// Whether one column has the whole position, such as `POINT(126.9 37.5)` or `37.5, 126.9`.
    package var areGeometries: Bool { latitudeIndex == longitudeIndex }

    package enum Fault: Error, Equatable {
        case missing(String)
        case twice(String)
        /// Two columns fit the role.
        case two(String, String, role: String)
    }

    // Names as `key` gives them.
    package static let latitudes: Set<String> = [
        "latitude", "lat", "위도", "위도값", "위도좌표", "geolat", "geolatitude", "gpslat", "gpslatitude", "latdeg", "latdd",
        "latwgs84", "wgs84lat", "refinewgs84lat", "wgs84위도", "decimallatitude", "latitud", "latitudine", "breitengrad",
        "緯度",
        "纬度",
    ]
    package static let longitudes: Set<String> = [
        "longitude", "lon", "lng", "long", "경도", "경도값", "경도좌표", "geolon", "geolng", "geolong", "geolongitude", "gpslon",
        "gpslng", "gpslong", "gpslongitude", "londeg", "londd", "longwgs84", "lonwgs84", "wgs84lon", "refinewgs84logt",
        "wgs84경도", "decimallongitude", "longitud", "longitudine", "längengrad", "経度", "經度", "经度",
    ]
    private static let ys: Set<String> = ["y", "y좌표", "ycoord", "ycoordinate", "pointy", "coordy", "py"]
    private static let xs: Set<String> = ["x", "x좌표", "xcoord", "xcoordinate", "pointx", "coordx", "px"]
    package static let positions: Set<String> = [
        "wkt", "geometry", "geom", "thegeom", "wktgeom", "wkbgeometry", "coordinates", "coordinate", "coords", "coord",
        "latlng", "latlon", "latlong", "lat,lng", "lat,lon", "latitude,longitude", "위도,경도", "위경도", "좌표", "gps",
    ]
    /// What may stand in brackets after a name. Anything else, such as `TM`, may be another coordinate system.
    private static let notes: Set<String> = [
        "wgs84", "epsg:4326", "4326", "deg", "degree", "degrees", "decimal", "decimaldegrees", "dd", "°", "도", "십진",
        "십진수",
        "n", "e",
    ]

    /// Returns a name in lower case without blanks, `_`, `-` and a note that the degrees are usual ones:
    /// `위도(WGS84)` becomes `위도`.
    package static func key(_ name: String) -> String {
        let plain = name.lowercased().filter { !$0.isWhitespace && $0 != "_" && $0 != "-" }
        guard let open = plain.firstIndex(where: { "([".contains($0) }), open > plain.startIndex,
            let last = plain.last, ")]".contains(last),
            notes.contains(String(plain[plain.index(after: open)...].dropLast()))
        else { return plain }
        return String(plain[..<open])
    }

    /// Finds the columns in a header whose names are trimmed and in lower case. `chosen` are the names that the user
    /// gave; both or none of the coordinates are chosen, and both may be the one column with the whole position.
    ///
    /// `x` and `y` are used only if the header has none of the other names. A table with a latitude and a longitude
    /// often also has `x` and `y` in meters. A column with both numbers is used only if there are no others.
    /// - Throws: `Fault` if a column is missing, if it occurs twice, or if two columns fit.
    package init(_ header: [String], chosen: PointNames = PointNames()) throws(Fault) {
        if let north = chosen.latitude, let east = chosen.longitude {
            latitudeIndex = try Self.one(header.indices.filter { header[$0] == north }, header, north)
            longitudeIndex = try Self.one(header.indices.filter { header[$0] == east }, header, east)
            (latitude, longitude) = (north, east)
            return
        }
        let keys = header.map(Self.key)
        func columns(_ names: Set<String>) -> [Int] { keys.indices.filter { names.contains(keys[$0]) } }
        var (norths, easts) = (columns(Self.latitudes), columns(Self.longitudes))
        var roles = ("latitude", "longitude")
        if norths.isEmpty, easts.isEmpty {
            let (y, x, whole) = (columns(Self.ys), columns(Self.xs), columns(Self.positions))
            if !y.isEmpty, !x.isEmpty {
                (norths, easts) = (y, x)
            } else if !whole.isEmpty {
                (norths, easts, roles) = (whole, whole, ("position", "position"))
            }
        }
        latitudeIndex = try Self.one(norths, header, roles.0)
        longitudeIndex = try Self.one(easts, header, roles.1)
        (latitude, longitude) = (header[latitudeIndex], header[longitudeIndex])
    }

    /// Returns whether a header names both columns, each at least once.
    package static func areNamed(in header: [String], chosen: PointNames = PointNames()) -> Bool {
        do throws(Fault) {
            _ = try PointColumns(header, chosen: chosen)
            return true
        } catch {
            if case .missing = error { return false }
            return true
        }
    }

    /// Returns the index of the only column that fits a role.
    private static func one(_ found: [Int], _ header: [String], _ role: String) throws(Fault) -> Int {
        guard let first = found.first else { throw .missing(role) }
        guard found.count == 1 else {
            let other = header[found[1]]
            throw header[first] == other ? .twice(other) : .two(header[first], other, role: role)
        }
        return first
    }

    /// What to say if two columns fit a role, after the name of the file.
    package static func words(two first: String, _ second: String, role: String) -> Words {
        let names = [first, second].map(shown).joined(separator: ", ")
        let ko = ["latitude": "위도", "longitude": "경도"][role] ?? "위치"
        return Words(
            en: "two columns may be the \(role) (\(names)); choose with --lat and --lon",
            ko: "\(ko) 열로 볼 수 있는 열이 두 개입니다(\(names)). --lat와 --lon으로 지정하세요")
    }

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
    package func advice(longitude: Double, latitude: Double) -> Words? {
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

    /// Returns the names of a header as they are compared: trimmed and in lower case.
    package static func names(_ header: [String]) -> [String] { header.map(name) }

    package static func name(_ text: String) -> String { text.trimmingBlanks().lowercased() }

    private static func shown(_ name: String) -> String {
        DisplayText.shown(name, columns: 40)
    }
}

/// The names of columns that the user chose instead of the usual ones; nil for those.
package struct PointNames: Sendable, Equatable {
    package var latitude: String?
    package var longitude: String?
    /// The column, or the property of a Feature, with the id.
    package var id: String?

    package init() {}

    /// Makes names as headers are read: trimmed and in lower case.
    package init(latitude: String?, longitude: String?, id: String?) {
        (self.latitude, self.longitude) = (latitude.map(PointColumns.name), longitude.map(PointColumns.name))
        self.id = id
    }
}
