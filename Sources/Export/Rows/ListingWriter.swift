internal import GeocliGeo
package import GeocliQuery
internal import GeocliText

/// Writes the rows of a listing in any format, row by row, so its memory does not grow with the number of rows.
public final class ListingWriter<Row> {
    public private(set) var rowCount = 0
    /// The number of rows without a point. Of the map files, only a GeoPackage keeps these rows.
    public private(set) var withoutPointCount = 0
    /// The number of rows whose point is outside the output's coordinate system.
    public private(set) var outsideCount = 0
    /// A closure that is called with each row before the row is written; nil for no call.
    public var onRow: ((Row) -> Void)?
    /// Writes the values of a row over those of the row before, one for each column.
    private let replaceValues: (Row, UnsafeMutablePointer<OutputValue>) -> Void
    /// The values of the last row. Their storage is used again for the next row.
    private var values: [OutputValue]
    private let columnCount: Int
    /// The projection of the points; nil if there is none, or if no column needs it.
    private let projection: PlaneProjection?
    private let feature: (Row) -> FeatureParts
    /// Returns the web address that a row's name links to; nil for a listing without hyperlinks.
    private let address: ((Row) -> String?)?
    private let form: Form
    private var receiver: any RowReceiver
    let schema: ListingSchema<Row>
    let options: ListingOptions

    private enum Form { case table, points, pointsOrNone }

    init(
        _ schema: ListingSchema<Row>, _ options: ListingOptions,
        receiver: ([Column<Row>]) throws -> any RowReceiver
    ) throws {
        let isTable = options.format == .table && !options.isSingle
        let keys = options.fields ?? (isTable ? schema.tableKeys : nil)
        let chosen = try schema.chosen(keys, hasLinks: options.hasLinks)
        // Each column's closure calls that of the column before it. Unlike the elements of an array, captured values
        // are not retained and released at every call. `map` and `reduce` would wrap each closure in two further
        // functions.
        let isSpoken = options.format == .table
        var replaceAll: (Row, UnsafeMutablePointer<OutputValue>) -> Void = { _, _ in }
        for (position, column) in chosen.enumerated() {
            let former = replaceAll
            let value = isSpoken ? column.spoken(in: options.language) : column.value
            replaceAll = { row, values in
                former(row, values)
                values[position] = value(row)
            }
        }
        replaceValues = replaceAll
        columnCount = chosen.count
        values = Array(repeating: .null, count: chosen.count)
        feature = schema.feature
        address = options.format == .table ? options.hyperlinks.flatMap(schema.address) : nil
        let showsPoint = options.format == .gpkg || chosen.contains { ["x", "y"].contains($0.key) }
        projection = showsPoint ? schema.projection : nil
        form =
            switch options.format {
            case .geojson, .geojsonseq, .kml: options.keepsUnlocated ? .pointsOrNone : .points
            case .gpkg: .pointsOrNone
            default: .table
            }
        self.receiver = try receiver(chosen)
        (self.schema, self.options) = (schema, options)
    }

    public func write(_ row: Row) throws {
        rowCount += 1
        onRow?(row)
        var parts = form == .table && projection == nil ? nil : feature(row)
        if let projection, let coordinate = parts?.coordinate, projection.position(of: coordinate) == nil {
            outsideCount += 1
        }
        if form != .table, parts?.hasPlace == false {
            withoutPointCount += 1
            if form == .points { return }
        }
        // A table needs nothing else of a Feature.
        if let address { parts = FeatureParts(address: address(row)) }
        // A local array, because each use of a property of a class would be checked.
        var values: [OutputValue] = []
        swap(&values, &self.values)
        defer { swap(&values, &self.values) }
        precondition(values.count == columnCount, "a row is written while another one is written")
        values.withUnsafeMutableBufferPointer { if let start = $0.baseAddress { replaceValues(row, start) } }
        try receiver.row(values, parts)
    }

    /// Whether other threads can encode rows for this writer. Only one thread can project coordinates.
    public var comesInPieces: Bool { options.format.comesInPieces && projection == nil }

    /// Adds encoded rows. Each of them is encoded as if another row came before it.
    func join(
        _ rows: [[UInt8]], rowCount: Int = 0, withoutPointCount: Int = 0, outsideCount: Int = 0
    ) throws {
        self.rowCount += rowCount
        self.withoutPointCount += withoutPointCount
        self.outsideCount += outsideCount
        try receiver.join(rows)
    }

    func resume() { receiver.resume() }

    func takeCounts() -> (rows: Int, withoutPoint: Int, outside: Int) {
        defer { (rowCount, withoutPointCount, outsideCount) = (0, 0, 0) }
        return (rowCount, withoutPointCount, outsideCount)
    }

    /// Writes the end of the document.
    public func finish() throws { try receiver.end() }
}

