/// A receiver of a listing's rows: an encoder to bytes, or a table of a GeoPackage.
protocol RowReceiver {
    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?) throws
    mutating func end() throws
    /// Writes rows that another receiver has encoded after its own `resume`, in pieces of any size.
    mutating func join(_ pieces: [[UInt8]]) throws
    mutating func resume()
}

extension RowReceiver {
    mutating func join(_ pieces: [[UInt8]]) throws { preconditionFailure("these rows can't come in pieces") }
    mutating func resume() { preconditionFailure("these rows can't come in pieces") }
}

/// The encoder of one format, which takes rows and appends bytes.
protocol RowEncoder {
    mutating func begin(into bytes: inout [UInt8])
    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?, into bytes: inout [UInt8])
    mutating func end(into bytes: inout [UInt8])

    /// Treats the next row as one that follows other rows, even if this encoder has not encoded them. Returns the
    /// number of bytes at its start that a first row lacks, such as the comma of a JSON array; 0 after a row.
    mutating func resume() -> Int
}

extension RowEncoder {
    mutating func resume() -> Int { 0 }
}

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

/// A buffer that collects bytes and passes them on in pieces.
public final class ByteSink {
    /// Bytes that have not been passed on yet.
    public var bytes: [UInt8] = []
    private let put: ([UInt8]) throws -> Void

    /// The size of a piece in bytes: few system calls, and the reader of a pipe soon sees the first rows.
    public static let pieceBytes = 64 << 10

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
