internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliQuery

extension Listing {
    /// Opens the output, lets `body` write the answers of several threads, and closes it, as `write` does.
    static func writeBatch(_ shops: ShopRows, _ output: ListingOutput, body: (BatchOutput) throws -> Void) throws {
        let file = try OutputFile.create(at: output.place)
        file.keepsStyles = output.options.isStyled
        let paged = PagedOutput(file, isAllowed: output.usesPager)
        defer { paged.abandon() }
        let options = output.options.reaching(file)
        let sink = ByteSink(put: paged.write)
        let writer = try ListingWriter(shops.shown(.neighbors(ofSeveral: true)) { $0.entry.id }, options, into: sink)
        let batch = BatchOutput(
            options: options, shops: shops, writer: writer, sink: sink, isParallel: options.format.hasIndependentRows)
        try body(batch)
        try writer.finish()
        try sink.flush()
        try paged.finish()
        try file.commit()
        try tell(batch.rowCount, without: 0, output)
    }
}

/// The output for the answers of several threads, written one piece after another. It is a class because it counts the
/// pieces.
final class BatchOutput {
    let options: ListingOptions
    private let shops: ShopRows
    private let writer: ListingWriter<Neighbor>
    private let sink: ByteSink
    private let isParallel: Bool
    private var writtenCount = 0

    init(
        options: ListingOptions, shops: ShopRows, writer: ListingWriter<Neighbor>, sink: ByteSink,
        isParallel: Bool
    ) {
        self.options = options
        self.shops = shops
        self.writer = writer
        self.sink = sink
        self.isParallel = isParallel
    }

    var rowCount: Int { writer.rowCount + writtenCount }

    /// Returns the buffer for the rows of one thread.
    func rows() throws -> NeighborRows {
        try isParallel ? NeighborRows(options, shops) : NeighborRows()
    }

    /// Writes a piece after the earlier pieces.
    func put(_ piece: NeighborRows.Piece) throws {
        for neighbor in piece.neighbors { try writer.write(neighbor) }
        writtenCount += piece.encodedCount
        guard !piece.bytes.isEmpty else { return }
        sink.bytes += piece.bytes
        try sink.flushIfFull()
    }
}

/// The rows of one thread: encoded bytes, or rows if the format needs to know the rows before them.
struct NeighborRows: BatchRows {
    /// Some rows, either encoded or not.
    struct Piece {
        var neighbors: [Neighbor] = []
        var bytes: [UInt8] = []
        var encodedCount = 0
    }

    /// This number of rows takes two to three megabytes and is several chunks of `BatchQuery`.
    private static let pieceRows = 5000

    private let writer: ListingWriter<NeighborRow<CatalogRow>>?
    private let sink: ByteSink?
    private let bytes: Bytes
    private var neighbors: [Neighbor] = []
    private var count = 0
    private var encodedCount = 0

    /// The bytes that a sink has written.
    private final class Bytes {
        var all: [UInt8] = []
    }

    /// Creates a buffer of rows that are not encoded.
    init() {
        writer = nil
        sink = nil
        bytes = Bytes()
    }

    /// Creates a buffer of rows encoded in a format without state.
    init(_ options: ListingOptions, _ shops: ShopRows) throws {
        let bytes = Bytes()
        let sink = ByteSink { bytes.all += $0 }
        writer = try ListingWriter(shops.shown(.neighborRows(ofSeveral: true)) { $0.row.id }, options, into: sink)
        // The line of column names is written only once, by other code.
        sink.bytes.removeAll()
        self.sink = sink
        self.bytes = bytes
    }

    var isFull: Bool { count >= Self.pieceRows }

    mutating func write(_ found: NeighborRow<CatalogRow>) throws {
        guard let writer else { return try write(found.neighbor) }
        count += 1
        encodedCount += 1
        try writer.write(found)
    }

    mutating func write(_ found: Neighbor) throws {
        count += 1
        neighbors.append(found)
    }

    mutating func take() throws -> Piece {
        defer {
            neighbors = []
            bytes.all = []
            (count, encodedCount) = (0, 0)
        }
        try sink?.flush()
        return Piece(neighbors: neighbors, bytes: bytes.all, encodedCount: encodedCount)
    }
}
