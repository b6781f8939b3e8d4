internal import GeocliText
internal import Glibc

/// The progress of long work, as a line on standard error's terminal: the number of rows done, the total, their share,
/// and the time left. It appears after a second, so shorter work shows nothing.
///
/// It is a class because closures count the rows.
final class ProgressLine {
    private let what: Words
    let isShown: Bool
    private let start = ProgressLine.seconds
    private var shownAt = 0.0
    private var count = 0
    /// The number of rows after which the clock is read again.
    private var next = 1024

    private static let stride = 1024
    private static let delaySeconds = 1.0
    private static let intervalSeconds = 0.25

    /// Creates a line for work on rows; `what` says what happens to the rows, such as `rows read`.
    ///
    /// - Parameter isAllowed: false under `-q`, and if the rows themselves go to the terminal.
    init(_ what: Words, isAllowed: Bool) {
        self.what = what
        isShown = isAllowed && Console.errorIsTerminal
    }

    func step(_ further: Int = 1, of total: Int?) { report(count + further, of: total) }

    func report(_ count: Int, of total: Int?) {
        self.count = count
        guard isShown, count >= next else { return }
        next = count + Self.stride
        let now = Self.seconds
        guard now - start >= Self.delaySeconds, now - shownAt >= Self.intervalSeconds else { return }
        shownAt = now
        let text = Self.words(count, of: total, elapsedSeconds: now - start, what).text(Console.language)
        Console.progress(Console.errorColumns.map { DisplayText.truncated(text, columns: $0 - 1) } ?? text)
    }

    /// Returns the sentence: `40000 of 120000 rows read (33 %), about 12 s left`.
    static func words(_ count: Int, of total: Int?, elapsedSeconds: Double, _ what: Words) -> Words {
        guard let total, total > 0, count <= total else {
            return Words(en: "\(count) \(what.en)", ko: "\(what.ko) \(count)")
        }
        let share = count * 100 / total
        let left = (elapsedSeconds * Double(total - count) / Double(max(count, 1))).rounded(.up)
        let seconds = Int(min(left, 359_999))
        let time =
            seconds < 100
            ? Words(en: "\(seconds) s", ko: "\(seconds)초")
            : Words(en: "\((seconds + 59) / 60) min", ko: "\((seconds + 59) / 60)분")
        return Words(
            en: "\(count) of \(total) \(what.en) (\(share) %), about \(time.en) left",
            ko: "\(what.ko) \(count)/\(total)(\(share)%), 약 \(time.ko) 남음")
    }

    private static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
