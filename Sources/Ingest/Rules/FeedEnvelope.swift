internal import GeocliGeo
internal import GeocliText

/// Reads one page in the format that the feed declares (JSON, XML, CSV or GeoJSON), one row after another.
struct FeedEnvelope {
    let feed: Feed
    /// Whether an error counts that a page states in a place that the declaration does not name. With an HTTP status
    /// that is an error, the status counts.
    var findsFaults = true

    /// Calls `onRow` with each row of the page, then checks the page's result code, service name and total.
    /// - Throws: `IngestError` for a page that is not of this feed; `JSONError`, `XMLError`, `CSVError` and
    ///   `TextEncodingError` for bytes that are cut off or broken; any error of `onRow`.
    func read(_ bytes: ByteSource, onRow: (FeedRow) throws -> Void) throws -> PageSummary {
        guard let own = OwnFile(feed, name: bytes.name) else { return try readPage(bytes, onRow: onRow) }
        do {
            return try readPage(bytes, own, onRow: onRow)
        } catch let error as any ExplainedError {
            throw own.explaining(error)
        }
    }

    private func readPage(
        _ bytes: ByteSource, _ own: OwnFile? = nil, onRow: (FeedRow) throws -> Void
    ) throws -> PageSummary {
        do {
            return try readText(bytes, own, onRow: onRow)
        } catch let error as any BrokenRowError where error.isEncoding && feed.encoding != .utf8 {
            throw TextEncodingError(
                name: bytes.name, encoding: feed.encoding, offset: error.faultOffset, line: error.faultLine)
        }
    }

