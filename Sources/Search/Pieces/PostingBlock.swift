/// The coding of a part of a piece's list: ascending document numbers as their differences, seven bits a byte, the low
/// ones first, the highest bit set where another byte follows. The first difference is to the number that the block is
/// kept under.
///
/// - Source: the variable-byte code of Manning, Raghavan and Schütze, "Introduction to Information Retrieval", §5.3.1.
public enum PostingBlock {
    /// A block is divided beyond this: four and their headings fill a page of SQLite's, and none needs a page of its own.
    static let mostBytes = 900

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

    /// The code of ascending numbers behind `first`.
    static func encoded(_ numbers: some Sequence<UInt64>, behind first: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(mostBytes)
        var former = first
        for number in numbers {
            append(number - former, to: &bytes)
            former = number
        }
        return bytes
    }

    /// The numbers of a block, its first one among them; nil for bytes that are no block.
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
