internal import GeocliCatalog
public import GeocliFetching
internal import GeocliPlaces
package import GeocliText
internal import Logging

/// The pages of a live service, requested one after another.
///
/// The next page begins after the rows received so far, so a service may send fewer or more rows than requested. It is
/// a class because it keeps its position in the feed. Only one thread uses it.
final class LivePages: FeedSource {
    /// The maximum number of pages: twenty million rows. A feed with more pages counts as endless.
    static let maximumPages = 20_000

    let name: String
    var canStartOver: Bool { true }
    /// True only for a service that states the feed's total and that is asked for rows by their numbers. A service that
    /// counts pages can't be asked whether the last kept row is still in the same position. Without a stated total, the
    /// kept pages could be mistaken for all pages.
    var canResume: Bool { service.paging == .range && feed.envelope.totalCounts == .feed }
    var secret: APIKey? { request.key }

    private let feed: Feed
    private let service: FeedService
    private let request: LiveRequest
    private let client: ServiceClient?
    private let log: Logger
    private let now: () throws -> SeoulTime
    /// The pages that an interrupted run kept. They are used once, instead of the first pages of the service.
    private var kept: [(page: KeptPage, bytes: () throws -> [UInt8])] = []
    private var firstRow = 1
    private var formerHash: String?
    /// The total that the first page stated, as long as it is not known whether that page is the whole feed. It is
    /// equal to the number of rows of that page.
    private var statedTotal: Int?
    private var hasShortPage = false
    private var lastCount = 0
    /// Whether the last page had no rows, although it did not say that the feed has ended.
    private var isEndInDoubt = false
    private var isStarted = false

    /// Throws `FetchError(.libraryMissing)`.
    init(
        _ feed: Feed, service: FeedService, _ request: LiveRequest, log: Logger, now: @escaping () throws -> SeoulTime
    ) throws {
        self.feed = feed
        self.service = service
        self.request = request
        self.log = log
        self.now = now
        name = "\(request.service)\(service.steadyPart)"
        let key = try service.keyVariable == nil ? APIKey.notNeeded : request.key
        client = try key.map {
            try ServiceClient(
                service: request.service, key: $0, headers: service.headers, proxy: request.proxy,
                limits: request.limits, userAgent: request.userAgent, log: log)
        }
    }

    /// Uses the pages of an interrupted run instead of the first pages of the service.
    func resume(with pages: [KeptPage], from archive: PageArchive) {
        kept = pages.map { page in (page, { try archive.bytes(of: page) }) }
    }

    func page(_ number: Int, after former: PageSummary?) throws -> FeedPage? {
        if number == 1 { startOver() }
        if let former, try !moveOn(after: former) { return nil }
        guard number <= Self.maximumPages else { throw IngestError(.tooManyPages(Self.maximumPages), page: name) }
        if number > 1, number == kept.count + 1, try !continues(kept[number - 2]) { return nil }
        guard let page = try keptPage(number) ?? nextPage(number) else { return nil }
        guard let fetched = page.fetched else { return page }
        // A service that ignores the page numbers sends the same page forever.
        if fetched.sha256 == formerHash {
            if isEndInDoubt { return nil }
            // If the page states the feed's total, a guard compares this total with the number of rows. Otherwise
            // nothing shows whether the rows are complete: the service may also ignore the page size and always send
            // its first rows.
            guard feed.envelope.totalCounts == .feed else { throw IngestError(.samePage, page: page.name) }
            return nil
        }
        formerHash = fetched.sha256
        return page
    }

    private func startOver() {
        if isStarted { kept = [] }
        isStarted = true
        firstRow = 1
        formerHash = nil
        statedTotal = nil
        hasShortPage = false
        lastCount = 0
        isEndInDoubt = false
    }

    /// Moves to the row after a page. Returns whether to ask for another page.
    private func moveOn(after page: PageSummary) throws -> Bool {
        try checkEnd(page)
        firstRow += page.rowCount
        lastCount = page.rowCount
        guard service.paging != .single else { return false }
        guard page.rowCount > 0 else { return asksAfter(emptyPage: page) }
        if page.rowCount < service.rowsPerPage { hasShortPage = true }
        // If a feed states no total, a page with fewer rows than asked for is not the end.
        guard feed.envelope.totalCounts == .feed else { return true }
        guard let total = page.total, firstRow > total else { return page.total != nil }
        // If the total is equal to the number of rows of the first page, it may count the rows of that page only. One
        // more request decides this. The services of built-in feeds are known, so for them only a full first page is in
        // doubt.
        let isInDoubt = total == service.rowsPerPage || feed.declarationHash != nil
        guard isInDoubt, page.rowCount == total, statedTotal == nil else { return false }
        statedTotal = total
        return true
    }

