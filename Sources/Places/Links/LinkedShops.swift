/// Rows that are joined into shops, with at most one row of each feed in a shop.
struct LinkedShops {
    private let feeds: [Int64]
    /// The rows of each shop; nil for a shop that became part of another one.
    private var shops: [[Int]?]
    private var numbers: [Int: Int] = [:]
    /// For each row, the rows that a person said are not the same shop.
    private var apart: [Int: Set<Int>] = [:]

    /// Creates shops of one row each.
    ///
    /// - Parameter feeds: the feed of each row.
    init(feeds: [Int64]) {
        self.feeds = feeds
        shops = []
    }

    /// Keeps two rows in different shops.
    mutating func separate(_ one: Int, _ other: Int) {
        apart[one, default: []].insert(other)
        apart[other, default: []].insert(one)
    }

    /// Whether two rows already belong to one shop.
    func areOne(_ one: Int, _ other: Int) -> Bool {
        guard let number = numbers[one] else { return false }
        return numbers[other] == number
    }

    /// Whether two rows are in one shop, or their shops can become one.
    ///
    /// - Complexity: O(f²), f feeds in the two shops.
    func canJoin(_ one: Int, _ other: Int) -> Bool {
        if areOne(one, other) { return true }
        let (here, there) = (members(one), members(other))
        return here.allSatisfy { left in
            there.allSatisfy { feeds[$0] != feeds[left] && apart[left]?.contains($0) != true }
        }
    }

    /// Joins the shops of two rows into one shop.
    mutating func join(_ one: Int, _ other: Int) {
        guard !areOne(one, other) else { return }
        let all = members(one) + members(other)
        for row in [one, other] { if let number = numbers[row] { shops[number] = nil } }
        shops.append(all)
        for row in all { numbers[row] = shops.count - 1 }
    }

    private func members(_ row: Int) -> [Int] { numbers[row].flatMap { shops[$0] } ?? [row] }
}
