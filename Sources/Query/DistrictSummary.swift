public import GeocliPlaces
internal import GeocliSearch

/// A district's outline with the bookstores of the district.
public struct DistrictSummary: Sendable, Equatable {
    /// The outline.
    public let outline: DistrictOutline
    /// Its name in Latin letters; nil for one outside Seoul.
    public let romanized: String?
    /// Listed bookstores that state this district.
    public let statedCount: Int
    /// Listed bookstores whose point lies in it, edges included.
    public let insideCount: Int
}

extension PlaceArchive {
    /// The districts that there are outlines of, by name.
    ///
    /// - Complexity: O(n), n bookstores.
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
