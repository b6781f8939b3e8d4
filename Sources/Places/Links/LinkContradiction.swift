internal import GeocliGeo
internal import GeocliText

/// A value in which two rows of one shop contradict each other.
public struct LinkContradiction: Sendable, Equatable {
    /// The values that are compared.
    public enum Field: String, Sendable, CaseIterable {
        /// The points are more than `LinkRule.nearMeters` apart.
        case point
        case phone
        case name
        /// The road or the number on it.
        case address
        case district
    }

    /// The value.
    public let field: Field
    /// Its text in the first row; a point as `LAT,LON`.
    public let one: String
    /// Its text in the other row.
    public let other: String
    /// The distance of the points in meters; nil for other values.
    public var meters: Double?

    /// Returns all contradictions of two rows, in the order of `Field`.
    ///
    /// - Edges: a value that one of the rows does not have contradicts nothing.
    public static func all(_ one: Place, _ other: Place) -> [LinkContradiction] {
        var all: [LinkContradiction] = []
        if let here = one.coordinate, let there = other.coordinate {
            let meters = Geodesic.distanceMeters(from: here, to: there)
            if meters > LinkRule.nearMeters {
                all.append(
                    LinkContradiction(
                        field: .point, one: PointText.text(here), other: PointText.text(there), meters: meters))
            }
        }
        func compare(_ field: Field, _ left: String?, _ right: String?, _ isSame: Bool) {
            guard let left, let right, !isSame else { return }
            all.append(LinkContradiction(field: field, one: left, other: right))
        }
        compare(.phone, one.phone, other.phone, one.phone == other.phone)
        compare(.name, one.name, other.name, LinkName(one.name) == LinkName(other.name))
        let roads = (LinkAddress(one.address).road, LinkAddress(other.address).road)
        compare(.address, one.address, other.address, roads.0 == nil || roads.1 == nil || roads.0 == roads.1)
        compare(.district, one.district, other.district, one.district == other.district)
        return all
    }
}
