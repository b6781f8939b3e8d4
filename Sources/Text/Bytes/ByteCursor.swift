/// Where the next byte goes, in memory that its owner has made large enough.
///
/// Nothing is checked on the way: the owner adds up what a row takes at most, makes room for all of it at once with
/// `appendRow`, and writes no more than that.
public struct ByteCursor {
    @usableFromInline var next: UnsafeMutablePointer<UInt8>

    @inlinable init(_ start: UnsafeMutablePointer<UInt8>) { next = start }

    /// Where it stands.
    @inlinable public var position: UnsafeMutablePointer<UInt8> { next }

    /// Writes a byte.
    @inlinable
    public mutating func put(_ byte: UInt8) {
        next.pointee = byte
        next += 1
    }

    /// Writes bytes, which lie elsewhere.
    @inlinable
    public mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        next.update(from: start, count: bytes.count)
        next += bytes.count
    }

    /// Writes a text of ours.
    @inlinable
    public mutating func put(_ text: StaticString) {
        next.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        next += text.utf8CodeUnitCount
    }

    /// Writes a whole number: 20 bytes at most.
    public mutating func put(_ value: Int64) {
        next += DecimalText.write(value.magnitude, isNegative: value < 0, places: 0, to: next)
    }

    /// Writes a number with at most so many decimals, as `DecimalText.append` does: 24 bytes at most.
    public mutating func put(_ value: Double, maximumDecimals: Int) {
        next += DecimalText.write(value, maximumDecimals: maximumDecimals, to: next)
    }

    /// Writes the shortest text that reads back equal, `DecimalText.maximumShortestBytes` at most.
    ///
    /// - Precondition: the number is finite.
    public mutating func putShortest(_ value: Double) { next += DecimalText.write(shortest: value, to: next) }

    /// Writes a number with exactly so many decimals, as `DecimalText.append` does: 24 bytes at most.
    public mutating func put(_ value: Double, decimals: Int) {
        next += DecimalText.write(value, decimals: decimals, to: next)
    }

    /// Moves the bytes from `start` on by one and writes a byte before them.
    public mutating func insert(_ byte: UInt8, at start: UnsafeMutablePointer<UInt8>) {
        let count = next - start
        // Both overlap: this is memmove.
        (start + 1).update(from: start, count: count)
        start.pointee = byte
        next += 1
    }
}

extension [UInt8] {
    /// Appends what `body` writes, which is at most `room` bytes.
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
