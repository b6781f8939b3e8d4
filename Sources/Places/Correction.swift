/// A value of a place that a person can correct.
public enum CorrectionField: String, CaseIterable, Sendable {
    case name, kind, district, address, phone, website, sns
    /// Both coordinates of the place.
    case point
    /// The day on which the place closed, which the feed does not say.
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
package struct StoredCorrection: Sendable, Equatable {
    package enum State: String, CaseIterable, Sendable {
        /// Every answer has the corrected value.
        case applied
        /// The feed now has the corrected value itself.
        case retired
        /// The feed now has a third value: neither its value at the time of the correction nor the corrected one.
        /// Answers show the third value, and a person must decide.
        case conflict
        case withdrawn

        package var isInForce: Bool { self == .applied || self == .conflict }
    }

    package let number: Int64
    package let place: Int64
    package let ref: String
    package let name: String
    package let field: CorrectionField
    /// The feed's value when the correction was made; nil if there was none.
    package let seen: String?
    /// The right value; nil for none.
    package let value: String?
    /// The feed's value now; nil for none.
    package let upstream: String?
    package let state: State
    package let because: String
    /// The address of the page that proves the correction.
    package let source: String
    package let author: String
    /// The day on which it was made, `YYYY-MM-DD` in Asia/Seoul.
    package let day: String

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

package struct CorrectionEvent: Sendable, Equatable {
    /// What happened: `added`, or the correction's new state. A newer geocli may have written another word.
    package let what: String
    /// The run that did it; nil for an act of a person.
    package let run: Int64?
    /// The person who did it, here or in another catalog; nil for a run.
    package let author: String?
    /// When it happened in this catalog.
    package let moment: SeoulTime
    /// The person who imported the act from another catalog; nil for an act in this one.
    package let importedBy: String?
    /// When the person did it in the other catalog; nil for an act in this one, or if the file does not say.
    package let doneAt: SeoulTime?
    package let text: String?
    /// The feed's value that made a run set the state; nil if the feed had no value, and for an act of a person.
    package let upstream: String?

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

package struct CorrectionSheet: Sendable, Equatable {
    package let correction: StoredCorrection
    /// Earliest first.
    package let events: [CorrectionEvent]

    package init(_ correction: StoredCorrection, events: [CorrectionEvent]) {
        self.correction = correction
        self.events = events
    }
}

/// A filter for corrections. A correction must meet all conditions; nil or an empty set admits everything.
package struct CorrectionFilter: Sendable, Equatable {
    package var states: Set<StoredCorrection.State> = []
    /// The id of the place whose corrections are admitted; nil for all places.
    package var place: Int64?
    package var number: Int64?

    package var places: PlaceFilter?

    package init() {}
}

/// A note on an edit of the catalog: who made it, when and why.
package struct EditNote: Sendable, Equatable {
    package let author: String
    package let time: SeoulTime
    package let text: String?

    package init(author: String, time: SeoulTime, text: String? = nil) {
        self.author = author
        self.time = time
        self.text = text
    }
}
