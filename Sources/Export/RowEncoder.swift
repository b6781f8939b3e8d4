/// One format: rows in, bytes out.
protocol RowEncoder {
    mutating func begin(into bytes: inout [UInt8])
    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?, into bytes: inout [UInt8])
    mutating func end(into bytes: inout [UInt8])
}
