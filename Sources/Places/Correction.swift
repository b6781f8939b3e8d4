/// A value of a place that a person can correct.
public enum CorrectionField: String, CaseIterable, Sendable {
    case name, kind, district, address, phone, website, sns
    /// Both coordinates of the place.
    case point
    /// The day on which the place closed, although the feed still lists it.
    case closed

    /// A correction can't remove a value that every place must have.
    public var isRequired: Bool {
        switch self {
        case .name, .kind, .closed: true
        default: false
        }
    }
}

/// The right value of a field, checked in the same way as a value of the feed.
public struct CorrectedValue: Sendable, Equatable {
    public let field: CorrectionField
    /// The value as the history writes it: E.164 for a phone, `latitude,longitude` for a point, a JSON array for `sns`,
    /// a day for `closed`. Nil for no value.
    public let text: String?

    public init(unchecked field: CorrectionField, _ text: String?) {
        self.field = field
        self.text = text
    }
}

/// A correction in the catalog: one value of one place.
public struct StoredCorrection: Sendable, Equatable {
    public enum State: String, CaseIterable, Sendable {
        /// Every answer has the corrected value.
        case applied
        /// The feed now has the corrected value itself.
        case retired
        /// The feed now has a third value: neither its value at the time of the correction nor the corrected one.
        /// Answers show the third value, and a person must decide.
        case conflict
        case withdrawn

        public var isInForce: Bool { self == .applied || self == .conflict }
    }

    public let number: Int64
    public let place: Int64
    public let ref: String
    public let name: String
    public let field: CorrectionField
    /// The feed's value when the correction was made; nil if there was none.
    public let seen: String?
    /// The right value; nil for none.
    public let value: String?
    /// The feed's value now; nil for none.
    public let upstream: String?
    public let state: State
    public let because: String
    /// The address of the page that proves the correction.
    public let source: String
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

public struct CorrectionEvent: Sendable, Equatable {
    /// What happened: `added`, or the correction's new state. A newer geocli may have written another word.
    public let what: String
    /// The run that did it; nil for an act of a person.
    public let run: Int64?
    /// The person who did it, here or in another catalog; nil for a run.
    public let author: String?
    /// When it happened in this catalog.
    public let moment: SeoulTime
    /// The person who imported the act from another catalog; nil for an act in this one.
    public let importedBy: String?
    /// When the person did it in the other catalog; nil for an act in this one, or if the file does not say.
    public let doneAt: SeoulTime?
    public let text: String?
    /// The feed's value that made a run set the state; nil if the feed had no value, and for an act of a person.
    public let upstream: String?

    package init(
        what: String, run: Int64?, author: String?, moment: SeoulTime, importedBy: String?, doneAt: SeoulTime?,
        text: String?, upstream: String?
    ) {
        self.what = what
        self.run = run
        self.author = author
        self.moment = moment
        self.importedBy = importedBy
        self.doneAt = doneAt
        self.text = text
        self.upstream = upstream
    }
}

public struct CorrectionSheet: Sendable, Equatable {
    public let correction: StoredCorrection
    /// Earliest first.
    public let events: [CorrectionEvent]

    public init(_ correction: StoredCorrection, events: [CorrectionEvent]) {
        self.correction = correction
        self.events = events
    }
}

/// A filter for corrections. A correction must meet all conditions; nil or an empty set is no condition.
public struct CorrectionFilter: Sendable, Equatable {
    public var states: Set<StoredCorrection.State> = []
    /// The id of the place whose corrections are admitted; nil for all places.
    public var place: Int64?
    public var number: Int64?

    public var places: PlaceFilter?

    public init() {}
}

/// A note on an edit of the catalog: who made it, when and why.
public struct EditNote: Sendable, Equatable {
    public let author: String
    public let time: SeoulTime
    public let text: String?

    public init(author: String, time: SeoulTime, text: String? = nil) {
        self.author = author
        self.time = time
        self.text = text
    }
}
