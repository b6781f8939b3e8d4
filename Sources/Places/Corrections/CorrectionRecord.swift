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

    /// What became of a record in a catalog.
    public enum Outcome: String, CaseIterable, Sendable {
        /// The catalog has it now.
        case added
        /// The catalog had it already.
        case same
        /// The catalog has another correction of this value, which stays.
        case conflict
        /// The feed has the right value itself.
        case retired
        /// It did not count any more in the catalog that it comes from.
        case ended
        /// The catalog has no such place yet.
        case unknown
    }

    /// Creates a record of checked values.
    public init(
        number: Int64, ref: String, value: CorrectedValue, seen: String?, state: StoredCorrection.State,
        because: String,
        source: String, author: String, day: String
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
    }

    /// Creates the record of a correction of the catalog.
    public init(_ correction: StoredCorrection) {
        self.init(
            number: correction.number, ref: correction.ref,
            value: CorrectedValue(unchecked: correction.field, correction.value), seen: correction.seen,
            state: correction.state, because: correction.because, source: correction.source, author: correction.author,
            day: correction.day)
    }
}
