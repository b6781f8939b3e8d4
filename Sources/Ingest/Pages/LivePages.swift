internal import GeocliCatalog
public import GeocliFetching
internal import GeocliPlaces
internal import GeocliText
internal import Logging

/// A live service, asked for page after page.
///
/// The next page begins behind the rows received, whatever was asked for, so a service may give fewer or more.
/// A class because it remembers where it is. Used by one thread.
final class LivePages: FeedSource {
    /// The service serves at most so many rows at once.
    static let rowsPerPage = 1000
    /// Twenty million rows; a feed that goes on behind them never ends.
    static let maximumPages = 20_000

    let name: String
    var canStartOver: Bool { true }
    var secret: APIKey? { request.key }

    private let feed: Feed
    private let service: String
    private let request: LiveRequest
    private let client: ServiceClient?
    private let log: Logger
    private let now: () throws -> SeoulTime
    /// Pages of an interrupted run, taken in place of the first ones; once only.
    private var kept: [(page: KeptPage, bytes: () throws -> [UInt8])] = []
    private var firstRow = 1
    private var formerHash: String?
    private var isStarted = false

    /// The pages of `feed` at the address that `request` names, from now on.
    ///
    /// - Throws: `FetchError(.libraryMissing)`.
    init(
        _ feed: Feed, service: String, _ request: LiveRequest, log: Logger, now: @escaping () throws -> SeoulTime
    ) throws {
        self.feed = feed
        self.service = service
        self.request = request
        self.log = log
        self.now = now
        name = "\(request.service)/\(APIKey.placeholder)/json/\(service)"
        client = try request.key.map {
            try ServiceClient(
                service: request.service, key: $0, limits: request.limits, userAgent: request.userAgent, log: log)
        }
    }

    /// Takes the pages of an interrupted run in place of the first ones.
    func resume(with pages: [KeptPage], from archive: PageArchive) {
        kept = pages.map { page in (page, { try archive.bytes(of: page) }) }
    }

    func page(_ number: Int, after former: PageSummary?) throws -> FeedPage? {
        if number == 1 { startOver() }
        if let former, try !moveOn(behind: former) { return nil }
        guard number <= Self.maximumPages else { throw IngestError(.tooManyPages(Self.maximumPages), page: name) }
        if number > 1, number == kept.count + 1, try !continues(kept[number - 2]) { return nil }
        let page = try keptPage(number) ?? fetchedPage()
        guard let fetched = page.fetched else { return page }
        // A service that does not look at the row numbers gives the same page for ever.
        guard fetched.sha256 != formerHash else { return nil }
        formerHash = fetched.sha256
        return page
    }

    private func startOver() {
        if isStarted { kept = [] }
        isStarted = true
        firstRow = 1
        formerHash = nil
    }

    /// Whether there is more behind a page.
    private func moveOn(behind page: PageSummary) throws -> Bool {
        firstRow += page.rowCount
        guard page.rowCount > 0, let total = page.total else { return false }
        return firstRow <= total
    }

    private func keptPage(_ number: Int) throws -> FeedPage? {
        guard kept.indices.contains(number - 1) else { return nil }
        let (page, bytes) = kept[number - 1]
        do {
            let bytes = try bytes()
            log.debug("kept from an earlier run", metadata: ["page": "\(page.name)"])
            return Self.page(page.name, bytes, at: page.fetchedAt)
        } catch let error as CatalogError where error.code == .corrupt {
            // What is damaged is fetched anew, and all behind it.
            kept.removeSubrange((number - 1)...)
            return nil
        }
    }

    private func fetchedPage() throws -> FeedPage {
        let path = "json/\(service)/\(firstRow)/\(firstRow + Self.rowsPerPage - 1)/"
        guard let client else { throw FetchError.noKey(for: request.service, path: path) }
        let name = client.name(of: path)
        let bytes = try client.page(path) { Self.verdict($0, name, feed) }
        return Self.page(name, bytes, at: try now())
    }

    /// Whether the service still has the last row of the kept pages where it was: what has moved since must not be mixed.
    /// If not, the reading comes out short and starts over.
    private func continues(_ last: (page: KeptPage, bytes: () throws -> [UInt8])) throws -> Bool {
        guard let client, firstRow > 1 else { return true }
        let path = "json/\(service)/\(firstRow - 1)/\(firstRow - 1)/"
        let name = client.name(of: path)
        let now = try Self.lastRow(of: try client.page(path) { Self.verdict($0, name, feed) }, name, feed)
        let then = try Self.lastRow(of: try last.bytes(), last.page.name, feed)
        log.debug("looking whether the feed has moved", metadata: ["moved": "\(now != then)"])
        return now == then
    }

    /// The last row of a page as it came, and the total that the page states.
    private static func lastRow(of bytes: [UInt8], _ name: String, _ feed: Feed) throws -> [String] {
        var row = ""
        let summary = try FeedEnvelope(feed: feed).read(ByteSource(name: name, bytes: bytes)) { found in
            switch found {
            case .record(let record): row = record.raw
            case .other(let raw): row = raw
            }
        }
        return [row, summary.total.map(String.init) ?? ""]
    }

    private static func page(_ name: String, _ bytes: [UInt8], at time: SeoulTime) -> FeedPage {
        FeedPage(
            name: name, bytes: ByteSource(name: name, bytes: bytes),
            fetched: FeedPage.Fetched(at: time, bytes: bytes))
    }

    /// Errors of the service come with any status, are short, and hold no rows.
    private static func verdict(_ body: [UInt8], _ name: String, _ feed: Feed) -> ServiceClient.Verdict {
        guard body.count <= 1 << 20 else { return .page }
        do {
            _ = try FeedEnvelope(feed: feed).read(ByteSource(name: name, bytes: body)) { _ in }
        } catch let error as IngestError {
            guard case .result(let code, _) = error.code else { return .page }
            switch ResultClass(code: code) {
            case .key: return .final(error)
            case .server: return .passing(error)
            case .request, .unknown: return .page
            }
        } catch {
            // What it is instead of a page is found out when it is read.
        }
        return .page
    }
}

/// A live service and how it is to be asked.
public struct LiveRequest: Sendable {
    /// Its address.
    public var service: ServiceURL
    /// The key; nil if there is none, so that the run can say so.
    public var key: APIKey?
    /// How long and how much it may take.
    public var limits: FetchLimits
    /// What the service is told of us, `geocli/1.0`.
    public var userAgent: String
    /// Whether the pages of an interrupted run are taken over.
    public var isResumed = false

    /// A service.
    public init(service: ServiceURL, key: APIKey?, limits: FetchLimits, userAgent: String) {
        self.service = service
        self.key = key
        self.limits = limits
        self.userAgent = userAgent
    }
}
