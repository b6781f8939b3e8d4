import Testing

@testable import GeocliDrawing

@Suite struct PageAssetsTests {
    @Test func partsOfThePageAreInTheProgram() {
        #expect(PageAssets.script(hasLandmarks: true, hasFacts: true).contains("use strict"))
        #expect(PageAssets.html.hasPrefix("<!doctype html>"))
    }
}
