internal import GeocliCatalog
internal import Glibc

/// A reader of the catalog that a path names, which may be replaced between two requests.
///
/// It is a class because it owns a connection. Only one thread uses it at a time.
final class SnapshotReader {
    let settings: ServiceSettings
    private var opened: OpenedCatalog?
    /// The time at which the answer in progress must be done, on the monotonic clock.
    private var deadline = ContinuousClock.now
    /// The figures that were read most recently.
    private var figures: CatalogFigures?

    /// Creates a reader, which opens the catalog at its first use.
    init(_ settings: ServiceSettings) { self.settings = settings }

    /// Runs `body` with the catalog and its state. All reads in `body` see the catalog at one moment.
    func inSnapshot<Result>(_ body: (Catalog, _ state: String) throws -> Result) throws -> Result {
        deadline = ContinuousClock.now + .seconds(settings.answerSeconds)
        let opened = try self.opened(settings.catalogPath)
        do {
            return try opened.catalog.inSnapshot { try body(opened.catalog, try opened.state()) }
        } catch {
            // A damaged file may have been replaced, so the next request opens it again.
            if error is CatalogError { self.opened = nil }
            throw isLate ? Problem.tooSlow : error
        }
    }

    /// Whether the answer in progress has used up its time.
    var isLate: Bool { ContinuousClock.now >= deadline }

    /// Returns the figures of the catalog. They are read again only if the state has changed.
    func figures(of catalog: Catalog, _ state: String) throws -> CatalogFigures {
        if let figures, figures.state == state { return figures }
        let fresh = try CatalogFigures(catalog, state: state)
        figures = fresh
        return fresh
    }

    /// Returns the catalog that the path names now. It may be a different file from the one that the last request read.
    private func opened(_ path: String) throws -> OpenedCatalog {
        let identity = FileIdentityNow(path)
        if let opened, opened.identity == identity { return opened }
        opened = nil
        let catalog = try Catalog(path: path)
        try catalog.keepInMemory(bytes: settings.cacheBytes)
        try catalog.interrupt { [unowned self] in isLate }
        let fresh = OpenedCatalog(catalog, identity)
        opened = fresh
        return fresh
    }
}

/// Which file a path names at the moment.
struct FileIdentityNow: Equatable {
    private let device: UInt
    private let inode: UInt

    /// Reads the identity of the file at `path`. All missing files have the same identity.
    init(_ path: String) {
        var facts = stat()
        let isThere = stat(path, &facts) == 0
        device = isThere ? UInt(facts.st_dev) : 0
        inode = isThere ? UInt(facts.st_ino) : 0
    }
}

/// An open catalog and its state. The state is kept until another connection changes the catalog.
private final class OpenedCatalog {
    let catalog: Catalog
    let identity: FileIdentityNow
    private var known: (version: Int64, state: String)?

    init(_ catalog: Catalog, _ identity: FileIdentityNow) { (self.catalog, self.identity) = (catalog, identity) }

    func state() throws -> String {
        let version = try catalog.dataVersion()
        if let known, known.version == version { return known.state }
        let state = try catalog.state()
        known = (version, state)
        return state
    }
}
