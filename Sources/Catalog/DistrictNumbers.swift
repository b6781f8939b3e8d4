internal import GRDB

/// Numbers the districts of bookstores as they come, and gives them codes: neighbouring districts get neighbouring ones,
/// so that an inner node of the index, which knows the least and the greatest code in it, leaves most districts out.
struct DistrictNumbers {
    /// The numbers, from 1; 0 is none.
    private var numbers: [TextKey: Int32] = [:]
    /// The last district, because neighbours often follow each other.
    private var last: (name: TextKey, number: Int32)?
    /// For each number how many bookstores it has, and their mean position along the Hilbert curve.
    private var counts = [0.0]
    private var means = [0.0]

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
        let number = Int32(counts.count)
        guard number < PlaceTraits.districtLimit else {
            throw DatabaseError(resultCode: .SQLITE_TOOBIG, message: "more districts than the index of places holds")
        }
        numbers[name] = number
        counts.append(0)
        means.append(0)
        return number
    }

    /// Notes where a bookstore of a district lies.
    mutating func note(_ number: Int32, at position: UInt64) {
        counts[Int(number)] += 1
        means[Int(number)] += (Double(position) - means[Int(number)]) / counts[Int(number)]
    }

    /// Writes the codes into `district_code`, in place of those there; the code of each number.
    func write(_ db: Database) throws -> [Int32] {
        let named = numbers.map { (key: $0.key.text, value: $0.value) }
            .sorted { (means[Int($0.value)], $0.key) < (means[Int($1.value)], $1.key) }
        var codes = [Int32](repeating: 0, count: counts.count)
        try db.execute(sql: "DELETE FROM district_code")
        let insert = try Statement(db, "INSERT INTO district_code (code, name) VALUES (?, ?)")
        for (place, district) in named.enumerated() {
            codes[Int(district.value)] = Int32(place + 1)
            insert.bind(1, Int64(place + 1))
            insert.bind(2, district.key)
            try insert.run()
        }
        return codes
    }
}
