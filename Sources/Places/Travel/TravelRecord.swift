/// A record of a file that carries corrections and decisions from one catalog to another.
public enum TravelRecord: Sendable, Equatable {
    case correction(CorrectionRecord)
    case issue(IssueRecord)

    /// The record's number in the catalog from which the file comes.
    public var number: Int64 {
        switch self {
        case .correction(let record): record.number
        case .issue(let record): record.number
        }
    }

    /// The references of the record's places.
    public var refs: [String] {
        switch self {
        case .correction(let record): [record.ref]
        case .issue(let record): record.refs
        }
    }

    /// Returns whether a record comes before another one in a file. Corrections come first, ordered by place, field and
    /// day. Then come issues, ordered by place, rule and field. Equal records are ordered by number.
    public static func comesBefore(_ one: TravelRecord, _ other: TravelRecord) -> Bool {
        let (left, right) = (one.order, other.order)
        return left == right
            ? one.number < other.number : left.lexicographicallyPrecedes(right, by: TravelText.precedes)
    }

    private var order: [String] {
        switch self {
        case .correction(let record): ["1", record.ref, record.value.field.rawValue, record.day]
        case .issue(let record):
            [
                "2", record.refs.joined(separator: " "), record.rule ?? "", record.field, record.day ?? "",
                record.title ?? "",
            ]
        }
    }
}
