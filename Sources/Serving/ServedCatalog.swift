internal import GeocliCatalog
internal import GeocliDrawing
internal import GeocliPlaces
internal import GeocliQuery
package import GeocliText
internal import GeocliThreads
internal import Glibc

package struct ServiceSettings: Sendable {
    /// The path of the catalog's file. No answer contains it.
    package var catalogPath: String
    /// The version and the commit of the program, which are part of every entity tag.
    package var version: String
    /// In order of preference. If several feeds have a row for a shop, the row of the most preferred feed is shown.
    package var preferredFeeds: [String] = []
    /// Whether the program's ground stands in for outlines, water and stations that the catalog doesn't have.
    package var hasGround = true
    /// The language of texts for clients that request no language.
    package var language = Language.english
    /// The age of the data above which `/readyz` says that the service isn't ready, in seconds.
    package var maximumAge = 36.0 * 3600
    package var maximumAgeText = "36h"
    /// Returns the present time in seconds since 1970.
    package var now: @Sendable () -> Int64 = { Int64(time(nil)) }
    /// The map library of `/map`, read once; nil if it isn't installed.
    let leaflet = try? Leaflet()
    let stableMarkers = StableMarkers()
    /// The time that one answer may take, in seconds.
    package var answerSeconds = 10.0
    /// How many bytes of the file each reader keeps in memory.
    package var cacheBytes = 2 << 20
    /// Returns the counts of the transport in the text format of Prometheus.
    package var metrics: @Sendable () -> String = { "" }
    /// Called with messages that clients must not see, such as an error that names a path.
    package var onTrouble: @Sendable (Words) -> Void = { _ in }

    /// Everything besides a catalog and a request that answers depend on.
    var answerKey: String { ([version, leaflet?.digest ?? ""] + preferredFeeds).joined(separator: "\n") }

    package init(catalogPath: String, version: String) { (self.catalogPath, self.version) = (catalogPath, version) }
}

/// The markers of the whole catalog, with the levels of the stable mode. All readers of a service share them. They
/// belong to one state of the catalog. The first question after a change creates them again, and other questions that
/// need them wait for it. It is a class because the readers share it. The lock protects all state that changes.
final class StableMarkers: @unchecked Sendable {
    /// The maximum number of markers. With this number, the pass takes seconds, and its result takes 130 MB.
    static let maximumMarkers = 2_000_000

    private let monitor = Monitor()
    private var known: (state: String, clusters: StableClusters?)?

    /// Returns the clusters of a state; nil if the catalog has too many places with a point. `make` creates them.
    func clusters(state: String, _ make: () throws -> StableClusters?) rethrows -> StableClusters? {
        try monitor.locked {
            if let known, known.state == state { return known.clusters }
            known = nil
            let fresh = try make()
            known = (state, fresh)
            return fresh
        }
    }
}

/// A reader of the catalog that a path names, which may be replaced between two requests. It is a class because it owns
/// a connection. Only one thread uses it at a time.
final class SnapshotReader {
    let settings: ServiceSettings
    private var opened: OpenedCatalog?
    /// The time at which the answer in progress must be done, on the monotonic clock.
    private var deadline = ContinuousClock.now
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
        catalog.hasGround = settings.hasGround
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
        let facts = FileSystem.facts(path) ?? stat()
        (device, inode) = (UInt(facts.st_dev), UInt(facts.st_ino))
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

/// The figures of a catalog that need a pass over all places.
struct CatalogFigures {
    let state: String
    let status: CatalogStatus
    /// The last run of each feed, whatever its outcome, sorted by feed.
    let lastRuns: [StoredRun]

    init(_ catalog: Catalog, state: String) throws {
        (self.state, status, lastRuns) = (state, try catalog.status(), try catalog.lastRuns())
    }
}
