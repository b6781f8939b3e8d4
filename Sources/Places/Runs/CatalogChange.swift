public import GeocliGeo
internal import GeocliText

/// A change in a good run: a place appeared or disappeared, or one of its values changed.
public struct CatalogChange: Sendable, Equatable {
    public enum What: String, Sendable, CaseIterable {
        /// This run is the first that contained the place.
        case added
        /// A value differs from the value in the run before. If the value is the point, the place gained or lost
        /// it.
        case changed
        /// The place had a point and now has another one.
        case moved
        /// The run does not contain the place, but the run before did: it is no longer in the feed.
        case removed
        /// The run is the first in which a row of the source says that the place is closed.
        case closed
        /// The place was missing and came back.
        case returned
    }

    /// The place as the catalog has it now.
    public struct Subject: Sendable, Equatable {
        public let id: Int64
        public let feedID: String
        public let name: String
        public let kind: Kind
        public let district: String?
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

    public let run: RunStamp
    public let what: What
    public let place: Subject
    /// The key of the value for `.changed` and `.moved`; `point` for both coordinates.
    public let field: String?
    /// The value before the change, as text: a point as `latitude,longitude`, a list as JSON.
    public let old: String?
    public let new: String?
    /// The distance for `.moved`, in meters on the WGS 84 ellipsoid; nil for other changes.
    public let distanceMeters: Double?

    package init(
        run: RunStamp, what: What, place: Subject, field: String?, old: String?, new: String?,
        distanceMeters: Double?
    ) {
        self.run = run
        self.what = what
        self.place = place
        self.field = field
        self.old = old
        self.new = new
        self.distanceMeters = distanceMeters
    }

    /// The feed's name and id, `seoul-bookstores/2283`.
    public var ref: String { "\(run.feed)/\(place.feedID)" }
}

extension CatalogChange {
    /// The place's coordinate before its point changed; nil if it had none.
    public var formerCoordinate: Coordinate? {
        guard field == PointText.field, let old else { return nil }
        return PointText.point(old)
    }
}

extension CatalogChange {
    /// A point closer than this to the former one has not moved. Listings print coordinates with seven decimals, which
    /// is about one centimeter.
    package static let leastMoveMeters = 0.01
    /// Longer texts differ if their bytes differ. The time to sort combining marks grows with the square of their
    /// number, and a text may consist of marks only.
    private static let longestText = 4096

    /// Whether a point is far enough from the former one to count as moved. A point that appears or disappears has
    /// changed, too.
    package static func isMove(from one: Coordinate?, to other: Coordinate?) -> Bool {
        guard let one, let other else { return one != nil || other != nil }
        return one != other && Geodesic.distanceMeters(from: one, to: other) >= leastMoveMeters
    }

    /// Whether two texts differ in more than their Unicode normal form and a blank at which no line breaks (U+00A0).
    /// Everything else is a difference, such as another case, another width or a wider blank.
    package static func isOther(_ one: String?, than other: String?) -> Bool {
        guard let one, let other else { return one != nil || other != nil }
        if one.utf8.elementsEqual(other.utf8) { return false }
        if max(one.utf8.count, other.utf8.count) > longestText { return true }
        // U+00A0 is C2 A0. To replace it takes much longer than to look for it.
        guard one.utf8.contains(0xC2) || other.utf8.contains(0xC2) else { return one != other }
        return one != other && one.replacing("\u{A0}", with: " ") != other.replacing("\u{A0}", with: " ")
    }

    /// Whether two values of a field, in the form of the history, differ enough to be a change.
    package static func isOther(_ one: String?, than other: String?, in field: String) -> Bool {
        guard field == PointText.field, let here = one.flatMap(PointText.point),
            let there = other.flatMap(PointText.point)
        else { return isOther(one, than: other) }
        return isMove(from: here, to: there)
    }
}

/// The facts about a good run that a change refers to.
public struct RunStamp: Sendable, Equatable {
    public let id: Int64
    public let feed: String
    /// The day in Asia/Seoul.
    public let date: String
    /// The time when it started, RFC 3339, UTC.
    public let startedAt: String
    /// SHA-256 of the bytes of its pages.
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

    /// A number made from the run's start time and bytes. Two runs have the same number only by chance.
    public var check: UInt32 {
        UInt32(SHA256(Array("\(startedAt)\u{0}\(sha256)".utf8)).hexDigest().prefix(8), radix: 16) ?? 0
    }
}

public struct ChangeFilter: Sendable, Equatable {
    public var span = ChangeSpan.last
    public var what = Set(CatalogChange.What.allCases)
    /// The places that are admitted, by their current values. Those that are not listed are always included.
    public var places = PlaceFilter()
    /// Whether one edit counts as one change. If true, a text as given (`phone_raw`, `website_raw`) is left out when
    /// the value derived from it (`phone`, `website`) changed in the same run.
    public var joinsRawText = false

    public init() {}
}

public enum ChangeSpan: Sendable, Equatable {
    /// The last good run of each feed.
    case last
    /// The good runs after the run with this number; 0 for all good runs.
    case after(run: Int64)
    /// The first good run on or after this day, `YYYY-MM-DD`, and all good runs with higher numbers.
    case since(date: String)
    /// The changes after this position, and the changes of all later good runs.
    case past(ChangeMark)
}

/// A position in the list of all changes. It comes after a given number of changes of a run, and it is also the id of
/// the last of these changes.
public struct ChangeMark: Sendable, Equatable {
    /// The run's number; 0 for the position before all runs.
    public let run: Int64
    /// The number of the run's changes up to this position, without any filter; `.max` for all of them.
    public let sequence: Int
    /// A number that distinguishes the run from a run with the same number in another catalog; nil if it is not known.
    public let check: UInt32?

    public static let start = ChangeMark(run: 0, sequence: 0, check: nil)

    public init(run: Int64, sequence: Int, check: UInt32?) {
        (self.run, self.sequence, self.check) = (run, sequence, check)
    }

    /// Reads `run`, `run.sequence` or `run.sequence.check`, all in decimal digits; nil for any other text. If only a
    /// run is given, the position is after all its changes.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard 1...3 ~= parts.count, parts.allSatisfy({ 1...19 ~= $0.utf8.count && $0.utf8.allSatisfy(Self.isDigit) }),
            let run = Int64(parts[0])
        else { return nil }
        var sequence = run == 0 ? 0 : Int.max
        if parts.count > 1 {
            guard let number = Int(parts[1]) else { return nil }
            sequence = number
        }
        var check: UInt32?
        if parts.count > 2 {
            guard let number = UInt32(parts[2]) else { return nil }
            check = number
        }
        self.init(run: run, sequence: sequence, check: check)
    }

    /// The mark as the id of an event: `12.3.2764819`, or `0.0` before all runs.
    public var text: String { "\(run).\(sequence)" + (check.map { ".\($0)" } ?? "") }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}

/// The runs in a list of changes, and the counts of its changes and places.
public struct ChangeSummary: Sendable, Equatable {
    /// The good runs in the span, in order, whether or not they changed anything.
    public var runs: [RunStamp] = []
    /// The number of changes. A value and the text from which it was derived (`phone` and `phone_raw`) count as one.
    public var changeCount = 0
    /// The number of places by kind of change. Each place counts once per run.
    public var placeCounts: [CatalogChange.What: Int] = [:]
    /// The number of places that changed, moved, or did both. Each counts once per run. A run's report calls this
    /// number `changed`.
    public var editedCount = 0

    public init() {}
}