    private func readText(_ bytes: ByteSource, _ own: OwnFile?, onRow: (FeedRow) throws -> Void) throws -> PageSummary {
        let text = try feed.encoding.decoding(try Self.readable(bytes, isOwn: own != nil), marksWrongBytes: true)
        let (first, whole) = try text.opening()
        try own?.checkForm(first)
        var summary: PageSummary
        switch (feed.envelope.form, first) {
        case (.csv(let shape), let first):
            // A service that is asked for a CSV file may send its error as XML or JSON.
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                throw IngestError(.jsonForCSV, page: bytes.name)
            }
            guard first == UInt8(ascii: "<") else {
                return try CSVPage(feed: feed, shape: shape).read(whole, onRow: onRow)
            }
            summary = try XMLPage(feed: feed).read(whole, onRow: onRow)
        case (.geojson, let first) where !feed.envelope.hasPaths:
            guard first == UInt8(ascii: "<") else {
                summary = try GeoJSONPage(feed: feed).read(own == nil ? whole : whole.ofFeatures(), onRow: onRow)
                try checkFault(summary, page: bytes.name)
                return summary
            }
            summary = try XMLPage(feed: feed).read(whole, onRow: onRow)
        case (_, nil): throw IngestError(.empty, page: bytes.name)
        case (_, UInt8(ascii: "{")), (_, UInt8(ascii: "[")):
            summary = try JSONPage(feed: feed).read(whole, onRow: onRow)
        case (_, UInt8(ascii: "<")): summary = try XMLPage(feed: feed).read(whole, onRow: onRow)
        default: throw IngestError(.notAPage, page: bytes.name)
        }
        summary.takeLoneResult(of: feed.envelope)
        try check(summary, page: bytes.name)
        return summary
    }

    /// Returns a source with the same bytes.
    ///
    /// - Throws: `IngestError` for an archive, a workbook, a web page or a similar file; `PlainError` if it is a person's
    ///   own.
    private static func readable(_ source: ByteSource, isOwn: Bool) throws -> ByteSource {
        let (kind, _, whole) = try FileKind.recognize(source)
        guard let kind else { return whole }
        if isOwn { throw PlainError.notText(kind, in: source.name) }
        throw IngestError(kind.isWebPage ? .html : .notText(kind.words), page: source.name)
    }

    private func check(_ summary: PageSummary, page: String) throws {
        let envelope = feed.envelope
        if summary.isPortalError {
            throw IngestError(.result(code: summary.code ?? "", message: summary.message ?? ""), page: page)
        }
        try checkFault(summary, page: page)
        if !envelope.hasPaths { throw IngestError(.notAPage, page: page) }
        let root = envelope.root ?? ""
        if let found = summary.service, found != root {
            guard found.lowercased() != "html" else { throw IngestError(.html, page: page) }
            guard feed.declarationHash == nil else { throw lacks("rows", envelope.rows, summary, page: page) }
            throw IngestError(.wrongService(found: found, wanted: root.isEmpty ? "[" : root), page: page)
        }
        try checkCode(summary, page: page)
        if let code = summary.code, !envelope.goodCodes.contains(code) { return }
        if let found = summary.notRows { throw IngestError(.notRows(found), page: page) }
        guard summary.service != nil || root.isEmpty else {
            throw lacks("rows", envelope.rows, old: root, summary, page: page)
        }
        try checkTotal(summary, page: page)
        // The declaration names the code of a page after the last row, so this page is not that one.
        if envelope.totalCounts != .feed, summary.rowCount == 0, !envelope.emptyCodes.isEmpty {
            throw IngestError(.emptyPage(code: summary.code ?? ""), page: page)
        }
    }

    /// Throws what the page says about an error or about missing rows in a place that the declaration does not name. An
    /// error beside rows is not one of the page.
    private func checkFault(_ summary: PageSummary, page: String) throws {
        guard findsFaults else { return }
        if let cut = summary.fault.cut { throw PlainError(part: page, because: cut) }
        let envelope = feed.envelope
        let code = summary.code
        guard summary.rowCount == 0, !(code.map(envelope.emptyCodes.contains) ?? false),
            let (faultCode, text) = summary.fault.failure(hasCode: code != nil)
        else { return }
        guard let code, !envelope.goodCodes.contains(code) else {
            throw IngestError(.result(code: faultCode, message: text), page: page)
        }
        let message = summary.message ?? ""
        throw IngestError(.result(code: code, message: message.isEmpty ? text : message), page: page)
    }

    /// Returns why a page may have no list of rows: the path of the rows in a declaration that a person wrote; nil for any
    /// other page.
    func lackOfRows(_ summary: PageSummary, page: String) -> IngestError? {
        guard feed.declarationHash != nil, feed.envelope.hasPaths, !summary.hasRows, summary.total != 0,
            !(summary.code.map(feed.envelope.emptyCodes.contains) ?? false)
        else { return nil }
        return lacks("rows", feed.envelope.rows, summary, page: page)
    }

    /// Returns the error for a page without the value at a path. For a declaration that a person wrote, the message
    /// says what the page has there; for a built-in one, which was right when it was made, it says `old`.
    private func lacks(
        _ key: String, _ path: [String], old: String? = nil, _ summary: PageSummary, page: String
    ) -> IngestError {
        let name = path.joined(separator: ".")
        guard feed.declarationHash != nil else { return IngestError(.missingField(old ?? name), page: page) }
        let (start, names) = summary.members(towards: path)
        return IngestError(
            .missingPath(key: key, path: name, start: start.joined(separator: "."), members: names), page: page)
    }

    /// Checks the result code. If it is neither that of a page with rows nor that of the end, the page is an error.
    private func checkCode(_ summary: PageSummary, page: String) throws {
        let envelope = feed.envelope
        if envelope.codes.isEmpty, summary.code == nil { return }
        guard let code = summary.code, !code.trimmingBlanks().isEmpty else {
            let path = envelope.codes.first ?? []
            throw lacks("result", path, summary, page: page)
        }
        // If a request asks for rows after the last one, a service answers with a special code. Some services then leave
        // out their own object.
        if envelope.goodCodes.contains(code) || envelope.emptyCodes.contains(code) && summary.rowCount == 0 { return }
        let isDeclared = feed.declarationHash != nil && !envelope.codes.isEmpty
        let meaning = ResultClass(code: code, message: summary.message ?? "")
        let isUnlisted = meaning == .unknown || code == "INFO-200" || summary.rowCount > 0 && meaning != .key
        guard isDeclared, isUnlisted else {
            throw IngestError(.result(code: code, message: summary.message ?? ""), page: page)
        }
        throw IngestError(
            .unlistedCode(
                code, message: summary.message ?? "", good: envelope.goodCodes.sorted(),
                empty: envelope.emptyCodes.sorted()), page: page)
    }

    private func checkTotal(_ summary: PageSummary, page: String) throws {
        let envelope = feed.envelope
        if envelope.totalCounts != .none, let totals = summary.twoTotals {
            throw IngestError(.twoTotals(totals[0], totals[1]), page: page)
        }
        if envelope.totalCounts != .none, summary.total == nil {
            if let text = summary.badTotal {
                throw IngestError(.badTotal(envelope.total.joined(separator: "."), text), page: page)
            }
            throw lacks("total", envelope.total, old: envelope.total.last, summary, page: page)
        }
        if envelope.totalCounts == .page, let total = summary.total, total != summary.rowCount {
            throw IngestError(.pageTotal(total, rows: summary.rowCount), page: page)
        }
        // If the total does not count the whole feed, a page without its list of rows does not count as an empty page.
        if envelope.totalCounts != .feed, !summary.hasRows {
            throw lacks("rows", envelope.rows, summary, page: page)
        }
    }
}

