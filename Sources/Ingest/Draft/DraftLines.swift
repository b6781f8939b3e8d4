internal import GeocliText

/// A CSV file that has no declaration yet: its delimiter, and whether its first line has names.
enum DraftLines {
    private static let delimiters = [",", "\t", "|", ";"].compactMap(\.utf8.first)
    /// The records that are compared to find the delimiter.
    private static let triedCount = 20

    /// - Parameter isCut: whether these are only the first bytes of the file, which may end inside of a record.
    /// - Throws: `IngestError(.noTable)` if no delimiter makes columns of it; `CSVError`, also for a first record that is
    ///   broken with every delimiter.
    static func read(_ bytes: [UInt8], _ name: String, isCut: Bool) throws -> (DraftPage.Form, DraftRows) {
        let tried = delimiters.map { delimiter in
            (delimiter: delimiter, fit: Result { try fit(bytes, name, delimiter) })
        }
        let fits = tried.compactMap { one in (try? one.fit.get()).map { (delimiter: one.delimiter, columns: $0) } }
        guard let best = fits.max(by: { $0.columns < $1.columns }), best.columns > 0 else {
            if fits.isEmpty, case .failure(let error)? = tried.first?.fit { throw error }
            throw IngestError(.noTable, page: name).ofSavedPage
        }
        var reader = CSVReader(ByteSource(name: name, bytes: bytes), separator: best.delimiter)
        guard let first = try reader.next() else { throw IngestError(.empty, page: name).ofSavedPage }
        let names = first.map { $0.trimmingBlanks() }
        // A name is not a number; values of places are.
        let hasHeader = !names.contains { DecimalText.number($0) != nil } && names.contains { !$0.isEmpty }
        var table = DraftRows()
        let columns = hasHeader ? names : (1...names.count).map(String.init)
        func add(_ values: [String]) {
            guard values.count == columns.count else { return }
            table.add(zip(columns, values).filter { !$0.0.isEmpty }.map { (name: $0.0, text: $0.1) })
        }
        if !hasHeader { add(first) }
        do {
            while let values = try reader.next() { add(values) }
        } catch let error as CSVError where isCut && error.code == .openQuote && table.rowCount > 0 {
            // A line end inside of quotes was taken for the end of a row. The record that it cuts is left out.
        }
        guard table.rowCount > 0 else { throw IngestError(.noRowsFound, page: name).ofSavedPage }
        return (.csv(delimiter: best.delimiter, hasHeader: hasHeader), table)
    }

    /// Returns how well a delimiter fits: the columns, if nearly all records have the same number of them.
    ///
    /// - Throws: `CSVError` for the first record.
    private static func fit(_ bytes: [UInt8], _ name: String, _ delimiter: UInt8) throws -> Int {
        var reader = CSVReader(ByteSource(name: name, bytes: bytes), separator: delimiter)
        var counts: [Int] = []
        if let first = try reader.next() { counts.append(first.count) }
        // With the wrong delimiter, a quote may be in the wrong place. The reader of the rows reports what is wrong.
        while counts.count < triedCount, let values = try? reader.next() { counts.append(values.count) }
        guard let first = counts.first, first > 1 else { return 0 }
        let same = counts.count { $0 == first }
        return same * 10 >= counts.count * 8 ? first : 0
    }
}
