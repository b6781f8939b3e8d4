internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText
internal import Glibc

/// The keys of a row: rules judge together only rows with equal keys. Keys are hashes, so values must be compared.
struct IssueKeys {
    /// What the rows with one key have in common. The two lowest bits of a key store this value.
    enum Sort: UInt64 {
        /// The name, and one of these: the phone, the road with the house number, or a point nearby.
        case pair = 0
        case phone = 1
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

    static let columns = "b.id, b.feed, b.name, b.phone, b.longitude, b.latitude, b.address"

    /// The side of a cell, in degrees.
    private static let cell = 0.002

    /// The keys of the last row that was read.
    private(set) var keys: [UInt64] = []
    private(set) var hint = PairHint()

    static func sort(_ key: UInt64) -> Sort { Sort(rawValue: key & 3) ?? .pair }

    static func phone(_ phone: UnsafeBufferPointer<UInt8>, feed: Int64) -> UInt64 {
        Self.phone(RowHashes.hash(phone), feed: feed)
    }

    private static func phone(_ hash: UInt64, feed: Int64) -> UInt64 { key(hash, UInt64(bitPattern: feed), .phone) }

    static func point(longitude: Double, latitude: Double, feed: Int64) -> UInt64 {
        // -0 and 0 are the same point.
        key((longitude + 0).bitPattern, RowHashes.mix((latitude + 0).bitPattern, UInt64(bitPattern: feed)), .point)
    }

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

/// The values of a row that its keys (`IssueKeys`) are computed from.
protocol KeyValues {
    var feed: Int64 { get }
    var hashes: RowHashes { get }
    var point: Coordinate? { get throws }
}

/// The current row of a statement that selects `IssueKeys.columns`.
struct KeyColumns: KeyValues {
    let row: Statement

    var feed: Int64 { row.integer(1) }
    var hashes: RowHashes {
        RowHashes(name: row.lent(2)?.bytes, phone: row.lent(3)?.bytes, address: row.lent(6)?.bytes)
    }

    var point: Coordinate? { get throws { try row.point(longitude: 4, latitude: 5, id: 0) } }
}

struct IssueKeyEntry: RunEntry {
    let key: UInt64
    let id: Int64
    let hint: PairHint

    var rank: UInt64 { key }

    static func < (left: IssueKeyEntry, right: IssueKeyEntry) -> Bool {
        left.key != right.key ? left.key < right.key : left.id < right.id
    }

    /// Returns the entries of some rows whose keys meet a condition.
    /// - Parameters:
    ///   - source: the SQL for the rows, `place b`.
    ///   - ids: the values of the only parameter of `source`, one after the other; nil if it has none.
    static func read(
        _ db: Database, _ source: String, _ ids: Set<Int64>? = nil, havingKey: (UInt64) -> Bool
    ) throws -> [IssueKeyEntry] {
        var entries: [IssueKeyEntry] = []
        var keys = IssueKeys()
        let rows = try Statement(db, "SELECT \(IssueKeys.columns) \(source)")
        func take() throws {
            while try rows.step() {
                try keys.read(KeyColumns(row: rows))
                for key in keys.keys where havingKey(key) {
                    entries.append(IssueKeyEntry(key: key, id: rows.integer(0), hint: keys.hint))
                }
            }
        }
        guard let ids else {
            try take()
            return entries
        }
        for id in ids.sorted() {
            rows.bind(1, id)
            try take()
            rows.reset()
        }
        return entries
    }
}

/// Shows whether a row and another one with the same name can be one shop. Most rows that share a key can't, so their
/// values need not be read. A hint has 16 bytes and is stored with the keys of its row.
struct PairHint: Equatable, BitwiseCopyable {
    /// The point in units of 1e-7 degrees; `none` if the row has no point.
    private var x = PairHint.none
    private var y = PairHint.none
    /// Short hashes of the phone, and of the road with the house number; 0 if there is none.
    var phone: UInt32 = 0
    var road: UInt32 = 0

    private static let none = Int32.min
    private static let unitsPerDegree = 1e7
    /// The maximum distance between two points of one shop, in degrees of latitude and of longitude. Up to 60° north
    /// or south, 30 m to the east or west is less than this.
    static let reach = 0.00056
    /// `reach`, with room for the rounding of two points.
    private static let roundedReach = Int64(reach * unitsPerDegree) + 2
    /// Beyond 60° north or south, the reach along a parallel is not known.
    private static let farNorth = Int64(60 * unitsPerDegree)

    /// Sets the point. A point that is not on Earth counts as no point.
    mutating func setPoint(longitude: Double, latitude: Double) {
        guard abs(longitude) <= 180, abs(latitude) <= 90 else { return }
        (x, y) = (Int32(longitude * Self.unitsPerDegree), Int32(latitude * Self.unitsPerDegree))
    }

    /// Returns a mark of a hash, which is never 0.
    static func mark(_ hash: UInt64) -> UInt32 { max(1, UInt32(truncatingIfNeeded: hash ^ hash >> 32)) }

    /// Whether `IssueJudge.repeated` may find something.
    func mayRepeat(_ other: PairHint) -> Bool {
        if phone != 0, phone == other.phone { return true }
        if road != 0, road == other.road { return true }
        guard x != Self.none, other.x != Self.none else { return false }
        let (east, north) = (Int64(x) - Int64(other.x), Int64(y) - Int64(other.y))
        guard abs(north) <= Self.roundedReach else { return false }
        let farther = max(abs(Int64(y)), abs(Int64(other.y)))
        guard farther <= Self.farNorth else { return true }
        return abs(east) <= Self.roundedReach && mayBeNear(east, north, latitude: farther)
    }

    /// Whether the distance between two points may be `IssueJudge.repeatedTenths` or less.
    /// - Source: WGS 84. A degree of latitude is at least 110,574 m, a degree of longitude at least 111,319 m times the
    ///   cosine of the latitude.
    private func mayBeNear(_ east: Int64, _ north: Int64, latitude: Int64) -> Bool {
        let cosine = cos(Double(latitude) / Self.unitsPerDegree * .pi / 180)
        let (metersEast, metersNorth) = (
            Double(east) / Self.unitsPerDegree * 111_319 * cosine, Double(north) / Self.unitsPerDegree * 110_574
        )
        // The rounding of two points is less than 0.1 m, and that of the distance as well.
        let limit = Double(IssueJudge.repeatedTenths) / 10 + 0.2
        return metersEast * metersEast + metersNorth * metersNorth <= limit * limit
    }
}

/// A set of keys that answers quickly for the many keys that are not in it.
struct KeySet {
    private let keys: Set<UInt64>
    /// One bit for each value of a key's low bits: whether any key in the set has this value. The two lowest bits do
    /// not count, because they hold the key's `Sort`.
    private let bits: [UInt64]
    private let mask: UInt64

    init(_ keys: Set<UInt64>) {
        self.keys = keys
        var count = 1024
        while count < keys.count * 16 { count *= 2 }
        mask = UInt64(count - 1)
        var bits = Array(repeating: UInt64(0), count: count / 64)
        for key in keys {
            let place = key >> 2 & mask
            bits[Int(place >> 6)] |= 1 << (place & 63)
        }
        self.bits = bits
    }

    /// - Complexity: O(1).
    func contains(_ key: UInt64) -> Bool {
        let place = key >> 2 & mask
        return bits[Int(place >> 6)] & 1 << (place & 63) != 0 && keys.contains(key)
    }
}
