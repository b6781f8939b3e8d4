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
        var isBlock = true
        let numbers = [UInt64](unsafeUninitializedCapacity: bytes.count + 1) { numbers, count in
            numbers.initializeElement(at: 0, to: first)
            count = 1
            var number = first
            var position = 0
            while position < bytes.count {
                let step = difference(bytes, &position)
                let (next, isTooLarge) = number.addingReportingOverflow(step)
                guard step > 0, !isTooLarge else {
                    isBlock = false
                    return
                }
                number = next
                numbers.initializeElement(at: count, to: number)
                count += 1
            }
        }
        return isBlock ? numbers : nil
    }

    /// Returns the difference at `position`, and moves `position` behind it. Returns 0 for bytes that are not the code
    /// of a difference.
    @inline(__always)
    static func difference(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> UInt64 {
        let start = UInt64(bytes[position])
        position += 1
        // Most differences have one byte.
        return start < 0x80 ? start : rest(of: start, bytes, &position)
    }

    /// Returns a difference of several bytes, the first of which has been read; 0 if it does not end, has more than
    /// nine bytes, or ends with a zero byte, which the code never has.
    @inline(__always)
    private static func rest(of start: UInt64, _ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> UInt64 {
        var difference = start & 0x7F
        var shift: UInt64 = 7
        while position < bytes.count, shift < 63 {
            let byte = UInt64(bytes[position])
            position += 1
            difference |= (byte & 0x7F) << shift
            if byte < 0x80 { return byte == 0 ? 0 : difference }
            shift += 7
        }
        return 0
    }
}
