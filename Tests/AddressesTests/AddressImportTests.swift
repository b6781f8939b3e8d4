import Foundation
import GeocliDatabase
import GeocliGeo
import GeocliProjection
import GeocliText
import TestSupport
import Testing

@testable import GeocliAddresses

@Suite struct AddressImportTests {
    private let bench: AddressBench

    init() throws { bench = try AddressBench() }

    private typealias Entrance = AddressBench.Entrance

    private func code(_ body: () throws -> Void) -> GeocliText.ExitStatus? {
        #expect(throws: PlainError.self) { try body() }?.exit
    }

    @Test func bothFilesOfJusoAreRead() throws {
        let sejong = Entrance(region: "세종특별자치시", district: "", road: "한누리대로", main: "1811", sub: "0")
        let summaries = try bench.load(
            try bench.write([Entrance()]), try bench.write(sejong.entranceLine + "\n", to: "RNENTDATA_2607_36.txt"))
        #expect(summaries.map(\.regions) == [["서울특별시"], ["세종특별자치시"]])
        #expect(summaries.map(\.addressCount) == [1, 1])
        let regions = try #require(try bench.book()).regions()
        #expect(regions.map(\.kind) == ["summary", "entrances"])
        #expect(regions.map(\.month) == ["2606", "2607"])
        #expect(try bench.find("서울 마포구 와우산로29길 42-5") == "서울특별시 마포구 와우산로29길 42-5 2606")
        #expect(try bench.find("세종 한누리대로 1811") == "세종특별자치시 한누리대로 1811 2607")
        #expect(try #require(try bench.book()).title() == "juso 2606, 2607")
    }

    @Test func theRowsOfSharedFilesHaveTheirControlPoints() throws {
        let folder = TestSupport.packageRoot.deletingLastPathComponent().appendingPathComponent("shared/feeds2")
        let summary = folder.appendingPathComponent("juso_locsum_entrc_3rows.cp949.txt").path
        guard FileManager.default.fileExists(atPath: summary) else { return }
        let entrances = folder.appendingPathComponent("juso_RNENTDATA_1row.cp949.txt").path
        try bench.load(
            try AddressFile(path: summary, month: "2602"), try AddressFile(path: entrances, month: "202606"))
        let book = try #require(try bench.book())
        // PROJ 9.5.1, control_points_feeds2.tsv.
        for (text, latitude, longitude) in [
            ("서울 종로구 자하문로 94", 37.584415, 126.970406), ("전라남도 목포시 백년대로 46", 34.798736, 126.394387),
            ("광주 동구 구성로 194", 35.152942, 126.914044), ("세종특별자치시 한누리대로 1811", 36.497491, 127.313486),
        ] {
            guard case .found(let hit) = try book.find(text) else {
                Issue.record("\(text) is not found")
                continue
            }
            #expect(abs(hit.coordinate.latitude - latitude) < 1e-6 && abs(hit.coordinate.longitude - longitude) < 1e-6)
        }
    }

    @Test func theMainEntranceOfAnAddressCountsThenTheLowestNumber() throws {
        let side = Entrance(type: "1", serial: "1", x: "900000")
        let second = Entrance(serial: "30", x: "910000")
        let first = Entrance(serial: "4", x: "920000")
        for order in [[side, second, first], [first, second, side], [second, side, first]] {
            try bench.load(try bench.write(order))
            let db = try Database(path: bench.path, .reading)
            #expect(try db.texts("SELECT x FROM entrance") == ["920000.0"])
        }
        try bench.load(try bench.write([side]))
        #expect(try Database(path: bench.path, .reading).texts("SELECT x FROM entrance") == ["900000.0"])
    }

    @Test func aProvinceIsReplacedAndOthersStay() throws {
        let busan = Entrance(region: "부산광역시", district: "수영구", road: "수영로")
        try bench.load(try bench.write([Entrance(), busan]))
        try bench.load(try bench.write([Entrance(district: "강북구")], to: "entrc_2607.txt"))
        #expect(try bench.find("서울 마포구 와우산로29길 42-5") == "district-unknown")
        #expect(try bench.find("서울 강북구 와우산로29길 42-5") == "서울특별시 강북구 와우산로29길 42-5 2607")
        #expect(try bench.find("부산 수영구 수영로 42-5") == "부산광역시 수영구 수영로 42-5 2606")
        #expect(try AddressBook.remove(["부산"], from: bench.path) == (["부산광역시"], []))
        #expect(try bench.find("부산 수영구 수영로 42-5") == "district-unknown")
        #expect(try AddressBook.remove(["부산", "서울"], from: bench.path) == (["서울특별시"], ["부산"]))
        #expect(try AddressBook.remove(["all"], from: bench.path) == ([], []))
    }

