public import GeocliPlaces

/// The data of a row besides its bookstore.
public struct FoundRow: Sendable {
    /// The page and row that it came from.
    public let origin: RowOrigin
    /// The problem of its coordinate.
    public var problem: RejectionReason?
    /// The offending value.
    public var value: String?
    /// Identifies the row's content. It is nil if every run must read the row. A row with a problem has none, because
    /// each run lists the problem.
    public var fingerprint: RowFingerprint?

    /// Creates a row without a problem.
    public init(_ origin: RowOrigin, fingerprint: RowFingerprint? = nil) {
        self.origin = origin
        self.fingerprint = fingerprint
    }
}
