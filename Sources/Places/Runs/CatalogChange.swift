public import GeocliGeo

/// Something that a good run changed: one bookstore came, went, or has another value.
public struct CatalogChange: Sendable, Equatable {
    /// What happened.
    public enum What: String, Sendable, CaseIterable {
        /// The first run that held it.
        case added
        /// A value differs from the run before; for a point, it was gained or lost.
        case changed
        /// It had a point and has another one.
        case moved
        /// The run missed it, the run before did not.
        case removed
        /// The third good run in a row without it (`CatalogEntry.closingMisses`).
        case closed
        /// It had been missing and is here again.
        case returned
    }

    /// The bookstore as the catalog has it now.
    public struct Subject: Sendable, Equatable {
        /// The catalog's number for it.
        public let id: Int64
        /// The feed's own id.
        public let feedID: String
        /// Its name.
        public let name: String
        /// What it sells.
        public let kind: Kind
        /// Its district.
        public let district: String?
        /// Where it is.
        public let coordinate: Coordinate?

        package init(
            id: Int64, feedID: String, name: String, kind: Kind, district: String?, coordinate: Coordinate?
        ) {
            self.id = id
            self.feedID = feedID
            self.name = name
            self.kind = kind
            self.district = district
            self.coordinate = coordinate
        }
    }

    /// The run.
    public let run: RunStamp
    /// What happened.
    public let what: What
    /// To which bookstore.
    public let bookstore: Subject
    /// For `.changed` and `.moved` the key of the value, `point` for both coordinates.
    public let field: String?
    /// The value before, as text: a point as `latitude,longitude`, a list as JSON.
    public let old: String?
    /// The value from then on.
    public let new: String?
    /// For `.moved` how far, in meters on the WGS 84 ellipsoid.
    public let distanceMeters: Double?

    package init(
        run: RunStamp, what: What, bookstore: Subject, field: String?, old: String?, new: String?, distanceMeters: Double?
    ) {
        self.run = run
        self.what = what
        self.bookstore = bookstore
        self.field = field
        self.old = old
        self.new = new
        self.distanceMeters = distanceMeters
    }

    /// The feed's name and id, `seoul-bookstores/2283`.
    public var ref: String { "\(run.feed)/\(bookstore.feedID)" }
}

/// A good run, in short.
public struct RunStamp: Sendable, Equatable {
    /// Its number.
    public let id: Int64
    /// Its feed.
    public let feed: String
    /// The day in Asia/Seoul.
    public let date: String
    /// When it started, RFC 3339, UTC.
    public let startedAt: String
    /// SHA-256 of its bytes.
    public let sha256: String

    package init(
        id: Int64, feed: String, date: String, startedAt: String, sha256: String
    ) {
        self.id = id
        self.feed = feed
        self.date = date
        self.startedAt = startedAt
        self.sha256 = sha256
    }
}

/// Which runs are asked for their changes.
public enum ChangeSpan: Sendable, Equatable {
    /// The last good run of each feed.
    case last
    /// The good runs after the one with this number; 0 for all.
    case after(run: Int64)
    /// The good runs from the first one of this day or a later one, `YYYY-MM-DD`; order comes from run numbers.
    case since(date: String)
}

/// Which changes are told.
public struct ChangeFilter: Sendable, Equatable {
    /// These runs.
    public var span = ChangeSpan.last
    /// Only what happened in one of these ways.
    public var what = Set(CatalogChange.What.allCases)
    /// Only to these bookstores, by their values of now; missing and closed ones are always among them.
    public var bookstores = PlaceFilter()

    /// All changes of the last runs.
    public init() {}
}

/// What changes came to, in numbers.
public struct ChangeSummary: Sendable, Equatable {
    /// The good runs that were asked, in order, whether or not they changed anything.
    public var runs: [RunStamp] = []
    /// All changes.
    public var changeCount = 0
    /// Bookstores, each counted once a run, by what happened to them.
    public var bookstoreCounts: [CatalogChange.What: Int] = [:]

    /// Nothing happened.
    public init() {}
}

extension CatalogChange {
    /// Where the bookstore was before, if its point changed; nil for one that had none.
    public var formerCoordinate: Coordinate? {
        guard field == PointText.field, let old else { return nil }
        return PointText.point(old)
    }
}
