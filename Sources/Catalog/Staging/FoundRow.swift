public import GeocliPlaces

/// What is known about a row, in addition to its place.
public struct FoundRow: Sendable {
    /// The page and the row number that the data comes from.
    public let origin: RowOrigin
    /// The problem of the row's point; nil if there is none.
    public var problem: RejectionReason?
    /// The value that causes the problem.
    public var value: String?
    /// The hash of the row's content; nil if every run must read the row. It is nil for a row with a problem, because
    /// each run must list the problem.
    public var fingerprint: RowFingerprint?

    /// Creates a row without a problem.
    public init(_ origin: RowOrigin, fingerprint: RowFingerprint? = nil) {
        self.origin = origin
        self.fingerprint = fingerprint
    }
}
