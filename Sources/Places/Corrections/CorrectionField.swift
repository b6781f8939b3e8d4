/// A value of a place that a person can correct.
public enum CorrectionField: String, CaseIterable, Sendable {
    case name, kind, district, address, phone, website, sns
    /// Both coordinates.
    case point
    /// That the place is closed although the feed lists it; the value is the day.
    case closed

    /// Whether every place has this value, so that it can't be corrected to nothing.
    public var isRequired: Bool {
        switch self {
        case .name, .kind, .closed: true
        default: false
        }
    }
}
