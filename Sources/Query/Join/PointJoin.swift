internal import GeocliGeo
internal import GeocliThreads

/// An answer to one of the questions of a join; valid only while it is written.
package struct JoinAnswer {
    /// The questions, among which this one has the index `row`.
    package let questions: PointBlock
    package let row: Int
    package let rank: Int
    /// The row of the place (see `JoinPlaces`).
    package let place: Int
    package let distanceMeters: Double
}

/// Takes answers, and makes pieces of the output. One thread at a time uses it.
package protocol JoinRows: SendableMetatype {
    associatedtype Piece

    mutating func write(_ answer: JoinAnswer) throws
    /// Returns the rows written since the last call.
    mutating func take() throws -> Piece
}

/// "What is near each of these?" of two files: for each point of one, the places of the other that are nearest or within
/// a distance, by exact geodesics; ties are ordered by id.
///
/// Each thread takes a block of the questions, reads it, answers it and encodes the answers. The pieces are written in the
/// order of the blocks, so the output is the same with any number of threads. Memory for the questions and the answers is
/// that of a few blocks: if a block has many answers, the thread keeps the first `mostRows` of them, and answers the rest
/// when it is this block's turn to be written.
package struct PointJoin: Sendable {
    private let places: JoinPlaces
    private let count: Int?
    private let withinMeters: Double?

    /// The answers to a block that are kept as numbers. They are found for neighboring questions one after the other.
    private static let mostFound = 1 << 18
    /// The answers to a block that are kept as rows, and the size of the further pieces.
    private static let mostRows = 1 << 18
    private static let pieceRows = 1 << 14

    /// - Parameters:
    ///   - count: nil for all; a value below 1 gives no answers.
    ///   - withinMeters: nil for any distance; a negative value or NaN gives no answers.
    package init(_ places: JoinPlaces, count: Int?, withinMeters: Double?) {
        self.places = places
        self.count = count
        self.withinMeters = withinMeters
    }

    /// Answers all questions.
    ///
    /// - Edges: as in `NearestQuery`. A distance may differ from the geodesic by up to 50 µm; both round to the same
    ///   millimeter.
    /// - Parameters:
    ///   - isParallel: whether several threads can make pieces. If not, rows are written only when it is their turn.
    ///   - rows: makes a receiver of rows; called several times.
    ///   - put: takes pieces, in the order of the questions. One thread at a time calls it.
    ///   - onProgress: takes the number of questions answered so far. One thread at a time calls it.
    /// - Returns: the rows of the file that were skipped.
    /// - Throws: errors of the file, after the answers to all questions before them; errors of `put`.
    /// - Complexity: O(log n + k) on average for a question, n places, k answers.
    package func run<Rows: JoinRows>(
        _ questions: PointBlocks, threads: Int, isParallel: Bool, rows: @escaping () throws -> Rows,
        put: @escaping (Rows.Piece) throws -> Void, onProgress: @escaping (Int) -> Void = { _ in }
    ) throws -> SkippedRows {
        let output = JoinOutput(try rows(), put, onProgress)
        let spare = SpareRows(isParallel ? rows : nil)
        try InBlocks.run(questions, threads: threads) { block in
            var search = NearestSearch()
            let found = find(in: block, &search)
            var start = 0
            var piece: Rows.Piece?
            if var rows = try spare.take() {
                start = try write(block, from: 0, found, most: Self.mostRows, &search, into: &rows)
                piece = try rows.take()
                spare.give(rows)
            }
            return {
                if let piece { try output.put(piece) }
                var search = NearestSearch()
                while start < block.coordinates.count {
                    start = try write(block, from: start, found, most: Self.pieceRows, &search, into: &output.rows)
                    try output.put(try output.rows.take())
                }
                output.finish(block)
                if let failure = block.failure { throw failure }
            }
        }
        return output.skipped
    }

    /// The answers to a block as numbers.
    private struct Found: Sendable {
        var answers: [IndexedNeighbor] = []
        /// For each question, the range of its answers.
        var ranges: [Range<Int32>] = []
    }

    /// Returns the answers to all questions of a block, or nil if they may be many.
    private func find(in block: PointBlock, _ search: inout NearestSearch) -> Found? {
        let asked = block.coordinates
        guard let count, asked.count * max(0, min(count, places.count)) <= Self.mostFound else { return nil }
        var found = Found()
        found.answers.reserveCapacity(asked.count * max(0, min(count, places.count)))
        found.ranges = Array(repeating: 0..<0, count: asked.count)
        for index in PackedRTree.order(of: asked) {
            let start = Int32(found.answers.count)
            places.tree.nearest(
                to: asked[index], count: count, withinMeters: withinMeters ?? .infinity, into: &search)
            found.answers += search.neighbors
            found.ranges[index] = start..<Int32(found.answers.count)
        }
        return found
    }

    /// Writes the answers to the questions from `start` on, until there are `most` rows. Returns the index of the next
    /// question.
    private func write(
        _ block: PointBlock, from start: Int, _ found: Found?, most: Int, _ search: inout NearestSearch,
        into rows: inout some JoinRows
    ) throws -> Int {
        var (index, written) = (start, 0)
        while index < block.coordinates.count, written < most {
            if let found {
                let range = found.ranges[index]
                try write(found.answers[Int(range.lowerBound)..<Int(range.upperBound)], to: block, index, &rows)
                written += range.count
            } else {
                places.tree.nearest(
                    to: block.coordinates[index], count: count ?? .max, withinMeters: withinMeters ?? .infinity,
                    into: &search)
                try write(search.neighbors[...], to: block, index, &rows)
                written += search.neighbors.count
            }
            index += 1
        }
        return index
    }

    private func write(
        _ answers: ArraySlice<IndexedNeighbor>, to block: PointBlock, _ row: Int, _ rows: inout some JoinRows
    ) throws {
        var rank = 0
        for answer in answers {
            rank += 1
            try rows.write(
                JoinAnswer(
                    questions: block, row: row, rank: rank, place: places.row(of: answer.index),
                    distanceMeters: answer.distanceMeters))
        }
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
