/// The encoded form of a block, which is a part of a piece's list. It consists of the differences between ascending
/// document numbers, with seven bits in each byte, low bits first. The highest bit is set if another byte follows. The
/// first difference is the difference from the number under which the block is stored.
///
/// - Source: the variable-byte code of Manning, Raghavan and Schütze, "Introduction to Information Retrieval", §5.3.1.
package enum PostingBlock {
    /// The maximum number of bytes of a block. Four blocks with their headers fill a page of SQLite, and no block needs
    /// a page of its own.
    static let maximumBytes = 900

    @inline(__always)
    static func append(_ difference: UInt64, to bytes: inout [UInt8]) {
        var rest = difference
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

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
    package static func decoded(_ bytes: UnsafeRawBufferPointer, first: UInt64) -> [UInt64]? {
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

    /// Returns the difference at `position`, and moves `position` after it. Returns 0 for bytes that are not the code
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

/// A store of the lists of pieces.
package protocol PostingSource: AnyObject {
    /// Returns the block of a piece's list that holds `document`, or the first block after `document`; nil if the list
    /// ends before `document`. The last number of the block is not before `document`. `former` is a block of this list
    /// that ends before `document`, from an earlier call, or nil. It can make this call faster, but it does not change
    /// the result.
    func block(of piece: UInt64, reaching document: UInt64, after former: PostingNumbers?) throws -> PostingNumbers?
}

/// The numbers of a block, ascending, at least one. They are decoded only if they are asked for. It is a class so that
/// several lists may share a block that was read once.
package final class PostingNumbers {
    package let first: UInt64
    package let last: UInt64
    /// The code of the numbers after the first one (`PostingBlock`), valid as long as this object.
    let code: UnsafeRawBufferPointer
    package private(set) lazy var numbers: [UInt64] = PostingBlock.decoded(code, first: first) ?? []
    /// An estimate of the density of this block: the share of the ids in its range that the list has.
    private(set) lazy var density: Double = {
        // The gap between two numbers with different name lengths is not counted, because no places are in it.
        var pairs = 0.0
        var ids = 1.0
        for (former, next) in zip(numbers, numbers.dropFirst()) where DocumentNumber.haveOneLength(former, next) {
            pairs += 1
            ids += Double(next - former)
        }
        return pairs / ids
    }()

    /// Creates the numbers of a block from its code, which is copied; nil for bytes that are not a block.
    package convenience init?(_ code: UnsafeRawBufferPointer, first: UInt64) {
        self.init(owning: Self.copy(code), first: first)
    }

    /// Creates a block of ascending numbers; nil if there are none.
    package convenience init?(_ numbers: [UInt64]) {
        guard let first = numbers.first else { return nil }
        self.init(owning: Self.copy(PostingBlock.encoded(numbers.dropFirst(), after: first)), first: first)
    }

    private init?(owning code: UnsafeRawBufferPointer, first: UInt64) {
        guard let last = PostingWalk.last(of: code, first: first) else {
            code.deallocate()
            return nil
        }
        (self.first, self.last, self.code) = (first, last, code)
    }

    private static func copy(_ bytes: some Collection<UInt8>) -> UnsafeRawBufferPointer {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        copy.copyBytes(from: bytes)
        return UnsafeRawBufferPointer(copy)
    }

    deinit { code.deallocate() }
}

/// A position in the code of a block (`PostingBlock`): one of its numbers. It moves forward without decoding each number
/// on the way.
///
/// In ten million places, a search for 책방 온 spent three tenths of its time decoding whole blocks, only to find that a
/// few of their numbers, or none, are also in another list.
struct PostingWalk {
    private(set) var number: UInt64
    /// The number of bytes before the next difference.
    private var offset = 0

    init(first: UInt64) { number = first }

    /// - Precondition: `code` is the code of a block whose last number is at least `document`.
    mutating func advance(to document: UInt64, in code: UnsafeRawBufferPointer) {
        // The number is often the next one, and then one of the next eight.
        var ahead = 1
        while number < document, offset < code.count {
            if ahead == 0 {
                skip(to: document, in: code)
                ahead = 8
            }
            number &+= PostingBlock.difference(code, &offset)
            ahead -= 1
        }
    }

    /// Moves over whole words before `document`.
    @inline(__always)
    private mutating func skip(to document: UInt64, in code: UnsafeRawBufferPointer) {
        while let word = PostingWord(code, at: offset), number &+ word.sum < document {
            number &+= word.sum
            offset += word.length
        }
    }

    /// Returns the last number of a block; nil for bytes that are not the code of a block.
    static func last(of code: UnsafeRawBufferPointer, first: UInt64) -> UInt64? {
        var number = first
        var offset = 0
        while offset < code.count {
            let step: UInt64
            if let word = PostingWord(code, at: offset) {
                guard !word.hasZero else { return nil }
                step = word.sum
                offset += word.length
            } else {
                step = PostingBlock.difference(code, &offset)
            }
            let (next, isTooLarge) = number.addingReportingOverflow(step)
            guard step > 0, !isTooLarge else { return nil }
            number = next
        }
        return number
    }
}

/// The differences in the next eight bytes of a block, which are added up in parallel. None has more than two bytes.
private struct PostingWord {
    let sum: UInt64
    /// The number of bytes of the differences: 7 if the last byte begins a further difference, otherwise 8.
    let length: Int
    private let bytes: UInt64

    private static let eachByte: UInt64 = 0x0101_0101_0101_0101
    private static let highBits = eachByte << 7

    /// Returns nil if fewer than eight bytes are left, or if a difference has more than two bytes.
    @inline(__always)
    init?(_ code: UnsafeRawBufferPointer, at offset: Int) {
        guard offset + 8 <= code.count else { return nil }
        bytes = UInt64(littleEndian: code.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        let continued = bytes & Self.highBits
        guard continued & continued << 8 == 0 else { return nil }
        let cut = continued >> 63
        // 0x7F in each byte that ends a difference of two bytes.
        let ends = ((continued << 8) >> 7) &* 0x7F
        let digits = bytes & ~Self.highBits & (.max >> (cut << 3))
        sum = Self.total(digits & ~ends) &+ Self.total(digits & ends) << 7
        length = 8 - Int(cut)
    }

    /// Whether a byte is zero. The code of a block has no such byte.
    var hasZero: Bool { (bytes &- Self.eachByte) & ~bytes & Self.highBits != 0 }

    /// The sum of eight bytes that are each less than 128.
    @inline(__always)
    private static func total(_ bytes: UInt64) -> UInt64 {
        let pairs = (bytes & 0x00FF_00FF_00FF_00FF) &+ (bytes >> 8 & 0x00FF_00FF_00FF_00FF)
        return (pairs &* 0x0001_0001_0001_0001) >> 48
    }
}
