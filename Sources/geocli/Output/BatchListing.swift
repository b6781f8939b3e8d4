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
            options: options, shops: shops, writer: writer, isParallel: options.format.comesInPieces)
        try body(batch)
        try writer.finish()
        try sink.flush()
        try paged.finish()
        try file.commit()
        try tell(writer.rowCount, without: 0, output)
    }
}

/// The output for the answers of several threads, written one piece after another.
struct BatchOutput {
    private let options: ListingOptions
    private let shops: ShopRows
    private let writer: ListingWriter<Neighbor>
    private let isParallel: Bool

    init(
        options: ListingOptions, shops: ShopRows, writer: ListingWriter<Neighbor>, isParallel: Bool
    ) {
        self.options = options
        self.shops = shops
        self.writer = writer
        self.isParallel = isParallel
    }

    /// Returns the buffer for the rows of one thread.
    func rows() throws -> NeighborRows {
        try isParallel ? NeighborRows(options, shops) : NeighborRows()
    }

    /// Writes rows after the earlier rows.
    func put(_ rows: OrderedPieces<NeighborRows.Piece>) throws {
        let encoded = rows.pieces.compactMap(\.encoded)
        guard encoded.isEmpty || rows.pieces.contains(where: { !$0.neighbors.isEmpty }) else {
            return try writer.write(encoded, order: rows.order)
        }
        for place in rows.order { try writer.write(rows.pieces[Int(place.piece)].neighbors[Int(place.row)]) }
    }
}

/// The rows of one thread: encoded, or as they are if several threads can't encode the format.
struct NeighborRows: BatchRows {
    /// Some rows, either encoded or not.
    struct Piece {
        var neighbors: [Neighbor] = []
        var encoded: ListingPiece?
    }

    private let writer: PieceWriter<NeighborRow<CatalogRow>>?
    private var neighbors: [Neighbor] = []

    /// Creates a buffer of rows that are not encoded.
    init() { writer = nil }

    /// Creates a buffer of encoded rows.
    init(_ options: ListingOptions, _ shops: ShopRows) throws {
        writer = try PieceWriter(
            shops.shown(CatalogColumns.neighbors(ofSeveral: true)) { $0.row.id }, options, marksRows: true)
    }

    /// Rows that are not encoded take long to write. With fewer of them, the first ones are written sooner.
    var maximumRows: Int { writer == nil ? 2048 : 131_072 }

    /// A row that is not encoded takes about a kilobyte.
    func byteCount(_ piece: Piece) -> Int { piece.encoded?.byteCount ?? piece.neighbors.count << 10 }

    var writesQuickly: Bool { writer != nil }

    mutating func write(_ row: CatalogRow, _ answer: BatchAnswer) throws {
        guard let writer else { return neighbors.append(answer.neighbor(row).neighbor) }
        try writer.write(answer.neighbor(row))
    }

    mutating func write(_ found: Neighbor) throws { neighbors.append(found) }

    mutating func take() throws -> Piece {
        defer { neighbors = [] }
        return Piece(neighbors: neighbors, encoded: try writer?.take())
    }
}
