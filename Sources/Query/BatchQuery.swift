public import GeocliCatalog
internal import GeocliGeo
public import GeocliPlaces
internal import GeocliText
internal import GeocliThreads

/// "What is near each of these?": the same question from many positions, on several threads.
///
/// Few are asked of the catalog, each as a `NearestQuery`. Of more, the catalog's positions are read once into an index in
/// memory, and each thread answers a chunk of questions at a time: searches, reads the bookstores through a connection
/// of its own, and makes rows of them, which are put in the order of the questions. The rows are the same either way.
public struct BatchQuery: Sendable {
    /// So many at most for each question; nil for all.
    public let count: Int?
    /// None farther than this, the edge included; nil for any distance.
    public let withinMeters: Double?
    /// Which bookstores.
    public let filter: PlaceFilter
    /// From which number of questions on the index is worth being made; nil for what was measured.
    var indexFrom: Int?
    /// So many rows are answered at once by one thread: fewer than `BatchRows` hold before they must be put, because a thread
    /// that has to put before its turn waits for the others.
    private static let chunkRows = 2000
    /// So many chunks of each thread may wait for their turn.
    private static let waitingChunks = 2
    /// A bookstore's place in the index takes a 200th of the time that it saves a question on one processor, a 400th on two
    /// (2026-11-21, a million bookstores, ten neighbors).
    private static let bookstoresPerQuestion = 300

    /// Questions.
    ///
    /// - Parameters:
    ///   - count: nil for all; none are answered where it is less than 1.
    ///   - withinMeters: nil for any distance; none are answered where it is less than 0 or NaN.
    public init(count: Int?, withinMeters: Double? = nil, _ filter: PlaceFilter) {
        self.count = count
        self.withinMeters = withinMeters
        self.filter = filter
    }

    /// Answers every question that `next` gives, nil being the end, in this order.
    ///
    /// - Edges: as `NearestQuery`; distances may differ from the geodesic's by 50 µm, and round to millimeters alike.
    /// - Parameters:
    ///   - rows: made once for each thread; takes its answers.
    ///   - put: takes what `rows` gives, in order; called by one thread at a time.
    ///   - onProgress: told how many questions have been answered; called like `put`.
    /// - Throws: what `next`, `put` and the catalog throw, behind the answers of all questions before.
    /// - Complexity: O(n log n) once where the index is made, n bookstores admitted; memory of 90 bytes for each of them,
    ///   and does not grow with the number of questions.
    public func run<Rows: BatchRows>(
        _ next: @escaping () throws -> BatchQuestion?, in catalog: Catalog, threads: Int,
        rows: () throws -> Rows, put: @escaping (Rows.Piece) throws -> Void,
        onProgress: @escaping (Int) -> Void = { _ in }
    ) throws where Rows.Listed == CatalogRow {
        let lastID = try catalog.lastID()
        let fewest = indexFrom ?? max(16, Int(lastID) / Self.bookstoresPerQuestion)
        var ahead = ReadAhead(next, limit: fewest)
        let asksForSome = count ?? 1 > 0 && withinMeters ?? 0 >= 0
        guard ahead.isFull, asksForSome else { return try ask(&ahead, catalog, try rows(), put, onProgress) }
        try catalog.holdSnapshot()
        let catalogs = try connections(catalog, threads)
        let index = NearestIndex(try points(in: catalogs, lastID: lastID), threads: catalogs.count)
        let turns = Turns(
            chunkSize: max(1, Self.chunkRows / (count ?? .max)), maximumWaiting: Self.waitingChunks * threads
        ) { try ahead.next() }
        var workers: [BatchWorker<Rows, Catalog>] = []
        for other in catalogs {
            workers.append(
                BatchWorker(
                    query: self, index: index, catalog: other, turns: turns, rows: try rows(), put: put,
                    onProgress: onProgress))
        }
        let others = workers.dropFirst().map { worker in WorkerThread { worker.run() } }
        workers[0].run()
        for thread in others { thread.join() }
        try turns.rethrow()
    }

