internal import GeocliGeo
internal import GeocliText

/// A writer for the rows of a listing in any format. It writes row by row, so its memory does not grow with the number
/// of rows.
public final class ListingWriter<Row> {
    /// The number of rows written.
    public private(set) var rowCount = 0
    /// The number of rows without a point. A map file leaves these rows out, except a GeoPackage, which keeps them
    /// without a point.
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

    /// The ways a format uses a row's point.
    private enum Form { case table, points, pointsOrNone }

    /// Makes a writer that passes its rows to the receiver that `receiver` returns for these columns.
    init(
        _ schema: ListingSchema<Row>, _ options: ListingOptions,
        receiver: ([Column<Row>]) throws -> any RowReceiver
    ) throws {
        let isTable = options.format == .table && !options.isSingle
        let keys = options.fields ?? (isTable ? schema.tableKeys : nil)
        let chosen = try schema.chosen(keys, hasLinks: options.hasLinks)
        // The closures are nested: each column's closure calls the closure of the column before it. Unlike the elements
        // of an array, captured values are not retained and released at every call. A loop makes them, because `map`
        // and `reduce` would wrap each closure in two further functions.
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

    /// Writes one row.
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

    /// Whether other threads can encode rows for this writer. The format may not allow that, and only one thread can
    /// project coordinates.
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

    /// Treats the next row as one that follows other rows.
    func resume() { receiver.resume() }

    /// Sets the counts of rows to zero, and returns them.
    func takeCounts() -> (rows: Int, withoutPoint: Int, outside: Int) {
        defer { (rowCount, withoutPointCount, outsideCount) = (0, 0, 0) }
        return (rowCount, withoutPointCount, outsideCount)
    }

    /// Writes the end of the document.
    public func finish() throws { try receiver.end() }
}

/// A receiver of a listing's rows: an encoder to bytes, or a table of a GeoPackage.
protocol RowReceiver {
    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?) throws
    mutating func end() throws
    /// Writes rows that another receiver has encoded after its own `resume`, in pieces of any size.
    mutating func join(_ pieces: [[UInt8]]) throws
    /// Treats the next row as one that follows other rows.
    mutating func resume()
}

extension RowReceiver {
    mutating func join(_ pieces: [[UInt8]]) throws { preconditionFailure("these rows can't come in pieces") }
    mutating func resume() { preconditionFailure("these rows can't come in pieces") }
}

/// A receiver that encodes rows as bytes.
struct EncodedRows: RowReceiver {
    private var encoder: any RowEncoder
    private let sink: ByteSink

    init(_ encoder: any RowEncoder, into sink: ByteSink) {
        self.encoder = encoder
        self.sink = sink
        self.encoder.begin(into: &sink.bytes)
    }

    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?) throws {
        encoder.row(values, feature, into: &sink.bytes)
        try sink.flushIfFull()
    }

    mutating func end() throws {
        encoder.end(into: &sink.bytes)
        try sink.flushIfFull()
    }

    mutating func join(_ pieces: [[UInt8]]) throws {
        guard let first = pieces.first else { return }
        let separator = encoder.resume()
        try sink.pass(separator == 0 ? first : Array(first.dropFirst(separator)))
        for piece in pieces.dropFirst() { try sink.pass(piece) }
    }

    mutating func resume() { _ = encoder.resume() }
}

/// The encoder of one format, which takes rows and appends bytes.
protocol RowEncoder {
    mutating func begin(into bytes: inout [UInt8])
    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?, into bytes: inout [UInt8])
    mutating func end(into bytes: inout [UInt8])

    /// Treats the next row as one that follows other rows, even if this encoder has not encoded them.
    ///
    /// - Returns: the number of bytes at the start of the next row that a first row does not have, such as the comma of
    ///   a JSON array; 0 if a row has already been written.
    mutating func resume() -> Int
}

extension RowEncoder {
    mutating func resume() -> Int { 0 }
}

/// A buffer that collects bytes and passes them on in pieces.
public final class ByteSink {
    /// Bytes that have not been passed on yet.
    public var bytes: [UInt8] = []
    private let put: ([UInt8]) throws -> Void

    /// The size of a piece in bytes. It is large enough to keep the cost of system calls low, and small enough that the
    /// reader of a pipe soon sees the first rows.
    public static let pieceBytes = 64 << 10

    /// Makes a sink that passes pieces to `put`.
    public init(put: @escaping ([UInt8]) throws -> Void) { self.put = put }

    /// Passes on the collected bytes if they fill a piece.
    public func flushIfFull() throws { if bytes.count >= Self.pieceBytes { try flush() } }

    /// Passes on the collected bytes, and then a piece of another sink without copying it.
    func pass(_ piece: [UInt8]) throws {
        try flush()
        try put(piece)
    }

    /// Passes on the collected bytes.
    public func flush() throws {
        guard !bytes.isEmpty else { return }
        try put(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
