import GeocliGeo
import GeocliText
import Testing

@testable import GeocliCatalog
@testable import GeocliExport
@testable internal import GeocliPlaces
@testable import GeocliQuery

@Suite struct PlaceListingTests {
    private static let json =
        "{\"id\":7,\"ref\":\"seoul-bookstores/107\",\"name\":\"책방\",\"kind\":\"used\",\"district\":\"마포구\","
        + "\"address\":\"서울 마포구\",\"phone\":\"+8223334444\",\"phone_raw\":\"02-333-4444~5\","
        + "\"website\":\"http://example.kr\",\"sns\":[\"@a\",\"b\"],\"latitude\":37.5563,\"longitude\":126.9236,"
        + "\"first_seen\":\"2026-01-02\",\"last_seen\":\"2026-03-04\",\"missing_runs\":3,\"removed_on\":\"2026-02-01\",\"closed_on\":\"2026-02-03\",\"point_source\":\"juso 2606\",\"corrected\":null"

    @Test func aPlaceHasTheKeysOfTheManual() throws {
        #expect(try listed([entry(7)], .places, options(.ndjson)).text == Self.json + "}\n")
        let bare = try parsed(try listed([bareEntry(1)], .places, options(.ndjson)).text)
        for key in [
            "district", "address", "phone", "phone_raw", "website", "sns", "latitude", "longitude", "removed_on",
            "closed_on",
            "point_source",
        ] {
            #expect(bare[key] == .null, "\(key)")
        }
        #expect(bare["missing_runs"] == .number("0") && bare["kind"] == .string("other"))
    }

    @Test func aNeighborHasItsDistance() throws {
        let near = Neighbor(entry: entry(7), distanceMeters: 12.3456, query: nil, rank: 1)
        #expect(
            try listed([near], .neighbors(ofSeveral: false), options(.ndjson)).text == Self.json
                + ",\"distance_m\":12.346}\n")
        let several = Neighbor(entry: entry(7), distanceMeters: 0, query: 4, rank: 2)
        #expect(
            try listed([several], .neighbors(ofSeveral: true), options(.ndjson)).text
                == Self.json + ",\"distance_m\":0.000,\"query\":4,\"rank\":2}\n")
        #expect(try listed([near], .neighbors(ofSeveral: false), options(.table)).text.hasPrefix("id  distance  name"))
        #expect(try listed([several], .neighbors(ofSeveral: true), options(.table)).text.hasPrefix("query  rank  id"))
        #expect(
            try parsed(listed([near], .neighbors(ofSeveral: false), options(.geojsonseq)).text)["id"] == .number("7"))
    }

    @Test func tablesOfPlacesHaveTitlesInBothLanguages() throws {
        let english = try listed([entry(7)], .places, options(.table)).text
        #expect(english.hasPrefix("id  name  kind  district  address      phone"))
        let korean = try listed([entry(7)], .places, options(.table) { $0.language = .korean }).text
        #expect(korean.hasPrefix("번호  이름  종류  자치구  주소         전화"))
    }

    @Test func mapFilesLeaveOutPlacesWithoutAPoint() throws {
        let (text, withoutPoint) = try listed([entry(1), bareEntry(2)], .places, options(.geojson))
        #expect(withoutPoint == 1)
        #expect(try parsed(text)["features"]?.arrayValue?.map { $0["id"] } == [.number("1")])
    }

    @Test func rejectsTellWhereTheyComeFromAndWhy() throws {
        let record = RejectedRecord(
            origin: RowOrigin(pageNumber: 2, page: "page_2.json", row: 5), reason: .coordinateSwapped, isKept: true,
            feedID: "9",
            value: "=126,37", raw: "{\"a\":1}")
        let text = try listed([StoredReject(runID: 3, record: record)], .rejects, options(.ndjson)).text
        #expect(
            text
                == "{\"run_id\":3,\"page\":\"page_2.json\",\"row\":5,\"line\":null,\"byte\":null,\"reason\":\"coordinate-swapped\",\"kept\":true,"
                + "\"feed_id\":\"9\",\"value\":\"=126,37\",\"no_match\":null,\"raw\":\"{\\\"a\\\":1}\"}\n")
        #expect(try listed([StoredReject(runID: 3, record: record)], .rejects, options(.geojson)).withoutPoint == 1)
        #expect(
            try listed([StoredReject(runID: 3, record: record)], .rejects, options(.csv)).text.contains(
                ",\"'=126,37\","))
    }

    private func run(_ feed: String) -> CatalogStatus.Run {
        CatalogStatus.Run(
            id: 3, feed: feed, startedAt: "2026-03-04T05:06:07+09:00", date: "2026-03-04", source: "page.json",
            sha256: "ab12", dataFrom: "2026-03-04T05:06:07+09:00",
            reason: nil, reasonData: nil, failure: nil, hasPages: false)
    }

    @Test func provenanceNamesEachFeedItsLicenceDateAndHash() {
        var status = CatalogStatus()
        status.lastGoodRuns = [run("seoul-bookstores"), run("mine")]
        let sources = [
            Provenance.Source(
                feed: "seoul-bookstores", title: "서울시 책방", publisher: "data.seoul.go.kr", license: "CC BY 4.0")
        ]
        func source(_ feed: String, _ title: String, _ publisher: String, _ license: String) -> JSONValue {
            .object([
                .init("feed", .string(feed)), .init("title", .string(title)), .init("source", .string(publisher)),
                .init("license", .string(license)), .init("data_date", .string("2026-03-04")),
                .init("sha256", .string("ab12")),
            ])
        }
        #expect(
            Provenance.members(Provenance.statements(status.lastPlaceRuns, sources: sources)) == [
                .init(
                    "sources",
                    .array([
                        source("seoul-bookstores", "서울시 책방", "data.seoul.go.kr", "CC BY 4.0"),
                        source("mine", "mine", "page.json", "unknown"),
                    ]))
            ])
        #expect(Provenance.members(Provenance.statements([], sources: sources)) == [.init("sources", .array([]))])
    }

    @Test func aRunFromElsewhereIsNamedAsTheException() {
        var status = CatalogStatus()
        status.lastGoodRuns = [run("a"), run("b")]
        let known = Provenance.Source(feed: "a", title: "A", publisher: "p", license: "l")
        let sample = Provenance.Source(feed: "a", title: "sample", publisher: "geocli", license: "CC0")
        let members = Provenance.members(
            Provenance.statements(status.lastPlaceRuns, sources: [known]) { $0.feed == "a" ? sample : nil })
        let list = members.first?.value.arrayValue ?? []
        #expect(list.map { $0["title"] } == [.string("sample"), .string("b")])
        #expect(list.map { $0["source"] } == [.string("geocli"), .string("page.json")])
        #expect(list.map { $0["license"] } == [.string("CC0"), .string("unknown")])
    }
}
