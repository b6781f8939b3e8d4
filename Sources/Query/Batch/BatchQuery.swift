package import GeocliCatalog
internal import GeocliGeo
public import GeocliPlaces
internal import GeocliText
internal import GeocliThreads

/// "What is near each of these?": the same question from many positions, on several threads.
///
/// If there are only a few questions, the catalog answers each of them as a `NearestQuery`. If there are more, several
/// threads search the index of points, read the places, each through its own connection, and make rows from them
/// (`BatchWindows`). The rows are written in the order of the questions, so they are the same with any number of
/// threads.
///
/// A filter that names its places, such as one with a rare text, can't use the index of points. The positions of these
/// places are read once into an index in memory.
public struct BatchQuery: Sendable {
    /// The maximum number of answers for each question; nil for all.
    public let count: Int?
    /// Maximum distance, inclusive; nil for any distance.
    public let withinMeters: Double?
    public let filter: PlaceFilter
    /// The minimum number of questions for which the index in memory is made; nil for the measured value.
    var indexFrom: Int?
    /// For fewer questions than this, no threads are started.
    private static let fewestForThreads = 16
    /// The maximum number of rows that are kept if the database is asked one question after the other.
    private static let askedRows = 5000
    /// For a filter that names its places, the index in memory is made if the number of questions is at least the
    /// number of places divided by this number. With one processor, adding a place to the index takes 1/200 of the time
    /// that the index saves for each question; with two processors, 1/400 (2026-11-21, a million places, ten
    /// neighbors).
    private static let placesPerQuestion = 300

    /// Makes a query.
    /// - Parameters:
    ///   - count: nil for all; a value below 1 gives no answers.
    ///   - withinMeters: nil for any distance; a negative value or NaN gives no answers.
    public init(count: Int?, withinMeters: Double? = nil, _ filter: PlaceFilter) {
        self.count = count
        self.withinMeters = withinMeters
        self.filter = filter
    }

    /// Answers every question that `next` gives, in the order in which they come, until `next` gives nil.
    ///
    /// - Edges: as in `NearestQuery`. A distance may differ from the geodesic by up to 50 µm; both round to the same
    ///   millimeter.
    /// - Parameters:
    ///   - threads: nil for one for each processor.
    ///   - rows: makes a receiver of rows; called several times.
    ///   - put: takes rows, in order. Only one thread at a time calls it.
    ///   - onProgress: takes the number of questions answered so far. Only one thread at a time calls it.
    /// - Throws: errors of `next`, after the answers to all earlier questions; errors of `put` and of the catalog, after
    ///   the answers of all earlier windows (see `BatchWindows`).
    /// - Complexity: O(n log n) once if the index is made, n places admitted. Memory is 90 bytes for each of them
    ///   and does not grow with the number of questions.
    package func run<Rows: BatchRows>(
        _ next: @escaping () throws -> BatchQuestion?, in catalog: Catalog, threads: Int?,
        rows: () throws -> Rows, put: @escaping (OrderedPieces<Rows.Piece>) throws -> Void,
        onProgress: @escaping (Int) -> Void = { _ in }
    ) throws where Rows.Listed == CatalogRow {
        let lastID = try catalog.lastID()
        let needsIndex = try indexFrom != nil || !catalog.findsNearest(filter)
        let fewest = indexFrom ?? max(Self.fewestForThreads, needsIndex ? Int(lastID) / Self.placesPerQuestion : 0)
        var ahead = ReadAhead(next, limit: fewest)
        let asksForSome = count ?? 1 > 0 && withinMeters ?? 0 >= 0
        guard ahead.isFull, asksForSome else { return try ask(&ahead, catalog, try rows(), put, onProgress) }
        let threads = threads ?? WorkerThread.usefulCount
        try catalog.holdSnapshot()
        let first = try rows()
        let catalogs = try catalog.connections(first.writesQuickly ? threads : max(1, threads - 1))
        let index =
            needsIndex ? NearestIndex(try points(in: catalogs, lastID: lastID), threads: catalogs.count) : nil
        let limits = BatchLimits(count: count, withinMeters: withinMeters)
        let workers = try catalogs.map { catalog in
            BatchWorker(limits: limits, index: index, filter: filter, catalog: catalog, rows: try rows())
        }
        let windows = BatchWindows(
            QuestionWindows { try ahead.next() }, count: count, workers, first, isParallel: threads > 1, put: put,
            onProgress: onProgress)
        try windows.run()
    }

    /// Answers the questions one after the other, from a source of any kind.
    package func run<Rows: BatchRows>(
        _ next: @escaping () throws -> BatchQuestion?, asking source: some PlaceSource, rows: () throws -> Rows,
        put: (OrderedPieces<Rows.Piece>) throws -> Void, onProgress: (Int) -> Void = { _ in }
    ) throws {
        var questions = ReadAhead(next, limit: 0)
        try ask(&questions, source, try rows(), put, onProgress)
    }

    private func ask<Rows: BatchRows>(
        _ questions: inout ReadAhead, _ catalog: some PlaceSource, _ rows: Rows,
        _ put: (OrderedPieces<Rows.Piece>) throws -> Void, _ onProgress: (Int) -> Void
    ) throws {
        var rows = rows
        var (answered, kept) = (0, 0)
        func putRows() throws {
            let count = kept
            kept = 0
            try put(OrderedPieces(try rows.take(), rowCount: count))
        }
        do {
            while let question = try questions.next() {
                let query = NearestQuery(from: question.origin, count: count, withinMeters: withinMeters, filter)
                try query.forEachNeighbor(in: catalog) { found in
                    var numbered = found
                    numbered.query = question.number
                    try rows.write(numbered)
                    kept += 1
                    if kept >= min(rows.maximumRows, Self.askedRows) { try putRows() }
                }
                answered += 1
                if answered % 100 == 0 { onProgress(answered) }
            }
        } catch {
            try putRows()
            throw error
        }
        try putRows()
    }

    /// Returns the positions for the index. The thread of each connection reads a part of the ids.
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
}

/// One thread's part of the positions. It is a class, so that the thread and its starter share one object. It is
/// `@unchecked Sendable` because only one thread uses it at a time: first the thread itself and then, after that thread
/// has ended, its starter.
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

/// The questions in their order. The first ones are read in advance.
private struct ReadAhead {
    /// Whether there were enough questions to reach the limit.
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
            // The error is thrown only after the questions before it have been returned.
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
