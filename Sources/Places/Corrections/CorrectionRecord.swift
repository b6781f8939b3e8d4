/// A correction as it travels in a file: it names its place by reference.
public struct CorrectionRecord: Sendable, Equatable {
    /// The number in the catalog that it comes from.
    public let number: Int64
    /// The feed and the feed's own id of the place.
    public let ref: String
    /// The right value.
    public let value: CorrectedValue
    /// The feed's value when it was made; nil for none.
    public let seen: String?
    /// What it did in the catalog that it comes from.
    public let state: StoredCorrection.State
    /// Why it was made.
    public let because: String
    /// The address of the page that proves it.
    public let source: String
    /// Who made it.
    public let author: String
    /// The day in Asia/Seoul, `YYYY-MM-DD`.
    public let day: String
    /// Who took it back, when and why; nil if nobody did.
    public let withdrawal: EditNote?

    /// Creates a record of checked values.
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

    /// Creates the record of a correction of the catalog.
    ///
    /// - Parameter withdrawal: who took it back, if somebody did.
    public init(_ correction: StoredCorrection, withdrawal: EditNote? = nil) {
        self.init(
            number: correction.number, ref: correction.ref,
            value: CorrectedValue(unchecked: correction.field, correction.value), seen: correction.seen,
            state: correction.state, because: correction.because, source: correction.source, author: correction.author,
            day: correction.day, withdrawal: withdrawal)
    }

    /// What makes it the same correction in every catalog; equal ones are counted (`PendingTable`).
    public var identity: String {
        "correction "
            + TravelRecord.list([
                ref, value.field.rawValue, day, author, value.text == nil ? "" : "=", value.text ?? "",
            ])
    }
}
