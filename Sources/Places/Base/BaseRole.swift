public import GeocliText

/// What a layer of the base map shows. The cases are in the order of drawing, the lowest layer first.
public enum BaseRole: String, Sendable, CaseIterable {
    case land
    case park
    case water
    case road
    case rail

    /// The name for people.
    public var words: Words {
        switch self {
        case .land: Words(en: "Land", ko: "육지")
        case .park: Words(en: "Parks", ko: "공원")
        case .water: Words(en: "Water", ko: "물")
        case .road: Words(en: "Roads", ko: "도로")
        case .rail: Words(en: "Railways", ko: "철도")
        }
    }
}