    /// Returns whether to ask for another page after a page without rows.
    ///
    /// A total of the feed is compared with the number of rows, and a code for the end is the end. If the declaration
    /// names neither, the page may also be a fault of the service. Then the feed ends with two such pages in a row.
    private func asksAfter(emptyPage page: PageSummary) -> Bool {
        guard feed.envelope.totalCounts != .feed, !(page.code.map(feed.envelope.emptyCodes.contains) ?? false),
            !isEndInDoubt
        else { return false }
        isEndInDoubt = true
        firstRow += service.rowsPerPage
        return true
    }

    /// Checks a page that came although the preceding page looked like the last one.
    private func checkEnd(_ page: PageSummary) throws {
        guard page.rowCount > 0 else { return }
        if isEndInDoubt { throw IngestError(.rowsAfterEmpty, page: name) }
        if let statedTotal { throw IngestError(.moreThanTotal(statedTotal), page: name) }
        // The service may compute the start of a page from the requested number of rows. If it sends fewer rows in a
        // page, the rows between this page and the next one may be missing.
        if hasShortPage, service.paging == .page, feed.envelope.totalCounts != .feed {
            throw IngestError(.shortPage(rows: lastCount, asked: service.rowsPerPage), page: name)
        }
    }

    /// Returns the next page of the service; nil at the end of the feed.
    ///
    /// If the first page already has as many rows as the total of the feed, the next page is requested only to find out
    /// whether the total counts just that page. Many services answer such a request with an error, for example with the
    /// status 404. So an answer without rows is the end, whatever it says, unless it is about the key.
    private func nextPage(_ number: Int) throws -> FeedPage? {
        guard statedTotal != nil else { return try fetchedPage(number) }
        do {
            let page = try fetchedPage(number)
            let bytes = ByteSource(name: page.name, bytes: page.fetched?.bytes ?? [])
            do {
                _ = try FeedEnvelope(feed: feed).read(bytes) { _ in throw FirstRow() }
            } catch is FirstRow {}
            return page
        } catch let error as any ExplainedError where Self.isAnswer(error) {
            log.debug("no further page", metadata: ["because": "\(error.words.en)"])
            return nil
        }
    }

    private struct FirstRow: Error {}

    /// Returns whether an error is the service's answer to this request: not a failure of the network, and not about the
    /// key or its limits.
    private static func isAnswer(_ error: any ExplainedError) -> Bool {
        if let error = error as? FetchError {
            guard case .status(let status) = error.code else { return false }
            return ![401, 403, 407, 408, 429].contains(status)
        }
        guard case .result(let code, let message)? = (error as? IngestError)?.code else { return true }
        return ![.key, .quota].contains(ResultClass(code: code, message: message))
    }

    private func keptPage(_ number: Int) throws -> FeedPage? {
        guard kept.indices.contains(number - 1) else { return nil }
        let (page, bytes) = kept[number - 1]
        do {
            let bytes = try bytes()
            log.debug("kept from an earlier run", metadata: ["page": "\(page.name)"])
            return Self.page(page.name, bytes, at: page.fetchedAt)
        } catch let error as CatalogError where error.code == .corrupt {
            // A damaged page and all pages after it are fetched again.
            kept.removeSubrange((number - 1)...)
            return nil
        }
    }

    private func fetchedPage(_ number: Int) throws -> FeedPage {
        let target = service.target(page: number, firstRow: firstRow, count: service.rowsPerPage)
        guard let client else {
            throw FetchError.noKey(for: request.service, target: target, variable: service.keyVariable)
        }
        let name = client.name(of: target)
        if let refusal = request.refusal { throw refusal }
        // After what looks like the last page, anything but rows is the end.
        let isEndLikely = statedTotal != nil
        let bytes = try client.page(target) { Self.verdict($0, status: $1, name, feed, isEndLikely: isEndLikely) }
        return Self.page(name, bytes, at: try now())
    }

