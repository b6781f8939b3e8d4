/// The names under which a catalog keeps the sample, so that a real run finds all of it.
public enum SampleNames {
    /// The feed's id.
    public static let feed = "sample"
    /// The source of the sample's runs.
    public static let source = "sample (made-up bookstores)"
    /// The title of the sample's outlines of districts. A file of outlines that a person imports has a different title.
    public static let outlines = "made-up outlines of districts, part of geocli's sample"
    /// The title of the sample's base map. A file that a person imports has a different title.
    public static let ground = "made-up ground of a city, part of geocli's sample"
}

/// The parts of the sample that the first real run has removed.
public struct RemovedSample: Sendable, Equatable {
    /// The number of made-up bookstores.
    public let placeCount: Int
    /// The number of made-up outlines.
    public let outlineCount: Int
    /// The good runs of the sample, in order.
    public let runs: [RunStamp]

    package init(placeCount: Int, outlineCount: Int, runs: [RunStamp]) {
        self.placeCount = placeCount
        self.outlineCount = outlineCount
        self.runs = runs
    }
}
