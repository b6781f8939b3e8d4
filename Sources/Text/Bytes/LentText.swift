/// The bytes of a text that belong to another owner and are valid for a short time, such as SQLite's values of a row.
///
/// The bytes must not be read after their owner moves on; a caller that keeps the text takes its `string`. A lent text
/// belongs to one thread. It is sendable only because its container is, and it lives no longer than its container.
public struct LentText: @unchecked Sendable, Equatable {
    /// The bytes, UTF-8 unless the owner's data is damaged.
    public let bytes: UnsafeBufferPointer<UInt8>

    /// Creates the text of these bytes.
    public init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The text as a string to keep; bytes that are not UTF-8 become U+FFFD.
    public var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns whether both have the same bytes.
    public static func == (left: LentText, right: LentText) -> Bool { left.bytes.elementsEqual(right.bytes) }
}
