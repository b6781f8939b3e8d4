internal import GeocliCatalog
public import GeocliFetching
public import GeocliPlaces
public import GeocliText
internal import Glibc

public protocol FeedSource {
    /// The source's name in the catalog. It holds no credential.
    var name: String { get }
    /// Whether all pages may be read again if the feed changed during the reading.
    var canStartOver: Bool { get }
    /// Whether a later run can continue after the pages that this run kept.
    var canResume: Bool { get }
    /// Whether its bytes can be read a second time. This is not possible for a pipe.
    var canBeReadAgain: Bool { get }
    /// Whether a thread other than the catalog's may request its pages.
    var canBeReadBeside: Bool { get }
    /// `RunDescription.repeats` of an earlier run that read the same pages; nil if there is none.
    var formerRepeats: String? { get }
    /// The service's key, which must not appear in any message; nil if the source needs no key.
    var secret: APIKey? { get }

    /// Returns the next page after `former`; nil after the last one. The first page has number 1; another call with 1
    /// starts over. Throws any error that occurs while the page is read or requested.
    func page(_ number: Int, after former: PageSummary?) throws -> FeedPage?
}

extension FeedSource {
    /// False: saved pages do not change.
    public var canStartOver: Bool { false }
    /// False: a run of saved pages can simply be repeated.
    public var canResume: Bool { false }
    /// True: the bytes are kept or can be requested again.
    public var canBeReadAgain: Bool { true }
    /// False: a service mostly waits, so a second thread saves no time. Kept pages are in the catalog, so only the
    /// catalog's thread can read them.
    public var canBeReadBeside: Bool { false }
    public var formerRepeats: String? { nil }
    public var secret: APIKey? { nil }
}

public struct FeedPage {
    public struct Fetched {
        public let at: SeoulTime
        public let bytes: [UInt8]
        public let sha256: String

        public init(at: SeoulTime, bytes: [UInt8]) {
            self.at = at
            self.bytes = bytes
            sha256 = SHA256(bytes).hexDigest()
        }
    }

    /// Its name in messages and among rejected rows.
    public let name: String
    package let bytes: ByteSource
    /// The time and bytes of a page that came from a service; nil for a page that need not be kept.
    public let fetched: Fetched?

    package init(name: String, bytes: ByteSource, fetched: Fetched?) {
        self.name = name
        self.bytes = bytes
        self.fetched = fetched
    }
}

/// Pages that already exist: in files, on standard input, or in the bundled sample.
public struct SavedPages: FeedSource {
    /// One page. It is opened only when it is read.
    public struct Page {
        /// Its name in messages and among rejected rows.
        public let name: String
        public let canBeReadAgain: Bool
        package let open: () throws -> ByteSource

        package init(name: String, canBeReadAgain: Bool = true, open: @escaping () throws -> ByteSource) {
            self.name = name
            self.canBeReadAgain = canBeReadAgain
            self.open = open
        }
    }

    public let name: String
    public let pages: [Page]
    public var canBeReadAgain: Bool { pages.allSatisfy(\.canBeReadAgain) }

    /// Whether all pages are files. A thread that waits for a pipe can't be stopped after the catalog has failed.
    public var canBeReadBeside: Bool { canBeReadAgain }

    public init(name: String, pages: [Page]) {
        self.name = name
        self.pages = pages
    }

    public func page(_ number: Int, after former: PageSummary?) throws -> FeedPage? {
        guard pages.indices.contains(number - 1) else { return nil }
        let page = pages[number - 1]
        return FeedPage(name: page.name, bytes: try page.open(), fetched: nil)
    }

