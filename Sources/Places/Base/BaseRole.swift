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

/// What a layer of the catalog shows: a part of the base map, or the outlines of districts, which are drawn above it.
public enum LayerRole: RawRepresentable, Sendable, Hashable, CaseIterable {
    case base(BaseRole)
    case districts

    /// All roles, in the order of drawing.
    public static let allCases = BaseRole.allCases.map(LayerRole.base) + [.districts]

    /// The role with this word; nil for any other word.
    public init?(rawValue: String) {
        guard let role = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = role
    }

    /// The word for the role in options and rows.
    public var rawValue: String {
        switch self {
        case .base(let role): role.rawValue
        case .districts: "districts"
        }
    }

    /// The name for people.
    public var words: Words {
        switch self {
        case .base(let role): role.words
        case .districts: Words(en: "Districts", ko: "자치구 경계")
        }
    }
}
