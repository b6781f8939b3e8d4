import Foundation
import GeocliCatalog
import GeocliGeo
internal import GeocliPlaces
import GeocliText
import TestSupport
import Testing

@testable import GeocliIngest

/// Pages as the portal really sent them, read in their own folder.
@Suite(.enabled(if: TestSupport.hasSharedFeed)) struct RealPagesTests {
    private let bench: IngestBench

    init() throws { bench = try IngestBench() }

    @Test func theLiveRowIsPartialAndReadableInFull() throws {
        let page = try shared("live_TbSlibBookstoreInfo_row_2026-09-19.json")
        let refused = try bench.ingest([page])
        #expect(
            refused.refusal?.en
                == "the source has only 1 of the 606 rows that the service states; fetch all pages again"
        )
        #expect(refused.run.outcome == .refused && refused.run.counts.accepted == 1 && refused.warnings == [])
        let report = try bench.ingest([page], day: 17, IngestBench.accepting("one row is enough here"))
        #expect(report.refusal == nil && report.run.description.acceptedBecause == "one row is enough here")
        #expect(report.run.counts.received == 1 && report.run.counts.added == 1 && report.run.counts.total == 1)
        #expect(report.run.counts.withoutPoint == 0 && report.run.counts.reasons == [:] && report.warnings == [])
        let entry = try #require(try bench.entries().first)
        #expect(entry.id == 1 && entry.ref == "seoul-bookstores/2283" && entry.feed == "seoul-bookstores")
        #expect(entry.firstSeen == "2026-09-19" && entry.lastSeen == "2026-09-19")
        #expect(entry.missingRuns == 0 && entry.closedOn == nil)
        let shop = entry.place
        #expect(shop.feedID == "2283" && shop.name == "1984" && shop.kind == .new && shop.district == "마포구")
        #expect(shop.address == "마포구 동교로 194 혜원빌딩")
        #expect(shop.phone == "+8223251984" && shop.phoneRaw == "02-325-1984")
        #expect(shop.website == nil && shop.websiteRaw == nil && shop.sns == ["https://www.instagram.com/1984store"])
        #expect(shop.coordinate?.latitude == 37.5573847248586 && shop.coordinate?.longitude == 126.922886096614)
        #expect(try bench.rejects() == [])
    }

    @Test func eachByteOfTheLiveRowIsNeeded() throws {
        let page = try shared("live_TbSlibBookstoreInfo_row_2026-09-19.json")
        let whole = try #require(page.lastIndex(of: UInt8(ascii: "}"))) + 1
        for length in stride(from: 0, to: whole, by: 3) {
            #expect(throws: (any Error).self) {
                try bench.ingest([Array(page.prefix(length))], IngestBench.accepting())
            }
        }
    }

    @Test func theSamplePageOfTheLibrariesIsFiveOf216() throws {
        let page = try shared("live_SeoulPublicLibraryInfo_1_5.json")
        let refused = try bench.ingest([page], of: RealFeeds.libraries)
        #expect(
            refused.refusal?.en
                == "the source has only 5 of the 216 rows that the service states; fetch all pages again"
        )
        let report = try bench.ingest([page], of: RealFeeds.libraries, IngestBench.accepting())
        #expect(report.run.counts.accepted == 5 && report.run.counts.withoutPoint == 0 && report.refusal == nil)
        let entries = try bench.entries()
        #expect(entries.map(\.ref) == ["48", "1066", "1935", "2815", "2843"].map { "seoul-libraries/\($0)" })
        #expect(
            entries.map(\.place.phone) == [
                "+82234437650", "+82220511178", "+8224595522", "+8224511511", "+8225128580",
            ])
        #expect(entries.allSatisfy { $0.place.district == "강남구" && $0.place.kind == .other })
        #expect(
            entries.map(\.coordinate?.longitude) == [
                127.037187913597, 127.0320274, 127.096582, 127.080356908422, 127.02710693,
            ])
        // An ingest of this page into another feed is refused.
        let error = #expect(throws: IngestError.self) { try bench.ingest([page]) }
        #expect(error?.code == .wrongService(found: "SeoulPublicLibraryInfo", wanted: "TbSlibBookstoreInfo"))
    }

    @Test func allLibrariesComeFromTheAPIAndFromTheFileAlike() throws {
        let pages = try bench.ingest([try shared("derived_SeoulPublicLibraryInfo_215.json")], of: RealFeeds.libraries)
        let file = try bench.ingest([try shared("seoul_public_libraries_2026-03.cp949.csv")], of: RealFeeds.libraryFile)
        for report in [pages, file] {
            #expect(report.refusal == nil && report.warnings == [])
            #expect(report.run.counts.received == 215 && report.run.counts.accepted == 215)
            #expect(
                report.run.counts.rejected == 0 && report.run.counts.duplicates == 0
                    && report.run.counts.withoutPoint == 0)
        }
        let entries = try bench.entries()
        let fromPages = entries.filter { $0.feed == "seoul-libraries" }.map(\.place)
        let fromFile = entries.filter { $0.feed == "seoul-libraries-csv" }.map(\.place)
        #expect(fromPages.count == 215 && fromPages == fromFile)
        let byID = Dictionary(uniqueKeysWithValues: fromPages.map { ($0.feedID, $0) })
        let phones = [
            "1402": "+8216443227", "21": "+82234484741", "45": "+8228777182", "27": "+82234375092", "97": "+8224650737",
            "881": "+8228649585", "1844": "+82234350950", "2808": "+8250713495449", "1410": "+827046804032",
            "85": "+82222302921",
        ]
        for (id, phone) in phones { #expect(byID[id]?.phone == phone, "\(id)") }
        #expect(byID["2759"]?.phone == nil && byID["2863"]?.phone == nil)
        // Every other one has a number.
        #expect(fromPages.filter { $0.phone == nil }.map(\.feedID) == ["2759", "2863"])
        #expect(fromPages.allSatisfy { $0.district?.hasSuffix("구") == true && $0.coordinate != nil })
        #expect(fromPages.allSatisfy { $0.website == nil || $0.website?.hasPrefix("http") == true })
    }

    @Test func cp949WithoutItsDeclarationIsRefused() throws {
        let file = try shared("seoul_public_libraries_2026-03.cp949.csv")
        let feed = RealFeeds.libraryFile
        let plain = Feed(
            id: feed.id, title: feed.title, publisher: "-", license: "-", envelope: .csv, fields: feed.fields,
            area: feed.area)
        #expect(throws: (any Error).self) { try bench.ingest([file], of: plain) }
        #expect(throws: IngestError.self) { try bench.ingest([file]) }
        // A file without the columns of a place is not a page of this feed, either.
        let stations = try shared("seoul_metro_stations_addr_2026-03.cp949.csv")
        let error = #expect(throws: IngestError.self) { try bench.ingest([stations], of: feed) }
        #expect(error?.code == .missingColumn("도서관 일련번호", found: ["호선", "역명", "구주소", "도로명주소", "전화번호"]))
    }

    @Test func theGymsStandOnTheirControlPoints() throws {
        let page = try shared("localdata_104201_sample.xml")
        let refused = try bench.ingest([page], of: RealFeeds.gyms)
        #expect(refused.refusal?.en.hasPrefix("the source has only 3 of the 6340 rows") == true)
        let report = try bench.ingest([page], of: RealFeeds.gyms, IngestBench.accepting())
        #expect(report.run.counts.accepted == 3 && report.run.counts.withoutPoint == 0)
        let places = Dictionary(uniqueKeysWithValues: try bench.entries().map { ($0.place.district ?? "", $0) })
        let points = try sharedTable("crs_control_points.tsv")
        for (district, name) in [
            ("광진구", "localdata-gwangjin"), ("강서구", "localdata-gangseo"), ("송파구", "localdata-songpa"),
        ] {
            let row = try #require(points.first { $0[0] == name })
            let expected = try Coordinate(
                longitude: try #require(Double(row[4])), latitude: try #require(Double(row[5])))
            let place = try #require(places[district]?.coordinate)
            #expect(Geodesic.distanceMeters(from: expected, to: place) <= 0.2, "\(name)")
        }
        #expect(
            try bench.entries().map(\.place.feedID) == [
                "CDFH3301062021000014", "CDFH3301062023000004", "CDFH3301062023000009",
            ])
        #expect(try bench.entries().allSatisfy { $0.place.phone == nil && $0.place.phoneRaw == nil })
    }

    @Test func zerosInMetresAreMissing() throws {
        var page = String(decoding: try shared("localdata_104201_sample.xml"), as: UTF8.self)
        for element in ["X", "Y"] {
            let pattern = try Regex("<\(element)>[0-9.]+</\(element)>")
            page = page.replacing(pattern, with: "<\(element)>0 </\(element)>", maxReplacements: 1)
        }
        let report = try bench.ingest([Array(page.utf8)], of: RealFeeds.gyms, IngestBench.accepting())
        #expect(report.run.counts.reasons == [.coordinateMissing: 1] && report.run.counts.accepted == 3)
        #expect(try bench.rejects().map(\.value) == ["0, 0"])
    }
}
