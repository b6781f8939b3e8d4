/// A correction in the catalog: one value of one place.
public struct StoredCorrection: Sendable, Equatable {
    /// The present state of a correction.
    public enum State: String, CaseIterable, Sendable {
        /// Every answer has the corrected value.
        case applied
        /// The feed now has the corrected value itself.
        case retired
        /// The feed now has a third value: neither its value at the time of the correction nor the corrected one.
        /// Answers show the third value, and a person must decide.
        case conflict
        /// A person withdrew the correction.
        case withdrawn

        /// Whether the correction still has an effect or waits for a person.
        public var isInForce: Bool { self == .applied || self == .conflict }
    }

    /// The catalog's number for the correction.
    public let number: Int64
    /// The catalog's number for the place.
    public let place: Int64
    /// The feed and the feed's own id.
    public let ref: String
    /// The name that listings show.
    public let name: String
    /// The corrected field.
    public let field: CorrectionField
    /// The feed's value when the correction was made; nil if there was none.
    public let seen: String?
    /// The right value; nil for none.
    public let value: String?
    /// The feed's value now; nil for none.
    public let upstream: String?
    /// The correction's present state.
    public let state: State
    /// Why the correction was made.
    public let because: String
    /// The address of the page that proves the correction.
    public let source: String
    /// Who made the correction.
    public let author: String
    /// The day on which it was made, `YYYY-MM-DD` in Asia/Seoul.
    public let day: String

    package init(
        number: Int64, place: Int64, ref: String, name: String, field: CorrectionField, seen: String?, value: String?,
        upstream: String?, state: State, because: String, source: String, author: String, day: String
    ) {
        self.number = number
        self.place = place
        self.ref = ref
        self.name = name
        self.field = field
        self.seen = seen
        self.value = value
        self.upstream = upstream
        self.state = state
        self.because = because
        self.source = source
        self.author = author
        self.day = day
    }
}
