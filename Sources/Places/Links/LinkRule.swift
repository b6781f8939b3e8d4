/// A rule that tells whether two rows of different feeds are the same shop. The surest rule comes first.
///
/// The raw values are the codes in the catalog and in JSON; they never change.
public enum LinkRule: String, Sendable, CaseIterable {
    /// The names are equal, and so are the phone numbers. The points are not farther apart than `sameMeters`.
    case namePhone = "name-phone"
    /// The names are equal, and so are the road and the number on the road. The points are not farther apart than
    /// `sameMeters`.
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
    /// The maximum distance in meters for `corePhone`, and for rows whose phone number may belong to no area.
    static let phoneMeters = 300.0
    /// The maximum distance for `coreNear` in meters.
    static let coreMeters = 50.0
    /// The maximum distance in meters between rows with the same phone number, or the same road and number. Rows that
    /// are farther apart are the same shop only if both name the same city and district: many cities have a 중앙로 1, and
    /// one owner may answer the phone of shops in several cities. In real feeds of libraries, a stand-in point moved one
    /// row by 5.6 km; the next one was 2.2 km off.
    static let sameMeters = 10_000.0
    /// The maximum number of rows of one feed and one core name that may share a value as evidence. If more rows share
    /// a phone number, a road number or a cell of 0.001 degrees, the cause is a switchboard, a market hall or a
    /// stand-in point.
    static let crowd = 8

    /// Whether the rule itself limits the distance. If it does, the nearest of several rows is the right one.
    var isByDistance: Bool { self == .nameNear || self == .coreNear }
}
