internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliGeo

/// The points of places, with their traits, gathered for the index of places.
///
/// A class because it owns the file of a sort.
final class GatheredPoints {
    private let sort: RunSort<PointEntry>
    private var districts: DistrictNumbers

    init(_ db: Database) {
        sort = RunSort()
        districts = DistrictNumbers(db)
    }

    /// - Parameters:
    ///   - district: its name in UTF-8.
    ///   - flags: `PointTraits.flags`.
    /// - Throws: `CatalogDamage` for a value that violates the schema's constraints.
    func add(
        id: Int64, longitude: Double, latitude: Double, district: UnsafeRawBufferPointer?, flags: Int32
    ) throws {
        let number = try districts.number(district)
        let traits = PointTraits.make(district: number, flags: flags)
        let entry = try PointEntry(id: id, longitude: longitude, latitude: latitude, traits: traits)
        districts.note(number, at: entry.position)
        try sort.add(entry)
    }

    /// Gives the district of a place without a point a code, so that `district_code` has the districts of all places.
    func note(district: UnsafeRawBufferPointer?) throws { _ = try districts.number(district) }

    /// Writes the codes of the districts, then calls `body` with each point and the codes, in the order of the Hilbert
    /// curve. At the end, discards the points.
    func forEach(_ db: Database, _ body: (PointEntry, _ codes: [Int32]) throws -> Void) throws {
        let codes = try districts.write(db)
        try sort.forEach { try body($0, codes) }
    }
}

/// A place's point for the index of points, with its position along the Hilbert curve. A million take 40 MB.
struct PointEntry: RunEntry {
    let position: UInt64
    let id: Int64
    private let longitude: Double
    private let latitude: Double
    /// `PointTraits`, but with the district's number instead of its code.
    private let traits: Int32

    var rank: UInt64 { position }

    /// - Throws: `CatalogDamage` for a value that violates the schema's constraints.
    init(id: Int64, longitude: Double, latitude: Double, traits: Int32) throws {
        guard abs(longitude) <= 180, abs(latitude) <= 90 else {
            throw CatalogDamage.offEarth(id)
        }
        self.id = id
        self.longitude = longitude
        self.latitude = latitude
        self.traits = traits
        position = HilbertCurve.position(
            of: PagedPoint(id: id, longitude: longitude, latitude: latitude, traits: traits))
    }

    /// - Parameter codes: the codes of districts, by number; a number past the end of the array is its own code.
    func point(_ codes: [Int32]) -> PagedPoint {
        let number = traits >> PointTraits.flagBits
        let district = Int(number) < codes.count ? codes[Int(number)] : number
        return PagedPoint(
            id: id, longitude: longitude, latitude: latitude,
            traits: PointTraits.make(district: district, flags: traits & (1 << PointTraits.flagBits - 1)))
    }

    static func < (left: PointEntry, right: PointEntry) -> Bool {
        left.position == right.position ? left.id < right.id : left.position < right.position
    }
}

/// Numbers for the districts of places, in order of appearance, and the codes that the index stores for them.
/// Neighboring districts get neighboring codes, so that a search can skip most nodes by the least and the greatest code
/// below them.
///
/// If a feed has a different district in each row, only the first ones are kept in memory. The others wait in a
/// temporary table, and get codes in order of appearance.
struct DistrictNumbers {
    /// The maximum number of districts in memory, and the maximum size of all their names in bytes.
    private static let most = (count: 10_000, bytes: 1 << 20)

    /// The maximum size in bytes of a name in `recent`.
    private static let longestRecent = 256

    private let db: Database
    /// The number of each district, starting at 1; 0 means no district.
    private var numbers: [TextKey: Int32] = [:]
    private var nameBytes = 0
    private var further: FurtherDistricts?
    /// The districts that were looked up last, each in the slot that its bytes determine.
    private var recent = [(name: [UInt8], number: Int32)?](repeating: nil, count: 256)
    /// For each district in memory, by number: its places, and their mean position along the Hilbert curve.
    private var counts = [0.0]
    private var means = [0.0]

