/// A position in the code of a block (`PostingBlock`): one of its numbers. It moves forward without decoding each number
/// on the way.
///
/// In ten million places, a search for 책방 온 spent three tenths of its time decoding whole blocks, only to find that a
/// few of their numbers, or none, are also in another list.
struct PostingWalk {
    /// The number at this position.
    private(set) var number: UInt64
    /// The number of bytes before the next difference.
    private var offset = 0

    /// Creates a position at the first number of a block.
    init(first: UInt64) { number = first }

    /// Moves to the first number that is at least `document`.
    ///
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
    /// The sum of the differences.
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
