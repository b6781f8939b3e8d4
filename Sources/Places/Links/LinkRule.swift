/// A rule by which two rows of different feeds are the same shop, the surest first.
///
/// The raw values are the codes in the catalog and in JSON; they never change.
public enum LinkRule: String, Sendable, CaseIterable {
    /// The names are equal, and the phone numbers.
    case namePhone = "name-phone"
    /// The names are equal, and the road and its number.
    case nameRoad = "name-road"
    /// The names are equal, and the points are at most 100 m apart.
    case nameNear = "name-near"
    /// The core names are equal, and the phone numbers; and the points are at most 300 m apart, or the road and its
    /// number are equal.
    case corePhone = "core-phone"
    /// The core names are equal, and the points are at most 50 m apart.
    case coreNear = "core-near"

    /// The greatest distance of `nameNear` in meters. Rows that agree in a phone number alone must also be this near if
    /// another row would fit as well.
    static let nearMeters = 100.0
    /// The greatest distance of `corePhone` in meters, and that of rows with a nationwide phone number.
    static let phoneMeters = 300.0
    /// The greatest distance of `coreNear` in meters.
    static let coreMeters = 50.0
    /// Rows of one road and number are not the same shop if their points are farther apart than this in meters, unless
    /// both addresses name the same city and district: many cities have a 중앙로 1.
    static let roadMeters = 10_000.0
    /// A phone number, a road number or a cell of 0.001 degrees that more rows of one feed and one core name share is
    /// not evidence: it is a switchboard, a market hall or a stand-in point.
    static let crowd = 8

    /// Whether the rule itself limits the distance, so that the nearest row is the right one of several.
    var isByDistance: Bool { self == .nameNear || self == .coreNear }
}
