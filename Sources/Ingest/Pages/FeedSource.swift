public import GeocliFetching
public import GeocliPlaces
public import GeocliText

/// A source of the pages of a run.
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

    /// Returns the next page; nil after the last one.
    ///
    /// - Parameters:
    ///   - number: the page's number, from 1. Another call with 1 starts over.
    ///   - former: the summary of the preceding page; nil for the first page.
    /// - Throws: any error that occurs while the page is read or requested.
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
    /// Nil: most pages are read for the first time.
    public var formerRepeats: String? { nil }
    /// Nil: files need no key.
    public var secret: APIKey? { nil }
}

/// A page that is ready to be read.
public struct FeedPage {
    /// The data of a page that came from a service.
    public struct Fetched {
        /// The time when it came.
        public let at: SeoulTime
        /// The bytes to keep.
        public let bytes: [UInt8]
        /// The SHA-256 of the bytes, in hexadecimal.
        public let sha256: String

        /// Creates the data of a fetched page.
        public init(at: SeoulTime, bytes: [UInt8]) {
            self.at = at
            self.bytes = bytes
            var hash = SHA256()
            hash.update(bytes)
            sha256 = hash.hexDigest()
        }
    }

    /// Its name in messages and among rejected rows.
    public let name: String
    /// Its bytes.
    public let bytes: ByteSource
    /// The time and bytes of a page that came from a service; nil for a page that need not be kept.
    public let fetched: Fetched?

    /// Creates a page.
    public init(name: String, bytes: ByteSource, fetched: Fetched?) {
        self.name = name
        self.bytes = bytes
        self.fetched = fetched
    }
}
