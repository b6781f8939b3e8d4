internal import GeocliDatabase

/// Numbers the districts of bookstores as they come, and gives them codes: neighbouring districts get neighbouring ones,
/// so that an inner node of the index, which knows the least and the greatest code in it, leaves most districts out.
///
/// A city has dozens. Of a feed whose districts are all different the first ones are kept in memory; the others wait in a
/// temporary table and get codes in the order in which they came.
struct DistrictNumbers {
    /// What is kept in memory: so many districts, and so many bytes of their names.
    private static let most = (count: 10_000, bytes: 1 << 20)

    private let db: Database
    /// The numbers, from 1; 0 is none.
    private var numbers: [TextKey: Int32] = [:]
    private var nameBytes = 0
    /// Those that are too many for the memory.
    private var further: FurtherDistricts?
    /// The last district, because neighbours often follow each other.
    private var last: (name: TextKey, number: Int32)?
    /// For each number in memory how many bookstores it has, and their mean position along the Hilbert curve.
    private var counts = [0.0]
    private var means = [0.0]

    /// No district yet.
    init(_ db: Database) { self.db = db }

    /// The number of a district; 0 for none.
    ///
    /// - Parameter district: its name in UTF-8.
    mutating func number(_ district: UnsafeBufferPointer<UInt8>?) throws -> Int32 {
        guard let district else { return 0 }
        if let last, last.name.text.utf8.elementsEqual(district) { return last.number }
        let name = TextKey(text: String(decoding: district, as: UTF8.self))
        let number = try numbers[name] ?? next(name)
        last = (name, number)
        return number
    }

    private mutating func next(_ name: TextKey) throws -> Int32 {
        if further == nil, numbers.count >= Self.most.count || nameBytes + name.text.utf8.count > Self.most.bytes {
            further = try FurtherDistricts(db, behind: Int32(numbers.count))
        }
        if let further { return try further.number(name.text) }
        let number = Int32(counts.count)
        numbers[name] = number
        nameBytes += name.text.utf8.count
        counts.append(0)
        means.append(0)
        return number
    }

    /// Notes where a bookstore of a district lies.
    mutating func note(_ number: Int32, at position: UInt64) {
        let number = Int(number)
        guard number < counts.count else { return }
        counts[number] += 1
        means[number] += (Double(position) - means[number]) / counts[number]
    }

    /// Writes the codes into `district_code`, in place of those there; the code of each number, behind whose end a number
    /// is its own code.
    func write(_ db: Database) throws -> [Int32] {
        let named = numbers.map { (key: $0.key.text, value: $0.value) }
            .sorted { (means[Int($0.value)], $0.key) < (means[Int($1.value)], $1.key) }
        var codes = [Int32](repeating: 0, count: counts.count)
        try db.execute("DELETE FROM district_code")
        let insert = try Statement(db, "INSERT INTO district_code (code, name) VALUES (?, ?)")
        for (place, district) in named.enumerated() {
            codes[Int(district.value)] = Int32(place + 1)
            insert.bind(1, Int64(place + 1))
            insert.bind(2, district.key)
            try insert.run()
        }
        try further?.write()
        return codes
    }
}
