internal import GeocliAddresses
internal import GeocliGeo
internal import GeocliPlaces

/// The imported addresses as one feed's rows ask for them: a point outside of the feed's area is none of its points.
final class AddressPoints: PointFinder {
    let identity: String
    /// What messages call the addresses: `juso 2606`.
    let title: String
    private let book: AddressBook
    private let area: BoundingBox

    /// Opens the addresses; nil if there are none, and for the sample, whose addresses are made up.
    ///
    /// - Throws: `AddressError`.
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
