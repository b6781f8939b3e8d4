internal import GeocliDatabase
public import GeocliPlaces

extension Catalog {
    /// Returns the rows of each shop that has rows of several feeds; nil if there are no links.
    ///
    /// - Complexity: O(l), l links; 100 bytes of memory for each.
    public func sameShops() throws -> SameShops? {
        guard try hasLinks() else { return nil }
        return try read { db in
            var shops = SameShops.Builder()
            try forEachLinkedPair { shops.join($0, $1) }
            let row = try Statement(
                db, "SELECT b.feed, f.id, b.feed_id FROM bookstore b JOIN feed f ON f.key = b.feed WHERE b.id = ?")
            return try shops.finished { id in
                row.bind(1, id)
                defer { row.reset() }
                guard try row.step() else { return nil }
                let (feed, name) = (row.integer(0), try row.required(1, "feed.id"))
                return SameShops.Member(
                    id: id, feedKey: feed, feed: name, ref: "\(name)/\(try row.required(2, "bookstore.feed_id"))")
            }
        }
    }

    /// Returns the rows that another row of the same shop stands for in an answer. Of the rows that `filter` admits, the
    /// one of the feed named first in `feeds` stays; without one, that of the feed that came first into the catalog.
    ///
    /// - Parameters:
    ///   - hasPoint: whether only rows with a point can be in the answer.
    ///   - origin: a row whose whole shop is left out; nil for none.
    public func leftOut(
        of shops: SameShops, _ filter: PlaceFilter, preferring feeds: [String], hasPoint: Bool, without origin: Int64?
    ) throws -> LeftOutRows {
        let condition = filter.condition
        let point = hasPoint ? "AND b.latitude IS NOT NULL" : ""
        return try read { db in
            let row = try Statement(
                db, "SELECT EXISTS (SELECT 1 FROM bookstore b WHERE b.id = ? \(point) AND \(condition.sql))")
            for (offset, value) in condition.values.enumerated() { row.bind(Int32(offset + 2), value) }
            var leftOut: Set<Int64> = []
            for members in shops.all {
                if members.contains(where: { $0.id == origin }) {
                    leftOut.formUnion(members.map(\.id))
                    continue
                }
                let admitted = try members.filter { member in
                    row.bind(1, member.id)
                    defer { row.reset() }
                    return try row.step() && row.integer(0) != 0
                }
                for member in SameShops.ordered(admitted, preferring: feeds).dropFirst() { leftOut.insert(member.id) }
            }
            return LeftOutRows(leftOut)
        }
    }
}
