public import GeocliFetching
public import GeocliPlaces
public import GeocliText

/// Where a run's pages come from.
public protocol FeedSource {
    /// What the source is called in the catalog. Holds no credential.
    var name: String { get }
    /// Whether its rows are made up, and must not replace real ones by mistake.
    var isMadeUp: Bool { get }
    /// Whether it may be read once more when it moved while it was read.
    var canStartOver: Bool { get }
    /// Whether its bytes can be had a second time, as those of a pipe can't.
    var canBeReadAgain: Bool { get }
    /// Whether another thread than that of the catalog may ask for its pages.
    var canBeReadBeside: Bool { get }
    /// What no text may hold.
    var secret: APIKey? { get }

    /// The page whose turn it is, nil behind the last.
    ///
    /// - Parameters:
    ///   - number: counted from 1; 1 once more starts over.
    ///   - former: what the page before it said of itself.
    /// - Throws: whatever keeps the page from coming.
    func page(_ number: Int, after former: PageSummary?) throws -> FeedPage?
}

extension FeedSource {
    /// Saved pages stay what they are.
    public var canStartOver: Bool { false }
    /// What is kept or can be asked for once more.
    public var canBeReadAgain: Bool { true }
    /// A service is waited for rather than read, and kept pages are in the catalog.
    public var canBeReadBeside: Bool { false }
    /// Real until said otherwise.
    public var isMadeUp: Bool { false }
    /// Files need no key.
    public var secret: APIKey? { nil }
}

/// A page, ready to be read.
public struct FeedPage {
    /// A page that came from a service.
    public struct Fetched {
        /// When it came.
        public let at: SeoulTime
        /// Its bytes, to be kept.
        public let bytes: [UInt8]
        /// Their SHA-256, hexadecimal.
        public let sha256: String

        /// A page's bytes.
        public init(at: SeoulTime, bytes: [UInt8]) {
            self.at = at
            self.bytes = bytes
            var hash = SHA256()
            hash.update(bytes)
            sha256 = hash.hexDigest()
        }
    }

    /// What it is called in messages and in `rejects`.
    public let name: String
    /// What it holds.
    public let bytes: ByteSource
    /// When it came and what it held, if it came from a service; nil if it need not be kept.
    public let fetched: Fetched?

    /// A page.
    public init(name: String, bytes: ByteSource, fetched: Fetched?) {
        self.name = name
        self.bytes = bytes
        self.fetched = fetched
    }
}
