internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliProjection
internal import GeocliText

/// A page that is a CSV file. It has a line of column names, unless the feed numbers its columns, and one line for each
/// row. It states no total.
struct CSVPage {
    let feed: Feed
    let shape: Feed.CSVShape

    func read(_ source: ByteSource, onRow: (FeedRow) throws -> Void) throws -> PageSummary {
        var summary = PageSummary()
        let own = OwnFile(feed, name: source.name)
        let start = try own?.start(of: source)
        let form = start?.form ?? RecordForm(separator: shape.delimiter, quotes: .enclosing)
        var reader = CSVReader(start?.whole ?? source, separator: form.separator, quotes: form.quotes)
        for _ in 0..<(start?.recordsAbove ?? 0) { _ = try reader.next() }
        if let note = start?.note(in: source.name) { summary.notes.append(note) }
        let columns = try columns(start, own, &reader, source.name, &summary)
        try own?.check(columns)
        let kindOfAll = try own?.kindOfAll(columns)
        if let kindOfAll { summary.notes.append(OwnFile.note(kindOfAll: kindOfAll)) }
        let row = CSVRow(feed: feed, columns: columns, kindOfAll: kindOfAll, separator: form.separator)
        summary.hasRows = true
        let (names, named) = (names(of: columns, start, own), row.usedColumns)
        let broken = BrokenRows()
        var lone: (values: [String], row: UnusableRow)?
        var hasWholeLine = shape.columnCount == nil
        while true {
            do {
                guard let fields = try reader.next() else { break }
                // A spreadsheet writes rows of only commas, and may have a row of totals below its table.
                if own != nil, row.isNone(fields) { continue }
                let values = shape.columnCount == nil ? fields.withoutPadding(columns: columns.count) : fields
                summary.rowCount += 1
                if values.count == columns.count {
                    hasWholeLine = true
                } else if summary.oddLine == nil {
                    summary.oddLine = OddLine(
                        page: source.name, line: reader.line, fields: values.count, columns: columns.count)
                }
                guard values.count == columns.count, !reader.hasSeveralLines || !row.hasSwallowed(reader.rawRecord)
                else {
                    let (found, isLine) = try row.unusable(values, &reader)
                    if summary.rowCount == 1, isLine {
                        lone = (values, found)
                        continue
                    }
                    if let first = lone { try onRow(.unusable(first.row)) }
                    lone = nil
                    if reader.endsOpen, values.count < columns.count, hasWholeLine {
                        throw IngestError(.cutOff(fields: values.count, columns: columns.count), page: source.name)
                    }
                    try onRow(.unusable(found))
                    continue
                }
                if let first = lone { try onRow(.unusable(first.row)) }
                lone = nil
                if let names, named.count > 1, values.repeats(names, at: named) {
                    try onRow(.unusable(row.unusable(names: values, &reader)))
                } else {
                    try names.map { try Self.checkOrder(values, $0, line: reader.line, page: source.name) }
                    try row.pass(values, onRow)
                }
            } catch let error as CSVError {
                summary.rowCount += 1
                if let first = lone { try onRow(.unusable(first.row)) }
                lone = nil
                let error = try row.skipBroken(error, &reader)
                try onRow(.unusable(try broken.row(error, reader.rawRecord, rowCount: summary.rowCount)))
            }
        }
        try broken.check(rowCount: summary.rowCount)
        if !hasWholeLine { try checkColumns(summary, columns.count, page: source.name) }
        // The only line after the column names is a notice, not a row, if its number of fields differs from the number
        // of columns.
        if let lone { throw IngestError(.notRows(lone.values.joined(separator: ",")), page: source.name) }
        summary.isHeaderOnly = summary.rowCount == 0
        return summary
    }

    private func checkColumns(_ summary: PageSummary, _ count: Int, page: String) throws {
        guard let fields = summary.oddLine?.fields, shape.columnCount != nil else { return }
        throw IngestError(.otherColumns(fields: fields, columns: count, delimiter: shape.delimiter), page: page)
    }

    /// Refuses a line that has the names of the columns in another order.
    private static func checkOrder(_ values: [String], _ names: [String], line: Int, page: String) throws {
        guard names.contains(values[0]), values.reorder(names) else { return }
        throw PlainError(
            file: page,
            "has the names of the columns again in line \(line), in another order; make a file of each part",
            "\(line)행에 열 이름이 다른 순서로 또 있습니다. 그 행에서 파일을 나누세요")
    }

