package import GeocliGeo
package import GeocliText

/// What to read from a file of points besides the positions.
package struct PointReading: Sendable {
    /// The columns or properties whose texts are kept, as the file names them.
    package var kept: [String] = []
    /// Whether each point needs an id. Without a column for it, the ids are the numbers of the rows.
    package var needsIDs = false
    /// Whether rows that are no points are skipped and counted. If not, the first of them ends the reading.
    package var skipsBad = false

    package init() {}
}

/// Some consecutive points of a file, column by column.
package final class PointBlock: Sendable {
    package let coordinates: [Coordinate]
    /// The number of each point's row or Feature in the file, from 0.
    package let numbers: [Int]
    /// The ids; nil if they are not read, or if the file has none.
    package let ids: TextColumn?
    /// The kept texts, in the order of `PointReading.kept`; empty for a blank one.
    package let texts: [TextColumn]
    /// The number of rows that were skipped because they have no position.
    package let blankCount: Int
    /// The rows that were skipped because they are no points, and the faults of the first ones.
    package let bad: (count: Int, faults: [PointRowFault])
    /// The error that ended the reading after the last of the points; nil if there was none.
    package let failure: (any Error)?
    /// The size of the block in the file; 0 for Features.
    let byteCount: Int

    /// The memory of the texts.
    var textBytes: Int {
        (texts + [ids].compactMap(\.self)).reduce(0) { $0 + $1.byteCount + 4 * $1.count }
    }

    fileprivate init(_ points: consuming BlockPoints, _ failure: (any Error)?, byteCount: Int = 0) {
        self.byteCount = byteCount
        coordinates = points.coordinates
        numbers = points.numbers
        ids = points.ids
        texts = points.texts
        blankCount = points.blankCount
        bad = (points.badCount, points.faults)
        self.failure = failure
    }
}

/// The rows of a file that were skipped.
package struct SkippedRows: Sendable {
    /// Rows without a position.
    package private(set) var blankCount = 0
    /// Rows that are no points.
    package private(set) var badCount = 0
    /// The faults of the first ones, at most `maximumFaults`.
    package private(set) var faults: [PointRowFault] = []

    package static let maximumFaults = 20

    mutating func add(_ block: PointBlock) {
        blankCount += block.blankCount
        badCount += block.bad.count
        faults += block.bad.faults.prefix(Self.maximumFaults - faults.count)
    }

    /// Adds a row whose other values can't be used.
    mutating func add(_ bad: PointRowFault) {
        badCount += 1
        if faults.count < Self.maximumFaults { faults.append(bad) }
    }
}

/// What is wrong with a row.
package typealias PointRowFault = any ExplainedError

private struct BlockPoints {
    var coordinates: [Coordinate] = []
    var numbers: [Int] = []
    let ids: TextColumn?
    let texts: [TextColumn]
    var blankCount = 0
    var badCount = 0
    var faults: [PointRowFault] = []

    init(hasIDs: Bool, textCount: Int) {
        ids = hasIDs ? TextColumn() : nil
        texts = (0..<textCount).map { _ in TextColumn() }
    }

    /// Adds a point that was read by itself; `id` is nil for a point without one.
    mutating func add(_ point: FilePoint, kept: [String]) throws(PointFault) {
        if let ids {
            guard let id = point.id?.scalarText?.trimmingBlanks(), !id.isEmpty else { throw PointFault(what: .noID) }
            ids.append(id)
        }
        for (column, name) in zip(texts, kept) {
            column.append(point.values.last { $0.name == name }?.value.cellText ?? "")
        }
        coordinates.append(point.coordinate)
        numbers.append(point.number - 1)
    }

    /// Counts a bad row; throws it if bad rows are not skipped, or if the rows after it can't be read.
    mutating func skip(_ error: any Error, if skipsBad: Bool) throws {
        guard skipsBad else { throw error }
        let fault: PointRowFault
        switch error {
        case let error as PointFileError where error.what == .namesInOtherOrder: throw error
        case let error as PointFileError: fault = error
        case let error as CSVError where [.textBehindQuote, .encoding].contains(error.code): fault = error
        default: throw error
        }
        if faults.count < SkippedRows.maximumFaults { faults.append(fault) }
        badCount += 1
    }
}