    /// The same of any source, one question after the other.
    public func run<Rows: BatchRows>(
        _ next: @escaping () throws -> BatchQuestion?, asking source: some PlaceSource, rows: () throws -> Rows,
        put: (Rows.Piece) throws -> Void, onProgress: (Int) -> Void = { _ in }
    ) throws {
        var questions = ReadAhead(next, limit: 0)
        try ask(&questions, source, try rows(), put, onProgress)
    }

    /// One question after the other to the database.
    private func ask<Rows: BatchRows>(
        _ questions: inout ReadAhead, _ catalog: some PlaceSource, _ rows: Rows, _ put: (Rows.Piece) throws -> Void,
        _ onProgress: (Int) -> Void
    ) throws {
        var rows = rows
        var answered = 0
        do {
            while let question = try questions.next() {
                let query = NearestQuery(from: question.origin, count: count, withinMeters: withinMeters, filter)
                try query.forEachNeighbor(in: catalog) { found in
                    var numbered = found
                    numbered.query = question.number
                    try rows.write(numbered)
                    if rows.isFull { try put(try rows.take()) }
                }
                answered += 1
                if answered % 100 == 0 { onProgress(answered) }
            }
        } catch {
            try put(try rows.take())
            throw error
        }
        try put(try rows.take())
    }

    /// The positions in the index, each connection's thread reading a part of the ids.
    private func points(in catalogs: [Catalog], lastID: Int64) throws -> PlacePoints {
        let size = lastID / Int64(catalogs.count) + 1
        let parts = catalogs.enumerated().map { number, catalog in
            let start = number == 0 ? .min : Int64(number) * size
            let end = number == catalogs.count - 1 ? .max : Int64(number + 1) * size - 1
            return PointsPart(catalog, filter, start...end)
        }
        let threads = parts.dropFirst().map { part in WorkerThread { part.read() } }
        parts[0].read()
        for thread in threads { thread.join() }
        var all = try parts[0].take()
        for part in parts.dropFirst() { all.append(try part.take()) }
        return all
    }

    /// The catalog, and further connections that see the same; fewer where an ingest came in between.
    private func connections(_ catalog: Catalog, _ threads: Int) throws -> [Catalog] {
        var all = [catalog]
        while all.count < threads {
            let other = try Catalog(path: catalog.path)
            try other.holdSnapshot()
            guard try other.seesTheSame(as: catalog) else { break }
            all.append(other)
        }
        return all
    }
}

/// What one thread reads of the positions. A class because the thread changes what its starter holds. Unchecked because it is
/// used by one thread at a time: by its own, and by its starter when that has ended.
private final class PointsPart: @unchecked Sendable {
    private let catalog: Catalog
    private let filter: PlaceFilter
    private let ids: ClosedRange<Int64>
    private var result: Result<PlacePoints, any Error> = .success(PlacePoints())

    init(_ catalog: Catalog, _ filter: PlaceFilter, _ ids: ClosedRange<Int64>) {
        self.catalog = catalog
        self.filter = filter
        self.ids = ids
    }

    func read() { result = Result { try catalog.points(filter, ids: ids) } }

    func take() throws -> PlacePoints { try result.get() }
}

/// Questions, the first of them read ahead.
private struct ReadAhead {
    /// Whether there were as many as were to be read ahead.
    let isFull: Bool
    private let source: () throws -> BatchQuestion?
    private var first: [BatchQuestion] = []
    private var position = 0
    private var failure: (any Error)?

    init(_ source: @escaping () throws -> BatchQuestion?, limit: Int) {
        self.source = source
        do {
            while first.count < limit, let question = try source() { first.append(question) }
        } catch {
            // It is thrown behind the questions before it.
            failure = error
        }
        isFull = first.count == limit
    }

    mutating func next() throws -> BatchQuestion? {
        if position < first.count {
            position += 1
            return first[position - 1]
        }
        if let failure { throw failure }
        return isFull ? try source() : nil
    }
}
