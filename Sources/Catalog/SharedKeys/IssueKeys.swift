internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

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

    /// The columns that `read` reads.
    static let columns = "b.id, b.feed, b.name, b.phone, b.longitude, b.latitude, b.address"

    /// The positions of the values in the columns of a statement.
    struct Columns {
        let feed: Int32, name: Int32, phone: Int32, longitude: Int32, latitude: Int32, address: Int32

        /// The positions in a row that selects `IssueKeys.columns`.
        static let ofKeys = Columns(feed: 1, name: 2, phone: 3, longitude: 4, latitude: 5, address: 6)
        /// The positions in a row that selects `IssueRows.columns`.
        static let ofIssueRows = Columns(feed: 1, name: 3, phone: 7, longitude: 11, latitude: 12, address: 6)
    }

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
        Self.phone(hash(phone), feed: feed)
    }

    private static func phone(_ hash: UInt64, feed: Int64) -> UInt64 { key(hash, UInt64(bitPattern: feed), .phone) }

    /// Returns the key of a point in a feed.
    static func point(longitude: Double, latitude: Double, feed: Int64) -> UInt64 {
        // -0 and 0 are the same point.
        key((longitude + 0).bitPattern, mix((latitude + 0).bitPattern, UInt64(bitPattern: feed)), .point)
    }

    /// Computes the keys of a row.
    mutating func read(_ row: Statement, _ columns: Columns = .ofKeys) {
        keys.removeAll(keepingCapacity: true)
        hint = PairHint()
        let feed = row.integer(columns.feed)
        let (x, y) = (row.typedReal(columns.longitude), row.typedReal(columns.latitude))
        let hasPoint = !row.isNull(columns.longitude) && !row.isNull(columns.latitude)
        if hasPoint {
            keys.append(Self.point(longitude: x.number, latitude: y.number, feed: feed))
            hint.setPoint(longitude: x.number, latitude: y.number)
        }
        let phone = row.lent(columns.phone).map { Self.hash($0.bytes) }
        if let phone {
            keys.append(Self.phone(phone, feed: feed))
            hint.phone = PairHint.mark(phone)
        }
        guard let name = row.lent(columns.name).flatMap({ Self.name($0.bytes) }) else { return }
        let base = Self.mix(name, UInt64(bitPattern: feed))
        if let phone { keys.append(Self.key(base, phone, .pair)) }
        if let road = row.lent(columns.address).flatMap({ Self.road($0.bytes) }) {
            keys.append(Self.key(base, ~road, .pair))
            hint.road = PairHint.mark(road)
        }
        if hasPoint { addCells(base, x.number, y.number) }
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
                keys.append(Self.key(base, Self.mix(UInt64(bitPattern: Int64(x)), UInt64(bitPattern: Int64(y))), .pair))
            }
        }
    }

    /// Returns a hash of the name in the form of `LinkName.key`; nil for a name that is not compared.
    private static func name(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64? {
        guard bytes.count <= 4096 else { return nil }
        var hash = start
        var (position, length) = (0, 0)
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x20 || 0x09...0x0D ~= byte {
                position += 1
                continue
            }
            let step = byte < 0x80 ? 1 : 3
            guard step == 1 || NameBytes.isSyllable(bytes, position) else {
                return LinkName(String(decoding: bytes, as: UTF8.self)).map { Self.hash($0.key.utf8) }
            }
            for offset in 0..<step { hash = (hash ^ UInt64(bytes[position + offset])) &* prime }
            position += step
            length += step
        }
        return length > 0 ? hash : nil
    }

    /// Returns a hash of the last byte before 로 or 길 and of the first part of the house number, at the place where
    /// `LinkAddress.road` finds them. Returns nil if there are none. 개포로110길 54 and 개포로 110길 54 have the same hash.
    static func road(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64? {
        guard bytes.allSatisfy({ $0 < 0x80 || 0xEA...0xED ~= $0 || 0x80...0xBF ~= $0 }) else {
            guard let road = IssueJudge.road(String(decoding: bytes, as: UTF8.self)) else { return nil }
            return Array(road.utf8).withUnsafeBufferPointer { plainRoad($0) }
        }
        return plainRoad(bytes)
    }

    private static func plainRoad(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64? {
        var position = 1
        while position + 3 < bytes.count {
            defer { position += 1 }
            guard isRoad(bytes, position) else { continue }
            var next = position + 3
            while next < bytes.count, bytes[next] == 0x20 { next += 1 }
            if bytes[next...].starts(with: underground) { next += underground.count }
            while next < bytes.count, bytes[next] == 0x20 { next += 1 }
            var number: UInt64 = 0
            let first = next
            while next < bytes.count, 0x30...0x39 ~= bytes[next] {
                number = number &* 10 &+ UInt64(bytes[next] - 0x30)
                next += 1
            }
            guard next > first, next + 2 >= bytes.count || !isRoad(bytes, next) else { continue }
            return mix(UInt64(bytes[position - 1]), number)
        }
        return nil
    }

    private static let underground = Array("지하".utf8)

    /// Whether 로 or 길 is at this position.
    @inline(__always)
    private static func isRoad(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
        bytes[position] == 0xEB && bytes[position + 1] == 0xA1 && bytes[position + 2] == 0x9C
            || bytes[position] == 0xEA && bytes[position + 1] == 0xB8 && bytes[position + 2] == 0xB8
    }

    private static let start: UInt64 = 0xcbf2_9ce4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01b3

    @inline(__always)
    private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(start) { ($0 ^ UInt64($1)) &* prime }
    }

    /// - Source: the finalizer of splitmix64.
    @inline(__always)
    private static func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
        var z = one &* 0x9E37_79B9_7F4A_7C15 ^ other
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }

    @inline(__always)
    private static func key(_ one: UInt64, _ other: UInt64, _ sort: Sort) -> UInt64 {
        mix(one, other) & ~3 | sort.rawValue
    }
}
