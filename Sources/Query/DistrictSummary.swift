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
            DistrictSummary(
                outline: outline, romanized: District.named(outline.name)?.romanized,
                statedCount: stated[outline.name, default: 0],
                insideCount: try ids(in: outline.area, PlaceFilter()).count)
        }
    }
}
