internal import GeocliText

/// The hash of the pages of a run, which is `RunDescription.sha256`.
///
/// The end of each page counts, because the same bytes can be other rows if they are divided in another way: a line of
/// column names is one only at the start of a file.
final class PagesHash {
    private var page: SHA256?
    /// The hash of the list of earlier pages' hashes; nil during the first page.
    private var list: SHA256?

    /// Begins a page. Returns `source` with its bytes added to the hash as they are read.
    func watching(_ source: ByteSource) -> ByteSource {
        if page != nil { list = listed() }
        page = SHA256()
        return ByteSource(name: source.name) {
            let chunk = try source.next()
            self.page?.update(chunk)
            return chunk
        }
    }

    func hexDigest() -> String { (list == nil ? page ?? SHA256() : listed()).hexDigest() }

    /// Returns the list with the present page.
    private func listed() -> SHA256 {
        var list = list ?? SHA256()
        list.update(Array("\((page ?? SHA256()).hexDigest())\n".utf8))
        return list
    }
}

/// Where the rows of a service stand: on which page, and in which order.
///
/// Two readings with the same order show that no row moved to another page meanwhile. Only ids are compared, because
/// other values, such as the number of free bicycles, may change at any time.
struct RowOrder {
    private struct Page: Hashable {
        let high: UInt64
        let low: UInt64
        let isEmpty: Bool
    }

    private var pages: [Page] = []
    private var hash = SHA256()
    private var isEmpty = true

    mutating func add(_ row: FeedRow) {
        let id: String
        switch row {
        case .record(let record), .recordOfUnknownStatus(let record, _): id = FeedRules.id(record)
        // Their order among the other rows is enough.
        case .skipped, .unusable: id = ""
        }
        hash.update(Array("\(id.utf8.count) \(id)".utf8))
        isEmpty = false
    }

    /// Ends a page, which states `total`.
    mutating func endPage(total: Int?) {
        hash.update(Array("= \(total ?? -1)".utf8))
        let (high, low) = hash.head()
        pages.append(Page(high: high, low: low, isEmpty: isEmpty))
        (hash, isEmpty) = (SHA256(), true)
    }

    /// Whether the reading begins with the same pages as another one, which may have ended early.
    func begins(with other: RowOrder) -> Bool { pages.starts(with: other.pages) }

    /// Whether two pages have the same rows.
    var hasPageTwice: Bool {
        let pages = pages.filter { !$0.isEmpty }
        return Set(pages).count < pages.count
    }
}
