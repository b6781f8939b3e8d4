/// The meaning of a feed's field.
public enum FeedField: Int, Sendable, CaseIterable {
    case id, name, kind, district, address, phone, website, sns
    /// Longitude or easting.
    case x
    /// Latitude or northing.
    case y
    /// The value that distinguishes landmarks with the same name, such as the line of a station.
    case line

    /// The fields without which a row can't become a place.
    static let required: [FeedField] = [.id, .name, .x, .y]

    /// The field's name in a declaration.
    public var word: String {
        switch self {
        case .id: "id"
        case .name: "name"
        case .kind: "kind"
        case .district: "district"
        case .address: "address"
        case .phone: "phone"
        case .website: "website"
        case .sns: "sns"
        case .x: "x"
        case .y: "y"
        case .line: "line"
        }
    }
}
