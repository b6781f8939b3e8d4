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

struct PointColumnFault: Error {
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

/// A table with a latitude and a longitude (separated by commas, tabs or semicolons), or a GeoJSON file of points, read
/// row by row.
public struct PointFile {
    private enum Form {
        case table(CSVReader, columns: [String], PointColumns)
        case geojson(FeatureReader)
    }

    private var form: Form
    private let name: String
    private let columnsRead: [String]
    private var number = 0
    /// The number of rows so far that were skipped because they have no position: Features without a geometry, and rows
    /// with blank coordinates.
    public private(set) var withoutGeometryCount = 0

    /// Opens the points of `source`. The source is GeoJSON if its first byte that is not blank is a brace or a record
    /// separator. `others` are the columns or properties that the caller reads besides the position.
    /// - Throws: `PointFileError` for a table without the two columns, for a table in which two columns fit, and for a
    ///   table in which a column that is read occurs twice.
    package init(_ source: ByteSource, reading others: [String] = []) throws {
        name = source.name
        columnsRead = others
        let start = try PointFileStart(source)
        if start.isGeoJSON {
            form = .geojson(FeatureReader(start.whole))
            return
        }
        var reader = start.rows()
        let first = try reader.next() ?? []
        let columns = PointFileStart.names(first)
        do throws(PointColumnFault) {
            if !PointColumns.areNamed(in: columns), columns.areValues {
                throw PointColumnFault(what: .noNames(first.shownStart))
            }
            form = .table(reader, columns: columns, try PointColumns(columns))
        } catch {
            throw PointFileError(name: source.name, row: 1, what: error.what)
        }
        // If a column occurs twice, the file does not show which of the two is meant.
        for column in others where columns.count(where: { $0 == column }) > 1 {
            throw PointFileError(name: name, row: 1, what: .columnTwice(column))
        }
    }

    public var columns: PointColumns? {
        if case .table(_, _, let columns) = form { columns } else { nil }
    }

    /// Returns the next point; nil at the end.
    ///
    /// - Edges: Features without a geometry are skipped and counted. Rows of a table are also skipped and counted if
    ///   both coordinates are blank.
    /// - Throws: `PointFileError`, which names the row, if a row has no usable point, or if a property that is read
    ///   occurs twice in the same row; read errors.
    public mutating func next() throws -> FilePoint? {
        switch form {
        case .table(var reader, let names, let columns):
            defer { form = .table(reader, columns: names, columns) }
            while true {
                number += 1
                guard let fields = try reader.next() else { return nil }
                if let point = try point(fields, names, columns) { return point }
                withoutGeometryCount += 1
            }
        case .geojson(var reader):
            defer { form = .geojson(reader) }
            return try point(of: &reader)
        }
    }

    private mutating func point(of reader: inout FeatureReader) throws -> FilePoint? {
        while true {
            number += 1
            guard let feature = try located({ try reader.next() }) else { return nil }
            guard let geometry = feature.geometry else {
                withoutGeometryCount += 1
                continue
            }
            guard let coordinate = geometry.point else { throw error(Self.fault(geometry)) }
            for column in columnsRead where feature.properties.count(where: { $0.name == column }) > 1 {
                throw error(.columnTwice(column))
            }
            return FilePoint(
                number: number, coordinate: coordinate, id: feature.id ?? feature["id"], values: feature.properties)
        }
    }

    private static func fault(_ geometry: Geometry) -> PointFileError.What {
        let count = geometry.positions.count
        return count > 1 ? .severalPoints(count, in: geometry.type) : .noPoint(geometry.type)
    }

    /// Whether the file may state another coordinate system after its points. If so, no point may be used before the
    /// file has been read.
    var mayStateSystemLater: Bool {
        if case .geojson(let reader) = form { reader.mayStateSystemLater } else { false }
    }

    var isOfFeatures: Bool {
        if case .geojson = form { true } else { false }
    }

    /// Returns the point of a row; nil if both coordinates are blank.
    private func point(_ fields: [String], _ names: [String], _ columns: PointColumns) throws -> FilePoint? {
        let fields = fields.withoutPadding(columns: names.count)
        guard fields.count == names.count else { throw error(.fieldCount(fields.count, names.count)) }
        if fields.repeats(names, at: [columns.latitudeIndex, columns.longitudeIndex]) { throw error(.namesAgain) }
        if columns.areGeometries {
            let text = fields[columns.latitudeIndex].trimmingBlanks()
            guard let (x, y) = try position(text, names[columns.latitudeIndex]) else { return nil }
            return try point(longitude: x, latitude: y, columns, zip(names, fields))
        }
        let longitudeText = fields[columns.longitudeIndex].trimmingBlanks()
        let latitudeText = fields[columns.latitudeIndex].trimmingBlanks()
        if longitudeText.isEmpty, latitudeText.isEmpty { return nil }
        if DecimalText.number(latitudeText) == nil || DecimalText.number(longitudeText) == nil,
            let point = WrittenPosition.ofColumns(latitude: latitudeText, longitude: longitudeText)?.coordinate
        {
            return try self.point(
                longitude: point.longitude, latitude: point.latitude, columns, zip(names, fields))
        }
        let longitude = try number(longitudeText, names[columns.longitudeIndex])
        let latitude = try number(latitudeText, names[columns.latitudeIndex])
        return try point(longitude: longitude, latitude: latitude, columns, zip(names, fields))
    }

