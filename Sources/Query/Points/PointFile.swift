internal import GeocliGeo
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
        let start = try PointFileStart(source)
        if start.isGeoJSON {
            self.init(features: start.whole, reading: others)
            return
        }
        let recordForm = start.recordForm()
        var reader = CSVReader(start.whole, separator: recordForm.separator, quotes: recordForm.quotes)
        let rows = try TableRows(try reader.next() ?? [], of: source.name, reading: others)
        self.init(.table(reader, rows), name: source.name, reading: others, id: nil)
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

    /// Returns the form of the rows of a table. Comma, TAB and semicolon are tried in this order. The separator is the
    /// first of them with which the header has both columns of the position; if none fits, it is the comma.
    func recordForm(_ chosen: PointNames = PointNames()) -> RecordForm {
        for separator in [UInt8(ascii: ","), UInt8(ascii: "\t"), UInt8(ascii: ";")] {
            let quotes = CSVReader.Quotes(separator: separator, header: line)
            var header = CSVReader(ByteSource(name: "", bytes: line), separator: separator, quotes: quotes)
            // If the header can't be read with this separator, another one may fit. If none fits, the reader of the
            // rows reports the error.
            guard let names = try? header.next().map(PointColumns.names) else { continue }
            let hasChosen =
                chosen.latitude.map(names.contains) ?? false && chosen.longitude.map(names.contains) ?? false
            if hasChosen || PointColumns.areNamed(in: names) {
                return RecordForm(separator: separator, quotes: quotes)
            }
        }
        return RecordForm(separator: UInt8(ascii: ","), quotes: .enclosing)
    }
}
