internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces

/// The keys of a row. A rule judges rows together only if they have equal keys. A key is a hash, so the values of such
/// rows must still be compared.
struct IssueKeys {
    /// What the rows with one key have in common. The two lowest bits of a key store this value.
    enum Sort: UInt64 {
        /// The name, and one of these: the phone, the road with the house number, or a point nearby.
        case pair = 0
        /// The phone.
        case phone = 1
        /// The point.
        case point = 2
        /// The minimum number of rows with one key; fewer rows are not judged together. A rule may require more rows.
        var fewest: Int {
            switch self {
            case .pair: 2
            case .phone: IssueJudge.sharedPhone
            case .point: IssueJudge.sharedPoint
            }
        }
    }

    /// The columns that `KeyColumns` reads.
    static let columns = "b.id, b.feed, b.name, b.phone, b.longitude, b.latitude, b.address"

    /// The side of a cell, in degrees.
    private static let cell = 0.002

    /// The keys of the last row that was read.
    private(set) var keys: [UInt64] = []
    /// The hint of the last row that was read.
    private(set) var hint = PairHint()

    /// Returns the sort of a key.
    static func sort(_ key: UInt64) -> Sort { Sort(rawValue: key & 3) ?? .pair }

    /// Returns the key of a phone in a feed.
    static func phone(_ phone: UnsafeBufferPointer<UInt8>, feed: Int64) -> UInt64 {
        Self.phone(RowHashes.hash(phone), feed: feed)
    }

    private static func phone(_ hash: UInt64, feed: Int64) -> UInt64 { key(hash, UInt64(bitPattern: feed), .phone) }

    /// Returns the key of a point in a feed.
    static func point(longitude: Double, latitude: Double, feed: Int64) -> UInt64 {
        // -0 and 0 are the same point.
        key((longitude + 0).bitPattern, RowHashes.mix((latitude + 0).bitPattern, UInt64(bitPattern: feed)), .point)
    }

    /// Computes the keys of a row.
    ///
    /// - Throws: `CatalogDamage` for a row whose point is not on Earth.
    mutating func read(_ row: some KeyValues) throws {
        keys.removeAll(keepingCapacity: true)
        hint = PairHint()
        let feed = row.feed
        let point = try row.point
        if let point {
            keys.append(Self.point(longitude: point.longitude, latitude: point.latitude, feed: feed))
            hint.setPoint(longitude: point.longitude, latitude: point.latitude)
        }
        let hashes = row.hashes
        if let phone = hashes.phone {
            keys.append(Self.phone(phone, feed: feed))
            hint.phone = PairHint.mark(phone)
        }
        guard let name = hashes.name else { return }
        let base = RowHashes.mix(name, UInt64(bitPattern: feed))
        if let phone = hashes.phone { keys.append(Self.key(base, phone, .pair)) }
        if let road = hashes.road {
            keys.append(Self.key(base, ~road, .pair))
            hint.road = PairHint.mark(road)
        }
        if let point { addCells(base, point.longitude, point.latitude) }
    }

    /// Adds the keys of the point's cell, and of the other cells that can have points within `PairHint.reach` of this
    /// point.
    private mutating func addCells(_ base: UInt64, _ longitude: Double, _ latitude: Double) {
        func cells(_ value: Double) -> ClosedRange<Int> {
            Int(
                ((value - PairHint.reach) / Self.cell).rounded(.down))...Int(
                    ((value + PairHint.reach) / Self.cell).rounded(.down))
        }
        for y in cells(latitude) {
            for x in cells(longitude) {
                keys.append(
                    Self.key(base, RowHashes.mix(UInt64(bitPattern: Int64(x)), UInt64(bitPattern: Int64(y))), .pair))
            }
        }
    }

    @inline(__always)
    private static func key(_ one: UInt64, _ other: UInt64, _ sort: Sort) -> UInt64 {
        RowHashes.mix(one, other) & ~3 | sort.rawValue
    }
}
