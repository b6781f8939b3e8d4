internal import GeocliText

/// The reference of a place: the id of its feed, a slash, and the feed's own id of the place.
package struct PlaceRef {
    package let feed: String
    package let feedID: String

    /// Splits a reference; nil if it has no slash. Ids are in NFC in a catalog, so an id that a file or a keyboard spells
    /// in another normal form means the same place.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return nil }
        (feed, feedID) = (parts[0], Folding.composed(parts[1]))
    }
}
