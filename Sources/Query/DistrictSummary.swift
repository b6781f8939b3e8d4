public import GeocliPlaces
internal import GeocliSearch

/// A district's outline and the number of its places.
public struct DistrictSummary: Sendable, Equatable {
    /// The outline.
    public let outline: DistrictOutline
    /// The district's name in Latin letters; nil for a district outside Seoul.
    public let romanized: String?
    /// The number of listed places that state this district.
    public let statedCount: Int
    /// The number of listed places whose point is in the outline, edges included.
    public let insideCount: Int
}

extension PlaceArchive {
    /// Returns the districts that have an outline, ordered by name.
    ///
    /// - Complexity: O(n), n places.
    public func districtSummaries() throws -> [DistrictSummary] {
        let stated = try statedCounts()
        return try districtOutlines().map { outline in
            let meaning = outline.meaning
            return DistrictSummary(
                outline: outline, romanized: meaning.romanized, statedCount: try count(meaning, stated),
                insideCount: try ids(in: outline.area, PlaceFilter()).count)
        }
    }

    /// Returns the number of listed places that state a district.
    private func count(_ district: DistrictName, _ stated: [String: Int]) throws -> Int {
        var filter = PlaceFilter()
        guard filter.admit(district, among: Array(stated.keys)) else { return 0 }
        // Of places that state only 중구, some may be in another city.
        guard filter.provinces.isEmpty else {
            var count = 0
            try forEachRow(filter, limit: nil) { _ in count += 1 }
            return count
        }
        return filter.districts.reduce(0) { $0 + stated[$1, default: 0] }
    }
}
