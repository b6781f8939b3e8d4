public import GeocliGeo
public import GeocliText

/// A place as a feed describes it. Every value is checked, so an impossible value can't be stored.
public struct Place: Equatable, Sendable {
    /// The feed's own id in its canonical form, not empty.
    public let feedID: String
    /// Its name as the feed has it, without blanks at the ends; not empty.
    public let name: String
    public let kind: Kind
    /// The district that the feed states, or the one that the address names.
    public let district: String?
    /// Its address as the feed has it.
    public let address: String?
    /// The first of its phone numbers, E.164.
    public let phone: String?
    /// Its phone numbers as the feed has them.
    public let phoneRaw: String?
    /// The first of its web addresses, http or https.
    public let website: String?
    /// Its web addresses as the feed has them.
    public let websiteRaw: String?
    /// Its pages on social networks; nil or not empty.
    public let sns: [String]?
    /// Its coordinate; nil if the feed's coordinate is not usable.
    public let coordinate: Coordinate?

    /// - Throws: `PlainError` if `feedID` or `name` is empty.
    public init(
        feedID: String, name: String, kind: Kind, district: String?, contact: Contact, coordinate: Coordinate?
    ) throws(PlainError) {
        guard !feedID.isEmpty, !name.isEmpty else {
            throw PlainError(.software, en: "a place needs an id and a name", ko: "장소에는 번호와 이름이 있어야 합니다")
        }
        self.init(
            uncheckedFeedID: feedID, name: name, kind: kind, district: district, contact: contact,
            coordinate: coordinate)
    }

    package init(
        uncheckedFeedID feedID: String, name: String, kind: Kind, district: String?, contact: Contact,
        coordinate: Coordinate?
    ) {
        assert(!feedID.isEmpty && !name.isEmpty)
        self.feedID = feedID
        self.name = name
        self.kind = kind
        self.district = district
        address = contact.address
        phone = contact.phone
        phoneRaw = contact.phoneRaw
        website = contact.website
        websiteRaw = contact.websiteRaw
        sns = contact.sns
        self.coordinate = coordinate
    }

    /// Contact data of a place; each value is that of `Place`.
    public struct Contact: Equatable, Sendable {
        public var address: String?
        public var phone: String?
        public var phoneRaw: String?
        public var website: String?
        public var websiteRaw: String?
        public var sns: [String]?

        public init() {}
    }
}

/// A place of the catalog: its values from the feed, and its history in the catalog.
public struct CatalogEntry: Equatable, Sendable {
    /// The catalog's number for the place, which never changes.
    public let id: Int64
    /// Its feed, such as `seoul-bookstores`.
    public let feed: String
    public let place: Place
    /// The date of the first run that contained the place, `YYYY-MM-DD` in Asia/Seoul.
    public let firstSeen: String
    /// The date of the last good run that contained it.
    public let lastSeen: String
    /// The number of consecutive good runs that have missed the place; 0 while the feed has it.
    public let missingRuns: Int
    /// The date of the first of these runs: since then, the place is no longer in the feed. Nil while the feed has it.
    public let removedOn: String?
    /// The day on which it closed, as a correction says; else the date of the run in which a row of the source said that
    /// it is closed. Nil if neither says so.
    public let closedOn: String?
    /// The source of its point: `feed`, or the imported addresses from which a missing point was filled in, such as
    /// `juso 2606`. Nil if the place has no point.
    public var pointSource: String?
    /// The keys of the values that a person corrected (`CorrectionField`); nil if no value was corrected.
    public var corrected: [String]?
    /// Whether the place states no district, so that `place.district` is the one that contains its point.
    public var isDistrictOfPoint = false

    /// The source of a point that the feed itself states.
    public static let ownPoint = "feed"

    public init(
        id: Int64, feed: String, place: Place, firstSeen: String, lastSeen: String, missingRuns: Int,
        removedOn: String?, closedOn: String?
    ) {
        self.id = id
        self.feed = feed
        self.place = place
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.missingRuns = missingRuns
        self.removedOn = removedOn
        self.closedOn = closedOn
    }

    /// The feed's name and id, `seoul-bookstores/2283`.
    public var ref: String { "\(feed)/\(place.feedID)" }

    public var coordinate: Coordinate? { place.coordinate }
}

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
