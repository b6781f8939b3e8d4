import Foundation
import GeocliGeo
import TestSupport
import Testing

@testable import GeocliDrawing

/// The cards in headless Chromium (Tests/Browser), where that is installed: 50 phrases in both sizes, and photos in all
/// orientations. The folder of the cards is kept if GEOCLI_CARDS names one.
@Suite(.enabled(if: Chromium.canRun, "chromium-driver is not installed")) struct CardBrowserTests {
    @Test func aBrowserDrawsEveryCardAsMeasured() throws {
        let folder =
            try ProcessInfo.processInfo.environment["GEOCLI_CARDS"].map { URL(fileURLWithPath: $0) }
            ?? TestSupport.temporaryFolder()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func write(_ card: ShareCard, _ name: String) throws {
            try Data(card.picture().svg).write(to: folder.appendingPathComponent("\(name).svg"))
        }
        for example in try CardExample.all() {
            for size in CardSize.allCases {
                var card = example.card(size)
                card.outlines = CardExample.squares
                card.coordinate = try Coordinate(longitude: 126.92, latitude: 37.52)
                card.attribution = "구 경계: 꾸며 낸 자료"
                try write(card, "\(example.name)-\(size.rawValue)")
            }
        }
        for photo in CardExample.photos {
            for size in CardSize.allCases {
                var card = ShareCard(phrase: ".", shopName: "")
                card.size = size
                card.photo = try StrippedPhoto(CardExample.photo(photo))
                try write(card, "photo-\(photo)-\(size.rawValue)")
            }
        }
        let phrases = CardExample.folder.appendingPathComponent("Golden/phrases.json").path
        let script = TestSupport.packageRoot.appendingPathComponent("Tests/Browser/cards_in_browser.py").path
        // Debian's own Python, because another Python does not find its packages.
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/python3"), ["-B", script, folder.path, phrases],
            environment: ["PYTHONIOENCODING": "utf-8", "HOME": NSTemporaryDirectory()])
        #expect(run.status == 0, "\(run.text.prefix(6000)) \(run.errorText.suffix(2000))")
    }
}

private enum Chromium {
    /// Whether the test runs; on CI it must.
    static var canRun: Bool {
        ProcessInfo.processInfo.environment["CI"] == "true"
            || ["/usr/bin/chromium", "/usr/bin/chromedriver"].allSatisfy(FileManager.default.isExecutableFile)
    }
}
