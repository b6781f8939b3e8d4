/// Bytes of a text that somebody else holds and lends for a while, as SQLite does with the values of a row.
///
/// The bytes must not be looked at any more once their owner goes on; who keeps the text takes its `string`. It is one
/// thread's, and marked as sendable only because what holds it, for no longer than that, is.
public struct LentText: @unchecked Sendable, Equatable {
    /// The bytes, UTF-8 unless the owner's data is damaged.
    public let bytes: UnsafeBufferPointer<UInt8>

    /// The text of these bytes.
    public init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The text, to keep; what is no UTF-8 becomes U+FFFD.
    public var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether both have the same bytes.
    public static func == (left: LentText, right: LentText) -> Bool { left.bytes.elementsEqual(right.bytes) }
}
