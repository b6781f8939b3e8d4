internal import GeocliText

/// A page that is a CSV file. It has a line of column names, unless the feed numbers its columns, and one line for each
/// row. It states no total.
struct CSVPage {
    let feed: Feed
    let shape: Feed.CSVShape

    func read(_ source: ByteSource, onRow: (FeedRow) throws -> Void) throws -> PageSummary {
        var summary = PageSummary()
        let own = OwnFile(feed, name: source.name)
        let start = try own.map { _ in try TableStart(source, wanted: feed.columns?.required.map(\.column) ?? []) }
        var reader = start?.reader ?? CSVReader(source, separator: shape.delimiter)
        if let note = start?.note(in: source.name) { summary.notes.append(note) }
        let columns = try columns(&reader, source.name)
        try own?.check(columns)
        let kindOfAll = try own?.kindOfAll(columns)
        if let kindOfAll { summary.notes.append(OwnFile.note(kindOfAll: kindOfAll)) }
        let row = CSVRow(feed: feed, columns: columns, kindOfAll: kindOfAll)
        summary.hasRows = true
        var lone: [String]?
        while let values = try reader.next() {
            summary.rowCount += 1
            if summary.rowCount == 1, values.count != columns.count {
                lone = values
                continue
            }
            if let first = lone { try row.pass(first, onRow) }
            lone = nil
            if reader.endsOpen, values.count < columns.count {
                throw IngestError(.cutOff(fields: values.count, columns: columns.count), page: source.name)
            }
            try row.pass(values, onRow)
        }
        // The only line after the column names is a notice, not a row, if its number of fields differs from the number
        // of columns.
        if let lone { throw IngestError(.notRows(lone.joined(separator: ",")), page: source.name) }
        summary.isHeaderOnly = summary.rowCount == 0
        return summary
    }

    /// Returns the names of the columns: the names in the first line, or numbers.
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

/// Turns the lines of a CSV file into rows.
struct CSVRow {
    let feed: Feed
    let columns: [String]
    /// The kind of all places of a person's own file; nil if a column has the kinds, or if no kind was given.
    let kindOfAll: String?

    /// Passes on one line. A line with more or fewer fields than columns is not a row, because its values can't be
    /// matched to the columns.
    func pass(_ values: [String], _ onRow: (FeedRow) throws -> Void) throws {
        var json = JSONWriter()
        guard values.count == columns.count else {
            json.value(.array(values.map(JSONValue.string)))
            return try onRow(.other(raw: String(decoding: json.bytes, as: UTF8.self)))
        }
        json.value(.object(zip(columns, values).map { JSONValue.Member($0, .string($1)) }))
        try FeedRow.pass(
            json.bytes, of: feed,
            value: { name in
                columns.firstIndex(of: name).map { values[$0] } ?? (name == feed.columns?.kind ? kindOfAll : nil)
            }, to: onRow)
    }
}
