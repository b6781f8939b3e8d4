/// A value of a place that a person can correct.
public enum CorrectionField: String, CaseIterable, Sendable {
    case name, kind, district, address, phone, website, sns
    /// Both coordinates of the place.
    case point
    /// The day on which the place closed, although the feed still lists it.
    case closed

    /// Whether every place must have this value. A correction can't remove such a value.
    public var isRequired: Bool {
        switch self {
        case .name, .kind, .closed: true
        default: false
        }
    }
}
