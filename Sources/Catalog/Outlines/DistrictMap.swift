public import GeocliGeo
public import GeocliPlaces

/// Districts' outlines, ready to be asked where a position is.
public struct DistrictMap: Sendable {
    private let outlines: [DistrictOutline]
    private let places: [String: Int]

    /// A map of `outlines`, by name.
    public init(_ outlines: [DistrictOutline]) {
        self.outlines = outlines
        places = Dictionary(outlines.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    /// Whether there is nothing to ask.
    public var isEmpty: Bool { outlines.isEmpty }

    /// Where a bookstore lies that doesn't lie where it says.
    public enum Verdict: Sendable, Equatable {
        /// It lies in the district it states, or in any if it states none; or nothing is known, because the district that
        /// it states has no outline and it lies in no other one.
        case agrees
        /// It lies in this district, the first by name of several; nil in none.
        case lies(in: String?)
    }

    /// What the map says of a position and the district stated for it.
    ///
    /// - Edges: on a common edge of two districts it lies in both.
    /// - Complexity: O(log v) if it is where it says it is, v vertices of the outline; else O(d) for d districts more.
    public func verdict(on coordinate: Coordinate, stated: String?) -> Verdict {
        if let stated, let place = places[stated], outlines[place].area.holds(coordinate) { return .agrees }
        let found = outlines.first { $0.area.holds(coordinate) }
        let isKnown = stated.map { places[$0] != nil } ?? (found == nil)
        return isKnown || stated != nil && found != nil ? .lies(in: found?.name) : .agrees
    }
}

extension MultiPolygon {
    /// `contains`, with a look at the box first.
    fileprivate func holds(_ coordinate: Coordinate) -> Bool {
        box.contains(coordinate) && contains(coordinate)
    }
}
