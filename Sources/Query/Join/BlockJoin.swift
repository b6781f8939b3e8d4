internal import GeocliThreads

/// Takes answers, and makes pieces of the output. One thread at a time uses it.
package protocol JoinRows: SendableMetatype {
    associatedtype Answer
    associatedtype Piece

    mutating func write(_ answer: Answer) throws
    /// Returns the rows written since the last call.
    mutating func take() throws -> Piece
}

/// A join of a file of points with something in memory: for each point, its answers.
///
/// Each thread takes a block of the points, reads it, answers it and encodes the answers. The pieces are written in the
/// order of the blocks, so the output is the same with any number of threads. Memory for the points and the answers is
/// that of a few blocks: if a block has many answers, the thread keeps the first `mostRows` of them, and answers the rest
/// when it is this block's turn to be written.
package protocol BlockJoin: Sendable {
    associatedtype Answer
    /// What is found for a block before its answers are written, and the memory for its searches.
    associatedtype Found

    func find(in block: PointBlock) -> Found

    /// Writes the answers to the points from `start` on, until there are `most` rows. Returns the index of the next point.
    func write<Rows: JoinRows>(
        _ block: PointBlock, from start: Int, _ found: inout Found, most: Int, into rows: inout Rows
    ) throws -> Int where Rows.Answer == Answer
}

extension BlockJoin {
    /// The answers to a block that are kept as rows, and the size of the further pieces.
    private static var mostRows: Int { 1 << 18 }
    private static var pieceRows: Int { 1 << 14 }

    /// Answers all points.
    ///
    /// - Parameters:
    ///   - isParallel: whether several threads can make pieces. If not, rows are written only when it is their turn.
    ///   - rows: makes a receiver of rows; called several times.
    ///   - put: takes pieces, in the order of the points. One thread at a time calls it.
    ///   - onProgress: takes the number of points answered so far. One thread at a time calls it.
    /// - Returns: the rows of the file that were skipped.
    /// - Throws: errors of the file, after the answers to all points before them; errors of `put`.
    package func run<Rows: JoinRows>(
        _ points: PointBlocks, threads: Int, isParallel: Bool, rows: @escaping () throws -> Rows,
        put: @escaping (Rows.Piece) throws -> Void, onProgress: @escaping (Int) -> Void = { _ in }
    ) throws -> SkippedRows where Rows.Answer == Answer {
        let output = JoinOutput(try rows(), put, onProgress)
        let spare = SpareRows(isParallel ? rows : nil)
        try InBlocks.run(points, threads: threads) { block in
            var found = find(in: block)
            var start = 0
            var piece: Rows.Piece?
            if var rows = try spare.take() {
                start = try write(block, from: 0, &found, most: Self.mostRows, into: &rows)
                piece = try rows.take()
                spare.give(rows)
            }
            return {
                if let piece { try output.put(piece) }
                while start < block.coordinates.count {
                    start = try write(block, from: start, &found, most: Self.pieceRows, into: &output.rows)
                    try output.put(try output.rows.take())
                }
                output.finish(block)
                if let failure = block.failure { throw failure }
            }
        }
        return output.skipped
    }
}

/// Work on a file of points, block by block, on several threads.
enum InBlocks {
    /// Reads the blocks of `points`. The thread that has read a block calls `work`, which returns what is to be done in
    /// the order of the file.
    /// - Throws: the first error in the order of the file, after what comes before it is done.
    static func run(
        _ points: PointBlocks, threads: Int,
        _ work: @escaping @Sendable (PointBlock) throws -> () throws -> Void
    ) throws {
        let turns = Turns(chunkSize: 1, maximumWaiting: threads) { try points.next() }
        @Sendable func loop() {
            do {
                while let chunk = turns.chunk() {
                    let failure = chunk.failure
                    let done = try chunk.items.first.map { try work(points.read($0)) }
                    try turns.finish(chunk) {
                        try done?()
                        if let failure { throw failure }
                    }
                }
            } catch {
                turns.fail(error)
            }
        }
        let others = (1..<max(1, threads)).map { _ in WorkerThread(loop) }
        loop()
        for other in others { other.join() }
        try turns.rethrow()
    }
}

/// What one thread at a time uses, in the order of the blocks. So the class is `@unchecked Sendable`.
private final class JoinOutput<Rows: JoinRows>: @unchecked Sendable {
    var rows: Rows
    let put: (Rows.Piece) throws -> Void
    private(set) var skipped = SkippedRows()
    private var answered = 0
    private let onProgress: (Int) -> Void

    init(_ rows: Rows, _ put: @escaping (Rows.Piece) throws -> Void, _ onProgress: @escaping (Int) -> Void) {
        self.rows = rows
        self.put = put
        self.onProgress = onProgress
    }

    func finish(_ block: PointBlock) {
        skipped.add(block)
        answered += block.coordinates.count
        onProgress(answered)
    }
}

/// Receivers of rows that no thread uses at the moment. The lock protects them.
private final class SpareRows<Rows: JoinRows>: @unchecked Sendable {
    private let monitor = Monitor()
    private let make: (() throws -> Rows)?
    private var spare: [Rows] = []

    /// - Parameter make: nil if there are no receivers.
    init(_ make: (() throws -> Rows)?) { self.make = make }

    func take() throws -> Rows? { try monitor.locked { try spare.popLast() ?? make?() } }

    func give(_ rows: Rows) { monitor.locked { spare.append(rows) } }
}
