public import GeocliGeo
package import GeocliText

/// A table with a latitude and a longitude (separated by commas, tabs or semicolons), or a GeoJSON file of points, read
/// row by row.
public struct PointFile {
    private enum Form {
        case table(CSVReader, TableRows)
        case geojson(FeatureReader)
    }

    private var form: Form
    let name: String
    private let columnsRead: [String]
    /// The property with the id; nil for the id of the Feature.
    private let idName: String?
    private var number = 0
    /// The number of rows so far that were skipped because they have no position: Features without a geometry, and rows
    /// with blank coordinates.
    public private(set) var withoutGeometryCount = 0

    /// Opens the points of `source`. The source is GeoJSON if its first byte that is not blank is a brace or a record
    /// separator. `others` are the columns or properties that the caller reads besides the position.
    /// - Throws: `PointFileError` for a table without the two columns, for a table in which two columns fit, and for a
    ///   table in which a column that is read occurs twice.
    package init(_ source: ByteSource, reading others: [String] = []) throws {
        switch try PointFileStart(source) {
        case .features(let whole): self.init(features: whole, reading: others)
        case .table(let start):
            var reader = CSVReader(start.whole, separator: start.form.separator, quotes: start.form.quotes)
            for _ in 0..<start.recordsAbove { _ = try reader.next() }
            let rows = try TableRows(
                try reader.next() ?? [], separator: start.form.separator, of: source.name, reading: others)
            self.init(.table(reader, rows), name: source.name, reading: others, id: nil)
        }
    }

    /// Opens points that are known to be GeoJSON.
    init(features: ByteSource, reading others: [String], id: String? = nil) {
        self.init(.geojson(FeatureReader(features)), name: features.name, reading: others, id: id)
    }

    private init(_ form: Form, name: String, reading others: [String], id: String?) {
        self.form = form
        self.name = name
        columnsRead = others
        idName = id
    }

    public var columns: PointColumns? {
        if case .table(_, let rows) = form { rows.columns } else { nil }
    }

    /// Returns the next point; nil at the end.
    ///
    /// - Edges: Features without a geometry are skipped and counted. Rows of a table are also skipped and counted if
    ///   both coordinates are blank.
    /// - Throws: `PointFileError`, which names the row, if a row has no usable point, or if a property that is read
    ///   occurs twice in the same row; read errors.
    public mutating func next() throws -> FilePoint? {
        switch form {
        case .table(var reader, let rows):
            defer { form = .table(reader, rows) }
            while true {
                number += 1
                guard let fields = try reader.next() else { return nil }
                do throws(PointFault) {
                    if let point = try rows.point(fields, number: number) { return point }
                } catch {
                    throw self.error(error.what)
                }
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
            let id = idName.map { feature[$0] } ?? feature.id ?? feature["id"]
            return FilePoint(number: number, coordinate: coordinate, id: id, values: feature.properties)
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

    /// Adds the row's number to an error about its GeoJSON.
    private func located<Result>(_ read: () throws -> Result) throws -> Result {
        try PointFileError.located(name, row: number, isFeature: isOfFeatures, read)
    }

    private func error(_ what: PointFileError.What) -> PointFileError {
        PointFileError(name: name, row: number, isFeature: isOfFeatures, what: what)
    }
}

/// The start of a file of points: a table, or Features.
enum PointFileStart {
    case table(TableStart)
    case features(ByteSource)

    /// - Throws: `PlainError` for XML.
    init(_ source: ByteSource, _ names: PointNames = PointNames()) throws {
        let (first, whole) = try source.opening()
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .features(whole.ofFeatures(names))
        case UInt8(ascii: "<"): throw PlainError.markup(in: source.name)
        default:
            self = .table(
                try TableStart(whole) { row in
                    PointColumns.areNamed(in: PointColumns.names(row), chosen: names) ? 1 : 0
                })
        }
    }
}