extension JSONValue {
    /// The text of a cell: of a scalar itself, of a list or an object as JSON, of null nothing.
    var cellText: String {
        if let text = scalarText { return text }
        if case .null = self { return "" }
        var json = JSONWriter()
        json.value(self)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

/// Reads a file of points in blocks: one thread at a time takes the next block of the file, and any thread reads the
/// points in it. Rows of a table are read where they stand in the file's bytes; a row that needs more than that is read
/// like those of `PointFile`, so both give the same points and the same errors (a test holds them equal).
///
/// `next` changes the state and is called by one thread at a time; `read` changes none. So the class is `@unchecked
/// Sendable`.
package final class PointBlocks: @unchecked Sendable {
    package enum Unread: Sendable {
        case records(RecordBlock)
        case points(PointBlock)
    }

    package let name: String
    /// The names of all columns, trimmed and in lower case; nil for Features, whose properties may differ.
    package let columnNames: [String]?
    /// The columns of the position; nil for Features.
    package let columns: PointColumns?
    /// What is above the names of the columns of a table; nil if nothing is.
    package let note: Words?
    private let reading: PointReading
    private let table: Table?
    private var records: RecordBlocks?
    private var features: FeatureBlocks?

    /// How the rows of a table are read.
    private struct Table {
        let form: RecordForm
        let rows: TableRows
        /// The number of records up to the names of the columns.
        let recordsBefore: Int
        /// The indices of the columns with the id and with the kept texts; nil for columns that the table lacks.
        let id: Int?
        let texts: [Int?]
    }

    /// Opens the points of `source`. `choose` takes the names of a table's columns, or nil, and returns what to read.
    /// - Throws: as `PointFile.init`.
    package init(_ source: ByteSource, names: PointNames = PointNames(), choose: ([String]?) throws -> PointReading)
        throws
    {
        name = source.name
        let table: TableStart
        switch try PointFileStart(source, names) {
        case .features(let whole):
            (columnNames, columns, self.table, records, note) = (nil, nil, nil, nil, nil)
            reading = try choose(nil)
            features = FeatureBlocks(whole, reading, id: names.id)
            return
        case .table(let start): table = start
        }
        let form = table.form
        var records = RecordBlocks(table.whole, form)
        for _ in 0..<table.recordsAbove { _ = try records.nextRecord() }
        let header = try records.nextRecord().map { try $0.fields(in: 0..<$0.bytes.count, form, name: source.name) }
        let all = PointColumns.names(header ?? [])
        reading = try choose(all)
        let idName = names.id.map(PointColumns.name)
        let rows = try TableRows(
            header ?? [], separator: form.separator, of: source.name,
            reading: reading.kept + (reading.needsIDs ? [idName ?? "id"] : []),
            chosen: names)
        let id = all.firstIndex(of: idName ?? "id")
        if reading.needsIDs, let idName, id == nil {
            throw PointFileError(name: source.name, row: 1, what: .missingColumn(idName))
        }
        self.table = Table(
            form: form, rows: rows, recordsBefore: table.recordsAbove + 1, id: reading.needsIDs ? id : nil,
            texts: reading.kept.map(all.firstIndex))
        note = table.recordsAbove > 0 ? table.note(in: source.name) : nil
        (columnNames, columns, features) = (all, rows.columns, nil)
        self.records = records
    }

    /// Whether the points have ids.
    package var hasIDs: Bool { table.map { $0.id != nil } ?? reading.needsIDs }

    /// Returns the next block of the file; nil at the end. Throws read errors.
    package func next() throws -> Unread? {
        if let points = try features?.next() { return .points(points) }
        return try records?.next().map(Unread.records)
    }

    /// Returns the points of a block.
    package func read(_ block: Unread) -> PointBlock {
        switch block {
        case .points(let points): points
        case .records(let records): read(records, table!)
        }
    }

    private func read(_ block: RecordBlock, _ table: Table) -> PointBlock {
        var points = BlockPoints(hasIDs: table.id != nil, textCount: table.texts.count)
        do {
            try block.bytes.withUnsafeBufferPointer { bytes in
                try withUnsafeTemporaryAllocation(of: RecordForm.Field.self, capacity: table.rows.names.count) {
                    $0.initialize(repeating: RecordForm.Field())
                    try read(bytes, of: block, table, $0, into: &points)
                }
            }
        } catch {
            return PointBlock(points, error, byteCount: block.bytes.count)
        }
        return PointBlock(points, nil, byteCount: block.bytes.count)
    }

    private func read(
        _ bytes: UnsafeBufferPointer<UInt8>, of block: RecordBlock, _ table: Table,
        _ fields: UnsafeMutableBufferPointer<RecordForm.Field>, into points: inout BlockPoints
    ) throws {
        let isText = Self.isText(bytes)
        var number = block.recordsBefore - table.recordsBefore
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x0A || bytes[index] == 0x0D {
                index += 1
                continue
            }
            let record = table.form.record(from: index, in: bytes, fields: fields)
            let isPlain = isText && !record.isOdd && record.fieldCount == fields.count
            if !isPlain || !add(fields, of: bytes, table, number, to: &points) {
                try addSlowly(index..<record.end, of: block, table, number, to: &points)
            }
            number += 1
            index = record.end
        }
    }

    /// Adds a row in its usual form; returns false for any other.
    @inline(__always)
    private func add(
        _ fields: UnsafeMutableBufferPointer<RecordForm.Field>, of bytes: UnsafeBufferPointer<UInt8>, _ table: Table,
        _ number: Int, to points: inout BlockPoints
    ) -> Bool {
        func text(_ column: Int) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(rebasing: bytes[Int(fields[column].start)..<Int(fields[column].end)])
        }
        let columns = table.rows.columns
        let (north, east) = (text(columns.latitudeIndex), text(columns.longitudeIndex))
        if north.isEmpty, east.isEmpty {
            points.blankCount += 1
            return true
        }
        guard let latitude = DecimalText.plainNumber(north), let longitude = DecimalText.plainNumber(east),
            abs(latitude) <= 90, abs(longitude) <= 180, !columns.areGeometries
        else { return false }
        if let id = table.id, let ids = points.ids {
            let text = text(id)
            guard !text.isEmpty, text.hasPlainEnds, !fields[id].isDoubled else { return false }
            ids.append(text)
        }
        for (column, texts) in zip(table.texts, points.texts) {
            guard let column else {
                texts.append("")
                continue
            }
            if fields[column].isDoubled { texts.append(doubled: text(column)) } else { texts.append(text(column)) }
        }
        points.coordinates.append(Coordinate(uncheckedLongitude: longitude, latitude: latitude))
        points.numbers.append(number)
        return true
    }

