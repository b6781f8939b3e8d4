/// The questions of a batch in their order, one window after the other.
struct QuestionWindows {
    /// The questions that are not answered yet.
    var window: [BatchQuestion] = []
    /// The error that ended the reading after the last question of the window; nil if there was none.
    private(set) var failure: (any Error)?
    /// Whether no question follows those of the window.
    private(set) var isAtEnd = false
    private let source: () throws -> BatchQuestion?
    private var size = Self.firstSize

    /// The maximum number of questions in the first window; each further one may have four times as many. So all
    /// threads soon have work.
    private static let firstSize = 1024
    private static let growth = 4
    /// The maximum time between the first and the last question of a window. Questions that come slowly, through a
    /// pipe, are answered soon.
    private let mostTime: Duration

    init(mostTime: Duration = .milliseconds(100), _ source: @escaping () throws -> BatchQuestion?) {
        self.mostTime = mostTime
        self.source = source
    }

    /// Fills the window with questions, until it has `count` or the window's own limit is reached. Adds none at the end
    /// and after an error.
    mutating func read(atMost count: Int) {
        let most = min(size, max(1, count))
        size = min(size, .max / Self.growth) * Self.growth
        let clock = ContinuousClock()
        var start: ContinuousClock.Instant?
        do {
            while !isAtEnd, window.count < most {
                guard let question = try source() else {
                    isAtEnd = true
                    return
                }
                window.append(question)
                let now = clock.now
                if let start, start.duration(to: now) > mostTime { return }
                start = start ?? now
            }
        } catch {
            isAtEnd = true
            failure = error
        }
    }
}