    /// After the merger of two provinces, the newest file tells which addresses a district has.
    @Test func anAddressThatTheNewestFileDroppedIsGone() throws {
        let both = ["42", "7"].map { Entrance(region: "광주광역시", district: "북구", main: $0) }
        try bench.load(try bench.write(both))
        #expect(try bench.find("광주 북구 와우산로29길 42-5") == "광주광역시 북구 와우산로29길 42-5 2606")
        try bench.load(try bench.write([Entrance(region: "전남광주통합특별시", district: "북구", main: "7")], to: "e_2607.txt"))
        #expect(try bench.find("광주 북구 와우산로29길 7-5") == "전남광주통합특별시 북구 와우산로29길 7-5 2607")
        #expect(try bench.find("광주 북구 와우산로29길 42-5") == "number-unknown")
    }

    @Test func aFileOfAnEarlierMonthIsRefused() throws {
        try bench.load(try bench.write([Entrance()], to: "e_2606.txt"))
        let old = try bench.write([Entrance(main: "7")], to: "e_2605.txt")
        let error = #expect(throws: PlainError.self) { try bench.load(old) }
        #expect(error?.exit == .data)
        #expect(
            error?.words.en.hasSuffix(
                #"e_2605.txt is from 2605, but the imported addresses of 서울특별시 are from 2606; to import the older file, run 'geocli addresses remove "서울특별시"' first"#
            ) == true)
        #expect(try bench.find("서울 마포구 와우산로29길 42-5") == "서울특별시 마포구 와우산로29길 42-5 2606")
        _ = try AddressBook.remove(["서울특별시"], from: bench.path)
        try bench.load(old)
        #expect(try bench.find("서울 마포구 와우산로29길 7-5") == "서울특별시 마포구 와우산로29길 7-5 2605")
    }

    /// `remove all` removes everything, so no province can have this name.
    @Test func aProvinceCalledAllIsNone() throws {
        let summary = try bench.load(try bench.write([Entrance(), Entrance(region: "all", district: "강북구")]))[0]
        #expect(summary.regions == ["서울특별시"] && summary.unusableCount == 1)
    }

    @Test func aFileThatIsCutInOneOfItsProvincesIsRefused() throws {
        func entrances(_ region: String, _ count: Int) -> [Entrance] {
            (1...count).map { Entrance(region: region, district: "수영구", main: "\($0)") }
        }
        try bench.load(try bench.write(entrances("서울특별시", 300) + entrances("부산광역시", 40)))
        let cut = try bench.write(entrances("서울특별시", 300) + entrances("부산광역시", 2), to: "entrc_2607.txt")
        let error = #expect(throws: PlainError.self) { try bench.load(cut) }
        #expect(error?.exit == .data && error?.words.en.contains("2 for 부산광역시 (40 before)") == true)
        #expect(error?.words.en.contains(#"'geocli addresses remove "부산광역시"'"#) == true)
        #expect(try #require(try bench.book()).regions().map(\.addressCount).reduce(0, +) == 340)
        // The advice leads on.
        #expect(try AddressBook.remove(["부산광역시"], from: bench.path) == (["부산광역시"], []))
        try bench.load(cut)
        #expect(try #require(try bench.book()).regions().map(\.addressCount).reduce(0, +) == 302)
    }

    @Test func aFileThatIsNoDatabaseIsNotCalledDamaged() throws {
        try Data("id,name\n1,mine\n".utf8).write(to: URL(fileURLWithPath: bench.path))
        let error = #expect(throws: PlainError.self) { try bench.book() }
        #expect(error?.exit == .data && error?.words.en.contains("delete") == false)
        #expect(try String(contentsOfFile: bench.path, encoding: .utf8) == "id,name\n1,mine\n")
    }

    @Test func filesOfOneCommandAreImportedTogetherOrNotAtAll() throws {
        try bench.load(try bench.write([Entrance()]))
        let before = try Data(contentsOf: URL(fileURLWithPath: bench.path))
        let good = try bench.write([Entrance(region: "부산광역시")], to: "a_2607.txt")
        let bad = try bench.write("x|y\n", to: "b_2607.txt")
        let again = try bench.write([Entrance(region: "부산광역시")], to: "c_2607.txt")
        #expect(code { try bench.load(good, bad) } == .data)
        #expect(code { try bench.load(good, again) } == .usage)
        #expect(try bench.find("서울 마포구 와우산로29길 42-5") == "서울특별시 마포구 와우산로29길 42-5 2606")
        #expect(try bench.find("부산 마포구 와우산로29길 42-5") == "district-unknown")
        #expect(before.count == (try Data(contentsOf: URL(fileURLWithPath: bench.path))).count)
    }

    /// Lines that are no entrances with a point in Korea are left out and counted, if they are few.
    @Test(arguments: [
        "", "|", "a|b|c", "||||||||||||||||||", "서울", Entrance(x: "1951000.25", y: "947000.5").line,
        Entrance(x: "126.97", y: "37.58").line, Entrance(x: "nan").line, Entrance(x: "1e999").line,
        Entrance(main: "0").line, Entrance(main: "100000").line, Entrance(main: "-3").line, Entrance(level: "3").line,
        Entrance(road: "").line, Entrance(road: "와우\u{0}로").line, Entrance(region: "").line,
        Entrance(road: String(repeating: "로", count: 200)).line, Entrance().entranceLine, Entrance(sub: "x").line,
        Entrance().line + "|", String(repeating: "|", count: 60_000),
    ])
    func aWrongLineIsLeftOut(_ line: String) throws {
        let summary = try bench.load(try bench.write("\(Entrance(main: "7").line)\n\(line)\n"))[0]
        #expect(summary.unusableCount == 1 && summary.firstUnusable == 2 && summary.addressCount == 1)
    }

    @Test(arguments: [("0", "0"), ("", ""), ("", "1951000.25"), ("0.0", "0")])
    func anEntranceWithoutAPointIsNoFault(_ x: String, _ y: String) throws {
        let lines = [Entrance(main: "7"), Entrance(x: x, y: y)]
        let summary = try bench.load(try bench.write(lines))[0]
        #expect(summary.unusableCount == 0 && summary.withoutPointCount == 1 && summary.addressCount == 1)
        #expect(try bench.find("서울 마포구 와우산로29길 42-5") == "number-unknown")
    }

    @Test func rubbishAndCutFilesLeaveTheFormerAddresses() throws {
        let many = (1...400).map { Entrance(main: "\($0)") }
        try bench.load(try bench.write(many))
        let whole = try Data(contentsOf: bench.folder.appendingPathComponent("entrc_2606.txt"))
        func refused(_ bytes: Data, _ words: String) throws {
            let file = try bench.write(bytes: bytes, to: "bad_2607.txt")
            let error = #expect(throws: PlainError.self) { try bench.load(file) }
            #expect(error?.exit == .data)
            #expect(error?.words.en.contains(words) == true, "\(error?.words.en ?? "")")
            #expect(try #require(try bench.book()).regions().map(\.addressCount) == [400])
            #expect(try #require(try bench.book()).regions().map(\.month) == ["2606"])
        }
        try refused(Data(), "is empty; download or unpack it again")
        try refused(whole.prefix(whole.count / 2), "ends in the middle of line 2")
        // Cut within the last number of a line.
        let halves = whole.prefix(whole.count / 3 * 2)
        let cut = halves.prefix(upTo: halves.lastIndex(of: 0x0A)! - 6)
        try refused(cut, "ends in the middle of line 26")
        // Cut between two lines.
        try refused(halves.prefix(through: halves.lastIndex(of: 0x0A)!), "(400 before)")
        try refused(Data("PK\u{3}\u{4}".utf8) + whole, "is a zip file")
        try refused(
            Data([0x1F, 0x8B, 8, 0]) + Data(repeating: 7, count: 1000), "is not an address file from juso.go.kr")
        try refused(Data(repeating: 0, count: 10_000_000), "more than 65536 bytes")
        try refused(whole + Data(repeating: 0x41, count: 10_000_000), "more than 65536 bytes")
        try refused(
            Data(many.map { $0.line + "\n" }.joined().utf8), "is in UTF-8, but files from juso.go.kr are in CP949")
        try refused(
            Data(try Data(contentsOf: URL(fileURLWithPath: bench.path))), "is not an address file from juso.go.kr")
        let swapped = many.map { Entrance(main: $0.main, x: $0.y, y: $0.x).line + "\n" }.joined()
        let file = try bench.write(swapped, to: "swapped_2607.txt")
        #expect(code { try bench.load(file) } == .data)
        #expect(throws: PlainError.self) { try bench.load(try AddressFile(path: "/dev/null", month: "2607")) }
        #expect(throws: ByteSourceError.self) { try bench.load(try AddressFile(path: "/proc/none", month: "2607")) }
        #expect(throws: PlainError.self) { try bench.load(try AddressFile(path: bench.folder.path, month: "2607")) }
        #expect(try #require(try bench.book()).regions().map(\.addressCount) == [400])
    }

    @Test func anImportThatStopsAnywhereChangesNothing() throws {
        try bench.load(try bench.write([Entrance()]))
        struct Stop: Error {}
        let file = try bench.write(
            (1...20_000).map { Entrance(main: "\($0 % 9999 + 1)", sub: "\($0 / 9999)") }, to: "b_2607.txt")
        var count = 0
        #expect(throws: PlainError.self) {
            // A full disk in the middle.
            try AddressImport(into: bench.path, day: "2026-07-01") { _ in count += 1 }.run([
                file, try bench.write("x\n", to: "c_2607.txt"),
            ])
        }
        #expect(count == 2)
        #expect(try #require(try bench.book()).regions().map(\.addressCount) == [1])
    }

    @Test func aReaderKeepsItsMomentAndTwoImportsDoNotMix() throws {
        try bench.load(try bench.write([Entrance()]))
        let book = try #require(try bench.book())
        try bench.load(try bench.write([Entrance(road: "다른길")], to: "b_2607.txt"))
        guard case .found = try book.find("서울 마포구 와우산로29길 42-5") else {
            Issue.record("a reader saw half of an import")
            return
        }
        #expect(try bench.find("서울 마포구 와우산로29길 42-5") == "road-unknown")
        let writer = try Database(path: bench.path)
        try writer.execute("BEGIN IMMEDIATE")
        let remove = #expect(throws: PlainError.self) { _ = try AddressBook.remove(["all"], from: bench.path) }
        #expect(remove?.exit == .busy)
        try writer.execute("ROLLBACK")
    }

    @Test func otherFilesAreNotTakenForAddresses() throws {
        #expect(try bench.find("x") == "no book")
        try Data().write(to: URL(fileURLWithPath: bench.path))
        #expect(try bench.find("x") == "no book")
        try Data("hello hello hello".utf8).write(to: URL(fileURLWithPath: bench.path))
        #expect(code { _ = try bench.book() } == .data)
        let file = try bench.write([Entrance()])
        #expect(code { try bench.load(file) } == .data)
        try FileManager.default.removeItem(atPath: bench.path)
        try Database(path: bench.path).execute("CREATE TABLE mine (x)")
        #expect(code { _ = try bench.book() } == .data)
        #expect(code { try bench.load(file) } == .data)
        #expect(code { _ = try AddressBook(path: bench.folder.path) } == .data)
        #expect(code { _ = try AddressBook(path: "/dev/null") } == .data)
        try FileManager.default.removeItem(atPath: bench.path)
        try bench.load(file)
        try Database(path: bench.path).execute(
            "DROP TABLE entrance; CREATE VIEW entrance AS SELECT 1 AS area, 1 AS road, 1 AS number, 1.0 AS x, 2.0 AS y")
        #expect(code { _ = try bench.book() } == .data)
    }

    @Test(
        arguments: [
            ("RNENTDATA_2606_11.txt", nil, "2606"), ("entrc_seoul_202606.txt", nil, "2606"),
            ("entrc_seoul.txt", "2606", "2606"),
            ("entrc_2605.txt", "2026-06", "2606"), ("entrc_seoul.txt", nil, nil), ("RNENTDATA_2613_11.txt", nil, nil),
            ("a_2605_2606.txt", nil, nil), ("x.txt", "26", nil), ("x.txt", "190001", nil), ("x.txt", "2600", nil),
            ("x.txt", "", nil),
        ] as [(String, String?, String?)])
    func theMonthComesFromTheNameOrTheOption(_ name: String, _ stated: String?, _ wanted: String?) {
        #expect((try? AddressFile(path: "folder_2501/\(name)", month: stated))?.month == wanted)
    }

    /// The day of the imports is 2026-07-01.
    @Test(
        arguments: [("2607", nil), ("2608", nil), ("2609", .usage), ("2701", .usage), ("9912", .usage)]
            as [(String, GeocliText.ExitStatus?)])
    func aMonthLaterThanTheNextIsRefused(_ month: String, _ wanted: GeocliText.ExitStatus?) throws {
        let path = try bench.write([Entrance()], to: "entrc_2606.txt").path
        let file = try AddressFile(path: path, month: month)
        if wanted == nil {
            try bench.load(file)
        } else {
            #expect(code { try bench.load(file) } == wanted)
            // So a real month can still be imported.
            try bench.load(try AddressFile(path: path, month: "2607"))
        }
        #expect(try bench.book()?.regions().map(\.month) == [wanted == nil ? month : "2607"])
    }

    @Test func theNextMonthOfDecemberIsInTheNextYear() throws {
        for month in ["2612", "2701"] {
            try AddressFile(path: "x.txt", month: month).requireMonth(asOf: "2026-12-31")
        }
        #expect(code { try AddressFile(path: "x.txt", month: "2702").requireMonth(asOf: "2026-12-31") } == .usage)
    }

    /// A random book against the plain definition: a dictionary over all parts of an address.
    @Test func everyAddressOfAFileIsFoundAndNoOther() throws {
        var random = SeededGenerator(seed: 20_260_701)
        let districts = [("서울특별시", "중구"), ("서울특별시", "마포구"), ("부산광역시", "중구"), ("경기도", "성남시 분당구"), ("세종특별자치시", "")]
        let roads = ["가로", "가로1길", "가로12번길", "나대로", "다길"]
        var wanted: [String: Entrance] = [:]
        var lines: [Entrance] = []
        for serial in 0..<3000 {
            let (region, district) = districts.randomElement(using: &random)!
            let entrance = Entrance(
                region: region, district: district, road: roads.randomElement(using: &random)!,
                level: ["0", "0", "0", "1", "2"].randomElement(using: &random)!,
                main: "\(Int.random(in: 1...40, using: &random))",
                sub: "\([0, 0, 1, 2].randomElement(using: &random)!)", type: "0", serial: "\(serial)",
                x: "\(Double.random(in: 800_000...1_300_000, using: &random))",
                y: "\(Double.random(in: 1_500_000...2_000_000, using: &random))")
            lines.append(entrance)
            let key = "\(region)|\(district)|\(entrance.road)|\(entrance.level)|\(entrance.main)|\(entrance.sub)"
            if wanted[key] == nil { wanted[key] = entrance }
        }
        try bench.load(try bench.write(lines.shuffled(using: &random)))
        let book = try #require(try bench.book())
        let db = try Database(path: bench.path, .reading)
        #expect(try db.count("SELECT count(*) FROM entrance") == wanted.count)
        var found = 0
        for (region, district) in districts {
            for road in roads {
                for main in 1...41 {
                    for (sub, level) in [(0, "0"), (1, "0"), (2, "0"), (3, "0"), (0, "1"), (2, "2")] {
                        let number =
                            "\(level == "1" ? "지하 " : level == "2" ? "공중" : "")\(main)\(sub == 0 ? "" : "-\(sub)")"
                        let answer = try book.find("(12345) \(region) \(district) \(road) \(number), 3층 (어느동)")
                        let entrance = wanted["\(region)|\(district)|\(road)|\(level)|\(main)|\(sub)"]
                        guard case .found(let hit) = answer else {
                            #expect(entrance == nil, "\(region) \(district) \(road) \(number)")
                            continue
                        }
                        found += 1
                        let position = try Self.transform.get().position(of: hit.coordinate)
                        let (x, y) = (Double(entrance?.x ?? "") ?? 0, Double(entrance?.y ?? "") ?? 0)
                        #expect(abs(position.x - x) < 0.01 && abs(position.y - y) < 0.01, "\(hit)")
                    }
                }
            }
        }
        #expect(found > 1000)
    }
}

extension AddressImportTests {
    nonisolated(unsafe) private static let made = Result { try CoordinateTransform(from: .epsg5179) }
    fileprivate static var transform: Result<CoordinateTransform, any Error> { made }
}
