import GeocliGeo
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// The conditions of the table, compared with SQLite's constraints.
@Suite struct StagedRecordTests {
    /// Values for the optional texts: usual ones, and those at the edges of the constraints.
    private static let texts: [String?] = [
        nil, "", " ", "\0", "책방", "+82", "+82-2", "+821", "+8210\u{0}", "+82\u{0}1", "+83212345678", "8210", "http://",
        "https://", "http:/x", "http://x", "https://책", "HTTP://x", "hTtPs://x", "http://\u{0}", "https://\u{0}x",
        "http://\u{0}x", "ftp://x", "https:// ", "[]", "null",
    ]

    private static func contact(_ random: inout SeededGenerator) -> Place.Contact {
        var contact = Place.Contact()
        func text() -> String? { texts.randomElement(using: &random)! }
        contact.address = text()
        contact.phone = Bool.random(using: &random) ? "+8221234567" : text()
        contact.phoneRaw = text()
        contact.website = Bool.random(using: &random) ? "https://a.example" : text()
        contact.websiteRaw = text()
        contact.sns = [nil, [], ["https://b.example"], ["\"", "\u{0}", "]"]].randomElement(using: &random)!
        return contact
    }

    private static func coordinate(_ random: inout SeededGenerator) -> Coordinate? {
        let (longitude, latitude) = ([127, -0.0, 180, -180], [37.5, 0, 90, -90])
        return try? Coordinate(
            longitude: longitude.randomElement(using: &random)!, latitude: latitude.randomElement(using: &random)!)
    }

    private func withRecord(_ place: Place, _ body: (StagedRecord) throws -> Void) rethrows {
        var batch = StagedBatch(pageNumber: 1, page: "p")
        batch.add(place, RowContext(RowOrigin(pageNumber: 1, page: "p", row: 1)), raw: .init(start: nil, count: 0))
        try batch.forEach(body)
    }

    /// SQLite decides about a record that is not sound.
    @Test func constraintsHoldWhileRowsAreStaged() throws {
        let db = try PointRows().db
        try db.execute(Staging.schema)
        let rows = try StagedRows(db, StagedRows.Expectation())
        func batch(_ phone: String) -> StagedBatch {
            var contact = Place.Contact()
            contact.phone = phone
            let place = Place(
                uncheckedFeedID: phone, name: "책", kind: .new, district: nil, contact: contact, coordinate: nil)
            var batch = StagedBatch(pageNumber: 1, page: "p")
            batch.add(place, RowContext(RowOrigin(pageNumber: 1, page: "p", row: 1)), raw: .init(start: nil, count: 0))
            return batch
        }
        try rows.add(batch("+821"))
        #expect(throws: DatabaseError.self) { try rows.add(batch("821")) }
        #expect(try db.texts("SELECT phone FROM staged") == ["+821"])
    }

