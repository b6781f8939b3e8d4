internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliQuery

extension Listing {
    /// Opens the output, lets `body` write the answers of several threads, and closes it, as `write` does.
    static func writeBatch(
        _ shops: ShopRows, _ kept: KeptTexts, _ output: ListingOutput, body: (BatchOutput) throws -> Void
    ) throws {
        var rowCount = 0
        try open(output) { file, put in
            let options = output.options.reaching(file)
            let sink = ByteSink(put: put)
            let writer = try ListingWriter(
                shops.shown(.neighbors(ofSeveral: true)) { $0.entry.id }.keeping(kept) { $0.query ?? 0 }, options,
                into: sink)
            try body(
                BatchOutput(
                    options: options, shops: shops, kept: kept, writer: writer,
                    isParallel: options.format.comesInPieces))
            try writer.finish()
            try sink.flush()
            rowCount = writer.rowCount
        }
        try tell(rowCount, without: 0, output)
    }
}

/// The output for the answers of several threads, written one piece after another.
struct BatchOutput {
    fileprivate let options: ListingOptions
    fileprivate let shops: ShopRows
    fileprivate let kept: KeptTexts
    fileprivate let writer: ListingWriter<Neighbor>
    fileprivate let isParallel: Bool

    func rows() throws -> NeighborRows {
        try isParallel ? NeighborRows(options, shops, kept) : NeighborRows()
    }

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
    struct Piece {
        var neighbors: [Neighbor] = []
        var encoded: ListingPiece?
    }

    private let writer: PieceWriter<NeighborRow<CatalogRow>>?
    private var neighbors: [Neighbor] = []

    init() { writer = nil }

    init(_ options: ListingOptions, _ shops: ShopRows, _ kept: KeptTexts) throws {
        writer = try PieceWriter(
            shops.shown(CatalogColumns.neighbors(ofSeveral: true)) { $0.row.id }.keeping(kept) { $0.query ?? 0 },
            options, marksRows: true)
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
