public import GeocliPlaces

/// The options of an ingest.
public struct IngestOptions: Sendable {
    /// The maximum loss of known places, in percent.
    public var maximumLossPercent = SnapshotGuards.usualLossPercent
    /// The user's reason to publish the snapshot although a guard refuses it.
    public var acceptedBecause: String?
    /// Whether to compare only and write nothing.
    public var isDryRun = false
    /// The number of runs whose pages from live services are kept.
    public var keptRuns = RunDescription.defaultKeptRuns
    /// Whether every row is read and compared, including rows that have not changed since the last good run. All links
    /// and issues are found again, too.
    public var comparesAll = false
    /// Outlines of districts that come with the pages. A catalog takes them if it has no outlines.
    public var outlines: ImportedOutlines?
    /// Layers of a base map that come with the pages. A catalog takes the layers that it does not have.
    public var ground: [BaseLayer] = []

    /// The path of the imported addresses, which fill points that a feed leaves blank. If the file does not exist, no
    /// point is filled.
    public var addressesPath: String?

    /// Creates the options of an ordinary nightly run.
    public init() {}
}
