import GeocliProjection
import GeocliText
import Testing

/// The names of coordinate systems.
struct CRSTests {
    @Test(arguments: ["EPSG:5174", "epsg:5174", "Epsg:5174", "5174"])
    func oneSystemHasFourSpellings(_ text: String) throws {
        #expect(try CRS(parsing: text) == .epsg5174)
    }

    @Test(arguments: [
        CRS.wgs84, .epsg2097, .epsg5174, .epsg5178, .epsg5179, .epsg5181, .epsg5186, .katec,
    ])
    func descriptionReadsBack(_ crs: CRS) throws {
        #expect(try CRS(parsing: crs.description) == crs)
    }

    @Test func descriptionIsTheCode() {
        #expect(CRS.epsg5186.description == "EPSG:5186")
        #expect(CRS.katec.description == "KATEC")
        #expect(CRS.proj("+proj=longlat +ellps=bessel").description == "+proj=longlat +ellps=bessel +type=crs")
        #expect(CRS.proj("+proj=longlat +type=crs").description == "+proj=longlat +type=crs")
    }

    @Test func otherAuthoritiesAreTaken() throws {
        #expect(try CRS(parsing: "esri:102080").description == "ESRI:102080")
        #expect(try CRS(parsing: "katec") == .katec)
    }

    @Test func onlyWGS84NeedsNoPROJ() throws {
        #expect(CRS.wgs84.isWGS84)
        #expect(try CRS(parsing: "4326").isWGS84)
        #expect(try CRS(parsing: "OGC:CRS84").isWGS84)
        #expect(try !CRS(parsing: "EPSG:4737").isWGS84)
        #expect(!CRS.epsg5186.isWGS84)
    }

    @Test(arguments: [
        "", " ", ":", "EPSG:", ":5174", "EPSG", "WGS84", "EPSG:5174 ", "EPSG 5174", "EPSG:5174:1", "-5174", "5174.0",
        "EPSG:5174+5193", "５１７４", "ＥＰＳＧ:5174", "ß:1", "+proj=longlat", "@/etc/passwd", "EPSG:5174\n",
    ])
    func anythingElseIsASyntaxError(_ text: String) {
        let error = #expect(throws: ProjectionError.self) { try CRS(parsing: text) }
        #expect(error?.code == .syntax)
    }

    @Test func syntaxErrorSaysWhatToWrite() {
        let error = #expect(throws: ProjectionError.self) { try CRS(parsing: "WGS84") }
        #expect(
            error?.words.en == "\"WGS84\" is not a coordinate system; write a code such as EPSG:5186 or 5186, or KATEC")
        #expect(error?.words.ko == "\"WGS84\"는 좌표계가 아닙니다. EPSG:5186, 5186 같은 코드나 KATEC을 쓰세요")
        #expect(error?.description == error?.words.en)
    }
}
