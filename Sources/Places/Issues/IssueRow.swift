/// A listed row of a feed as the rules of issues judge it.
public struct IssueRow: Sendable {
    /// The catalog's number for the place.
    public let id: Int64
    /// The catalog's number for its feed.
    public let feed: Int64
    /// Its values. Corrected values replace the values of the feed.
    public let place: Place
    /// The code of the country in which all places of the feed are (`FeedWords.country`); nil if it is not known.
    public let country: String?
    /// Why the point that the feed states could not be used; nil if it could, or if the feed states no point.
    public let pointProblem: PointProblem?
    /// Whether the feed explains its kinds but not this row's kind.
    public let hasUnknownKind: Bool

    /// A point that the feed states but that no place of the feed can have.
    public struct PointProblem: Sendable, Equatable {
        /// The code of the reason, such as `coordinate-swapped`.
        public let reason: String
        /// The point as the feed has it.
        public let value: String?

        /// Creates a problem.
        public init(reason: String, value: String?) {
            self.reason = reason
            self.value = value
        }
    }

    /// Creates a row.
    public init(
        id: Int64, feed: Int64, place: Place, country: String? = nil, pointProblem: PointProblem? = nil,
        hasUnknownKind: Bool = false
    ) {
        self.id = id
        self.feed = feed
        self.place = place
        self.country = country
        self.pointProblem = pointProblem
        self.hasUnknownKind = hasUnknownKind
    }

    /// Whether the place is known to be in Korea.
    var isInKorea: Bool {
        PlaceCountry.isKorea(feed: country, point: place.coordinate, address: place.address)
    }

    /// The row as the rules of links compare it; nil if its name can't be compared.
    public var linkRow: LinkRow? { LinkRow(id: id, feed: feed, LinkRow.Values(place)) }
}
