import GeocliGeo
import GeocliText
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

@Suite struct RejectTests {
    private let bench: CatalogBench

    init() throws { bench = try CatalogBench() }

    private func reject(_ row: Int, page: Int = 1, _ reason: RejectionReason = .noID) -> RejectedRecord {
        RejectedRecord(
            origin: RowOrigin(pageNumber: page, page: "page \(page)", row: row), reason: reason, feedID: nil, value: "",
            raw: "{\"row\":\(row)}")
    }

    private func rejects(run: Int64? = nil, limit: Int? = nil) throws -> [StoredReject] {
        var found: [StoredReject] = []
        try Catalog(path: bench.path).forEachReject(run: run, limit: limit) { found.append($0) }
        return found
    }

    @Test func theyComeInTheOrderOfTheFeedWithTheirRawText() throws {
        var shops = [Shop("1"), Shop("2", at: at(1, 1))]
        shops[0].page = 2
        try bench.publish(
            shops, Night(rejects: [reject(9, page: 2, .notARow), reject(3, page: 1), reject(1, page: 10)]))
        let found = try rejects()
        #expect(found.map(\.record.origin.page) == ["page 1", "page 2", "page 2", "page 10"])
        #expect(found.map(\.record.origin.row) == [3, 1, 9, 1])
        #expect(found.map(\.record.reason) == [.noID, .coordinateMissing, .notARow, .noID])
        #expect(found.map(\.record.isKept) == [false, true, false, false])
        #expect(found.map(\.record.raw) == [#"{"row":3}"#, #"{"id":"1","name":"책방"}"#, #"{"row":9}"#, #"{"row":1}"#])
        #expect(found.map(\.runID) == [1, 1, 1, 1])
        #expect(try rejects(limit: 2) == Array(found.prefix(2)))
        #expect(try rejects(limit: 0) == [])
    }

    @Test func withoutARunTheLastPublishedOfEachFeedCounts() throws {
        try bench.publish([Shop("1", at: at(1, 1))], Night(rejects: [reject(1)]))
        try bench.publish([Shop("1", at: at(1, 1))], Night(feed: "places", rejects: [reject(2)]))
        try bench.publish([Shop("1", at: at(1, 1))], Night(bytes: "same", rejects: [reject(3)]))
        try bench.publish([Shop("1", at: at(1, 1))], Night(bytes: "same", rejects: [reject(4)]))
        try bench.publish([Shop("1", at: at(1, 1))], Night(refusal: "no", rejects: [reject(5)]))
        #expect(try rejects().map(\.runID) == [2, 3])
        #expect(try rejects(run: 1).map(\.record.origin.row) == [1])
        #expect(try rejects(run: 4) == [])
        #expect(try rejects(run: 5).map(\.record.origin.row) == [5])
    }

    @Test func aRunThatIsNotThereIsNamed() throws {
        try bench.publish([Shop("1")])
        let path = bench.path
        let error = #expect(throws: CatalogError.self) { try rejects(run: 7) }
        #expect(error?.code == .notFound)
        #expect(error?.words.en == "\(path) has no run 7; 'geocli status' shows the last run")
        #expect(error?.words.ko == "\(path)에 실행 #7이 없습니다. 'geocli status'로 마지막 실행을 확인하세요")
    }

    @Test func ofARefusedRunTheFirstThousandAreKeptAndOfAGoodOneAll() throws {
        let many = (1...1500).map { reject($0) }
        try bench.publish([Shop("1")], Night(refusal: "no", rejects: many))
        try bench.publish([Shop("1")], Night(rejects: many))
        #expect(try rejects(run: 1).count == 1000)
        #expect(try rejects(run: 2).count == 1501)
    }

    @Test func everyReasonCanBeStoredAndReadBack() throws {
        let all = RejectionReason.allCases.enumerated().map { reject($0 + 1, $1) }
        let counts = try bench.publish([Shop("1", at: at(1, 1))], Night(rejects: all)).counts
        #expect(counts.reasons == Dictionary(uniqueKeysWithValues: RejectionReason.allCases.map { ($0, 1) }))
        #expect(try rejects().map(\.record.reason) == RejectionReason.allCases)
        #expect(
            RejectionReason.allCases.map(\.rawValue) == [
                "no-id", "no-name", "id-clash", "not-a-row", "bad-encoding", "malformed", "coordinate-missing",
                "coordinate-unreadable", "coordinate-out-of-range", "coordinate-swapped", "coordinate-outside-area",
            ])
    }

    @Test func thePlaceOfARowThatCannotBeReadIsKept() throws {
        let origin = RowOrigin(pageNumber: 1, page: "page 1", row: 4, line: 5, byte: 174)
        let broken = RejectedRecord(
            origin: origin, reason: .badEncoding, feedID: nil, value: "0xB1", raw: "4,책\u{FFFD}")
        try bench.publish([Shop("1", at: at(1, 1))], Night(rejects: [broken]))
        let found = try #require(try rejects().first?.record)
        #expect(found.origin.line == 5 && found.origin.byte == 174 && found.raw == broken.raw)
    }

    @Test func aReasonThatNobodyKnowsIsDamage() throws {
        try bench.publish([Shop("1")], Night(rejects: [reject(1)]))
        try bench.execute("PRAGMA ignore_check_constraints = 1; UPDATE reject SET reason = 'whim' WHERE number = 1")
        let error = #expect(throws: CatalogError.self) { try rejects() }
        #expect(error?.code == .corrupt)
        #expect(
            error?.words.en
                == "\(bench.path) is damaged (a rejected row of run 1 has no reason); move the file elsewhere and rebuild the catalog with 'geocli ingest'"
        )
    }
}
