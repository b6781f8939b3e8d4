internal import GeocliGeo
internal import GeocliSearch
package import GeocliText

/// A link of the catalog, or a pair of rows that a person rejected.
package struct StoredLink: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        /// No person has decided yet.
        case found
        case accepted
        /// The rows are different shops, so they are not linked.
        case rejected
    }

    /// One of the two rows: the row that was asked for, or else the row with the lower id.
    package let one: CatalogEntry
    package let other: CatalogEntry
    /// The rule that links the rows; nil if they meet no rule and a person joined them.
    package let rule: LinkRule?
    package let state: State
    /// The values on which the rows agree, as JSON (`LinkEvidence.json`).
    package let evidence: String
    /// The run that was the latest when the rows were linked by this evidence; nil for rejected rows.
    package let run: Int64?
    /// The day of the decision, `YYYY-MM-DD` in Asia/Seoul; nil if no person has decided.
    package let decidedOn: String?

    package init(
        one: CatalogEntry, other: CatalogEntry, rule: LinkRule?, state: State, evidence: String, run: Int64?,
        decidedOn: String?
    ) {
        self.one = one
        self.other = other
        self.rule = rule
        self.state = state
        self.evidence = evidence
        self.run = run
        self.decidedOn = decidedOn
    }

    /// The distance between the two points in meters, to a tenth; nil unless both rows have a point.
    package var meters: Double? { evidenceValue("distance_m")?.doubleValue }

    /// The values on which the rows agree, by name; empty for a damaged text.
    package var evidenceMembers: [JSONValue.Member] {
        // The evidence is only for people to read. `verify` reports a damaged text; here it counts as no evidence.
        guard let value = try? JSONValue(parsing: Array(evidence.utf8), name: "evidence"),
            case .object(let members) = value
        else { return [] }
        return members
    }

    private func evidenceValue(_ name: String) -> JSONValue? { evidenceMembers.last { $0.name == name }?.value }
}

/// A filter for links. A link must meet all conditions; nil or an empty set admits everything.
package struct LinkFilter: Sendable, Equatable {
    /// A link must have a row from each of these feeds; empty for all links.
    package var feeds: Set<String> = []
    package var rules: Set<LinkRule> = []
    package var states: Set<StoredLink.State> = []
    package var place: Int64?

    package init() {}

    package func admits(_ rule: LinkRule?, _ state: StoredLink.State) -> Bool {
        (rules.isEmpty || rule.map(rules.contains) ?? false) && (states.isEmpty || states.contains(state))
    }

    /// Returns whether the filter admits a link; `place` is not checked.
    package func admits(_ link: StoredLink) -> Bool {
        feeds.isSubset(of: [link.one.feed, link.other.feed]) && admits(link.rule, link.state)
    }
}

/// A person's decision about two rows of different feeds. It applies only while the evidence is exactly the same.
package struct LinkDecision: Sendable, Equatable {
    package enum Verdict: String, Sendable, CaseIterable {
        /// The rows are the same shop.
        case accepted
        /// The rows are different shops.
        case rejected
    }

    package let low: Int64
    package let high: Int64
    package let verdict: Verdict
    /// The evidence at the time of the decision (`LinkEvidence.json`).
    package let evidence: String

    package init(low: Int64, high: Int64, _ verdict: Verdict, evidence: String) {
        self.low = low
        self.high = high
        self.verdict = verdict
        self.evidence = evidence
    }
}

/// A person's decision about two rows whose evidence has changed since the decision. The decision has no effect until
/// the evidence is the same again.
package struct LapsedDecision: Sendable, Equatable {
    /// The reference of the row with the lower id, such as `seoul-bookstores/2283`.
    package let one: String
    package let other: String
    package let verdict: LinkDecision.Verdict
    /// The day of the decision, `YYYY-MM-DD` in Asia/Seoul.
    package let decidedOn: String

    package init(one: String, other: String, _ verdict: LinkDecision.Verdict, decidedOn: String) {
        self.one = one
        self.other = other
        self.verdict = verdict
        self.decidedOn = decidedOn
    }
}

