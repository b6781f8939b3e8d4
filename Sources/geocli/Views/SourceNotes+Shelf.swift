internal import GeocliAsking
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

extension SourceNotes {
    /// Returns the members of a JSON file made from this catalog. Files of declarations are read only for a feed that
    /// nothing else describes.
    static func members(_ status: CatalogStatus, landmarks: [CatalogStatus.Run] = []) -> [JSONValue.Member] {
        members(status, landmarks: landmarks, other: declared)
    }

    /// Returns the statements for other formats, from the last good run of each feed.
    static func statements(_ runs: [CatalogStatus.Run]) -> [SourceStatement] { statements(runs, other: declared) }

    private static func declared(_ id: String) -> Feed? {
        FeedShelf.all().lazy.compactMap { try? $0.feed.get() }.first { $0.id == id }
    }
}
