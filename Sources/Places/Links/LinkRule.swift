/// A rule that tells whether two rows of different feeds are the same shop. The surest rule comes first.
///
/// The raw values are the codes in the catalog and in JSON; they never change.
public enum LinkRule: String, Sendable, CaseIterable {
    /// The names are equal, and so are the phone numbers.
    case namePhone = "name-phone"
    /// The names are equal, and so are the road and the number on the road.
    case nameRoad = "name-road"
    /// The names are equal, and the points are at most 100 m apart.
    case nameNear = "name-near"
    /// The core names and the phone numbers are equal. In addition, the points are at most 300 m apart, or the road and
    /// the number on the road are equal.
    case corePhone = "core-phone"
    /// The core names are equal, and the points are at most 50 m apart.
    case coreNear = "core-near"

    /// The maximum distance for `nameNear` in meters. Rows that share only a phone number must also be this near if
    /// another row would fit as well.
    static let nearMeters = 100.0
    /// The maximum distance in meters for `corePhone`, and for rows with a nationwide phone number.
    static let phoneMeters = 300.0
    /// The maximum distance for `coreNear` in meters.
    static let coreMeters = 50.0
    /// The maximum distance in meters between rows with the same road and number. Rows that are farther apart are the
    /// same shop only if both addresses name the same city and district, because many cities have a 중앙로 1.
    static let roadMeters = 10_000.0
    /// The maximum number of rows of one feed and one core name that may share a value as evidence. If more rows share
    /// a phone number, a road number or a cell of 0.001 degrees, the cause is a switchboard, a market hall or a
    /// stand-in point.
    static let crowd = 8

    /// Whether the rule itself limits the distance. If it does, the nearest of several rows is the right one.
    var isByDistance: Bool { self == .nameNear || self == .coreNear }
}
