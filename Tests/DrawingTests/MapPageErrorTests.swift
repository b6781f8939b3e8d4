import GeocliText
import Testing

@testable import GeocliDrawing

@Suite struct MapPageErrorTests {
    @Test func morePlacesThanAPageHoldsAreRefusedWithTheWayOut() {
        let words = PageData.tooManyPlaces.words
        #expect(
            words.en
                == "one page holds at most 200000 places; select fewer with --district, --kind "
                + "or --match, or write them for a map tool: 'geocli export -o places.gpkg' for QGIS, 'geocli "
                + "cluster --all-zooms --tile-size 256 -o places.geojson' for tippecanoe")
        #expect(words.ko.contains("200000") && words.ko.contains("geocli export -o places.gpkg"))
    }
}
