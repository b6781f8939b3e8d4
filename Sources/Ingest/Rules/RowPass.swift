internal import GeocliPlaces
internal import GeocliSearch
package import GeocliText

/// How far the rows of a page are brought on their way to the catalog, to see what each part of the way takes
/// (Benchmarks/RowBench).
package enum RowPass: String, CaseIterable, Sendable {
    /// Where each row ends and what its id is.
    case scan
    /// The same, and the texts of all its fields.
    case members
    /// A checked bookstore.
    case rules
    /// The same, and the text that is searched in.
    case folding

    /// Reads one page.
    ///
    /// - Returns: how many rows it has, and a sum over what was made of them, so that nothing made can be left out.
    /// - Throws: what `Ingester` throws for a page.
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
