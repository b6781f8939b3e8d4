import Testing

@testable import GeocliProjection

@Suite struct CRSDescriptionTests {
    @Test func aListedSystemHasItsNameAndCode() throws {
        let description = try CRSDescription(of: .epsg5186)
        #expect(description.name == "Korea 2000 / Central Belt 2010")
        #expect(description.authority == "EPSG" && description.code == "5186" && !description.isGeographic)
        #expect(description.wellKnownText.hasPrefix("PROJCS[\"Korea 2000 / Central Belt 2010\",GEOGCS["))
        #expect(description.wellKnownText.hasSuffix("AUTHORITY[\"EPSG\",\"5186\"]]"))
        #expect(!description.wellKnownText.contains("\n"))
    }

    @Test func aSystemInDegreesSaysSo() throws {
        let description = try CRSDescription(of: CRS(parsing: "EPSG:4166"))
        #expect(description.isGeographic && description.name == "Korean 1995")
    }

    @Test func aSystemThatNoAuthorityListsGoesByItsOwnName() throws {
        let description = try CRSDescription(of: .katec)
        #expect(description.name == "KATEC" && description.authority == nil && description.code == nil)
        #expect(description.wellKnownText.contains("TOWGS84[-146.43,507.89,681.46,0,0,0,0]"))
    }

    @Test func anUnknownSystemIsRefused() throws {
        let crs = try CRS(parsing: "EPSG:999999")
        #expect(throws: ProjectionError.unknownCRS(crs)) { try CRSDescription(of: crs) }
    }
}
