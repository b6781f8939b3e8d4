internal import GeocliPlaces
internal import GeocliSearch
package import GeocliText

/// The steps that a row goes through on its way to the catalog. Benchmarks/RowBench measures the time of each step.
package enum RowPass: String, CaseIterable, Sendable {
    /// Finds the end and the id of each row.
    case scan
    /// Scans the rows, and reads the texts of all fields.
    case members
    /// Turns each row into a checked bookstore.
    case rules
    /// Turns each row into a bookstore, and creates the text that searches use.
    case folding

    /// Reads one page.
    ///
    /// - Returns: the number of rows, and a sum over the results. Without the sum, the compiler could leave out work.
    /// - Throws: the errors that `Ingester` throws for a page.
    package func read(_ page: ByteSource, of feed: Feed) throws -> (rows: Int, sum: Int) {
        let rules = FeedRules(feed: feed)
        var sum = 0
        let summary = try FeedEnvelope(feed: feed).read(page) { row in
            guard case .record(let record) = row else { return }
            switch self {
            case .scan: sum += record.idText?.utf8.count ?? 0
            case .members: for field in FeedField.allCases { sum += record[field]?.utf8.count ?? 0 }
            case .rules:
                if case .bookstore(let bookstore, _) = try rules.verdict(record) { sum += Self.size(bookstore) }
            case .folding:
                guard case .bookstore(let bookstore, _) = try rules.verdict(record) else { return }
                let text = FoldedFields.text(
                    name: bookstore.name, address: bookstore.address, district: bookstore.district,
                    phone: bookstore.phoneRaw)
                sum += Self.size(bookstore) + text.utf8.count
            }
        }
        return (summary.rowCount, sum)
    }

    private static func size(_ bookstore: Place) -> Int {
        bookstore.name.utf8.count + (bookstore.website?.utf8.count ?? 0) + (bookstore.sns?.count ?? 0)
    }
}