    init(_ db: Database) { self.db = db }

    /// Returns the number of a district, whose name is UTF-8; 0 for nil.
    mutating func number(_ district: UnsafeRawBufferPointer?) throws -> Int32 {
        guard let district else { return 0 }
        let slot = Int(truncatingIfNeeded: RecentValues.hash(district)) & (recent.count - 1)
        if let last = recent[slot], last.name.withUnsafeBytes({ RecentValues.areEqual($0, district) }) {
            return last.number
        }
        let name = TextKey(text: String(decoding: district, as: UTF8.self))
        let number = try numbers[name] ?? next(name)
        // Long names are rare and would take much memory.
        if district.count <= Self.longestRecent { recent[slot] = (Array(district), number) }
        return number
    }

    private mutating func next(_ name: TextKey) throws -> Int32 {
        if further == nil, numbers.count >= Self.most.count || nameBytes + name.text.utf8.count > Self.most.bytes {
            further = try FurtherDistricts(db, after: Int32(numbers.count))
        }
        if let further { return try further.number(name.text) }
        let number = Int32(counts.count)
        numbers[name] = number
        nameBytes += name.text.utf8.count
        counts.append(0)
        means.append(0)
        return number
    }

    /// Records, for the district with this number, a place's position along the Hilbert curve.
    mutating func note(_ number: Int32, at position: UInt64) {
        let number = Int(number)
        guard number < counts.count else { return }
        counts[number] += 1
        means[number] += (Double(position) - means[number]) / counts[number]
    }

    /// Replaces `district_code`. Returns the code of each number; a number past the end is its own code.
    func write(_ db: Database) throws -> [Int32] {
        let named = numbers.map { (key: $0.key.text, value: $0.value) }
            .sorted { (means[Int($0.value)], $0.key) < (means[Int($1.value)], $1.key) }
        var codes = [Int32](repeating: 0, count: counts.count)
        try db.execute("DELETE FROM district_code")
        let insert = try Statement(db, "INSERT INTO district_code (code, name) VALUES (?, ?)")
        for (index, district) in named.enumerated() {
            codes[Int(district.value)] = Int32(index + 1)
            insert.bind(1, Int64(index + 1))
            insert.bind(2, district.key)
            try insert.run()
        }
        try further?.write()
        return codes
    }
}

/// The districts that do not fit in memory, numbered in order of appearance.
///
/// It is a class because it owns its statements and the last number.
final class FurtherDistricts {
    private let db: Database
    private let find: Statement
    private let insert: Statement
    private var lastNumber: Int32

    /// - Parameter last: the highest number that is already in use.
    init(_ db: Database, after last: Int32) throws {
        self.db = db
        lastNumber = last
        try db.execute(
            """
            DROP TABLE IF EXISTS temp.further_district;
            CREATE TEMP TABLE further_district (name TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID
            """)
        find = try Statement(db, "SELECT number FROM temp.further_district WHERE name = ?")
        insert = try Statement(db, "INSERT INTO temp.further_district (name, number) VALUES (?, ?)")
    }

    /// Returns the number of a district; a new district gets the next number.
    func number(_ name: String) throws -> Int32 {
        find.bind(1, name)
        defer { find.reset() }
        if try find.step() { return Int32(truncatingIfNeeded: find.integer(0)) }
        guard lastNumber + 1 < PointTraits.districtLimit else {
            throw DatabaseError(code: SQLITE_TOOBIG, message: "more districts than the index of places holds")
        }
        lastNumber += 1
        insert.bind(1, name)
        insert.bind(2, Int64(lastNumber))
        try insert.run()
        return lastNumber
    }

    func write() throws {
        find.reset()
        try db.execute(
            "INSERT INTO district_code (code, name) SELECT number, name FROM temp.further_district ORDER BY number"
        )
    }
}