/// A value in which two rows of one shop contradict each other.
package struct LinkContradiction: Sendable, Equatable {
    package enum Field: String, Sendable, CaseIterable {
        /// The points are more than `LinkRule.nearMeters` apart.
        case point
        case phone
        case name
        /// The road or the number on the road.
        case address
        case district
    }

    package let field: Field
    /// The value's text in the first row; a point is `LAT,LON`.
    package let one: String
    package let other: String
    /// The distance between the points in meters; nil for other values.
    package var meters: Double?

    /// All contradictions, in the order of `Field`. A row without a value doesn't contradict the other row.
    package static func all(_ one: Place, _ other: Place) -> [LinkContradiction] {
        var all: [LinkContradiction] = []
        if let here = one.coordinate, let there = other.coordinate, here != there {
            let meters = Geodesic.distanceMeters(from: here, to: there)
            if meters > LinkRule.nearMeters {
                all.append(
                    LinkContradiction(
                        field: .point, one: PointText.text(here), other: PointText.text(there), meters: meters))
            }
        }
        // Most texts of one shop are equal, and equal texts need no closer comparison.
        func compare(_ field: Field, _ left: String?, _ right: String?, _ contradict: (String, String) -> Bool) {
            guard let left, let right, left != right, contradict(left, right) else { return }
            all.append(LinkContradiction(field: field, one: left, other: right))
        }
        compare(.phone, one.phone, other.phone) { _, _ in true }
        compare(.name, one.name, other.name) { LinkName($0) != LinkName($1) }
        compare(.address, one.address, other.address) { left, right in
            guard let here = LinkAddress(left).road, let there = LinkAddress(right).road else { return false }
            return here != there
        }
        // 서울특별시 마포구 and 마포구 do not contradict each other.
        compare(.district, one.district, other.district) { DistrictName($0).differs(from: DistrictName($1)) }
        return all
    }

    /// The contradictions of two rows. A district that only the point of a row tells contradicts nothing.
    package static func all(_ one: CatalogEntry, _ other: CatalogEntry) -> [LinkContradiction] {
        let all = all(one.place, other.place)
        return one.isDistrictOfPoint || other.isDistrictOfPoint ? all.filter { $0.field != .district } : all
    }
}

/// The shops that have rows of several feeds.
package struct SameShops: Sendable {
    package struct Member: Sendable, Equatable {
        package let id: Int64
        /// The catalog's number for its feed. The feed that was added first has the lowest number.
        package let feedKey: Int64
        package let feed: String
        package let ref: String

        package init(id: Int64, feedKey: Int64, feed: String, ref: String) {
            self.id = id
            self.feedKey = feedKey
            self.feed = feed
            self.ref = ref
        }
    }

    /// The rows of each shop, ordered by feed. The shops are in no particular order.
    package let all: [[Member]]
    private let numbers: [Int64: Int]

    private init(_ all: [[Member]]) {
        self.all = all
        var numbers: [Int64: Int] = [:]
        for (number, members) in all.enumerated() { for member in members { numbers[member.id] = number } }
        self.numbers = numbers
    }

    /// Returns the references of the other rows of a row's shop; nil if there are none. The rows are in the order in
    /// which their feeds were added to the catalog.
    package func others(of id: Int64) -> [String]? {
        numbers[id].map { all[$0].filter { $0.id != id }.map(\.ref) }
    }

    /// Returns the rows of a shop, the preferred one first.
    package static func ordered(_ members: [Member], preferring feeds: [String]) -> [Member] {
        func rank(_ member: Member) -> Int { feeds.firstIndex(of: member.feed) ?? feeds.count }
        return members.sorted { (rank($0), $0.feedKey, $0.id) < (rank($1), $1.feedKey, $1.id) }
    }

    package struct Builder {
        /// The parent of each row, which is a row of the same shop. A row that is its own parent represents the shop.
        private var parents: [Int64: Int64] = [:]

        package init() {}

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

        /// `member` returns the member with an id; nil if no member has it.
        package mutating func finished(_ member: (Int64) throws -> Member?) rethrows -> SameShops {
            var shops: [Int64: [Member]] = [:]
            for id in parents.keys.sorted() {
                if let found = try member(id) { shops[root(id), default: []].append(found) }
            }
            return SameShops(shops.keys.sorted().map { SameShops.ordered(shops[$0] ?? [], preferring: []) })
        }
    }
}

