import GeocliCatalog
import GeocliGeo
internal import GeocliPlaces
import GeocliText
import Testing

@testable import GeocliIngest

@Suite struct CSVPageTests {
    private let bench: IngestBench

    init() throws { bench = try IngestBench() }

    private func feed(_ encoding: TextEncoding = .utf8) -> Feed {
        Feed(
            id: "csv", title: Words(en: "c", ko: "c"), publisher: "-", license: "-", envelope: .csv, encoding: encoding,
            fields: [.id: "번호", .name: "이름", .phone: "전화", .x: "경도", .y: "위도"],
            area: BoundingBox(checkedWest: 126, south: 37, east: 128, north: 38))
    }

    private func ingest(_ text: String) throws -> Ingester.Report { try bench.ingest([Array(text.utf8)], of: feed()) }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func eachLineIsARow(end: String) throws {
        let lines = [
            "\u{FEFF}이름, 번호 ,위도,경도,전화,더", "책방,1,37.5,127,02-325-1984,x", "\"C,\"\"S\"\"\",2.0,\"37.5\",127.5,,",
        ]
        let report = try ingest(lines.joined(separator: end) + end)
        #expect(report.run.counts.accepted == 2 && report.refusal == nil && report.warnings == [])
        let shops = try bench.entries().map(\.place)
        #expect(shops.map(\.feedID) == ["1", "2"] && shops.map(\.name) == ["책방", "C,\"S\""])
        #expect(shops.map(\.phone) == ["+8223251984", nil])
        #expect(shops[1].coordinate == Coordinate(uncheckedLongitude: 127.5, latitude: 37.5))
        #expect(shops.map(\.kind) == [.other, .other])
    }

    @Test func aLineWithOtherFieldsThanTheHeaderIsSetAside() throws {
        let report = try ingest(
            "번호,이름,위도,경도\n1,a,37.5,127\n2,b,37.5\n3,c,37.5,127,더\n4,d,37.5,127\n5,e,,\n6,f,37,127\n7,g,37,127\n8,h,37,127\n9,i,37,127\n10,j,37,127\n"
        )
        #expect(
            report.run.counts.received == 10 && report.run.counts.accepted == 8 && report.run.counts.withoutPoint == 1)
        let rejects = try bench.rejects()
        #expect(rejects.map(\.reason) == [.notARow, .notARow, .coordinateMissing])
        #expect(
            rejects.map(\.raw) == [
                #"["2","b","37.5"]"#, #"["3","c","37.5","127","더"]"#, #"{"번호":"5","이름":"e","위도":"","경도":""}"#,
            ])
        #expect(rejects.map(\.origin.row) == [2, 3, 5])
    }

    @Test(arguments: [
        ("이름,위도,경도\n", "번호"), ("번호,위도,경도\n", "이름"), ("번호,이름,위도\n", "경도"), ("번호,이름,경도,Y\n1,a,2,3\n", "위도"),
    ])
    func aRenamedColumnIsNamed(text: String, field: String) throws {
        let error = #expect(throws: IngestError.self) { try ingest(text) }
        let found = text.split(separator: "\n")[0].split(separator: ",").map(String.init)
        #expect(error?.code == .missingColumn(field, found: found))
        #expect(
            error?.words.en
                == "page 1 has no column \(field); its first line has \(found.joined(separator: ", ")); check encoding, delimiter, header and the column names in the declaration"
        )
    }

    @Test func jsonIsNoFileOfThisFeed() throws {
        let error = #expect(throws: IngestError.self) { try ingest("{\"a\":1}") }
        #expect(error?.code == .jsonForCSV)
    }

    @Test(arguments: ["", "\n\n", "\u{FEFF}"])
    func anEmptyFileIsEmpty(text: String) throws {
        #expect(#expect(throws: IngestError.self) { try ingest(text) }?.code == .empty)
    }

    @Test func aHeaderAloneHasNoRows() throws {
        #expect(
            try ingest("번호,이름,위도,경도\n").refusal?.en
                == "the source has no rows; fetch it again")
    }

    @Test func aNoticeInPlaceOfTheRowsIsNoPage() throws {
        let error = #expect(throws: IngestError.self) { try ingest("번호,이름,위도,경도\n자료가 없습니다, 없음\n") }
        #expect(error?.code == .notRows("자료가 없습니다, 없음"))
    }

    @Test func anOpenQuoteIsRefused() throws {
        let error = #expect(throws: CSVError.self) { try ingest("번호,이름,위도,경도\n1,b,37,127\n2,\"a,37,127\n") }
        #expect(error?.code == .openQuote && error?.line == 3)
    }

    @Test func cp949NeedsItsLabel() throws {
        // "번호,이름,위도,경도" and "1,책방,37.5,127" in CP949.
        let text: [UInt8] =
            [
                0xB9, 0xF8, 0xC8, 0xA3, 0x2C, 0xC0, 0xCC, 0xB8, 0xA7, 0x2C, 0xC0, 0xA7, 0xB5, 0xB5, 0x2C, 0xB0, 0xE6,
                0xB5, 0xB5, 0x0A,
            ]
            + [0x31, 0x2C, 0xC3, 0xA5, 0xB9, 0xE6, 0x2C] + Array("37.5,127\n".utf8)
        #expect(#expect(throws: CSVError.self) { try bench.ingest([text], of: feed()) }?.code == .encoding)
        #expect(try bench.ingest([text], of: feed(.cp949)).run.counts.accepted == 1)
        #expect(try bench.only().name == "책방")
        let cut = Array(text.dropLast(10))
        let error = #expect(throws: (any Error).self) { try bench.ingest([Array(cut.prefix(25))], of: feed(.cp949)) }
        #expect((error as? IngestError)?.code == .cutOff(fields: 2, columns: 4))
    }
}
