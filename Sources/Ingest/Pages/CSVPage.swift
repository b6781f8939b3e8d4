internal import GeocliText

/// A CSV file: a line of column names, unless the feed numbers its columns, then one line for each row. It states no
/// total.
struct CSVPage {
    let feed: Feed
    let shape: Feed.CSVShape

    func read(_ source: ByteSource, onRow: (FeedRow) throws -> Void) throws -> PageSummary {
        var reader = CSVReader(source, separator: shape.delimiter)
        let columns = try columns(&reader, source.name)
        var summary = PageSummary()
        summary.hasRows = true
        var lone: [String]?
        while let values = try reader.next() {
            summary.rowCount += 1
            if summary.rowCount == 1, values.count != columns.count {
                lone = values
                continue
            }
            if let first = lone { try read(first, columns, onRow) }
            lone = nil
            if reader.endsOpen, values.count < columns.count {
                throw IngestError(.cutOff(fields: values.count, columns: columns.count), page: source.name)
            }
            try read(values, columns, onRow)
        }
        // If a page has only one line after the column names, and its number of fields differs from the number of
        // columns, this line is a notice, not a row.
        if let lone { throw IngestError(.notRows(lone.joined(separator: ",")), page: source.name) }
        summary.isHeaderOnly = summary.rowCount == 0
        return summary
    }

    /// Returns the names of the columns: those of the first line, or numbers.
    private func columns(_ reader: inout CSVReader, _ page: String) throws -> [String] {
        if let count = shape.columnCount { return (1...count).map(Feed.CSVShape.name) }
        guard let header = try reader.next() else { throw IngestError(.empty, page: page) }
        let columns = header.map { $0.trimmingBlanks() }
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

    /// Reads one line. A line with more or fewer fields than columns is not a row: its values can't be matched to the
    /// columns.
    private func read(_ values: [String], _ columns: [String], _ onRow: (FeedRow) throws -> Void) throws {
        var json = JSONWriter()
        guard values.count == columns.count else {
            json.value(.array(values.map(JSONValue.string)))
            return try onRow(.other(raw: String(decoding: json.bytes, as: UTF8.self)))
        }
        json.value(.object(zip(columns, values).map { JSONValue.Member($0, .string($1)) }))
        try FeedRow.pass(
            json.bytes, of: feed, value: { name in columns.firstIndex(of: name).map { values[$0] } }, to: onRow)
    }
}
