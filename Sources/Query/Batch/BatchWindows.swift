internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText
internal import GeocliThreads

/// A batch that several threads answer together, one window of questions after the other. For each window, the threads
/// first find the answers in the index of points, for neighboring questions one after the other. Then they read the
/// places of these answers, ordered by id. So each page of the catalog is read once for many answers. Beside, one
/// thread reads the questions of the next window. Another one puts the rows into the order of the questions and writes
/// them, while the next window is answered. It is `@unchecked Sendable` because the threads of a `ParallelTasks` share it: a
/// worker is used by one thread, and all other state by one thread at a time.
final class BatchWindows<Rows: BatchRows, Source: PlaceArchive>: @unchecked Sendable
where Rows.Listed == Source.Listed {
    private let workers: [BatchWorker<Rows, Source>]
    private var questions: QuestionWindows
    private let count: Int?
    private let rows: Rows
    /// The number of rows that are kept before they are written. It follows from the size of the rows so far.
    private var rowLimit: Int
    /// Whether all questions of the window are answered together. This is so if only a few answers to each are wanted.
    private var hasFewAnswers = false
    private let put: (OrderedPieces<Rows.Piece>) throws -> Void
    private let onProgress: (Int) -> Void
    private let reading = SideJob()
    private let writing = SideJob()
    private let isParallel: Bool
    private var answered = 0

    /// The number of questions in a task of a thread. It is small, so that all threads end at nearly the same time.
    private static var taskQuestions: Int { 64 }
    /// The number of rows in a task of a thread. A statement is prepared for each task.
    private static var taskRows: ClosedRange<Int> { 256...2048 }
    /// The maximum number of rows in the first block. Their size shows how many rows can be kept.
    private static var firstRows: Int { 16_384 }
    private static var blockBytes: Int { 32 << 20 }
    private static var windowQuestions: Int { 16_384 }
    private static var windowQuestionsOfMany: Int { 1024 }

    /// - Parameters:
    ///   - rows: a receiver of rows, for its properties.
    ///   - isParallel: whether other threads may read and write beside the workers.
    init(
        _ questions: QuestionWindows, count: Int?, _ workers: [BatchWorker<Rows, Source>], _ rows: Rows,
        isParallel: Bool, put: @escaping (OrderedPieces<Rows.Piece>) throws -> Void,
        onProgress: @escaping (Int) -> Void
    ) {
        self.questions = questions
        self.count = count
        self.workers = workers
        self.rows = rows
        rowLimit = max(1, min(rows.maximumRows, Self.firstRows))
        self.isParallel = isParallel
        self.put = put
        self.onProgress = onProgress
    }

    func run() throws {
        do {
            try answerWindows()
        } catch {
            // Reading keeps its error in `questions`, so this `try?` hides none.
            try? reading.finish()
            // If writing failed, too, its error is the earlier one.
            try writing.finish()
            throw error
        }
        try writing.finish()
        if let failure = questions.failure { throw failure }
    }

    private func answerWindows() throws {
        questions.read(atMost: windowSize())
        while !questions.window.isEmpty {
            let answers = try find()
            // Blocks of equal size, so that writing one takes as long as making the next one.
            let blocks = max(1, answers.count / rowLimit)
            for block in 0..<blocks {
                let range = answers.count * block / blocks..<answers.count * (block + 1) / blocks
                try makeRows(blocks == 1 ? answers : Array(answers[range]), isLast: block == blocks - 1)
            }
            try reading.finish()
            if questions.window.isEmpty { questions.read(atMost: windowSize()) }
        }
    }

    /// Returns the maximum number of questions in the next window, and decides how they are answered.
    private func windowSize() -> Int {
        let count = count.map { max($0, 1) } ?? .max
        hasFewAnswers = count <= rowLimit / Self.taskQuestions
        return hasFewAnswers ? min(rowLimit / count, Self.windowQuestions) : Self.windowQuestionsOfMany
    }

    /// Returns the answers to the questions of the window, in their order, and removes these questions. If there may be
    /// many answers to a question, some questions may stay.
    private func find() throws -> [BatchAnswer] {
        let asked = questions.window
        let order = hasFewAnswers ? PackedRTree.order(of: asked.map(\.origin)) : Array(asked.indices)
        let size = hasFewAnswers ? Self.taskQuestions : 1
        var total = 0
        let tasks = try ParallelTasks.results(
            of: (asked.count + size - 1) / size, threads: workers.count
        ) { [rowLimit, hasFewAnswers] in
            total += $0.answers.count
            return !hasFewAnswers && total >= rowLimit
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
    /// - Parameter isLast: whether these are all answers to the questions that `find` has removed.
    private func makeRows(_ answers: [BatchAnswer], isLast: Bool) throws {
        let isWindowDone = isLast && questions.window.isEmpty
        let isEnd = isWindowDone && questions.isAtEnd
        if isParallel, isWindowDone, !isEnd {
            let size = windowSize()
            try reading.begin { self.questions.read(atMost: size) }
        }
        var order = answers.indices.map(Int32.init)
        RadixSort.sort(&order) { UInt64(bitPattern: answers[Int($0)].id) }
        let size = min(max(order.count / (2 * workers.count), Self.taskRows.lowerBound), Self.taskRows.upperBound)
        // Otherwise, the rows of two windows would be in memory for a gain of hardly any time.
        if rows.writesQuickly { try writing.finish() }
        let made = try ParallelTasks.results(
            of: (order.count + size - 1) / size, threads: workers.count
        ) { [workers] task, thread in
            try workers[thread].rows(from: answers, at: order[task * size..<min((task + 1) * size, order.count)])
        }
        limitRows(made)
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

    private func limitRows(_ made: [BatchWorker<Rows, Source>.Made]) {
        let count = made.reduce(0) { $0 + $1.positions.count }
        guard count > 0 else { return }
        let bytes = made.reduce(0) { $0 + rows.byteCount($1.piece) }
        rowLimit = max(1, min(rows.maximumRows, Self.blockBytes / max(1, bytes / count)))
    }
}

/// The questions of a batch in their order, one window after the other.
struct QuestionWindows {
    var window: [BatchQuestion] = []
    /// The error that ended the reading after the last question of the window; nil if there was none.
    private(set) var failure: (any Error)?
    /// Whether no question follows those of the window.
    private(set) var isAtEnd = false
    private let source: () throws -> BatchQuestion?
    private var size = Self.firstSize

    /// Maximum questions in the first window; each further one has up to four times as many, so threads start soon.
    private static let firstSize = 1024
    private static let growth = 4
    /// The maximum time between the first and the last question of a window. Questions that come slowly, through a
    /// pipe, are answered soon.
    private let mostTime: Duration

    init(mostTime: Duration = .milliseconds(100), _ source: @escaping () throws -> BatchQuestion?) {
        self.mostTime = mostTime
        self.source = source
    }

    /// Fills the window up to `count` or its own limit. Adds no question at the end and after an error.
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

struct BatchLimits: Sendable {
    /// Nil for all; a value below 1 gives no answers.
    let count: Int?
    /// Inclusive; nil for any distance.
    let withinMeters: Double?
}

/// The work of one thread on a batch: it finds answers in the index of points, and makes rows of the output from
/// answers. It is a class, so that it keeps the memory of its last search. Only one thread at a time uses it.
final class BatchWorker<Rows: BatchRows, Source: PlaceArchive> where Rows.Listed == Source.Listed {
    struct Found {
        /// The answers, question after question, nearest first.
        var answers: [BatchAnswer] = []
        /// For each question, the number of answers up to its last one.
        var ends: [Int] = []
    }

    struct Made {
        let piece: Rows.Piece
        /// For each row, the position of its answer.
        let positions: [Int32]
    }

    private let limits: BatchLimits
    /// The index in memory; nil if the catalog's own pages are searched.
    private let index: NearestIndex?
    private let filter: PlaceFilter
    private let catalog: Source
    private var rows: Rows
    private var search = NearestSearch()

    init(limits: BatchLimits, index: NearestIndex?, filter: PlaceFilter, catalog: Source, rows: Rows) {
        self.limits = limits
        self.index = index
        self.filter = filter
        self.catalog = catalog
        self.rows = rows
    }

    /// Returns the answers to the questions at `numbers`, in the order of `numbers`.
    func find(_ questions: [BatchQuestion], at numbers: ArraySlice<Int>) throws -> Found {
        var found = Found()
        for number in numbers {
            let question = questions[number]
            let start = found.answers.count
            try forEachNeighbor(of: question.origin) { id, distance in
                found.answers.append(
                    BatchAnswer(
                        query: question.number, rank: found.answers.count - start + 1, id: id, distanceMeters: distance)
                )
            }
            found.ends.append(found.answers.count)
        }
        return found
    }

    private func forEachNeighbor(of origin: Coordinate, body: (_ id: Int64, _ distanceMeters: Double) -> Void) throws {
        if let index {
            return index.forEachNeighbor(
                of: origin, count: limits.count, withinMeters: limits.withinMeters, using: &search, body: body)
        }
        let found = try catalog.nearest(
            to: origin, count: limits.count ?? .max, withinMeters: limits.withinMeters ?? .infinity, filter)
        for neighbor in found ?? [] { body(Int64(neighbor.index), neighbor.distanceMeters) }
    }

    /// Makes rows from the answers at `positions`, in the order of `positions`.
    func rows(from answers: [BatchAnswer], at positions: ArraySlice<Int32>) throws -> Made {
        // A copy, because these answers are far apart in memory, and each is used twice.
        let chosen = positions.map { answers[Int($0)] }
        var made: [Int32] = []
        made.reserveCapacity(chosen.count)
        var next = 0
        try catalog.forEachRow(ids: chosen.map(\.id)) { row in
            // In a damaged catalog, the index may contain a place that has no row. Such a place is skipped.
            while chosen[next].id != row.id { next += 1 }
            try rows.write(row, chosen[next])
            made.append(positions[positions.startIndex + next])
            next += 1
        }
        return Made(piece: try rows.take(), positions: made)
    }
}

/// The positions of places in memory. Indices and ids have the same order, so ties by index are ties by id.
struct NearestIndex: Sendable {
    private let ids: [Int64]
    private let tree: PackedRTree

    /// - Parameter threads: the number of available threads. With 2 or more, the index is made on two threads.
    init(_ points: PlacePoints, threads: Int) {
        var points = points
        ids = points.ids
        tree = PackedRTree(points.takeCoordinates(), both: threads > 1 ? WorkerThread.both : TwoTasks.oneByOne)
    }

    /// Calls `body` with the places closest to `origin`, nearest first, as `NearestQuery` does.
    func forEachNeighbor(
        of origin: Coordinate, count: Int?, withinMeters: Double?, using search: inout NearestSearch,
        body: (_ id: Int64, _ distanceMeters: Double) -> Void
    ) {
        tree.nearest(to: origin, count: count ?? .max, withinMeters: withinMeters ?? .infinity, into: &search)
        for neighbor in search.neighbors { body(ids[neighbor.index], neighbor.distanceMeters) }
    }
}