    private func point(
        longitude: Double, latitude: Double, _ columns: PointColumns, _ fields: Zip2Sequence<[String], [String]>
    ) throws -> FilePoint {
        let values = fields.map { JSONValue.Member($0, .string($1)) }
        do throws(GeoError) {
            let coordinate = try Coordinate(longitude: longitude, latitude: latitude)
            let id = values.last { $0.name == "id" }?.value
            return FilePoint(number: self.number, coordinate: coordinate, id: id, values: values)
        } catch {
            let advice = columns.advice(longitude: longitude, latitude: latitude)
            throw self.error(.outOfRange(advice.map(error.words.followed) ?? error.words))
        }
    }

    /// Returns the two numbers of a geometry, longitude first; nil if it is blank or empty.
    private func position(_ text: String, _ column: String) throws -> (x: Double, y: Double)? {
        if text.isEmpty { return nil }
        guard let geometry = WrittenGeometry(text) else {
            throw error(.noGeometry(DisplayText.shown(column, columns: 40), text))
        }
        if let system = geometry.system, system != 4326 { throw error(.otherSystem(system)) }
        switch geometry.position {
        case .empty: return nil
        case .one(let x, let y): return (try number(x, column), try number(y, column))
        case .several: throw error(.noGeometry(DisplayText.shown(column, columns: 40), text))
        }
    }

    private func number(_ text: String, _ column: String) throws -> Double {
        guard let value = DecimalText.number(text) else {
            throw error(.noNumber(DisplayText.shown(column, columns: 40), text))
        }
        return value
    }

    /// Adds the row's number to an error about its GeoJSON.
    private func located<Result>(_ read: () throws -> Result) throws -> Result {
        try PointFileError.located(name, row: number, isFeature: isOfFeatures, read)
    }

    private func error(_ what: PointFileError.What) -> PointFileError {
        PointFileError(name: name, row: number, isFeature: isOfFeatures, what: what)
    }
}

/// The start of a file of points, from which its form is recognized, and the whole file.
struct PointFileStart {
    /// The first byte that is not blank; nil in an empty file.
    let first: UInt8?
    /// The first line that is not blank, without its line break. If the line is too long, this is only its start.
    let line: [UInt8]
    let whole: ByteSource

    /// The maximum number of bytes read in search of the first byte that is not blank, and of the end of its line.
    private static let maximumBytes = 1 << 20

    /// Reads the start of `source`: up to a brace or record separator of GeoJSON, otherwise a whole line.
    init(_ source: ByteSource) throws {
        var read: [UInt8] = []
        var searched = 0
        var end: Int?
        while true {
            let chunk = try source.next()
            read += chunk
            let begin = Self.begin(of: read)
            // A pipe may deliver the byte order mark in pieces.
            if read.count >= 3 || chunk.isEmpty, let begin, Self.isGeoJSON(read[begin]) { break }
            if let begin, end == nil {
                end = read[max(begin, searched)...].firstIndex { $0 == 0x0A || $0 == 0x0D }
                searched = read.count
            }
            if end != nil && read.count >= 3 || chunk.isEmpty || read.count > Self.maximumBytes { break }
        }
        let begin = Self.begin(of: read)
        first = begin.map { read[$0] }
        line = begin.map { Array(read[$0..<max($0, end ?? read.count)]) } ?? []
        whole = source.starting(with: read)
    }

    var isGeoJSON: Bool { first.map(Self.isGeoJSON) ?? false }

    private static func isGeoJSON(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == 0x1E }

    private static func begin(of read: [UInt8]) -> Int? {
        let mark = read.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        return read[mark...].firstIndex { !(0x0A...0x0D ~= $0 || $0 == 0x20 || $0 == 0x09) }
    }

    /// Returns a reader of the rows of a table. Comma, TAB and semicolon are tried in this order. The separator is the
    /// first of them with which the header has both columns of the position; if none fits, it is the comma.
    func rows() -> CSVReader {
        for separator in [UInt8(ascii: ","), UInt8(ascii: "\t"), UInt8(ascii: ";")] {
            let quotes = CSVReader.Quotes(separator: separator, header: line)
            var header = CSVReader(ByteSource(name: "", bytes: line), separator: separator, quotes: quotes)
            // If the header can't be read with this separator, another one may fit. If none fits, the reader of the
            // rows reports the error.
            guard let names = try? header.next().map(Self.names) else { continue }
            if PointColumns.areNamed(in: names) {
                return CSVReader(whole, separator: separator, quotes: quotes)
            }
        }
        return CSVReader(whole)
    }

    static func names(_ header: [String]) -> [String] { header.map { $0.trimmingBlanks().lowercased() } }
}
