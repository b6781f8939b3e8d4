public import GeocliGeo
public import GeocliPlaces
internal import GeocliSearch

/// The outlines of districts, to compare the position of a place with the district that the place states.
///
/// A class because it keeps the districts that it has read. Only one thread may use an instance.
public final class DistrictMap {
    private let outlines: [DistrictOutline]
    private let names: [DistrictName]
    /// The outline of each text that is exactly its name and can't mean a district of another province. Most places
    /// state such a text.
    private let certain: [String: Int]
    /// The districts that were read last, by their text, and the outlines that each can mean.
    private var read: [String: DistrictName] = [:]
    private var meant: [DistrictName: [Int]] = [:]
    private static let maximumRead = 4096

    /// Creates a map of `outlines`, which must be ordered by name.
    public init(_ outlines: [DistrictOutline]) {
        self.outlines = outlines
        names = outlines.map(\.meaning)
        certain = Dictionary(
            outlines.enumerated().filter { !DistrictName($1.name).isShared }.map { ($1.name, $0) }
        ) { first, _ in first }
    }

    /// Whether the map has no outlines.
    public var isEmpty: Bool { outlines.isEmpty }

    /// The result of comparing a place's position with its stated district.
    public enum Verdict: Sendable, Equatable {
        /// The position is in the stated district, or the two can't be compared. They can't be compared if no district
        /// is stated, or if the stated district has no outline and the position is in no district.
        case agrees
        /// The position is in this district instead; nil if it is in none. If several districts contain the position,
        /// this is the first by name.
        case lies(in: String?)
    }

    /// Compares a position with the district that a place states.
    ///
    /// - Parameter address: the address of the place. It is read only if several provinces have a district of the stated
    ///   name. If it doesn't name the province either, the position decides which district is meant.
    /// - Edges: a position on the common edge of two districts is in both.
    /// - Complexity: O(log v) if the position is in the stated district, v vertices of its outline; otherwise, the
    ///   outlines of up to d other districts are checked, too.
    public func verdict(
        on coordinate: Coordinate, stated: String?, address: @autoclosure () -> String? = nil
    ) -> Verdict {
        guard let stated else { return .agrees }
        if let index = certain[stated], outlines[index].area.holds(coordinate) { return .agrees }
        return verdict(on: coordinate, stated: name(stated, address: address(), at: coordinate))
    }

    /// Returns the district that a place at this position states.
    func name(_ stated: String, address: @autoclosure () -> String?, at coordinate: Coordinate) -> DistrictName {
        let name = read[stated] ?? DistrictName(stated)
        if read.count < Self.maximumRead { read[stated] = name }
        return name.within(address: address())
            .around(longitude: coordinate.longitude, latitude: coordinate.latitude)
    }

    func verdict(on coordinate: Coordinate, stated: DistrictName) -> Verdict {
        guard !stated.words.isEmpty else { return .agrees }
        let meant = indices(stated)
        if meant.contains(where: { outlines[$0].area.holds(coordinate) }) { return .agrees }
        let found = outlines.first { $0.area.holds(coordinate) }
        guard found != nil || meant.contains(where: { names[$0].covers(stated) }) else { return .agrees }
        return .lies(in: found?.name)
    }

    /// Returns the outlines that can be the stated district, or a part of it.
    private func indices(_ stated: DistrictName) -> [Int] {
        if let known = meant[stated] { return known }
        let found = names.indices.filter { !names[$0].differs(from: stated) }
        if meant.count < Self.maximumRead { meant[stated] = found }
        return found
    }

    /// Returns the areas that can be the district that a place states.
    public func areas(stated: String, address: String?) -> [MultiPolygon] {
        indices(DistrictName(stated).within(address: address)).map { outlines[$0].area }
    }

    /// Whether a position is in the box around one of the outlines.
    func covers(_ coordinate: Coordinate) -> Bool {
        outlines.contains { $0.area.box.contains(coordinate) }
    }

    /// Returns a lower bound of the distance from a position to a district, computed with the boxes around the
    /// outlines that can be the district.
    ///
    /// - Units: meters; 0 for a district without an outline.
    func minimumMeters(from coordinate: Coordinate, to stated: DistrictName) -> Double {
        let bound = BoxDistanceBound(origin: coordinate, unitsPerDegree: 1)
        let parts = indices(stated).flatMap { outlines[$0].area.box.partsWithoutCrossing }
        return parts.map { bound.meters(west: $0.west, south: $0.south, east: $0.east, north: $0.north) }.min() ?? 0
    }
}

extension MultiPolygon {
    /// Returns the same result as `contains`, but faster, because it checks the box first.
    fileprivate func holds(_ coordinate: Coordinate) -> Bool {
        box.contains(coordinate) && contains(coordinate)
    }
}
