internal import GeocliDatabase
public import GeocliPlaces

extension Catalog {
    /// Returns the rows of each shop that has rows of several feeds; nil if this catalog has no links.
    ///
    /// - Complexity: O(l), l links; 100 bytes of memory for each link.
    public func sameShops() throws -> SameShops? { try hasLinks() ? finished(joinedShops()) : nil }

    /// Returns all rows of the shops that these rows belong to; nil if this catalog has no links.
    ///
    /// - Complexity: for m rows and l links, O(m log l) if m is less than 1,000; O(l) otherwise.
    public func sameShops(of ids: [Int64]) throws -> SameShops? {
        guard try hasLinks() else { return nil }
        var shops = try joinedShops(of: ids)
        shops.keep(shopsOf: ids)
        return try finished(shops)
    }

    private func finished(_ shops: SameShops.Builder) throws -> SameShops {
        var shops = shops
        return try read { db in
            let row = try Statement(
                db, "SELECT b.feed, f.id, b.feed_id FROM place b JOIN feed f ON f.key = b.feed WHERE b.id = ?")
            return try shops.finished { id in
                row.bind(1, id)
                defer { row.reset() }
                guard try row.step() else { return nil }
                let (feed, name) = (row.integer(0), try row.required(1, "feed.id"))
                return SameShops.Member(
                    id: id, feedKey: feed, feed: name, ref: "\(name)/\(try row.required(2, "place.feed_id"))")
            }
        }
    }

    /// Returns the rows that are left out of an answer because another row of the same shop is in the answer. Of the
    /// rows of a shop that `filter` admits, only one stays: the row of the feed that comes first in `feeds`. If the
    /// shop has no row of these feeds, the row of the feed that was first in the catalog stays.
    ///
    /// - Parameters:
    ///   - standing: which rows of a shop can stay.
    ///   - origin: a row whose whole shop is left out; nil for none.
    public func leftOut(
        of shops: SameShops, _ filter: PlaceFilter, preferring feeds: [String], standing: UniqueShops.Standing,
        without origin: Int64?
    ) throws -> LeftOutRows {
        let condition = filter.condition
        return try read { db in
            let row = try Statement(
                db, "SELECT b.latitude IS NOT NULL FROM place b WHERE b.id = ? AND \(condition.sql)")
            for (offset, value) in condition.values.enumerated() { row.bind(Int32(offset + 2), value) }
            var leftOut: Set<Int64> = []
            for members in shops.all {
                if members.contains(where: { $0.id == origin }) {
                    leftOut.formUnion(members.map(\.id))
                    continue
                }
                var admitted: [SameShops.Member] = []
                var pointed: Set<Int64> = []
                for member in members {
                    row.bind(1, member.id)
                    defer { row.reset() }
                    guard try row.step() else { continue }
                    admitted.append(member)
                    if row.integer(0) != 0 { pointed.insert(member.id) }
                }
                let ordered = standing.ordered(admitted, preferring: feeds) { pointed.contains($0.id) }
                for member in ordered.dropFirst() { leftOut.insert(member.id) }
            }
            return LeftOutRows(leftOut)
        }
    }
}
