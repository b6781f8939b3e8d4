public import GeocliGeo
public import GeocliText

/// A row of a file of points: its position, and its other values by name.
public struct FilePoint: Sendable, Equatable {
    /// The number of the row, from 1. Features without a geometry are counted, too.
    public let number: Int
    /// The position of the row.
    public let coordinate: Coordinate
    /// The id of the row, as the file states it.
    public let id: JSONValue?
    /// The columns or properties of the row.
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
    /// separator.
    ///
    /// - Parameter others: the columns or properties that the caller reads besides the position.
    /// - Throws: `PointFileError` for a table without the two columns, for a table in which two columns fit, and for a
    ///   table in which a column that is read occurs twice.
    public init(_ source: ByteSource, reading others: [String] = []) throws {
        name = source.name
        columnsRead = others
        let start = try PointFileStart(source)
        if start.isGeoJSON {
            form = .geojson(FeatureReader(start.whole))
            return
        }
        var reader = start.rows()
        let columns = PointFileStart.names(try reader.next() ?? [])
        do throws(PointColumnFault) {
            form = .table(reader, columns: columns, try PointColumns(columns))
        } catch {
            throw PointFileError(name: source.name, row: 1, what: error.what)
        }
        // If a column occurs twice, the file does not show which of the two is meant.
        for column in others where columns.count(where: { $0 == column }) > 1 {
            throw PointFileError(name: name, row: 1, what: .columnTwice(column))
        }
    }

    /// The columns of the position; nil for GeoJSON.
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
            guard case .point(let coordinate) = geometry else { throw error(.noPoint) }
            for column in columnsRead where feature.properties.count(where: { $0.name == column }) > 1 {
                throw error(.columnTwice(column))
            }
            return FilePoint(
                number: number, coordinate: coordinate, id: feature.id ?? feature["id"], values: feature.properties)
        }
    }

    /// Whether the rows are Features.
    var isOfFeatures: Bool {
        if case .geojson = form { true } else { false }
    }

    /// Returns the point of a row; nil if both coordinates are blank.
    private func point(_ fields: [String], _ names: [String], _ columns: PointColumns) throws -> FilePoint? {
        guard fields.count == names.count else { throw error(.fieldCount(fields.count, names.count)) }
        let longitudeText = fields[columns.longitudeIndex].trimmingBlanks()
        let latitudeText = fields[columns.latitudeIndex].trimmingBlanks()
        if longitudeText.isEmpty, latitudeText.isEmpty { return nil }
        let longitude = try number(longitudeText, names[columns.longitudeIndex])
        let latitude = try number(latitudeText, names[columns.latitudeIndex])
        let values = zip(names, fields).map { JSONValue.Member($0, .string($1)) }
        do throws(GeoError) {
            let coordinate = try Coordinate(longitude: longitude, latitude: latitude)
            let id = values.last { $0.name == "id" }?.value
            return FilePoint(number: self.number, coordinate: coordinate, id: id, values: values)
        } catch {
            throw self.error(.outOfRange(error.words))
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
        do {
            return try read()
        } catch let error as GeoError {
            throw self.error(.outOfRange(error.words))
        }
    }

    private func error(_ what: PointFileError.What) -> PointFileError {
        PointFileError(name: name, row: number, isFeature: isOfFeatures, what: what)
    }
}
