import Foundation
import TestSupport
import Testing

/// A plot in headless Chromium (Tests/Browser), where that is installed.
@Suite(.serialized, .enabled(if: Chromium.canRun, "chromium-driver is not installed")) struct PlotBrowserTests {
    @Test(arguments: ["", "--lang ko --width 500", "--width 2000 --kind used"])
    func aPlotIsDrawnWithoutOverlapsAndComplaints(_ words: String) throws {
        let place = try Workplace.sample.get().copy()
        let outlines = TestSupport.packageRoot.appendingPathComponent("data/sample/districts.geojson").path
        try place.succeed(["districts", "import", outlines, "-q"])
        try place.succeed("plot -q -o plot.svg \(words)")
        let script = TestSupport.packageRoot.appendingPathComponent("Tests/Browser/plot_in_browser.py").path
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/python3"), ["-B", script, "plot.svg"],
            environment: ["PYTHONIOENCODING": "utf-8", "HOME": NSTemporaryDirectory()], folder: place.folder)
        #expect(run.status == 0, "\(run.text.prefix(4000)) \(run.errorText.suffix(2000))")
    }
}
