internal import GeocliIngest
package import GeocliPlaces
package import GeocliText

/// The heading of a drawing of a catalog.
package enum DrawingTitle {
    /// Returns the heading: the user's title, or else the one that fits the feeds. `seoul` and `other` are for
    /// bookstores. A single feed of other places has its own title.
    package static func words(_ title: String?, _ status: CatalogStatus, seoul: Words, other: Words) -> Words {
        if let title { return Words(en: title, ko: title) }
        let ofSeoul = [Feed.seoulBookstoresID, Feed.sample.id]
        if status.lastPlaceRuns.allSatisfy({ ofSeoul.contains($0.feed) }) { return seoul }
        let words = status.words
        guard words.noun != PlaceWords.bookstores.noun else { return other }
        let titles = status.lastPlaceRuns.compactMap { $0.words?.title }
        return titles.count == 1 ? titles[0] : Words(en: words.plural.capitalizedFirst, ko: words.noun.ko)
    }

    /// Returns the heading of a map page.
    package static func ofPage(_ title: String?, _ status: CatalogStatus) -> Words {
        words(
            title, status, seoul: Words(en: "Bookstores of Seoul", ko: "서울 책방 지도"),
            other: Words(en: "Bookstores", ko: "책방 지도"))
    }
}
