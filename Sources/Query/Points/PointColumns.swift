public import GeocliGeo
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

    /// Finds the columns in a header whose names are trimmed and in lower case. `chosen` are the names that the user
    /// gave; both or none of the coordinates are chosen.
    ///
    /// `x` and `y` are used only if the header has none of the other names. A table with a latitude and a longitude
    /// often also has `x` and `y` in meters. A column of geometries is used only if there are no numbers.
    /// - Throws: `PointFault` if a column is missing, if it occurs twice, or if two columns fit.
    init(_ header: [String], chosen: PointNames = PointNames()) throws(PointFault) {
        if let north = chosen.latitude, let east = chosen.longitude {
            latitudeIndex = try Self.one(header.indices.filter { header[$0] == north }, header, north)
            longitudeIndex = try Self.one(header.indices.filter { header[$0] == east }, header, east)
            (latitude, longitude) = (north, east)
            return
        }
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
        do throws(PointFault) {
            _ = try PointColumns(header)
            return true
        } catch {
            if case .missingColumn = error.what { return false }
            return true
        }
    }

    /// Returns the index of the only column that fits a role.
    private static func one(_ found: [Int], _ header: [String], _ role: String) throws(PointFault) -> Int {
        guard let first = found.first else { throw PointFault(what: .missingColumn(role)) }
        guard found.count == 1 else {
            let other = header[found[1]]
            throw PointFault(
                what: header[first] == other ? .columnTwice(other) : .twoColumns(header[first], other, role: role))
        }
        return first
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

    /// Returns the names of a header as they are compared: trimmed and in lower case.
    static func names(_ header: [String]) -> [String] { header.map(name) }

    static func name(_ text: String) -> String { text.trimmingBlanks().lowercased() }

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

/// What is wrong with the columns or with a row, without the place in the file.
struct PointFault: Error {
    let what: PointFileError.What
}

/// A row of a file of points: its position, and its other values by name.
public struct FilePoint: Sendable, Equatable {
    /// The number of the row, from 1. Features without a geometry are counted, too.
    public let number: Int
    public let coordinate: Coordinate
    public let id: JSONValue?
    public let values: [JSONValue.Member]

    /// Returns the text of a value; nil if the row has no such value or if the value is blank.
    public func text(_ name: String) -> String? {
        guard let text = values.last(where: { $0.name == name })?.value.scalarText?.trimmingBlanks() else { return nil }
        return text.isEmpty ? nil : text
    }
}

/// The rows of a table of points: how the fields of one become a point.
struct TableRows: Sendable {
    /// The names of all columns, trimmed and in lower case.
    let names: [String]
    let columns: PointColumns
    private let idName: String

    /// - Parameters:
    ///   - header: the fields of the first row.
    ///   - others: the columns that the caller reads besides the position.
    /// - Throws: `PointFileError` for a table without the two columns, for a table in which two columns fit, and for one
    ///   in which a column that is read occurs twice.
    init(
        _ header: [String], of file: String, reading others: [String], chosen: PointNames = PointNames()
    ) throws(PointFileError) {
        names = PointColumns.names(header)
        idName = chosen.id.map(PointColumns.name) ?? "id"
        do throws(PointFault) {
            if chosen.latitude == nil, !PointColumns.areNamed(in: names), names.areValues {
                throw PointFault(what: .noNames(header.shownStart))
            }
            columns = try PointColumns(names, chosen: chosen)
        } catch {
            throw PointFileError(name: file, row: 1, what: error.what)
        }
        // If a column occurs twice, the file does not show which of the two is meant.
        for column in others where names.count(where: { $0 == column }) > 1 {
            throw PointFileError(name: file, row: 1, what: .columnTwice(column))
        }
    }

    /// Returns the point of a row; nil if both coordinates are blank.
    func point(_ fields: [String], number row: Int) throws(PointFault) -> FilePoint? {
        let fields = fields.withoutPadding(columns: names.count)
        guard fields.count == names.count else { throw PointFault(what: .fieldCount(fields.count, names.count)) }
        if fields.repeats(names, at: [columns.latitudeIndex, columns.longitudeIndex]) {
            throw PointFault(what: .namesAgain)
        }
        if columns.areGeometries {
            let text = fields[columns.latitudeIndex].trimmingBlanks()
            guard let (x, y) = try position(text, names[columns.latitudeIndex]) else { return nil }
            return try point(longitude: x, latitude: y, zip(names, fields), row)
        }
        let longitudeText = fields[columns.longitudeIndex].trimmingBlanks()
        let latitudeText = fields[columns.latitudeIndex].trimmingBlanks()
        if longitudeText.isEmpty, latitudeText.isEmpty { return nil }
        if let point = WrittenPosition.ofColumns(latitude: latitudeText, longitude: longitudeText)?.coordinate {
            return try self.point(longitude: point.longitude, latitude: point.latitude, zip(names, fields), row)
        }
        let longitude = try number(longitudeText, names[columns.longitudeIndex])
        let latitude = try number(latitudeText, names[columns.latitudeIndex])
        return try point(longitude: longitude, latitude: latitude, zip(names, fields), row)
    }

    private func point(
        longitude: Double, latitude: Double, _ fields: Zip2Sequence<[String], [String]>, _ row: Int
    ) throws(PointFault) -> FilePoint {
        let values = fields.map { JSONValue.Member($0, .string($1)) }
        do throws(GeoError) {
            let coordinate = try Coordinate(longitude: longitude, latitude: latitude)
            let id = values.last { $0.name == idName }?.value
            return FilePoint(number: row, coordinate: coordinate, id: id, values: values)
        } catch {
            let advice = columns.advice(longitude: longitude, latitude: latitude)
            throw PointFault(what: .outOfRange(advice.map(error.words.followed) ?? error.words))
        }
    }

    /// Returns the two numbers of a geometry, longitude first; nil if it is blank or empty.
    private func position(_ text: String, _ column: String) throws(PointFault) -> (x: Double, y: Double)? {
        if text.isEmpty { return nil }
        guard let geometry = WrittenGeometry(text) else {
            throw PointFault(what: .noGeometry(DisplayText.shown(column, columns: 40), text))
        }
        if let system = geometry.system, system != 4326 { throw PointFault(what: .otherSystem(system)) }
        switch geometry.position {
        case .empty: return nil
        case .one(let x, let y): return (try number(x, column), try number(y, column))
        case .several: throw PointFault(what: .noGeometry(DisplayText.shown(column, columns: 40), text))
        }
    }

    private func number(_ text: String, _ column: String) throws(PointFault) -> Double {
        guard let value = DecimalText.number(text) else {
            throw PointFault(what: .noNumber(DisplayText.shown(column, columns: 40), text))
        }
        return value
    }
}
