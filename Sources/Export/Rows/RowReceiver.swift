/// A receiver of a listing's rows: an encoder to bytes, or a table of a GeoPackage.
protocol RowReceiver {
    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?) throws
    mutating func end() throws
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
}

/// The encoder of one format, which takes rows and appends bytes.
protocol RowEncoder {
    mutating func begin(into bytes: inout [UInt8])
    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?, into bytes: inout [UInt8])
    mutating func end(into bytes: inout [UInt8])
}