    /// Returns whether the service still has the last row of the kept pages at the same row number. If not, the feed
    /// has changed, and old and new pages must not be mixed. In that case, the reading ends early and starts over.
    private func continues(_ last: (page: KeptPage, bytes: () throws -> [UInt8])) throws -> Bool {
        // A service that counts pages can't be asked for one row.
        guard let client, firstRow > 1, service.paging == .range else { return service.paging == .range }
        let path = service.target(page: 0, firstRow: firstRow - 1, count: 1)
        let name = client.name(of: path)
        let now = try Self.lastRow(of: try client.page(path) { Self.verdict($0, status: $1, name, feed) }, name, feed)
        let then = try Self.lastRow(of: try last.bytes(), last.page.name, feed)
        log.debug("checking whether the feed has changed", metadata: ["moved": "\(now != then)"])
        return now == then
    }

    /// Returns the last row of a page as it came, and the total that the page states.
    private static func lastRow(of bytes: [UInt8], _ name: String, _ feed: Feed) throws -> [String] {
        var row = ""
        let summary = try FeedEnvelope(feed: feed).read(ByteSource(name: name, bytes: bytes)) { found in
            switch found {
            case .record(let record): row = record.raw
            case .unusable(let found): row = found.raw
            case .recordOfUnknownStatus(let record, _): row = record.raw
            case .skipped(_, let json): row = String(decoding: json, as: UTF8.self)
            }
        }
        return [row, summary.total.map(String.init) ?? ""]
    }

    private static func page(_ name: String, _ bytes: [UInt8], at time: SeoulTime) -> FeedPage {
        FeedPage(
            name: name, bytes: ByteSource(name: name, bytes: bytes),
            fetched: FeedPage.Fetched(at: time, bytes: bytes))
    }

    /// Returns whether a response body is a page or an error of the service. An error of the service can come with any
    /// HTTP status, is short, and has no rows.
    private static func verdict(
        _ body: [UInt8], status: Int, _ name: String, _ feed: Feed, isEndLikely: Bool = false
    ) -> ServiceClient.Verdict {
        guard body.count <= 1 << 20 || mayBeCut(body) else { return .page }
        do {
            let envelope = FeedEnvelope(feed: feed, findsFaults: status == 200)
            _ = try envelope.read(ByteSource(name: name, bytes: body)) { _ in }
        } catch let error as any ExplainedError where error.isNoPage {
            // With another status, the status says more.
            return status == 200 && !isEndLikely ? .passing(error) : .page
        } catch let error as IngestError {
            // The next answer may have the rows, or the code for the end.
            if case .emptyPage = error.code { return .passing(error) }
            guard case .result(let code, let message) = error.code else { return .page }
            switch ResultClass(code: code, message: message) {
            case .key, .quota: return .final(error)
            case .server: return .passing(error)
            case .request, .unknown: return .page
            }
        } catch {
            // The same error occurs again when the page is read, and is reported then.
        }
        return .page
    }

    /// Returns whether a body is JSON or XML and does not end like it.
    private static func mayBeCut(_ body: [UInt8]) -> Bool {
        func isMark(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x80 }
        guard let first = body.first(where: isMark), "{[<".utf8.contains(first) else { return false }
        return !(body.last(where: isMark).map("}]>".utf8.contains) ?? false)
    }
}

/// A live service and the settings for requests to it.
public struct LiveRequest: Sendable {
    public var service: ServiceURL
    /// The key; nil if there is none. If the service needs a key and there is none, the run reports the error.
    public var key: APIKey?
    public var limits: FetchLimits
    /// The proxy, which sees the key of an http request; nil for none. `Proxy.chosen` decides about it.
    public var proxy: Proxy?
    /// Why no request may be sent; nil if requests may be sent. The run fails with this error.
    package var refusal: PlainError?
    /// The name that geocli sends to the service, such as `geocli/1.0`.
    public var userAgent: String
    /// Whether the run continues after the pages that an interrupted run kept.
    public var isResumed = false

    public init(service: ServiceURL, key: APIKey?, limits: FetchLimits, userAgent: String) {
        self.service = service
        self.key = key
        self.limits = limits
        self.userAgent = userAgent
    }
}
