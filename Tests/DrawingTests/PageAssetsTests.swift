import Testing

@testable import GeocliDrawing

@Suite struct PageAssetsTests {
    @Test func partsOfThePageAreInTheProgram() {
        #expect(PageAssets.script(.init(hasLandmarks: true, hasFacts: true, hasRecords: true)).contains("use strict"))
        #expect(PageAssets.html.hasPrefix("<!doctype html>"))
    }
}