extension ListingFormat {
    /// - Precondition: the format is one of `listings`; a `MapDocument` writes GeoPackage and KML.
    func encoder(keys: [String], titles: [String], _ options: ListingOptions) -> any RowEncoder {
        switch self {
        case .table:
            table(zip(keys, titles).map { TableColumn(key: $0, title: $1, language: options.language) }, options)
        case .json: JSONRows(keys: keys, form: options.isSingle ? .single : .array)
        case .ndjson: JSONRows(keys: keys, form: .lines)
        case .csv: DelimitedRows(keys: keys, csv: options)
        case .tsv: DelimitedRows(keys: keys, tsv: options)
        case .geojson: GeoJSONRows(keys: keys, form: .collection, provenance: options.provenance)
        case .geojsonseq:
            GeoJSONRows(keys: keys, form: .sequence, hasRecordSeparators: options.hasRecordSeparators)
        case .gpkg, .kml: preconditionFailure("\(self) is a MapDocument's")
        }
    }

    /// A row with links has one value on each line, because a link that a table cuts does not open.
    private func table(_ columns: [TableColumn], _ options: ListingOptions) -> any RowEncoder {
        options.isSingle || columns.contains { LinkColumns.isLink($0.key) }
            ? SheetRows(columns) : TableRows(columns, options)
    }
}

extension ListingWriter {
    /// Makes a writer into `sink`. Throws `PlainError` for a key that is not a column of the listing.
    ///
    /// - Precondition: the format is one of `ListingFormat.listings`; a `MapDocument` writes GeoPackage and KML.
    package convenience init(_ schema: ListingSchema<Row>, _ options: ListingOptions, into sink: ByteSink) throws {
        try self.init(schema, options) { columns in
            let titles = columns.map { $0.title.text(options.language) }
            return EncodedRows(
                options.format.encoder(keys: columns.map(\.key), titles: titles, options), into: sink)
        }
    }
}

/// Encodes rows in one thread, so that a `ListingWriter` in another thread can write them.
package final class PieceWriter<Row> {
    private let sink: ByteSink
    private let writer: ListingWriter<Row>
    private let passed: Passed
    private let marksRows: Bool
    /// For each row, the number of bytes of this piece up to its end.
    private var ends: [Int] = []
    private var passedBytes = 0

    /// What the sink has passed on, in several arrays: the system maps the memory of a large one again for each piece.
    private final class Passed {
        var pieces: [[UInt8]] = []
    }

    /// Makes a writer of pieces. With `marksRows`, they tell where each row is, so that rows can be written in another
    /// order. Throws `PlainError` for a key that is not a column of the listing.
    ///
    /// - Precondition: `options.format.comesInPieces`.
    package init(_ schema: ListingSchema<Row>, _ options: ListingOptions, marksRows: Bool = false) throws {
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

    package func write(_ row: Row) throws {
        let passedBefore = passed.pieces.count
        try writer.write(row)
        guard marksRows else { return }
        if passed.pieces.count > passedBefore { passedBytes += passed.pieces[passedBefore].count }
        ends.append(passedBytes + sink.bytes.count)
    }

    /// Returns the rows written since the last call.
    package func take() throws -> ListingPiece {
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
package struct ListingPiece: Sendable {
    /// The rows. Each of them begins as a row that follows another one.
    let bytes: [[UInt8]]
    /// The rows, if they are marked; nil if they are in `bytes`.
    let rows: MarkedRows?
    /// The number of rows, including those that the format leaves out.
    package let rowCount: Int
    let withoutPointCount: Int
    let outsideCount: Int

    /// The size of the rows in bytes.
    package var byteCount: Int { rows?.places.byteCount ?? bytes.reduce(0) { $0 + $1.count } }
}

/// Encoded rows that can be written one by one, in any order. A class, because it owns its memory, which never changes.
final class MarkedRows: @unchecked Sendable {
    /// The place of the rows in memory. It is valid as long as the object exists, and can be copied at no cost.
    struct Places {
        fileprivate let bytes: UnsafeMutableRawBufferPointer
        /// For each row, the number of bytes up to its end.
        fileprivate let ends: UnsafeMutableBufferPointer<Int>

        var byteCount: Int { bytes.count }

        subscript(row: Int) -> UnsafeRawBufferPointer {
            precondition(ends.indices.contains(row), "a row that the piece does not have")
            let start = row == 0 ? 0 : ends[row - 1]
            return UnsafeRawBufferPointer(rebasing: bytes[start..<ends[row]])
        }
    }

    let places: Places

    /// Copies rows into one block, so that a row is found by its number alone. `ends` is, for each row, the number of
    /// bytes in all `pieces` up to its end.
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
    /// Returns a writer that encodes pieces for this one in another thread. `comesInPieces` must be true.
    package func pieceWriter() throws -> PieceWriter<Row> {
        precondition(comesInPieces)
        return try PieceWriter(schema, options)
    }

    /// Writes a piece of rows after the rows so far.
    ///
    /// - Precondition: the piece is from a `pieceWriter` of this writer, or from one with equal columns and options.
    ///   Its rows are not marked.
    package func write(_ piece: ListingPiece) throws {
        precondition(piece.rows == nil, "marked rows need an order")
        try join(
            piece.bytes, rowCount: piece.rowCount, withoutPointCount: piece.withoutPointCount,
            outsideCount: piece.outsideCount)
    }

    /// Writes marked rows of several pieces after the rows so far. `order` has the places of all rows of `pieces`,
    /// which are as in `write(_:)` for one piece, but marked.
    package func write(_ pieces: [ListingPiece], order: [PieceRow]) throws {
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
