internal import GeocliDrawing
public import GeocliText
internal import Glibc

/// The settings that a service needs to answer requests.
public struct ServiceSettings: Sendable {
    /// The path of the catalog's file. No answer contains it.
    public var catalogPath: String
    /// The version and the commit of the program, which are part of every entity tag.
    public var version: String
    /// The preferred feeds, in order. If several feeds have a row for a shop, the row of the most preferred feed is
    /// shown.
    public var preferredFeeds: [String] = []
    /// The language of texts for clients that request no language.
    public var language = Language.english
    /// The age of the data above which `/readyz` says that the service isn't ready, in seconds.
    public var maximumAge = 36.0 * 3600
    /// `maximumAge` as a person wrote it.
    public var maximumAgeText = "36h"
    /// Returns the present time in seconds since 1970.
    public var now: @Sendable () -> Int64 = { Int64(time(nil)) }
    /// The map library of `/map`, read once; nil if it isn't installed.
    let leaflet = try? Leaflet()
    /// The markers that stable answers of `/cluster` share.
    let stableMarkers = StableMarkers()
    /// The time that one answer may take, in seconds.
    public var answerSeconds = 10.0
    /// How many bytes of the file each reader keeps in memory.
    public var cacheBytes = 2 << 20
    /// Returns the counts of the transport in the text format of Prometheus.
    public var metrics: @Sendable () -> String = { "" }
    /// Called with messages that clients must not see, such as an error that names a path.
    public var onTrouble: @Sendable (Words) -> Void = { _ in }

    /// Everything besides a catalog and a request that answers depend on.
    var answerKey: String { ([version, leaflet?.digest ?? ""] + preferredFeeds).joined(separator: "\n") }

    /// Creates the settings of a service for one catalog.
    public init(catalogPath: String, version: String) { (self.catalogPath, self.version) = (catalogPath, version) }
}
