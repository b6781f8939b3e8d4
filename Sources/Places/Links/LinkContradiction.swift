internal import GeocliGeo
internal import GeocliSearch
internal import GeocliText

/// A value in which two rows of one shop contradict each other.
public struct LinkContradiction: Sendable, Equatable {
    /// The values that are compared.
    public enum Field: String, Sendable, CaseIterable {
        /// The points are more than `LinkRule.nearMeters` apart.
        case point
        case phone
        case name
        /// The road or the number on the road.
        case address
        case district
    }

    /// The value that differs.
    public let field: Field
    /// The value's text in the first row; a point is `LAT,LON`.
    public let one: String
    /// The value's text in the other row.
    public let other: String
    /// The distance between the points in meters; nil for other values.
    public var meters: Double?

    /// Returns all contradictions of two rows, in the order of `Field`.
    ///
    /// - Edges: a row without a value doesn't contradict the other row.
    public static func all(_ one: Place, _ other: Place) -> [LinkContradiction] {
        var all: [LinkContradiction] = []
        if let here = one.coordinate, let there = other.coordinate, here != there {
            let meters = Geodesic.distanceMeters(from: here, to: there)
            if meters > LinkRule.nearMeters {
                all.append(
                    LinkContradiction(
                        field: .point, one: PointText.text(here), other: PointText.text(there), meters: meters))
            }
        }
        // Most texts of one shop are equal, and equal texts need no closer comparison.
        func compare(_ field: Field, _ left: String?, _ right: String?, _ contradict: (String, String) -> Bool) {
            guard let left, let right, left != right, contradict(left, right) else { return }
            all.append(LinkContradiction(field: field, one: left, other: right))
        }
        compare(.phone, one.phone, other.phone) { _, _ in true }
        compare(.name, one.name, other.name) { LinkName($0) != LinkName($1) }
        compare(.address, one.address, other.address) { left, right in
            guard let here = LinkAddress(left).road, let there = LinkAddress(right).road else { return false }
            return here != there
        }
        // 서울특별시 마포구 and 마포구 do not contradict each other.
        compare(.district, one.district, other.district) { DistrictName($0).differs(from: DistrictName($1)) }
        return all
    }
}