/// An answer with one row for each shop.
public struct UniqueShops: Sendable {
    public enum Standing: Sendable {
        case any
        /// The admitted rows that have a point. No other row can be in the answer.
        case withPoint
        /// The admitted rows that have a point, or all admitted rows if none has. This is for a map, which also lists
        /// places without a point.
        case withPointIfAny

        /// In order of preference. `rows` are the rows of the shop that the filter admits.
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

    package let shops: SameShops
    /// The feeds in order of preference. The row of the most preferred feed represents a shop.
    public let feeds: [String]

    package init(_ shops: SameShops, preferring feeds: [String]) {
        self.shops = shops
        self.feeds = feeds
    }
}

package struct OtherRow: Sendable, Equatable {
    package let own: CatalogEntry
    package let row: CatalogEntry
    /// The link between the two rows; nil if they are joined only through other rows.
    package let link: StoredLink?
    /// The references of the rows through which the two rows are joined, in order from the given row; empty if the two
    /// rows are linked directly.
    package let through: [String]

    package init(of own: CatalogEntry, row: CatalogEntry, link: StoredLink?, through: [String]) {
        self.own = own
        self.row = row
        self.link = link
        self.through = link == nil ? through : []
    }
}

/// The links between rows of different feeds that are the same shop. Links join only current rows, so a catalog that is
/// read as of a past day has no links. Only one thread may use an object.
package protocol LinkSource: AnyObject {
    /// Returns a new counter for the rows of an answer that repeat a shop; nil if no rows are linked.
    func answeredShops() throws -> (any AnsweredShops)?

    /// Returns the rows of each shop that has rows of several feeds; nil if no rows are linked.
    ///
    /// - Throws: an error that says how to get links, if the catalog was pushed to a server without them.
    /// - Complexity: O(l), l links; 100 bytes of memory for each link.
    func sameShops() throws -> SameShops?

    /// Returns the rows that an answer leaves out because another row represents the same shop. For each shop, one of
    /// the rows that `filter` admits stays: the row whose feed comes first in `feeds`. If `feeds` contains none of the
    /// rows' feeds, the row whose feed was added to the catalog first stays. `standing` says which rows can represent a
    /// shop. The whole shop of `origin` is left out; nil for none.
    func leftOut(
        of shops: SameShops, _ filter: PlaceFilter, preferring feeds: [String], standing: UniqueShops.Standing,
        without origin: Int64?
    ) throws -> LeftOutRows

    /// Returns the other rows of a row's shop; empty if there are none. The rows are in the order in which their feeds
    /// were added to the catalog.
    ///
    /// - Throws: the same errors as `sameShops`.
    func otherRows(of entry: CatalogEntry) throws -> [OtherRow]

    /// Calls `body` with the links and the rejected pairs of rows that `filter` admits, ordered by the ids of their two
    /// rows; at most `limit` of them.
    ///
    /// - Throws: the same errors as `sameShops`.
    func forEachLink(_ filter: LinkFilter, limit: Int?, body: (StoredLink) throws -> Void) throws
}

/// Counts the rows of an answer that repeat a shop.
package protocol AnsweredShops: AnyObject {
    func insert(_ id: Int64)

    /// Returns the number of rows in the answer that repeat the shop of another row in the answer.
    func repeatCount() throws -> Int
}