    /// After the staging, SQLite evaluates all constraints again, also those of rows that are not staged.
    @Test func constraintsHoldAfterTheStaging() throws {
        let bench = try CatalogBench()
        try bench.publish([Shop("1")])
        #expect(bench.evaluatesChecks)
        try bench.publish([Shop("1"), Shop("2")], Night(day: 1, refusal: "no"))
        #expect(bench.evaluatesChecks)
        struct Stop: Error {}
        let writer = try CatalogWriter(path: bench.path)
        var db: Database?
        #expect(throws: Stop.self) {
            try writer.ingest(canRepeat: true) { session in
                try session.begin(feed: "seoul-bookstores")
                db = session.db
                throw Stop()
            }
        }
        #expect(try db?.integer("PRAGMA ignore_check_constraints") == 0)
    }

    @Test(arguments: 1...4) func aSoundRecordMeetsEveryConstraint(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let db = try PointRows().db
        let insert = try Statement(db, Staging.insertPlace(into: "place"))
        var (sound, refused) = (0, 0)
        for id in 1...2000 {
            let place = Place(
                uncheckedFeedID: "\(id)", name: "책", kind: [.new, .used, .other].randomElement(using: &random)!,
                district: Self.texts.randomElement(using: &random)!, contact: Self.contact(&random),
                coordinate: Self.coordinate(&random))
            withRecord(place) { record in
                #expect(record.kindCode == PointTraits.code(of: place.kind))
                sound += record.isSound ? 1 : 0
                for position in Int32(1)...3 { insert.bind(position, Int64(position < 3 ? 1 : id)) }
                record.bind(to: insert, from: 4)
                do {
                    try insert.run()
                    #expect(record.isSound, "\(place)")
                } catch {
                    refused += 1
                    #expect(!record.isSound, "\(place): \(error)")
                }
            }
        }
        #expect(sound > 100 && refused > 100)
    }

    /// The bytes of a record that has nothing but these flags and texts.
    private func bytes(flags: UInt32, lengths: [Int]) -> [UInt8] {
        let headerSize = 140
        var end = headerSize
        var bytes = [UInt8](repeating: 0x78, count: headerSize + 3)
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: flags, toByteOffset: 80, as: UInt32.self)
            for (index, length) in lengths.enumerated() {
                end += length
                $0.storeBytes(of: UInt32(end), toByteOffset: 84 + 4 * index, as: UInt32.self)
            }
        }
        return bytes
    }

    /// Also values that no `Coordinate` has.
    @Test func aRecordOffEarthIsNotSound() {
        let numbers = [0, 90, -90, 90.000001, 180, -180, -181, .infinity, -.infinity, .nan]
        for latitude in numbers {
            for longitude in numbers {
                var bytes = bytes(flags: 1 << 21 | 0b111, lengths: [1, 1, 1])
                bytes.withUnsafeMutableBytes {
                    $0.storeBytes(of: latitude, toByteOffset: 32, as: Double.self)
                    $0.storeBytes(of: longitude, toByteOffset: 40, as: Double.self)
                }
                let isOnEarth = (try? Coordinate(longitude: longitude, latitude: latitude)) != nil
                #expect(bytes.withUnsafeBytes { StagedRecord(bytes: $0).meetsConditions } == isOnEarth)
            }
        }
    }

    /// Also values that no `Place` has: a name, an id or a kind that is missing or empty.
    @Test func aRecordWithoutANameIsNotSound() {
        for flags in [0, 0b011, 0b101, 0b110, 0b111] as [UInt32] {
            for lengths in [[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0], [1, 1, 1]] {
                let isSound = bytes(flags: flags, lengths: lengths).withUnsafeBytes {
                    StagedRecord(bytes: $0).meetsConditions
                }
                #expect(isSound == (flags == 0b111 && lengths == [1, 1, 1]), "\(flags) \(lengths)")
            }
        }
    }

    /// A place with a great number in each batch does not keep the batch in memory.
    @Test func fewGreatNumbersTakeLittleMemory() throws {
        var window = SortingWindow()
        for page in 0..<200 {
            var batch = StagedBatch(pageNumber: 1, page: "p")
            for row in 0..<100 {
                let number = row == 50 ? 1_000_000 + page : page * 100 + row
                let place = Place(
                    uncheckedFeedID: "\(number)", name: "책", kind: .new, district: nil, contact: .init(),
                    coordinate: nil)
                batch.add(
                    place, RowContext(RowOrigin(pageNumber: 1, page: "p", row: row)), raw: .init(start: nil, count: 0))
            }
            window.insert(batch)
            while window.count > page + 200 { window.takeLeast { _ in } }
        }
        #expect(window.byteCount < 100_000)
        var last: Int64 = 0
        while window.count > 0 {
            try window.takeLeast { record in
                let number = try #require(record.number)
                #expect(number > last)
                last = number
            }
        }
        #expect(window.byteCount == 0)
    }

    /// The records of a shuffled feed, compared with a stable sort.
    @Test(arguments: 1...20) func theWindowSortsWhatIsNearlyInOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var window = SortingWindow()
        var (given, taken): ([(Int64, Int)], [(Int64, Int)]) = ([], [])
        var row = 0
        func take() throws {
            try window.takeLeast { taken.append((try #require($0.number), $0.row)) }
        }
        for page in 0..<30 {
            var batch = StagedBatch(pageNumber: 1, page: "p")
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                let number = Int64(page * 10 + .random(in: -30...30, using: &random))
                row += 1
                let place = Place(
                    uncheckedFeedID: "\(number)", name: "책", kind: .new, district: nil, contact: .init(),
                    coordinate: nil)
                let origin = RowOrigin(pageNumber: 1, page: "p", row: row)
                batch.add(place, RowContext(origin), raw: .init(start: nil, count: 0))
                given.append((number, row))
            }
            window.insert(batch)
            while window.count > 100 { try take() }
        }
        #expect(window.count == given.count - taken.count)
        while window.count > 0 { try take() }
        #expect(window.byteCount == 0)
        try take()
        let sorted = given.sorted { $0 < $1 }
        #expect(taken.map(\.0) == sorted.map(\.0))
        #expect(taken.map(\.1) == sorted.map(\.1))
    }
}
