public import GeocliText

/// What a layer of the ground shows. The order is that of drawing, the lowest first.
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