    private func addSlowly(
        _ range: Range<Int>, of block: RecordBlock, _ table: Table, _ number: Int, to points: inout BlockPoints
    ) throws {
        do {
            let fields = try block.fields(in: range, table.form, name: name)
            do throws(PointFault) {
                guard let point = try table.rows.point(fields, number: number + 1) else {
                    points.blankCount += 1
                    return
                }
                try points.add(point, kept: reading.kept)
            } catch {
                throw PointFileError(name: name, row: number + 1, what: error.what)
            }
        } catch {
            try points.skip(error, if: reading.skipsBad)
        }
    }

    private static func isText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var (index, all) = (0, UInt64(0))
        while raw.count - index >= 8 {
            all |= raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            index += 8
        }
        for byte in raw[index...] { all |= UInt64(byte) }
        return all & 0x8080_8080_8080_8080 == 0 || (try? UTF8Span(validating: bytes.span)) != nil
    }
}

/// The Features of a file in blocks. Those of a FeatureCollection that comes through a pipe are kept until it ends,
/// because it may state its coordinate system after them.
private struct FeatureBlocks {
    private var file: PointFile
    private let reading: PointReading
    private var isAtEnd = false

    private static let blockSize = 4096

    init(_ source: ByteSource, _ reading: PointReading, id: String?) {
        let ids = reading.needsIDs ? [id ?? "id"] : []
        file = PointFile(features: source, reading: reading.kept + ids, id: id)
        self.reading = reading
    }

    /// - Throws: an error that comes before the system is known, so that no point is used.
    mutating func next() throws -> PointBlock? {
        guard !isAtEnd else { return nil }
        var points = BlockPoints(hasIDs: reading.needsIDs, textCount: reading.kept.count)
        let blankBefore = file.withoutGeometryCount
        var failure: (any Error)?
        while points.coordinates.count < Self.blockSize || file.mayStateSystemLater {
            let mayBeOther = file.mayStateSystemLater
            do {
                guard let point = try file.next() else {
                    isAtEnd = true
                    break
                }
                do throws(PointFault) {
                    try points.add(point, kept: reading.kept)
                } catch {
                    throw PointFileError(name: file.name, row: point.number, isFeature: true, what: error.what)
                }
            } catch {
                do {
                    try points.skip(error, if: reading.skipsBad)
                } catch {
                    isAtEnd = true
                    if mayBeOther { throw error }
                    failure = error
                }
                if isAtEnd { break }
            }
        }
        points.blankCount = file.withoutGeometryCount - blankBefore
        let isEmpty = points.coordinates.isEmpty && points.blankCount == 0 && points.badCount == 0 && failure == nil
        return isEmpty ? nil : PointBlock(points, failure)
    }
}
