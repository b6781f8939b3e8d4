package import GeocliPlaces
internal import GeocliThreads

/// All places that a filter admits, ordered by id and read by several threads.
///
/// Each thread takes one range of ids at a time, reads its places through a connection of its own, and makes a
/// piece of the output from them. The pieces are passed on in the order of the ids, so the output is the same with any
/// number of threads.
package struct WholeListing: Sendable {
    package let filter: PlaceFilter
    /// The number of ids in a range. A piece of a thousand features takes about 450 kB.
    var idsPerRange: Int64 = 1000
    /// With fewer ranges than this, one thread is as fast.
    var fewestRanges = 16
    /// For each thread, the maximum number of pieces that wait for their turn.
    private static let waitingPieces = 2

    package init(_ filter: PlaceFilter) { self.filter = filter }

    /// Writes all rows in pieces, if that is faster than reading the catalog in one go.
    ///
    /// - Parameters:
    ///   - threads: nil for one thread per processor.
    ///   - rows: makes the rows of one thread; called once for each thread.
    ///   - put: takes the pieces, in order. Only one thread at a time calls it.
    /// - Returns: false if nothing was written. This is so if the catalog is small, if it is read as of a given day, if
    ///   it is read without corrections, or if `threads` is 1.
    /// - Throws: errors of `put` and the catalog, after all earlier pieces.
    /// - Complexity: O(n), n places in the catalog; memory does not grow with n.
    package func run<Rows: RowPieceWriter, Source: PlaceArchive & SendableMetatype>(
        in catalog: Source, threads: Int? = nil, rows: () throws -> Rows, put: @escaping (Rows.Piece) throws -> Void
    ) throws -> Bool where Rows.Listed == Source.Listed {
        let threads = threads ?? WorkerThread.usefulCount
        guard threads > 1, catalog.day == nil, !catalog.isUncorrected else { return false }
        try catalog.holdSnapshot()
        let ranges = try catalog.idRanges(size: idsPerRange)
        guard ranges.count >= fewestRanges else { return false }
        let catalogs = try catalog.connections(threads)
        var rest = ranges.makeIterator()
        let turns = Turns(chunkSize: 1, maximumWaiting: Self.waitingPieces * catalogs.count) { rest.next() }
        let workers = try catalogs.map { RangeWorker<Rows, Source>(filter, $0, turns, try rows(), put) }
        let others = workers.dropFirst().map { worker in WorkerThread { worker.run() } }
        workers[0].run()
        for thread in others { thread.join() }
        try turns.rethrow()
        return true
    }
}

/// Takes rows and makes pieces of the output from them.
package protocol RowPieceWriter: SendableMetatype {
    /// A part of the output that is passed on in one call.
    associatedtype Piece
    associatedtype Listed: ListedPlace

    mutating func write(_ row: Listed) throws

    /// Returns the rows written since the last call.
    mutating func take() throws -> Piece
}

/// The work of one thread: it takes ranges of ids and writes their places. It is a class, so that the thread and its
/// starter share one object. It is `@unchecked Sendable` because only one thread uses it at a time. The starter hands
/// it to one thread, together with its catalog and rows, and does not use them before that thread has ended.
private final class RangeWorker<Rows: RowPieceWriter, Source: PlaceArchive & SendableMetatype>: @unchecked Sendable
where Rows.Listed == Source.Listed {
    private let filter: PlaceFilter
    private let catalog: Source
    private let turns: Turns<ClosedRange<Int64>>
    private var rows: Rows
    private let put: (Rows.Piece) throws -> Void

    init(
        _ filter: PlaceFilter, _ catalog: Source, _ turns: Turns<ClosedRange<Int64>>, _ rows: Rows,
        _ put: @escaping (Rows.Piece) throws -> Void
    ) {
        self.filter = filter
        self.catalog = catalog
        self.turns = turns
        self.rows = rows
        self.put = put
    }

    /// Writes ranges until none is left. Reports an error to `turns`.
    func run() {
        do {
            var chunk: Chunk<ClosedRange<Int64>>?
            try catalog.forEachRow(filter) {
                if let chunk {
                    let piece = try rows.take()
                    try turns.finish(chunk) { [put] in try put(piece) }
                }
                chunk = turns.chunk()
                return chunk?.items.first
            } body: { row in
                try rows.write(row)
            }
        } catch {
            turns.fail(error)
        }
    }
}
