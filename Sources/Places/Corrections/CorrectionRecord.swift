/// A correction as a file carries it to another catalog. It names its place by reference.
public struct CorrectionRecord: Sendable, Equatable {
    /// The correction's number in the catalog from which the file comes.
    public let number: Int64
    /// The feed, and the feed's own id for the place.
    public let ref: String
    /// The right value.
    public let value: CorrectedValue
    /// The feed's value when the correction was made; nil if there was none.
    public let seen: String?
    /// The correction's state in the catalog from which the file comes.
    public let state: StoredCorrection.State
    /// Why the correction was made.
    public let because: String
    /// The address of the page that proves the correction.
    public let source: String
    /// Who made the correction.
    public let author: String
    /// The day on which it was made, `YYYY-MM-DD` in Asia/Seoul.
    public let day: String
    /// Who withdrew the correction, when and why; nil if no person withdrew it.
    public let withdrawal: EditNote?

    /// Creates a record from checked values.
    public init(
        number: Int64, ref: String, value: CorrectedValue, seen: String?, state: StoredCorrection.State,
        because: String, source: String, author: String, day: String, withdrawal: EditNote? = nil
    ) {
        self.number = number
        self.ref = ref
        self.value = value
        self.seen = seen
        self.state = state
        self.because = because
        self.source = source
        self.author = author
        self.day = day
        self.withdrawal = withdrawal
    }

    /// Creates the record for a correction in the catalog.
    ///
    /// - Parameter withdrawal: who withdrew the correction, when and why; nil if no person withdrew it.
    public init(_ correction: StoredCorrection, withdrawal: EditNote? = nil) {
        self.init(
            number: correction.number, ref: correction.ref,
            value: CorrectedValue(unchecked: correction.field, correction.value), seen: correction.seen,
            state: correction.state, because: correction.because, source: correction.source, author: correction.author,
            day: correction.day, withdrawal: withdrawal)
    }

    /// The text that identifies the same correction in every catalog. Records with equal texts are numbered
    /// (`PendingTable`).
    public var identity: String {
        "correction "
            + TravelText.list([
                ref, value.field.rawValue, day, author, value.text == nil ? "" : "=", value.text ?? "",
            ])
    }
}
