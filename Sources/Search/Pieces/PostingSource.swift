/// A store of the lists of pieces.
public protocol PostingSource: AnyObject {
    /// Returns the block of a piece's list that holds `document`, or the first block after `document`; nil if the list
    /// ends before `document`.
    ///
    /// - Parameter former: a block of this list that ends before `document`, from an earlier call. It can make this
    ///   call faster, but it does not change the result. Nil if there is none.
    /// - Returns: a block whose last number is not before `document`.
    func block(of piece: UInt64, reaching document: UInt64, after former: PostingNumbers?) throws -> PostingNumbers?
}

/// The numbers of a block, ascending, at least one. They are decoded only if they are asked for.
///
/// It is a class so that several lists may share a block that was read once.
public final class PostingNumbers {
    /// The lowest number.
    public let first: UInt64
    /// The highest number.
    public let last: UInt64
    /// The code of the numbers after the first one (`PostingBlock`), valid as long as this object.
    let code: UnsafeRawBufferPointer
    /// The numbers.
    public private(set) lazy var numbers: [UInt64] = PostingBlock.decoded(code, first: first) ?? []
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
    public convenience init?(_ code: UnsafeRawBufferPointer, first: UInt64) {
        self.init(owning: Self.copy(code), first: first)
    }

    /// Creates a block of ascending numbers; nil if there are none.
    public convenience init?(_ numbers: [UInt64]) {
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
