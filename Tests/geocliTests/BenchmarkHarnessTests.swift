import Foundation
import SampleFeed
import TestSupport
import Testing

/// The benchmark harness reports which program is faster and which one answers wrongly, so it is also tested.
struct BenchmarkHarnessTests {
    @Test func theHarnessTellsWrongAnswersFromRightOnesAndKeepsItsPage() throws {
        let place = try Workplace()
        // The two rows after the first 2500 are the new rows of the second night.
        let feed = SampleFeed(seed: 7, count: 2502, dirt: .none)
        let pages = try (0..<feed.pageCount()).map { number in
            let file = place.file("page_\(number + 1).json")
            try Data(feed.page(number)).write(to: file)
            return file.path
        }
        let run = try place.oracle("check_harness.py", pages)
        #expect(run.errorText.contains("\nOK"), "\(run.errorText.suffix(2000))")
    }
}
