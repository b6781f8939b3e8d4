/// The encoded form of a block, which is a part of a piece's list. It consists of the differences between ascending
/// document numbers, with seven bits in each byte, low bits first. The highest bit is set if another byte follows. The
/// first difference is the difference from the number under which the block is stored.
///
/// - Source: the variable-byte code of Manning, Raghavan and Schütze, "Introduction to Information Retrieval", §5.3.1.
public enum PostingBlock {
    /// The maximum number of bytes of a block. Four blocks with their headers fill a page of SQLite, and no block needs
    /// a page of its own.
    static let maximumBytes = 900

    /// Appends `difference` to the code.
    @inline(__always)
    static func append(_ difference: UInt64, to bytes: inout [UInt8]) {
        var rest = difference
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Returns the code of ascending numbers after `first`.
    static func encoded(_ numbers: some Sequence<UInt64>, after first: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(maximumBytes)
        var former = first
        for number in numbers {
            append(number - former, to: &bytes)
            former = number
        }
        return bytes
    }

    /// Returns the numbers of a block, including its first number; nil for bytes that are not a block.
    public static func decoded(_ bytes: UnsafeRawBufferPointer, first: UInt64) -> [UInt64]? {
        var numbers = [first]
        numbers.reserveCapacity(bytes.count + 1)
        var number = first
        var difference: UInt64 = 0
        var shift: UInt64 = 0
        for byte in bytes {
            difference |= UInt64(byte & 0x7F) << shift
            shift += 7
            guard byte & 0x80 == 0 else {
                guard shift < 63 else { return nil }
                continue
            }
            let (next, isTooLarge) = number.addingReportingOverflow(difference)
            guard difference > 0, !isTooLarge else { return nil }
            number = next
            numbers.append(number)
            difference = 0
            shift = 0
        }
        return shift == 0 ? numbers : nil
    }
}
