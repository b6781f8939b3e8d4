internal import GeocliPlaces
internal import Glibc

/// The few values of a row that show whether it and another row with the same name can be one shop. Most rows that
/// share a key can't be one shop, so their other values need not be read. A hint has 16 bytes. It is stored with the
/// keys of its row, so that candidates can be found without reading rows.
struct PairHint: Equatable, BitwiseCopyable {
    /// The point in units of 1e-7 degrees; `none` if the row has no point.
    private var x = PairHint.none
    private var y = PairHint.none
    /// Short hashes of the phone, and of the road with the house number; 0 if there is none.
    var phone: UInt32 = 0
    var road: UInt32 = 0

    private static let none = Int32.min
    private static let unitsPerDegree = 1e7
    /// The maximum distance between two points of one shop, in degrees of latitude and of longitude. Up to 60° north
    /// or south, 30 m to the east or west is less than this.
    static let reach = 0.00056
    /// `reach`, with room for the rounding of two points.
    private static let roundedReach = Int64(reach * unitsPerDegree) + 2
    /// Beyond 60° north or south, the reach along a parallel is not known.
    private static let farNorth = Int64(60 * unitsPerDegree)

    /// Sets the point. A point that is not on Earth counts as no point.
    mutating func setPoint(longitude: Double, latitude: Double) {
        guard abs(longitude) <= 180, abs(latitude) <= 90 else { return }
        (x, y) = (Int32(longitude * Self.unitsPerDegree), Int32(latitude * Self.unitsPerDegree))
    }

    /// Returns a mark of a hash, which is never 0.
    static func mark(_ hash: UInt64) -> UInt32 { max(1, UInt32(truncatingIfNeeded: hash ^ hash >> 32)) }

    /// Whether `IssueJudge.repeated` may find something. This is so if both rows have the same phone or the same house
    /// number on the same road, or if their points may be near each other.
    func mayRepeat(_ other: PairHint) -> Bool {
        if phone != 0, phone == other.phone { return true }
        if road != 0, road == other.road { return true }
        guard x != Self.none, other.x != Self.none else { return false }
        let (east, north) = (Int64(x) - Int64(other.x), Int64(y) - Int64(other.y))
        guard abs(north) <= Self.roundedReach else { return false }
        let farther = max(abs(Int64(y)), abs(Int64(other.y)))
        guard farther <= Self.farNorth else { return true }
        return abs(east) <= Self.roundedReach && mayBeNear(east, north, latitude: farther)
    }

    /// Whether the distance between two points may be `IssueJudge.repeatedTenths` or less.
    ///
    /// - Source: WGS 84. A degree of latitude is at least 110,574 m, a degree of longitude at least 111,319 m times the
    ///   cosine of the latitude.
    private func mayBeNear(_ east: Int64, _ north: Int64, latitude: Int64) -> Bool {
        let cosine = cos(Double(latitude) / Self.unitsPerDegree * .pi / 180)
        let (metersEast, metersNorth) = (
            Double(east) / Self.unitsPerDegree * 111_319 * cosine, Double(north) / Self.unitsPerDegree * 110_574
        )
        // The rounding of two points is less than 0.1 m, and that of the distance as well.
        let limit = Double(IssueJudge.repeatedTenths) / 10 + 0.2
        return metersEast * metersEast + metersNorth * metersNorth <= limit * limit
    }
}