    /// Returns the names of the columns. In a table of a user's own, they may be numbers, and its first line may be a
    /// row.
    private func columns(
        _ start: TableStart?, _ own: OwnFile?, _ reader: inout CSVReader, _ page: String, _ summary: inout PageSummary
    ) throws -> [String] {
        guard let start, let own, let numbers = own.numbers(start.names) else { return try columns(&reader, page) }
        let isRow = own.isRow(start.names)
        summary.notes.append(OwnFile.note(first: start.names, isRow: isRow))
        if !isRow { _ = try reader.next() }
        return numbers
    }

    /// The fields of the line of column names; nil if the file has none.
    private func names(of columns: [String], _ start: TableStart?, _ own: OwnFile?) -> [String]? {
        guard shape.columnCount == nil else { return nil }
        guard let start, let own, own.numbers(start.names) != nil else { return columns }
        return own.isRow(start.names) ? nil : start.names
    }

    private func columns(_ reader: inout CSVReader, _ page: String) throws -> [String] {
        if let count = shape.columnCount { return (1...count).map(Feed.CSVShape.name) }
        guard let header = try reader.next() else { throw IngestError(.empty, page: page) }
        let columns = header.map { $0.trimmingBlanks() }
        guard feed.columns == nil else { return columns }
        let required = feed.mapping?.requiredNames ?? FeedField.required.map { [feed.fields[$0] ?? ""] }
        for names in required where !names.contains(where: columns.contains) {
            throw IngestError(.missingColumn(names.first ?? "", found: columns), page: page)
        }
        let used = feed.mapping?.usedNames ?? Set(feed.fields.values)
        var seen: Set<String> = []
        for column in columns where used.contains(column) && !seen.insert(column).inserted {
            throw IngestError(.repeatedColumn(column), page: page)
        }
        return columns
    }
}

struct CSVRow {
    let feed: Feed
    let columns: [String]
    /// The kind of all places of a person's own file; nil if a column has the kinds, or if no kind was given.
    let kindOfAll: String?
    let separator: UInt8
    /// The indices of the columns with the two numbers of a point; none if one column has both.
    private let pointIndices: [Int]

    init(feed: Feed, columns: [String], kindOfAll: String?, separator: UInt8) {
        (self.feed, self.columns, self.kindOfAll, self.separator) = (feed, columns, kindOfAll, separator)
        let names =
            feed.mapping.map { [$0.names[.y] ?? [], $0.names[.x] ?? []] }
            ?? [feed.fields[.y], feed.fields[.x]].map { $0.map { [$0] } ?? [] }
        pointIndices = names.compactMap { names in columns.firstIndex(where: names.contains) }
    }

    /// Whether a row of a person's own table has no values, or totals and no position.
    func isNone(_ values: [String]) -> Bool {
        if SpreadsheetCells.areBlank(values) { return true }
        guard SpreadsheetCells.areTotals(values) else { return false }
        let numbers = pointIndices.compactMap { $0 < values.count ? DecimalText.number(values[$0]) : nil }
        return numbers.count < 2 || feed.crs.isWGS84 && (abs(numbers[0]) > 90 || abs(numbers[1]) > 180)
    }

    /// Returns the values of a person's own row with the two numbers of the position in plain decimals, and in the one
    /// column that has both, the latitude first.
    private func plain(_ values: [String]) -> [String] {
        guard let own = feed.columns else { return values }
        var values = values
        if pointIndices.count == 2 {
            let (y, x) = (pointIndices[0], pointIndices[1])
            (values[y], values[x]) = SpreadsheetCells.plainNumbers(
                values[y], values[x], separator: separator, areDegrees: feed.crs.isWGS84)
        } else if let name = own.latitude, let index = columns.firstIndex(of: name),
            let geometry = WrittenGeometry(values[index]), case .one(let x, let y) = geometry.position,
            geometry.system == nil || geometry.system == feed.crs.epsgCode
        {
            values[index] = "\(y), \(x)"
        }
        return values
    }

