/// What a run or a scan did to the issues of a catalog.
public struct IssueCounts: Sendable, Equatable {
    /// Issues that were found for the first time.
    public var new = 0
    /// Issues whose contradiction is gone.
    public var fixed = 0
    /// Issues that were fixed or accepted and are open again.
    public var reopened = 0
    /// All issues that are open or reopened after the run or scan, including those that people reported.
    public var open = 0

    /// Creates counts with all numbers 0.
    public init() {}
}
