import Testing

@testable import Drawing

@Suite struct PageAssetsTests {
    @Test func partsOfThePageAreInTheProgram() {
        #expect(String(decoding: PageAssets.script, as: UTF8.self).contains("use strict"))
        #expect(String(decoding: PageAssets.html, as: UTF8.self).hasPrefix("<!doctype html>"))
    }
}
