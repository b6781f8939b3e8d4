/// Encodes rows in one thread, so that a `ListingWriter` in another thread can write them.
public final class PieceWriter<Row> {
    private let sink: ByteSink
    private let writer: ListingWriter<Row>
    private let passed: Passed

    /// What the sink has passed on. The bytes stay in several arrays, because large arrays are slow: the system maps
    /// their memory again for each piece.
    private final class Passed {
        var pieces: [[UInt8]] = []
    }

    /// Makes a writer of pieces.
    ///
    /// - Precondition: `options.format.comesInPieces`.
    /// - Throws: `UnknownFieldError` for a key that is not a column of the listing.
    public init(_ schema: ListingSchema<Row>, _ options: ListingOptions) throws {
        precondition(options.format.comesInPieces)
        let passed = Passed()
        sink = ByteSink { passed.pieces.append($0) }
        writer = try ListingWriter(schema, options, into: sink)
        self.passed = passed
        // The start of the document, such as the line of column names, is not a part of any piece.
        sink.bytes.removeAll(keepingCapacity: true)
        writer.resume()
    }

    /// Writes one row.
    public func write(_ row: Row) throws { try writer.write(row) }

    /// Returns the rows written since the last call.
    public func take() throws -> ListingPiece {
        try sink.flush()
        let counts = writer.takeCounts()
        defer { passed.pieces = [] }
        return ListingPiece(
            bytes: passed.pieces, rowCount: counts.rows, withoutPointCount: counts.withoutPoint,
            outsideCount: counts.outside)
    }
}

/// Encoded rows of a listing, and their counts (see `ListingWriter`).
public struct ListingPiece: Sendable {
    /// The rows. Each of them begins as a row that follows another one.
    let bytes: [[UInt8]]
    /// The number of rows, including those that the format leaves out.
    public let rowCount: Int
    let withoutPointCount: Int
    let outsideCount: Int
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
    public func write(_ piece: ListingPiece) throws {
        try join(
            piece.bytes, rowCount: piece.rowCount, withoutPointCount: piece.withoutPointCount,
            outsideCount: piece.outsideCount)
    }
}
