internal import GeocliGeo
internal import Glibc
internal import Testing

@testable internal import GeocliQuery

/// Questions that are read window by window.
@Suite struct QuestionWindowsTests {
    private struct Broken: Error {}

    private static func question(_ number: Int) -> BatchQuestion {
        BatchQuestion(number: number, origin: Coordinate(uncheckedLongitude: 0, latitude: 0))
    }

    /// Returns the sizes of the windows of `count` questions.
    private func sizes(
        _ count: Int, atMost most: Int, mostTime: Duration = .seconds(600), _ wait: @escaping (Int) -> Void = { _ in }
    ) -> [Int] {
        var next = 0
        var windows = QuestionWindows(mostTime: mostTime) {
            guard next < count else { return nil }
            defer { next += 1 }
            wait(next)
            return Self.question(next)
        }
        var sizes: [Int] = []
        var read = 0
        while true {
            windows.read(atMost: most)
            guard !windows.window.isEmpty else { return sizes }
            #expect(windows.window.map(\.number) == Array(read..<read + windows.window.count))
            read += windows.window.count
            sizes.append(windows.window.count)
            windows.window = []
        }
    }

    @Test func windowsGrowToTheirLimit() {
        #expect(sizes(0, atMost: 100).isEmpty)
        #expect(sizes(250, atMost: 100) == [100, 100, 50])
        #expect(sizes(3, atMost: 0) == [1, 1, 1])
        #expect(sizes(20_000, atMost: 10_000) == [1024, 4096, 10_000, 4880])
    }

    /// Questions that come slowly are answered before a window is full.
    @Test func slowQuestionsMakeSmallWindows() {
        let sizes = sizes(10, atMost: 1000, mostTime: .milliseconds(100)) { number in
            if number % 2 == 1 { usleep(150_000) }
        }
        #expect(sizes == [2, 2, 2, 2, 2])
    }

    @Test func questionsBeforeAFailureAreKept() {
        var next = 0
        var windows = QuestionWindows {
            guard next < 5 else { throw Broken() }
            defer { next += 1 }
            return Self.question(next)
        }
        windows.read(atMost: 3)
        #expect(windows.window.count == 3 && windows.failure == nil)
        windows.read(atMost: 10)
        #expect(windows.window.count == 5 && windows.failure is Broken)
        windows.read(atMost: 10)
        #expect(windows.window.count == 5 && windows.failure is Broken)
    }
}
