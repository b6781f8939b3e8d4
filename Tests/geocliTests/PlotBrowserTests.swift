import Foundation
import TestSupport
import Testing

/// A plot in headless Chromium (Tests/Browser), where that is installed.
@Suite(.serialized, .enabled(if: Chromium.canRun, "chromium-driver is not installed")) struct PlotBrowserTests {
    @Test(arguments: ["", "--lang ko --width 500", "--width 2000 --kind used"])
    func aPlotIsDrawnWithoutOverlapsAndComplaints(_ words: String) throws {
        let place = try Workplace.sample.get().copy()
        let outlines = TestSupport.packageRoot.appendingPathComponent("data/sample/districts.geojson").path
        try place.succeed(["layers", "import", "--role", "districts", outlines, "-q"])
        try check(place, words)
    }

    /// Stations on a grid, so dense that every name of a district would lie on one.
    @Test(arguments: ["", "--lang ko --width 500", "--theme dark --width 1600"])
    func landmarksGiveWayToTheNamesOfDistricts(_ words: String) throws {
        let place = try Workplace.sample.get().copy()
        let outlines = TestSupport.packageRoot.appendingPathComponent("data/sample/districts.geojson").path
        try place.succeed(["layers", "import", "--role", "districts", outlines, "-q"])
        let rows = (0..<480).map { number in
            let (latitude, longitude) = (37.44 + Double(number / 24) * 0.0125, 126.78 + Double(number % 24) * 0.017)
            return
                #"{"BLDN_ID":"\#(number)","BLDN_NM":"역\#(number)","ROUTE":"1호선","LAT":"\#(latitude)","LOT":"\#(longitude)"}"#
        }
        let head =
            #"{"subwayStationMaster":{"list_total_count":\#(rows.count),"RESULT":{"CODE":"INFO-000","MESSAGE":""},"row":["#
        try place.write(head + rows.joined(separator: ",") + "]}}", to: "stations.json")
        try place.succeed("ingest --feed seoul-stations stations.json -q")
        try check(place, words)
        let svg = try String(contentsOf: place.file("plot.svg"), encoding: .utf8)
        #expect(svg.components(separatedBy: "<circle cx").count > 300)
    }

    private func check(_ place: Workplace, _ words: String) throws {
        try place.succeed("plot -q -o plot.svg \(words)")
        let script = TestSupport.packageRoot.appendingPathComponent("Tests/Browser/plot_in_browser.py").path
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/python3"), ["-B", script, "plot.svg"],
            environment: ["PYTHONIOENCODING": "utf-8", "HOME": NSTemporaryDirectory()], folder: place.folder)
        #expect(run.status == 0, "\(run.text.prefix(4000)) \(run.errorText.suffix(2000))")
    }
}
