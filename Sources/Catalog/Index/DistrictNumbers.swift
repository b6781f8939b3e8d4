internal import GeocliDatabase

/// Numbers for the districts of places, in order of appearance, and the codes that the index stores for them.
/// Neighboring districts get neighboring codes. An inner node of the index stores the least and the greatest code below
/// it, so a search for a district can skip most nodes.
///
/// A city has dozens of districts. But if a feed has a different district in each row, only the first districts are
/// kept in memory. The other districts are kept in a temporary table, and get codes in order of appearance.
struct DistrictNumbers {
    /// The maximum number of districts in memory, and the maximum size of all their names in bytes.
    private static let most = (count: 10_000, bytes: 1 << 20)

    /// The maximum size in bytes of a name in `recent`.
    private static let longestRecent = 256

    private let db: Database
    /// The number of each district, starting at 1; 0 means no district.
    private var numbers: [TextKey: Int32] = [:]
    private var nameBytes = 0
    /// The districts that do not fit in memory.
    private var further: FurtherDistricts?
    /// The districts that were looked up last, each in the slot that its bytes determine.
    private var recent = [(name: [UInt8], number: Int32)?](repeating: nil, count: 256)
    /// For each district in memory, by number: how many places are in it, and their mean position along the Hilbert
    /// curve.
    private var counts = [0.0]
    private var means = [0.0]

    /// Creates an instance without districts.
    init(_ db: Database) { self.db = db }

    /// Returns the number of a district; 0 for nil.
    ///
    /// - Parameter district: its name in UTF-8.
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

    /// Replaces the content of `district_code` with the codes. Returns an array with the code of each number. A number
    /// past the end of the array is its own code.
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
