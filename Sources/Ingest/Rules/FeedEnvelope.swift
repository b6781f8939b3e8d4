internal import GeocliText

/// Reads one page in the format that the feed declares (JSON, XML or CSV), and passes on one row after another.
struct FeedEnvelope {
    let feed: Feed

    /// The maximum white space at the start of a page, in bytes.
    private static let maximumBlanks = 1 << 20

    /// Calls `onRow` with each row of the page, then checks the page's result code, service name and total.
    ///
    /// - Throws: `IngestError` for a page that is not of this feed; `JSONError`, `XMLError`, `CSVError` and
    ///   `TextEncodingError` for bytes that are cut off or broken; any error that `onRow` throws.
    func read(_ bytes: ByteSource, onRow: (FeedRow) throws -> Void) throws -> PageSummary {
        let text = try feed.encoding.decoding(bytes)
        switch feed.envelope {
        case .csv: return try CSVPage(feed: feed).read(text, onRow: onRow)
        case .openData(let service):
            let (first, isHTML, whole) = try Self.start(of: text)
            let summary: PageSummary
            switch first {
            case nil: throw IngestError(.empty, page: bytes.name)
            case UInt8(ascii: "<") where isHTML: throw IngestError(.html, page: bytes.name)
            case UInt8(ascii: "{"): summary = try JSONPage(feed: feed, service: service).read(whole, onRow: onRow)
            case UInt8(ascii: "<"): summary = try XMLPage(feed: feed).read(whole, onRow: onRow)
            default: throw IngestError(.notAPage, page: bytes.name)
            }
            try check(summary, service: service, page: bytes.name)
            return summary
        }
    }

    /// Returns the first byte that is not white space, and the source from its start. This byte tells what a page
    /// holds; the HTTP status and the content type do not.
    private static func start(of source: ByteSource) throws -> (first: UInt8?, isHTML: Bool, whole: ByteSource) {
        var start: [UInt8] = []
        var isAtEnd = false
        while !isAtEnd {
            let chunk = try source.next()
            isAtEnd = chunk.isEmpty
            // A live page comes in one piece, which is used without a copy.
            if start.isEmpty { start = chunk } else { start += chunk }
            let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
            // 400 bytes are enough to recognize a byte order mark and a web page, also after an XML declaration. A pipe
            // may deliver these bytes one by one.
            guard let first = text.firstIndex(where: { $0 > 0x20 }), isAtEnd || text.count - first >= 400 else {
                if text.count > maximumBlanks { return (0, false, source) }
                continue
            }
            let opening = String(decoding: text[first...].prefix(400), as: UTF8.self).lowercased()
            let isHTML = ["<!doctype html", "<html"].contains {
                opening.hasPrefix($0) || opening.hasPrefix("<?xml") && opening.contains($0)
            }
            return (text[first], isHTML, Self.source(named: source.name, starting: Array(text), then: source))
        }
        return (nil, false, source)
    }

    private static func source(named name: String, starting start: [UInt8], then rest: ByteSource) -> ByteSource {
        var start: [UInt8]? = start
        return ByteSource(name: name) {
            defer { start = nil }
            return try start ?? rest.next()
        }
    }

    private func check(_ summary: PageSummary, service: String, page: String) throws {
        if let found = summary.service, found != service {
            let isHTML = found.lowercased() == "html"
            throw IngestError(isHTML ? .html : .wrongService(found: found, wanted: service), page: page)
        }
        guard summary.code == "INFO-000" else {
            // If a request asks for rows after the last one, the service answers with this code and without its own
            // object.
            if summary.code == "INFO-200", summary.rowCount == 0 { return }
            guard let code = summary.code, !code.trimmingBlanks().isEmpty else {
                throw IngestError(.missingField("RESULT.CODE"), page: page)
            }
            throw IngestError(.result(code: code, message: summary.message ?? ""), page: page)
        }
        if let found = summary.notRows { throw IngestError(.notRows(found), page: page) }
        guard summary.service != nil else { throw IngestError(.missingField(service), page: page) }
        guard summary.total != nil else { throw IngestError(.missingField("list_total_count"), page: page) }
    }
}
