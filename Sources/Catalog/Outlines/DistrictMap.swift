public import GeocliGeo
public import GeocliPlaces

/// The outlines of districts, to find the district of a position.
public struct DistrictMap: Sendable {
    private let outlines: [DistrictOutline]
    private let indices: [String: Int]

    /// Creates a map of `outlines`, which must be ordered by name.
    public init(_ outlines: [DistrictOutline]) {
        self.outlines = outlines
        indices = Dictionary(outlines.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    /// Whether the map has no outlines.
    public var isEmpty: Bool { outlines.isEmpty }

    /// Whether a position is in the box around one of the outlines.
    func covers(_ coordinate: Coordinate) -> Bool {
        outlines.contains { $0.area.box.contains(coordinate) }
    }

    /// Returns a lower bound of the distance from a position to a district, computed with the box around the district's
    /// outline.
    ///
    /// - Units: meters; 0 for a district without an outline.
    /// - Complexity: O(1).
    func minimumMeters(from coordinate: Coordinate, to district: String) -> Double {
        guard let index = indices[district] else { return 0 }
        let bound = BoxDistanceBound(origin: coordinate, unitsPerDegree: 1)
        let parts = outlines[index].area.box.partsWithoutCrossing
        return parts.map { bound.meters(west: $0.west, south: $0.south, east: $0.east, north: $0.north) }.min() ?? 0
    }

    /// The result of comparing a place's position with its stated district.
    public enum Verdict: Sendable, Equatable {
        /// The position is in the stated district, or the two can't be compared. They can't be compared in two cases:
        /// if no district is stated and the position is in one, and if the stated district has no outline and the
        /// position is in no district.
        case agrees
        /// The position is in this district instead; nil if it is in none. If several districts contain the position,
        /// this is the first by name.
        case lies(in: String?)
    }

    /// Compares a position with its stated district.
    ///
    /// - Edges: a position on the common edge of two districts is in both.
    /// - Complexity: O(log v) if the position is in the stated district, v vertices of its outline; otherwise, the
    ///   outlines of up to d other districts are checked, too.
    public func verdict(on coordinate: Coordinate, stated: String?) -> Verdict {
        if let stated, let index = indices[stated], outlines[index].area.holds(coordinate) { return .agrees }
        let found = outlines.first { $0.area.holds(coordinate) }
        let isKnown = stated.map { indices[$0] != nil } ?? (found == nil)
        return isKnown || stated != nil && found != nil ? .lies(in: found?.name) : .agrees
    }
}

extension MultiPolygon {
    /// Returns the same result as `contains`, but faster, because it checks the box first.
    fileprivate func holds(_ coordinate: Coordinate) -> Bool {
        box.contains(coordinate) && contains(coordinate)
    }
}
