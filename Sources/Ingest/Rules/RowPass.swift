internal import GeocliPlaces
internal import GeocliSearch
package import GeocliText

/// The steps that a row goes through on its way to the catalog. Benchmarks/RowBench measures the time of each step.
package enum RowPass: String, CaseIterable, Sendable {
    /// Finds the end and the id of each row.
    case scan
    /// Scans the rows, and reads the texts of all fields.
    case members
    /// Turns each row into a checked place.
    case rules
    /// Turns each row into a place, and creates the text that searches use.
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
                if case .place(let place, _) = try rules.verdict(record) { sum += Self.size(place) }
            case .folding:
                guard case .place(let place, _) = try rules.verdict(record) else { return }
                let text = FoldedFields.text(
                    name: place.name, address: place.address, district: place.district,
                    phone: place.phoneRaw)
                sum += Self.size(place) + text.utf8.count
            }
        }
        return (summary.rowCount, sum)
    }

    private static func size(_ place: Place) -> Int {
        place.name.utf8.count + (place.website?.utf8.count ?? 0) + (place.sns?.count ?? 0)
    }
}