    /// Passes on one line with a value for each column.
    func pass(_ values: [String], _ onRow: (FeedRow) throws -> Void) throws {
        var json = JSONWriter()
        json.value(.object(zip(columns, values).map { JSONValue.Member($0, .string($1)) }))
        let values = plain(values)
        try FeedRow.pass(
            json.bytes, of: feed,
            value: { name in
                columns.firstIndex(of: name).map { values[$0] } ?? (name == feed.columns?.kind ? kindOfAll : nil)
            }, to: onRow)
    }

    /// Returns the row for a record with more or fewer fields than columns, because its values can't be matched to the
    /// columns, or for a record that has swallowed others; also whether it is one line with another number of fields.
    func unusable(_ values: [String], _ reader: inout CSVReader) throws -> (UnusableRow, isLine: Bool) {
        let isSwallowing = values.count == columns.count
        let isCut = try reader.hasSeveralLines && reader.skipBroken(before: isRow) == .beforeRecord
        var row: UnusableRow
        if isCut {
            row = UnusableRow(raw: String(decoding: reader.rawRecord, as: UTF8.self))
            row.reason = .malformed
        } else {
            row = UnusableRow(raw: JSONValue.array(values.map(JSONValue.string)).text)
            row.value = "\(values.count) fields, \(columns.count) columns"
        }
        (row.line, row.byte) = (reader.line, reader.offset)
        return (row, !isCut && !isSwallowing)
    }

    /// Returns the row for a line that has the names of the columns again, as where two files were joined.
    func unusable(names: [String], _ reader: inout CSVReader) -> UnusableRow {
        var row = UnusableRow(raw: JSONValue.array(names.map(JSONValue.string)).text)
        (row.line, row.byte, row.value) = (reader.line, reader.offset, names.shownStart)
        return row
    }

    var usedColumns: [Int] {
        let used =
            feed.columns.map { Set($0.required.map(\.column)) } ?? feed.mapping?.usedNames ?? Set(feed.fields.values)
        return columns.indices.filter { used.contains(columns[$0]) }
    }

    /// Whether a record of several lines is in truth several records: its first line and a later one are records by
    /// themselves. A quote that opens by mistake does this, if the next quote closes a field of the same column.
    func hasSwallowed(_ record: ArraySlice<UInt8>) -> Bool {
        let lines = record.split { $0 == 0x0A || $0 == 0x0D }
        return lines.first.map(isRow) ?? false && lines.dropFirst().contains(where: isRow)
    }

    /// Ends a record that is not well-formed. Returns `error`, or the same about the start of the record. Throws
    /// `error` if the rest of the file may be missing, or if the next record can't be found.
    func skipBroken(_ error: CSVError, _ reader: inout CSVReader) throws -> CSVError {
        let end = try reader.skipBroken(before: isRow)
        switch (error.code, end) {
        case (.openQuote, .beforeRecord), (.textBehindQuote, .beforeRecord), (.tooLong, .beforeRecord):
            return error.atRecord(offset: reader.offset)
        case (.encoding, .beforeRecord), (.encoding, .atLineEnd), (.textBehindQuote, .atLineEnd): break
        case (.encoding, .atEnd), (.textBehindQuote, .atEnd):
            // The last line may be cut off, also in the middle of a character.
            let fields = reader.rawRecord.count { $0 == separator } + 1
            guard fields >= columns.count, !reader.endsInWrongBytes else {
                throw IngestError(.cutOff(fields: min(fields, columns.count), columns: columns.count), page: error.name)
            }
        default: throw error
        }
        return error
    }

    /// Whether a line looks like a record by itself: it has a field for each column, and numbers or blanks where the
    /// feed has its points.
    private func isRow(_ line: ArraySlice<UInt8>) -> Bool {
        func values(_ quotes: CSVReader.Quotes) -> [String]? {
            var reader = CSVReader(ByteSource(name: "", bytes: Array(line)), separator: separator, quotes: quotes)
            // A line with a fault of its own can still be a record.
            return try? reader.next()?.withoutPadding(columns: columns.count)
        }
        guard line.count(where: { $0 == separator }) + 1 >= columns.count,
            let values = values(.enclosing) ?? values(.ordinary), values.count == columns.count
        else {
            return false
        }
        let points = pointIndices
        return points.allSatisfy { values[$0].trimmingBlanks().isEmpty || DecimalText.number(values[$0]) != nil }
            && (points.isEmpty || points.contains { !values[$0].trimmingBlanks().isEmpty })
    }
}