extension Feed {
    /// The format around the rows, and the paths of the values that a page states.
    ///
    /// A path lists the names of members (JSON) or elements (XML) from the outside in. It passes through arrays. The
    /// first byte distinguishes JSON from XML, because services send errors as XML even if JSON was requested.
    public struct Envelope: Sendable, Equatable {
        public enum Form: Sendable, Equatable {
            case tree
            case csv(CSVShape)
            /// GeoJSON. With a path of rows, the Features are inside a JSON page. Without one, the file is GeoJSON
            /// itself, perhaps with one Feature in each line.
            case geojson
        }

        public enum Total: String, Sendable, CaseIterable {
            /// All rows of the feed.
            case feed
            /// The rows of this page.
            case page
            case none
        }

        public let form: Form
        /// The path of the rows; empty if the document itself is the list of rows.
        public var rows: [String] = []
        public var total: [String] = []
        public var totalCounts = Total.none
        /// The paths of the result code, which a service may send in several places. Empty if pages have no code.
        public var codes: [[String]] = []
        public var messages: [[String]] = []
        /// The result codes of a page with rows.
        public var goodCodes: Set<String> = []
        /// The result codes of a page without rows, which comes after the last row.
        public var emptyCodes: Set<String> = []

        /// Whether an empty text in the place of the rows means a page without rows. Some services send this after the
        /// last row; other services send it only after a fault.
        public var allowsBlankRows = true

        public init(_ form: Form) { self.form = form }

        /// Returns the envelope of the Seoul Open Data Plaza: JSON or XML, with the rows under `service`.
        public static func openData(service: String) -> Envelope {
            var envelope = Envelope(.tree)
            envelope.rows = [service, "row"]
            envelope.total = [service, "list_total_count"]
            envelope.totalCounts = .feed
            envelope.codes = [["RESULT", "CODE"], [service, "RESULT", "CODE"]]
            envelope.messages = [["RESULT", "MESSAGE"], [service, "RESULT", "MESSAGE"]]
            envelope.goodCodes = ["INFO-000"]
            envelope.emptyCodes = ["INFO-200"]
            envelope.allowsBlankRows = false
            return envelope
        }

        /// A CSV file with commas and a line of column names.
        public static let csv = Envelope(.csv(CSVShape()))

        var root: String? { rows.first }

        /// Whether values around the rows are at the paths of the declaration.
        var hasPaths: Bool { form == .tree || form == .geojson && !rows.isEmpty }

        /// Names that services use only for a total, in lower case, without underscores and hyphens.
        private static let usualTotals: Set<String> = [
            "listtotalcount", "totalcount", "totalcnt", "totcnt", "matchcount", "totalelements", "numbermatched",
            "totalresults", "totalrecords", "totalrows", "totalitems", "totalhits", "recordstotal", "nhits", "nbhits",
            "totalfeatures",
        ]

        /// Returns whether services use this name only for the total of a feed, or of a page.
        static func isUsualTotal(_ name: String) -> Bool {
            name.utf8.count < 32 && usualTotals.contains(name.lowercased().filter { $0 != "_" && $0 != "-" })
        }

        /// The path of the error code that data.go.kr may send instead of a page; the same in JSON and XML.
        static let portalCode = ["OpenAPI_ServiceResponse", "cmmMsgHeader", "returnReasonCode"]
        static let portalMessage = ["OpenAPI_ServiceResponse", "cmmMsgHeader", "returnAuthMsg"]

        /// Where portals send a result alone, without the service's own object: after the last row, or after a fault.
        /// Seoul, Gyeonggi and NEIS send `RESULT`, Seoul's bicycles the two texts by themselves, odcloud `code`.
        static let loneCodes = [["RESULT", "CODE"], ["CODE"], ["code"]]
        static let loneMessages = [["RESULT", "MESSAGE"], ["MESSAGE"], ["msg"]]
    }

    public struct CSVShape: Sendable, Equatable {
        public var delimiter = UInt8(ascii: ",")
        public var columnCount: Int?

        public init() {}

        public static func name(ofColumn number: Int) -> String { "column \(number)" }
    }
}
