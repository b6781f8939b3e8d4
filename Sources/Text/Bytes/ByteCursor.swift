/// A pointer to the next byte to write, in memory that its owner has made large enough.
///
/// No write is checked. The owner adds up the maximum number of bytes of a row, reserves them at once with `appendRow`,
/// and writes no more than that.
public struct ByteCursor {
    @usableFromInline var next: UnsafeMutablePointer<UInt8>

    @inlinable init(_ start: UnsafeMutablePointer<UInt8>) { next = start }

    @inlinable public var position: UnsafeMutablePointer<UInt8> { next }

    @inlinable
    public mutating func put(_ byte: UInt8) {
        next.pointee = byte
        next += 1
    }

    @inlinable
    public mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        next.update(from: start, count: bytes.count)
        next += bytes.count
    }

    @inlinable
    public mutating func put(_ text: StaticString) {
        next.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        next += text.utf8CodeUnitCount
    }

    /// Writes a whole number: at most 20 bytes.
    public mutating func put(_ value: Int64) {
        next += DecimalText.write(value.magnitude, isNegative: value < 0, decimals: 0, to: next)
    }

    /// Writes a number with at most `maximumDecimals` decimals, as `DecimalText.append` does: at most 24 bytes.
    public mutating func put(_ value: Double, maximumDecimals: Int) {
        next += DecimalText.write(value, maximumDecimals: maximumDecimals, to: next)
    }

    /// Writes the shortest text that reads back as the finite number: at most `DecimalText.maximumShortestBytes`.
    public mutating func putShortest(_ value: Double) { next += DecimalText.write(shortest: value, to: next) }

    /// Writes a number with exactly `decimals` decimals, as `DecimalText.append` does: at most 24 bytes.
    public mutating func put(_ value: Double, decimals: Int) {
        next += DecimalText.write(value, decimals: decimals, to: next)
    }

    public mutating func insert(_ byte: UInt8, at start: UnsafeMutablePointer<UInt8>) {
        let count = next - start
        // The two ranges overlap: this is memmove.
        (start + 1).update(from: start, count: count)
        start.pointee = byte
        next += 1
    }
}

extension [UInt8] {
    /// Appends the bytes that `body` writes, at most `room`.
    @inlinable
    public mutating func appendRow(room: Int, _ body: (inout ByteCursor) -> Void) {
        append(addingCapacity: room) { span in
            span.withUnsafeMutableBufferPointer { buffer, count in
                guard let base = buffer.baseAddress else { return }
                var cursor = ByteCursor(base + count)
                body(&cursor)
                count = cursor.next - base
                precondition(count <= buffer.count, "a row took more than its room")
            }
        }
    }
}

/// The bytes of a text that belong to another owner and are valid for a short time, such as SQLite's values of a row.
///
/// The bytes must not be read after their owner moves on; a caller that keeps the text takes its `string`. A lent text
/// belongs to one thread. It is sendable only because its container is, and it lives no longer than its container.
public struct BorrowedText: @unchecked Sendable, Equatable {
    /// The bytes, UTF-8 unless the owner's data is damaged.
    public let bytes: UnsafeBufferPointer<UInt8>

    public init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The text as a string to keep; bytes that are not UTF-8 become U+FFFD.
    public var string: String { String(decoding: bytes, as: UTF8.self) }

    public static func == (left: BorrowedText, right: BorrowedText) -> Bool { left.bytes.elementsEqual(right.bytes) }
}
