internal import GeocliText

/// A CSV file of the portal: a line of column names, then one line for each row. It states no total.
struct CSVPage {
    let feed: Feed

    func read(_ source: ByteSource, onRow: (FeedRow) throws -> Void) throws -> PageSummary {
        var reader = CSVReader(source)
        guard let header = try reader.next() else { throw IngestError(.empty, page: source.name) }
        let columns = header.map { $0.trimmingBlanks() }
        for field in FeedField.required {
            let name = feed.fields[field] ?? ""
            guard columns.contains(name) else { throw IngestError(.missingField(name), page: source.name) }
        }
        var summary = PageSummary()
        var lone: [String]?
        while let values = try reader.next() {
            summary.rowCount += 1
            if summary.rowCount == 1, values.count != columns.count {
                lone = values
                continue
            }
            if let first = lone { try read(first, columns, onRow) }
            lone = nil
            try read(values, columns, onRow)
        }
        // If a page has only one line after the column names, and its number of fields differs from the number of
        // columns, this line is a notice, not a row.
        if let lone { throw IngestError(.notRows(lone.joined(separator: ",")), page: source.name) }
        return summary
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
        let found = feed.fields.compactMap { field, name in
            columns.firstIndex(of: name).map { (field: field, text: values[$0]) }
        }
        try FeedRecord.with(row: json.bytes, values: found) { try onRow(.record($0)) }
    }
}
