internal import GeocliAddresses
internal import GeocliGeo
internal import GeocliPlaces

/// Finds points for the rows of one feed in the imported addresses. A point outside the feed's area is never filled in.
final class AddressPoints: PointFinder {
    let identity: String
    /// The name of the addresses in messages: `juso 2606`.
    let title: String
    private let book: AddressBook
    private let area: BoundingBox

    /// Opens the addresses. The result is nil if there are none, and for the sample, whose addresses are made up.
    ///
    /// - Throws: `PlainError`.
    init?(_ feed: Feed, _ path: String?) throws {
        guard let path, feed.id != Feed.sample.id, let book = try AddressBook(path: path) else { return nil }
        guard try !book.regions().isEmpty else { return nil }
        identity = try book.identity()
        title = try book.title()
        self.book = book
        area = feed.area
    }

    func point(address: String?, district: String?) throws -> FoundPoint {
        switch try book.find(address ?? "", district: district, within: area) {
        case .found(let hit):
            return area.contains(hit.coordinate)
                ? .point(hit.coordinate, source: hit.source) : .outside(hit.coordinate, source: hit.source)
        case .none(let miss): return .none(why: miss.rawValue, isCovered: miss.isCovered)
        }
    }
}
