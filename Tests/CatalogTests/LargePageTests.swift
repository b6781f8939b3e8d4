import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// Pages of more than a megabyte, packed, are written in pieces and read back whole.
@Suite struct LargePageTests {
    private let bench: CatalogBench

    init() throws { bench = try CatalogBench() }

    /// Incompressible bytes, the same for the same seed.
    private func noise(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = SplitMix(seed: seed)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    private func run(_ pages: [[UInt8]], day: Int) throws {
        let start = SeoulTime(unixSeconds: 1_788_285_600 + Int64(day) * 86400)
        let run = RunDescription(
            feed: "seoul-bookstores", source: "test", sha256: CatalogBench.hash("night \(day)"), startedAt: start,
            toolVersion: "1.0")
        _ = try CatalogWriter(path: bench.path).ingest { session in
            try session.begin(feed: run.feed)
            for (index, page) in pages.enumerated() {
                try session.pages.stage(number: index + 1, name: "page \(index + 1)", fetchedAt: start, bytes: page)
            }
            _ = try session.settleDuplicates()
            return try session.publish(run) { _, _ in RunJudgement(refusal: nil, acceptedBecause: nil) }
        }
    }

    private func kept(run: Int64) throws -> [[UInt8]] {
        let archive = PageArchive(try GeocliDatabase.Database(path: bench.path, .reading))
        return try archive.pages(ofRun: run, feed: "seoul-bookstores").map(archive.bytes)
    }

    @Test func theyComeBackAsTheyWere() throws {
        let pages = [
            noise(3_000_000, seed: 1), Array("small".utf8), noise(StreamedBlob.minimumBytes, seed: 2),
            Array(repeating: 0x20, count: 9_000_000), noise(1_500_000, seed: 3),
        ]
        try run(pages, day: 0)
        #expect(try kept(run: 1) == pages)
        // The next run keeps the same pages again, and so repairs the page that was damaged meanwhile.
        try bench.execute("UPDATE raw_page SET packed = zeroblob(length(packed)) WHERE length(packed) > 2000000")
        #expect(throws: CatalogError.self) { try kept(run: 1) }
        try run(Array(pages.reversed()), day: 1)
        #expect(try kept(run: 2) == pages.reversed() && kept(run: 1) == pages)
        #expect(try bench.faults() == [])
    }
}
