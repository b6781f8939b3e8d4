public import GeocliGeo
public import GeocliText

/// The answer for an address: its point, or the reason why it has none.
public enum AddressAnswer: Equatable, Sendable {
    case found(AddressHit)
    case none(AddressMiss)
}

/// An address in a file, with its point.
public struct AddressHit: Equatable, Sendable {
    /// The point, converted from EPSG:5179.
    public let coordinate: Coordinate
    /// The province, the city or district as the file names them, and the address.
    public let address: String
    /// The month of the file, `2606` for June 2026.
    public let month: String

    /// The source of the point, as listings show it: `juso 2606`.
    public var source: String { "juso \(month)" }
}

/// The reason why an address has no point. Listings use the raw values.
public enum AddressMiss: String, Error, Sendable, CaseIterable {
    /// The row has no address.
    case noAddress = "no-address"
    /// The text has no road with a number. It may be an address by land lot.
    case noRoad = "no-road-address"
    /// Neither the address nor the row names a city, county or district.
    case noDistrict = "no-district"
    /// No imported file has the district.
    case districtUnknown = "district-unknown"
    /// Several provinces have a district with this name, and nothing says which one is meant.
    case districtAmbiguous = "district-ambiguous"
    /// The file of the district has no such road.
    case roadUnknown = "road-unknown"
    /// The road has no such number in the file of the district.
    case numberUnknown = "number-unknown"

    /// Whether the imported files have the district. If they do, an address that is not in them does not exist.
    public var isCovered: Bool { self == .roadUnknown || self == .numberUnknown }

    /// A description of the reason, for people.
    public var words: Words {
        switch self {
        case .noAddress: Words(en: "no address", ko: "주소 없음")
        case .noRoad: Words(en: "no road with a number in the text", ko: "도로명과 건물번호를 찾을 수 없음")
        case .noDistrict: Words(en: "no city, county or district in the text", ko: "시군구가 없음")
        case .districtUnknown: Words(en: "no imported file has this district", ko: "가져온 파일에 없는 시군구")
        case .districtAmbiguous:
            Words(en: "several provinces have a district of this name", ko: "같은 이름의 시군구가 여러 시·도에 있음")
        case .roadUnknown: Words(en: "the district has no such road", ko: "시군구에 없는 도로명")
        case .numberUnknown: Words(en: "the road has no such number", ko: "도로에 없는 건물번호")
        }
    }
}
