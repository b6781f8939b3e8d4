internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliThreads

/// A batch that several threads answer together, one window of questions after the other.
///
/// For each window, the threads first find the answers in the index of points, for neighboring questions one after the
/// other. Then they read the bookstores of these answers, ordered by id. So each page of the catalog is read once for
/// many answers. Beside, one thread reads the questions of the next window. Another one puts the rows into the order of
/// the questions and writes them, while the next window is answered.
///
/// It is `@unchecked Sendable` because the threads of a `Crew` share it: a worker is used by one thread, and all other
/// state by one thread at a time.
final class BatchWindows<Rows: BatchRows, Source: PlaceArchive>: @unchecked Sendable
where Rows.Listed == Source.Listed {
    private let workers: [BatchWorker<Rows, Source>]
    private var questions: QuestionWindows
    private let maximumRows: Int
    private let writesQuickly: Bool
    /// The maximum number of answers to a question, if so few are wanted that a window has many questions.
    private let fewAnswers: Int?
    private let put: (OrderedPieces<Rows.Piece>) throws -> Void
    private let onProgress: (Int) -> Void
    private let reading = SideJob()
    private let writing = SideJob()
    private let isParallel: Bool
    private var answered = 0

    /// The number of questions in a task of a thread. It is small, so that all threads end at nearly the same time.
    private static var taskQuestions: Int { 64 }
    /// The number of rows in a task of a thread. A statement is prepared for each task.
    private static var taskRows: Int { 2048 }
    /// The maximum number of questions in a window.
    private static var windowQuestions: Int { 16_384 }
    /// The same if there may be many answers to a question.
    private static var windowQuestionsOfMany: Int { 1024 }

    /// - Parameters:
    ///   - workers: one for each thread that answers.
    ///   - rows: a receiver of rows, for its properties.
    ///   - isParallel: whether other threads may read and write beside the workers.
    init(
        _ questions: QuestionWindows, count: Int?, _ workers: [BatchWorker<Rows, Source>], _ rows: Rows,
        isParallel: Bool, put: @escaping (OrderedPieces<Rows.Piece>) throws -> Void,
        onProgress: @escaping (Int) -> Void
    ) {
        self.questions = questions
        self.workers = workers
        let most = max(1, rows.maximumRows)
        maximumRows = most
        writesQuickly = rows.writesQuickly
        fewAnswers = count.flatMap { $0 <= most / Self.taskQuestions ? $0 : nil }
        self.isParallel = isParallel
        self.put = put
        self.onProgress = onProgress
    }

    /// Answers all questions.
    func run() throws {
        do {
            try answerWindows()
        } catch {
            try? reading.finish()
            // If writing failed, too, its error is the earlier one.
            try writing.finish()
            throw error
        }
        try writing.finish()
        if let failure = questions.failure { throw failure }
    }

    private func answerWindows() throws {
        readQuestions()
        while !questions.window.isEmpty {
            let answers = try find()
            // Blocks of equal size, so that making one takes as long as writing the one before.
            let blocks = max(1, answers.count / maximumRows)
            for block in 0..<blocks {
                let range = answers.count * block / blocks..<answers.count * (block + 1) / blocks
                try makeRows(Array(answers[range]), isLast: block == blocks - 1)
            }
            try reading.finish()
            if questions.window.isEmpty { readQuestions() }
        }
    }

    private func readQuestions() {
        let most = fewAnswers.map { maximumRows / max($0, 1) } ?? Self.windowQuestionsOfMany
        questions.read(atMost: min(most, Self.windowQuestions))
    }

    /// Returns the answers to the questions of the window, in their order, and removes these questions. If there may be
    /// many answers to a question, some questions may stay.
    private func find() throws -> [BatchAnswer] {
        let asked = questions.window
        let order = fewAnswers == nil ? Array(asked.indices) : PackedRTree.order(of: asked.map(\.origin))
        let size = fewAnswers == nil ? 1 : Self.taskQuestions
        var total = 0
        let tasks = try Crew.results(of: (asked.count + size - 1) / size, threads: workers.count) { [maximumRows] in
            total += $0.answers.count
            return total >= maximumRows
        } _: { [workers] task, thread in
            try workers[thread].find(asked, at: order[task * size..<min((task + 1) * size, asked.count)])
        }
        var places = [(task: Int, range: Range<Int>)](repeating: (0, 0..<0), count: asked.count)
        var done = 0
        for (task, found) in tasks.enumerated() {
            var start = 0
            for end in found.ends {
                places[order[done]] = (task, start..<end)
                start = end
                done += 1
            }
        }
        var answers: [BatchAnswer] = []
        answers.reserveCapacity(total)
        for place in places.prefix(done) { answers += tasks[place.task].answers[place.range] }
        questions.window.removeFirst(done)
        answered += done
        return answers
    }

    /// Makes rows from a block of answers, and begins to write them.
    ///
    /// - Parameter isLast: whether these are all answers to the questions that `find` has removed.
    private func makeRows(_ answers: [BatchAnswer], isLast: Bool) throws {
        let isWindowDone = isLast && questions.window.isEmpty
        let isEnd = isWindowDone && questions.isAtEnd
        if isParallel, isWindowDone, !isEnd { try reading.begin { self.readQuestions() } }
        var order = answers.indices.map(Int32.init)
        RadixSort.sort(&order) { UInt64(bitPattern: answers[Int($0)].id) }
        let size = Self.taskRows
        // Otherwise, the rows of two windows would be in memory for a gain of hardly any time.
        if writesQuickly { try writing.finish() }
        let made = try Crew.results(
            of: (order.count + size - 1) / size, threads: workers.count
        ) { [workers] task, thread in
            try workers[thread].rows(from: answers, at: order[task * size..<min((task + 1) * size, order.count)])
        }
        let answered = isLast ? answered : 0
        func write() throws {
            let (pieces, positions) = (made.map(\.piece), made.map(\.positions))
            if !answers.isEmpty { try put(OrderedPieces(pieces, positions: positions, count: answers.count)) }
            if answered > 0 { onProgress(answered) }
        }
        // Nothing is done beside the last rows.
        guard isEnd || !isParallel else { return try writing.begin(write) }
        try writing.finish()
        try write()
    }
}
