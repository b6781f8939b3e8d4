import Foundation
import GeocliPlaces
import GeocliText
import TestSupport
import Testing

@testable import GeocliIngest

/// Files of Korea's portals, read by declaration. They are not part of the project; without them nothing runs here.
@Suite(.enabled(if: PortalFiles.folder != nil)) struct RealDeclarationsTests {
    private static func page(_ name: String) throws -> [UInt8] {
        let folder = try #require(PortalFiles.folder)
        return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    private static let head = """
        id = "real-places"
        title = { ko = "시험", en = "Test" }
        noun = { ko = "곳", en = "place" }
        publisher = "-"
        license = "-"
        kind = "new"

        """
    private static let korea = "area = [124, 33, 132, 39]\n"

    private func ingest(_ names: [String], _ text: String) throws -> (Ingester.Report, IngestBench) {
        let bench = try IngestBench()
        let feed = try FeedDeclaration.feed(Array((Self.head + text).utf8), name: "real.toml")
        let report = try bench.ingest(try names.map(Self.page), of: feed)
        #expect(report.refusal == nil, "\(report.refusal?.en ?? "")")
        return (report, bench)
    }

    private static func portal(
        _ rows: String, total: String, good: String = "\"00\", \"0000\"", counts: String = "feed"
    ) -> String {
        """
        [pages]
        format = "json"
        encoding = "UTF-8"
        rows = "response.body.\(rows)"
        total_counts = "\(counts)"
        total = "response.body.\(total)"
        result = ["response.header.resultCode"]
        good = [\(good)]
        empty = ["03"]

        """
    }

    @Test func bikesStateThePagesOwnTotal() throws {
        let text = """
            [pages]
            format = "json"
            encoding = "UTF-8"
            rows = "rentBikeStatus.row"
            total_counts = "page"
            total = "rentBikeStatus.list_total_count"
            result = ["rentBikeStatus.RESULT.CODE", "RESULT.CODE", "CODE"]
            good = ["INFO-000"]
            empty = ["INFO-200"]
            [fields]
            id = "stationId"
            name = "stationName"
            [point]
            x = "stationLongitude"
            y = "stationLatitude"
            crs = "EPSG:4326"

            """ + Self.korea
        let pages = [
            "live_bikeList_1_5.json", "constructed_bikeList_6_10.json", "constructed_bikeList_11_15.json",
            "constructed_bikeList_16_20_none.json",
        ]
        let (report, _) = try ingest(pages, text)
        #expect(report.run.counts.accepted == 13 && report.run.counts.withoutPoint == 0)
    }

    @Test func standardLibrariesPageUntilNothingComes() throws {
        let text =
            Self.portal("items", total: "totalCount") + """
                [fields]
                id = { join = ["lbrryNm", "rdnmadr"] }
                name = "lbrryNm"
                district = "signguNm"
                address = "rdnmadr"
                phone = "phoneNumber"
                [point]
                x = "longitude"
                y = "latitude"
                crs = "EPSG:4326"

                """ + Self.korea
        let (report, _) = try ingest(
            [
                "derived_tn_pubr_public_lbrry_api_page1.json", "derived_tn_pubr_public_lbrry_api_page2.json",
                "constructed_tn_pubr_public_lbrry_api_page3_past_end.json",
            ], text)
        #expect(report.run.counts.accepted == 23)
    }

    @Test func licensedBusinessesUnderTheirOldAndNewNames() throws {
        let text = """
            [pages]
            format = "csv"
            encoding = "CP949"
            delimiter = ","
            header = true
            [fields]
            id = "관리번호"
            name = "사업장명"
            address = ["도로명주소", "도로명전체주소", "지번주소", "소재지전체주소"]
            phone = ["전화번호", "소재지전화번호", "소재지전화"]
            [point]
            x = ["좌표정보(X)", "좌표정보(x)"]
            y = ["좌표정보(Y)", "좌표정보(y)"]
            crs = "EPSG:5174"
            area = [124, 32.9, 132, 39]
            [status]
            field = ["영업상태코드", "영업상태구분코드"]
            open = ["01", "02"]
            closed = ["03", "04"]
            """
        let (old, _) = try ingest(["localdata_020301_vets_2024_193rows.cp949.csv"], text)
        #expect(old.run.counts.received == 71 && old.run.counts.reasons[.coordinateOutsideArea] == nil)
        let (hospitals, _) = try ingest(["seoul_hospitals_permits_2025-05_893rows.cp949.csv"], text)
        #expect(hospitals.run.counts.received == 554)
        let (new, _) = try ingest(["constructed_localdata_new_names_36.cp949.csv"], text)
        #expect(new.run.counts.accepted > 5 && new.run.counts.rejected == 0)
    }

    @Test func independentPlacesInBothDialects() throws {
        let fclty = """
            null = ["정보없음", "-"]
            [pages]
            format = "json"
            encoding = "UTF-8"
            rows = "."
            total_counts = "none"
            [fields]
            id = "ESNTL_ID"
            name = "FCLTY_NM"
            address = "FCLTY_ROAD_NM_ADDR"
            phone = "TEL_NO"
            [point]
            x = "FCLTY_LO"
            y = "FCLTY_LA"
            crs = "EPSG:4326"

            """ + Self.korea
        let (report, _) = try ingest(["kcisa_indie_bookstores_fclty_154.json"], fclty)
        #expect(report.run.counts.accepted == 154 && report.run.counts.withoutPoint == 0)
        let one = """
            null = ["정보없음", "-"]
            [pages]
            format = "csv"
            encoding = "UTF-8"
            delimiter = ","
            header = true
            [fields]
            id = "CNTC_RESRCE_NO"
            name = "TITLE"
            address = "ADDRESS"
            phone = "CONTACT_POINT"
            [point]
            text = "COORDINATES"
            order = "y x"
            crs = "EPSG:4326"

            """ + Self.korea
        #expect(try ingest(["derived_kcisa_cntc_resrce_154.csv"], one).0.run.counts.withoutPoint == 0)
        let (variants, _) = try ingest(["constructed_kcisa_coordinate_variants_12.csv"], one)
        #expect(variants.run.counts.reasons == [.coordinateMissing: 4, .coordinateSwapped: 1])
    }

    @Test func shopsOfOneCodeAndEntrancesWithoutAHeader() throws {
        let shops = """
            [pages]
            format = "csv"
            encoding = "UTF-8"
            delimiter = ","
            header = true
            [filter]
            "상권업종소분류코드" = ["G21301"]
            [fields]
            id = "상가업소번호"
            name = "상호명"
            address = "도로명주소"
            [point]
            x = "경도"
            y = "위도"
            crs = "EPSG:4326"

            """ + Self.korea
        let (report, _) = try ingest(["constructed_semas_G21301_14.csv"], shops)
        #expect(report.run.counts.accepted > 10)
        let juso = """
            [pages]
            format = "csv"
            encoding = "CP949"
            delimiter = "|"
            header = false
            columns = 18
            [fields]
            id = { join = [1, 7, 9, 10, 11, 17, 18] }
            name = 8
            [point]
            x = 17
            y = 18
            crs = "EPSG:5179"

            """ + Self.korea
        let (entrances, _) = try ingest(["constructed_juso_locsum_edge_11lines.cp949.txt"], juso)
        #expect(entrances.run.counts.rejected == 1 && entrances.run.counts.accepted == 10)
        #expect(entrances.run.counts.reasons == [.notARow: 1, .coordinateMissing: 2])
    }

    /// The check tries other systems, and finds the declared one the best.
    @Test(arguments: [("EPSG:5174", FeedFinding.Level.ok), ("EPSG:2097", .alarm), ("EPSG:5181", .alarm)])
    func theCheckKnowsTheSystem(crs: String, level: FeedFinding.Level) throws {
        let text =
            Self.head + """
                [pages]
                format = "csv"
                encoding = "CP949"
                delimiter = ","
                header = true
                [fields]
                id = "관리번호"
                name = "사업장명"
                address = ["도로명주소", "지번주소"]
                [point]
                x = "좌표정보(X)"
                y = "좌표정보(Y)"
                crs = "\(crs)"

                """ + Self.korea
        let outlines = try RealDistricts.outlines()
        let bytes = try Self.page("seoul_hospitals_permits_2025-05_893rows.cp949.csv")
        let page = SavedPages.Page(name: "page") { ByteSource(name: "page", bytes: bytes) }
        let findings = try FeedCheck.findings(
            in: SavedPages(name: "page", pages: [page]),
            of: try FeedDeclaration.feed(Array(text.utf8), name: "x"), outlines: outlines)
        let finding = try #require(findings.last { $0.check == "crs" })
        #expect(finding.level == level && finding.total == 792, "\(finding.words.en)")
        if level == .alarm { #expect(finding.words.en.contains("if they are read as EPSG:5174, 791 of them are")) }
    }
}

/// Files of Korea's portals.
enum PortalFiles {
    static let folder: URL? = {
        let folder = TestSupport.packageRoot.deletingLastPathComponent().appendingPathComponent("shared/feeds2")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()
}
