public import GeocliGeo
public import GeocliText

/// What is wrong with the columns or with a row, without the place in the file.
struct PointFault: Error {
    let what: PointFileError.What

    init(what: PointFileError.What) { self.what = what }

    init(_ fault: PointColumns.Fault) {
        what =
            switch fault {
            case .missing(let role): .missingColumn(role)
            case .twice(let column): .columnTwice(column)
            case .two(let first, let second, let role): .twoColumns(first, second, role: role)
            }
    }
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
    private let separator: UInt8

    /// - Parameters:
    ///   - header: the fields of the row of names.
    ///   - others: the columns that the caller reads besides the position.
    /// - Throws: `PointFileError` for a table without the two columns, for a table in which two columns fit, and for one
    ///   in which a column that is read occurs twice.
    init(
        _ header: [String], separator: UInt8, of file: String, reading others: [String],
        chosen: PointNames = PointNames()
    ) throws(PointFileError) {
        self.separator = separator
        names = PointColumns.names(header)
        idName = chosen.id.map(PointColumns.name) ?? "id"
        if chosen.latitude == nil, !PointColumns.areNamed(in: names), names.areValues {
            throw PointFileError(name: file, row: 1, what: .noNames(header.shownStart))
        }
        do throws(PointColumns.Fault) {
            columns = try PointColumns(names, chosen: chosen)
        } catch {
            throw PointFileError(name: file, row: 1, what: PointFault(error).what)
        }
        // If a column occurs twice, the file does not show which of the two is meant.
        for column in others where names.count(where: { $0 == column }) > 1 {
            throw PointFileError(name: file, row: 1, what: .columnTwice(column))
        }
    }

    /// Returns the point of a row; nil if both coordinates are blank, and for a row of totals.
    func point(_ fields: [String], number row: Int) throws(PointFault) -> FilePoint? {
        do throws(PointFault) {
            return try place(fields, row)
        } catch {
            if SpreadsheetCells.areTotals(fields) || SpreadsheetCells.areBlank(fields) { return nil }
            throw error
        }
    }

    private func place(_ fields: [String], _ row: Int) throws(PointFault) -> FilePoint? {
        let fields = fields.withoutPadding(columns: names.count)
        guard fields.count == names.count else { throw PointFault(what: .fieldCount(fields.count, names.count)) }
        if fields.repeats(names, at: [columns.latitudeIndex, columns.longitudeIndex]) {
            throw PointFault(what: .namesAgain)
        }
        if fields.reorder(names) { throw PointFault(what: .namesInOtherOrder) }
        if columns.areGeometries {
            let text = fields[columns.latitudeIndex].trimmingBlanks()
            guard let (x, y) = try position(text, names[columns.latitudeIndex]) else { return nil }
            return try point(longitude: x, latitude: y, zip(names, fields), row)
        }
        let (latitudeText, longitudeText) = SpreadsheetCells.plainNumbers(
            fields[columns.latitudeIndex].trimmingBlanks(), fields[columns.longitudeIndex].trimmingBlanks(),
            separator: separator, areDegrees: true)
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

    /// Returns the two numbers of a whole position, longitude first; nil if it is blank or empty.
    private func position(_ text: String, _ column: String) throws(PointFault) -> (x: Double, y: Double)? {
        if text.isEmpty { return nil }
        guard let geometry = WrittenGeometry(text) else {
            do throws(GeoError) {
                if let point = try WrittenPosition.read(text)?.coordinate { return (point.longitude, point.latitude) }
            } catch  where error.code != .position {
                throw PointFault(what: .outOfRange(error.words))
            } catch {}
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
