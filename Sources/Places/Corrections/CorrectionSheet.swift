/// One correction with its history.
public struct CorrectionSheet: Sendable, Equatable {
    /// The correction.
    public let correction: StoredCorrection
    /// What happened to it, earliest first.
    public let events: [CorrectionEvent]

    /// Creates a sheet.
    public init(_ correction: StoredCorrection, events: [CorrectionEvent]) {
        self.correction = correction
        self.events = events
    }
}
