public import GeocliPlaces

/// What is to be known of a row besides its bookstore.
public struct FoundRow: Sendable {
    /// Where it stood.
    public let origin: RowOrigin
    /// What is wrong with its coordinate.
    public var problem: RejectionReason?
    /// The offending value.
    public var value: String?
    /// What tells it from other rows; nil where each night must read it, as one with a problem: each run lists it.
    public var fingerprint: RowFingerprint?

    /// A row without fault.
    public init(_ origin: RowOrigin, fingerprint: RowFingerprint? = nil) {
        self.origin = origin
        self.fingerprint = fingerprint
    }
}
