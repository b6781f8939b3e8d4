/// The shops that have rows of several feeds.
public struct SameShops: Sendable {
    /// A row of a shop.
    public struct Member: Sendable, Equatable {
        /// The catalog's number for the place.
        public let id: Int64
        /// The catalog's number for its feed. The feed that was added first has the lowest number.
        public let feedKey: Int64
        /// Its feed's name.
        public let feed: String
        /// Its reference, such as `seoul-bookstores/2283`.
        public let ref: String

        package init(id: Int64, feedKey: Int64, feed: String, ref: String) {
            self.id = id
            self.feedKey = feedKey
            self.feed = feed
            self.ref = ref
        }
    }

    /// The rows of each shop, ordered by feed. The shops are in no particular order.
    public let all: [[Member]]
    private let numbers: [Int64: Int]

    private init(_ all: [[Member]]) {
        self.all = all
        var numbers: [Int64: Int] = [:]
        for (number, members) in all.enumerated() { for member in members { numbers[member.id] = number } }
        self.numbers = numbers
    }

    /// Returns the references of the other rows of a row's shop; nil if there are none. The rows are in the order in
    /// which their feeds were added to the catalog.
    public func others(of id: Int64) -> [String]? {
        numbers[id].map { all[$0].filter { $0.id != id }.map(\.ref) }
    }

    /// Returns the rows of a shop, the preferred one first.
    package static func ordered(_ members: [Member], preferring feeds: [String]) -> [Member] {
        func rank(_ member: Member) -> Int { feeds.firstIndex(of: member.feed) ?? feeds.count }
        return members.sorted { (rank($0), $0.feedKey, $0.id) < (rank($1), $1.feedKey, $1.id) }
    }

    /// Joins rows into shops.
    package struct Builder {
        /// The parent of each row, which is a row of the same shop. A row that is its own parent represents the shop.
        private var parents: [Int64: Int64] = [:]

        package init() {}

        /// Joins the shops of two rows into one shop.
        package mutating func join(_ one: Int64, _ other: Int64) {
            let (here, there) = (root(one), root(other))
            guard here != there else { return }
            parents[max(here, there)] = min(here, there)
        }

        /// Returns how many rows of the answer repeat the shop of another row of the answer. Two rows of the
        /// answer may be joined through rows that are not in the answer.
        package mutating func repeatCount(where isAnswered: (Int64) -> Bool) -> Int {
            var count = 0
            var found: Set<Int64> = []
            for id in Array(parents.keys) where isAnswered(id) {
                if !found.insert(root(id)).inserted { count += 1 }
            }
            return count
        }

        /// Removes the shops that contain none of these rows.
        package mutating func keep(shopsOf ids: some Sequence<Int64>) {
            var wanted: Set<Int64> = []
            for id in ids where parents[id] != nil { wanted.insert(root(id)) }
            let others = Array(parents.keys).filter { !wanted.contains(root($0)) }
            for id in others { parents[id] = nil }
        }

        private mutating func root(_ id: Int64) -> Int64 {
            guard let parent = parents[id] else {
                parents[id] = id
                return id
            }
            guard parent != id else { return id }
            let root = root(parent)
            parents[id] = root
            return root
        }

        /// Returns the shops.
        ///
        /// - Parameter member: returns the member with an id; nil if no member has it.
        package mutating func finished(_ member: (Int64) throws -> Member?) rethrows -> SameShops {
            var shops: [Int64: [Member]] = [:]
            for id in parents.keys.sorted() {
                if let found = try member(id) { shops[root(id), default: []].append(found) }
            }
            return SameShops(shops.keys.sorted().map { SameShops.ordered(shops[$0] ?? [], preferring: []) })
        }
    }
}

/// The rows that a listing leaves out because another row represents the same shop.
public final class LeftOutRows: Sendable {
    /// The ids of these rows.
    public let ids: Set<Int64>

    package init(_ ids: Set<Int64>) { self.ids = ids }
}

extension LeftOutRows: Equatable {
    /// Returns whether both are the same object. A comparison of all ids would take longer than a query.
    public static func == (one: LeftOutRows, other: LeftOutRows) -> Bool { one === other }
}

/// An answer with one row for each shop.
public struct UniqueShops: Sendable {
    /// Which rows can represent a shop.
    public enum Standing: Sendable {
        /// All rows that the filter admits.
        case any
        /// The admitted rows that have a point. No other row can be in the answer.
        case withPoint
        /// The admitted rows that have a point, or all admitted rows if none has. This is for a map, which also lists
        /// places without a point.
        case withPointIfAny

        /// Returns the rows that can represent a shop, in order of preference.
        ///
        /// - Parameters:
        ///   - rows: the rows of the shop that the filter admits.
        ///   - hasPoint: whether a row has a point.
        package func ordered(
            _ rows: [SameShops.Member], preferring feeds: [String], _ hasPoint: (SameShops.Member) -> Bool
        ) -> [SameShops.Member] {
            let ordered = SameShops.ordered(rows, preferring: feeds)
            return switch self {
            case .any: ordered
            case .withPoint: ordered.filter(hasPoint)
            case .withPointIfAny: ordered.filter(hasPoint) + ordered.filter { !hasPoint($0) }
            }
        }
    }

    /// The shops.
    public let shops: SameShops
    /// The feeds in order of preference. The row of the most preferred feed represents a shop.
    public let feeds: [String]

    /// Creates an answer with one row for each of these shops.
    public init(_ shops: SameShops, preferring feeds: [String]) {
        self.shops = shops
        self.feeds = feeds
    }
}
