public import GeocliQuery

/// Encodes rows in one thread, so that a `ListingWriter` in another thread can write them.
public final class PieceWriter<Row> {
    private let sink: ByteSink
    private let writer: ListingWriter<Row>
    private let passed: Passed
    private let marksRows: Bool
    /// For each row, the number of bytes of this piece up to its end.
    private var ends: [Int] = []
    private var passedBytes = 0

    /// What the sink has passed on. The bytes stay in several arrays, because large arrays are slow: the system maps
    /// their memory again for each piece.
    private final class Passed {
        var pieces: [[UInt8]] = []
    }

    /// Makes a writer of pieces.
    ///
    /// - Parameter marksRows: whether the pieces tell where each row is, so that rows can be written in another order.
    /// - Precondition: `options.format.comesInPieces`.
    /// - Throws: `PlainError` for a key that is not a column of the listing.
    public init(_ schema: ListingSchema<Row>, _ options: ListingOptions, marksRows: Bool = false) throws {
        precondition(options.format.comesInPieces)
        let passed = Passed()
        sink = ByteSink { passed.pieces.append($0) }
        writer = try ListingWriter(schema, options, into: sink)
        self.passed = passed
        self.marksRows = marksRows
        // The start of the document, such as the line of column names, is not a part of any piece.
        sink.bytes.removeAll(keepingCapacity: true)
        writer.resume()
    }

    /// Writes one row.
    public func write(_ row: Row) throws {
        let passedBefore = passed.pieces.count
        try writer.write(row)
        guard marksRows else { return }
        if passed.pieces.count > passedBefore { passedBytes += passed.pieces[passedBefore].count }
        ends.append(passedBytes + sink.bytes.count)
    }

    /// Returns the rows written since the last call.
    public func take() throws -> ListingPiece {
        try sink.flush()
        let counts = writer.takeCounts()
        defer { (passed.pieces, ends, passedBytes) = ([], [], 0) }
        return ListingPiece(
            bytes: marksRows ? [] : passed.pieces, rows: marksRows ? MarkedRows(passed.pieces, ends) : nil,
            rowCount: counts.rows, withoutPointCount: counts.withoutPoint,
            outsideCount: counts.outside)
    }
}

/// Encoded rows of a listing, and their counts (see `ListingWriter`).
public struct ListingPiece: Sendable {
    /// The rows. Each of them begins as a row that follows another one.
    let bytes: [[UInt8]]
    /// The rows, if they are marked; nil if they are in `bytes`.
    let rows: MarkedRows?
    /// The number of rows, including those that the format leaves out.
    public let rowCount: Int
    let withoutPointCount: Int
    let outsideCount: Int

    /// The size of the rows in bytes.
    public var byteCount: Int { rows?.places.byteCount ?? bytes.reduce(0) { $0 + $1.count } }
}

/// Encoded rows that can be written one by one, in any order. It is a class because it owns its memory, which does not
/// change.
final class MarkedRows: @unchecked Sendable {
    /// The place of the rows in memory. It is valid as long as the object exists, and can be copied at no cost.
    struct Places {
        fileprivate let bytes: UnsafeMutableRawBufferPointer
        /// For each row, the number of bytes up to its end.
        fileprivate let ends: UnsafeMutableBufferPointer<Int>

        var byteCount: Int { bytes.count }

        /// The bytes of a row.
        subscript(row: Int) -> UnsafeRawBufferPointer {
            precondition(ends.indices.contains(row), "a row that the piece does not have")
            let start = row == 0 ? 0 : ends[row - 1]
            return UnsafeRawBufferPointer(rebasing: bytes[start..<ends[row]])
        }
    }

    let places: Places

    /// Copies rows into one block, so that a row is found by its number alone.
    ///
    /// - Parameter ends: for each row, the number of bytes in all `pieces` up to its end.
    init(_ pieces: [[UInt8]], _ ends: [Int]) {
        let copied = UnsafeMutableBufferPointer<Int>.allocate(capacity: ends.count)
        _ = copied.initialize(from: ends)
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: ends.last ?? 0, alignment: 1)
        var count = 0
        for piece in pieces {
            UnsafeMutableRawBufferPointer(rebasing: bytes[count...]).copyBytes(from: piece)
            count += piece.count
        }
        places = Places(bytes: bytes, ends: copied)
    }

    deinit {
        places.bytes.deallocate()
        places.ends.deallocate()
    }
}

extension ListingWriter {
    /// Returns a writer that encodes pieces for this one in another thread.
    ///
    /// - Precondition: `comesInPieces`.
    public func pieceWriter() throws -> PieceWriter<Row> {
        precondition(comesInPieces)
        return try PieceWriter(schema, options)
    }

    /// Writes a piece of rows after the rows so far.
    ///
    /// - Precondition: the piece is from a `pieceWriter` of this writer, or from one with equal columns and options.
    ///   Its rows are not marked.
    public func write(_ piece: ListingPiece) throws {
        precondition(piece.rows == nil, "marked rows need an order")
        try join(
            piece.bytes, rowCount: piece.rowCount, withoutPointCount: piece.withoutPointCount,
            outsideCount: piece.outsideCount)
    }

    /// Writes marked rows of several pieces after the rows so far.
    ///
    /// - Parameter order: the places of all rows of `pieces`.
    /// - Precondition: as in `write(_:)` for one piece. The pieces' rows are marked.
    public func write(_ pieces: [ListingPiece], order: [PieceRow]) throws {
        let rows = pieces.map(\.rows)
        // Without pointers, each row would take several counts of references, and the processor would wait for each.
        let places = rows.compactMap(\.?.places)
        precondition(places.count == pieces.count, "pieces without marked rows")
        var ordered: [UInt8] = []
        ordered.reserveCapacity(2 * ByteSink.pieceBytes)
        for place in order {
            ordered.append(contentsOf: places[Int(place.piece)][Int(place.row)])
            guard ordered.count >= ByteSink.pieceBytes else { continue }
            try join([ordered])
            ordered.removeAll(keepingCapacity: true)
        }
        withExtendedLifetime(rows) {}
        if !ordered.isEmpty { try join([ordered]) }
        for piece in pieces {
            try join(
                [], rowCount: piece.rowCount, withoutPointCount: piece.withoutPointCount,
                outsideCount: piece.outsideCount)
        }
    }
}
