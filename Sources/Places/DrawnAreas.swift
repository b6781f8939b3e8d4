package import GeocliGeo
internal import GeocliSearch

/// The areas of a map whose markers hold only places of one district, and the parts into which drawn borders divide an
/// area (`CollisionOptions.Mode.areas`).
///
/// The area of a place is the district that it states, under the name of that district's outline; without a stated
/// district, it is the outline that contains the point. Its part is the outline that contains the point, in almost all
/// cases the same one.
package struct DrawnAreas {
    private let outlines: [DistrictOutline]
    private let meanings: [DistrictName]
    private let indices: [String: Int]
    /// The outlines that each stated district can mean.
    private var meant: [String: [Int]] = [:]

    /// - Parameter outlines: the outlines that the map draws; empty for none. Then areas are the stated districts.
    package init(_ outlines: [DistrictOutline]) {
        self.outlines = outlines
        meanings = outlines.map(\.meaning)
        indices = Dictionary(outlines.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// - Complexity: O(log v) if the point is in the stated district, v vertices of its outline; otherwise O(d), d
    ///   outlines.
    package mutating func find(_ stated: String?, at point: Coordinate) -> (area: String?, part: String?) {
        guard !outlines.isEmpty else { return (stated, nil) }
        if let stated, let index = indices[stated], outlines[index].area.contains(point) { return (stated, stated) }
        let found = outlines.firstIndex { $0.area.box.contains(point) && $0.area.contains(point) }
        let part = found.map { outlines[$0].name }
        guard let stated else { return (part, part) }
        let meant = meant(by: stated)
        if let found, meant.contains(found) { return (part, part) }
        guard let nearest = meant.min(by: { distance($0, point) < distance($1, point) }) else {
            // The map doesn't name this district, so no number can stand at its name.
            return (part.map { "\(stated)\u{1F}\($0)" } ?? stated, part)
        }
        return (outlines[nearest].name, part)
    }

    private mutating func meant(by stated: String) -> [Int] {
        if let known = meant[stated] { return known }
        let name = DistrictName(stated)
        guard !name.words.isEmpty else { return [] }
        let found = indices[stated].map { [$0] } ?? meanings.indices.filter { !meanings[$0].differs(from: name) }
        meant[stated] = found
        return found
    }

    /// The distance to the middle of an outline's box, in degrees; only the order of the outlines matters.
    private func distance(_ index: Int, _ point: Coordinate) -> Double {
        let box = outlines[index].area.box
        return max(
            abs((box.west + box.east) / 2 - point.longitude), abs((box.south + box.north) / 2 - point.latitude))
    }
}