    /// Returns saved pages: files, folders, pipes, and `-` for standard input. A folder contributes its files that have
    /// one of `endings` (those of the feed's format), sorted by name, with numbers in names compared by value. `limits`
    /// are the waits for the writer of a pipe or of standard input. `options` are the words that must follow the paths
    /// on a command line to read the pages in the same way.
    /// - Throws: `ByteSourceError` for a path that can't be read; `IngestError(.noPages)` for a folder without pages;
    ///   `PlainError` for a folder in which something other than a regular file has the name of a page.
    public static func at(
        _ paths: [String], waitingAtMost limits: WaitingLimits = WaitingLimits(totalSeconds: 300),
        with options: String = "", endings: [String] = Feed.usualPageEndings
    ) throws -> SavedPages {
        let pages = try paths.flatMap { path -> [Page] in
            if path == "-" { return [stream(nil, limits)] }
            let mode = try mode(of: path)
            guard mode & S_IFMT == S_IFDIR else {
                return [mode & S_IFMT == S_IFREG ? file(path) : stream(path, limits)]
            }
            let files = try pageFiles(in: path, endings)
            guard !files.isEmpty else { throw IngestError(.noPages(endings), page: path) }
            return try files.map { file in
                let mode = try Self.mode(of: file)
                guard mode & S_IFMT == S_IFREG else { throw PlainError.notAFile(file, mode: mode) }
                return Self.file(file)
            }
        }
        let name = paths.joined(separator: " ") + options
        // A file with this name would be mistaken for the sample, and the next real run would delete its places.
        return SavedPages(name: name == SampleNames.source ? "./" + name : name, pages: pages)
    }

    /// Returns whether any of these paths is a stream: standard input, a pipe or a device. A missing path is not.
    public static func areStreams(_ paths: [String]) -> Bool {
        paths.contains { path in
            path == "-" || FileSystem.facts(path).map { !$0.isFile && !$0.isFolder } ?? false
        }
    }

    private static func mode(of path: String) throws -> UInt32 {
        guard let facts = FileSystem.facts(path) else { throw ByteSourceError(path: path, number: errno) }
        return facts.st_mode
    }

    private static func file(_ path: String) -> Page { Page(name: path) { try ByteSource.file(path: path) } }

    private static func stream(_ path: String?, _ limits: WaitingLimits) -> Page {
        Page(name: path ?? "standard input", canBeReadAgain: false) {
            try ByteSource.stream(path: path, waitingAtMost: limits)
        }
    }

    private static func pageFiles(in folder: String, _ endings: [String]) throws -> [String] {
        guard let all = FileSystem.names(in: folder) else { throw ByteSourceError(path: folder, number: errno) }
        let names = all.filter { name in
            !name.hasPrefix(".") && endings.contains { name.lowercased().hasSuffix($0) }
        }
        return names.sorted(by: NaturalOrder.isBefore).map { folder.hasSuffix("/") ? folder + $0 : folder + "/" + $0 }
    }
}

/// The pages that an earlier run kept, to be read again.
struct ReplayedPages: FeedSource {
    let name: String
    /// The number of a good run that came after the run of these pages; nil if there is none.
    let laterGoodRun: Int64?
    let formerRepeats: String?
    private let pages: [KeptPage]
    private let archive: PageArchive

    /// Throws `CatalogError(.notFound)` if the run is not of this feed, or its pages are not kept.
    init(run: Int64, feed: String, from archive: PageArchive) throws {
        pages = try archive.pages(ofRun: run, feed: feed)
        laterGoodRun = try archive.goodRun(after: run, feed: feed)
        name = try archive.source(ofRun: run) ?? ""
        formerRepeats = try archive.repeats(ofRun: run)
        self.archive = archive
    }

    func page(_ number: Int, after former: PageSummary?) throws -> FeedPage? {
        guard pages.indices.contains(number - 1) else { return nil }
        let page = pages[number - 1]
        let bytes = try archive.bytes(of: page)
        // The pages are also kept under the new run, which shares the bytes.
        return FeedPage(
            name: page.name, bytes: ByteSource(name: page.name, bytes: bytes),
            fetched: FeedPage.Fetched(at: page.fetchedAt, bytes: bytes))
    }
}
