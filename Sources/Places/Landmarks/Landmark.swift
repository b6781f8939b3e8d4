public import GeocliGeo

/// A point to search from, such as a station. It never appears in a listing.
///
/// In most feeds, a station where several lines meet has one record for each line. `LandmarkGroup` in the Query module
/// joins these records.
public struct Landmark: Sendable, Equatable {
    /// Its feed, such as `seoul-stations`.
    public let feed: String
    /// The feed's own id, not empty.
    public let feedID: String
    /// Its name as the feed has it, not empty.
    public let name: String
    /// Its kind: a word from the feed's declaration, such as `station`.
    public let kind: Kind
    /// What distinguishes it from other landmarks with the same name, such as the line of a station; nil if the feed
    /// does not say.
    public let line: String?
    /// Its position; nil if the feed's position is not usable.
    public let coordinate: Coordinate?

    /// Creates a landmark from checked values.
    public init(feed: String, feedID: String, name: String, kind: Kind, line: String?, coordinate: Coordinate?) {
        self.feed = feed
        self.feedID = feedID
        self.name = name
        self.kind = kind
        self.line = line
        self.coordinate = coordinate
    }

    /// The feed's name and id, `seoul-stations/0239`.
    public var ref: String { "\(feed)/\(feedID)" }

    /// Whether its name may be written with or without 역.
    public var isStation: Bool { kind == .station }
}

extension Kind {
    /// The kind of landmarks whose names may end in 역.
    public static var station: Kind { Kind(rawValue: "station") ?? .other }
}

/// A landmark and its number in the catalog, for a list that is read in pages.
public struct ListedLandmark: Sendable, Equatable {
    /// The number in the catalog.
    public let id: Int64
    /// The landmark.
    public let landmark: Landmark

    /// Creates a row.
    public init(id: Int64, _ landmark: Landmark) { (self.id, self.landmark) = (id, landmark) }
}
