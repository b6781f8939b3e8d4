/// A store of the lists of pieces.
public protocol PostingSource: AnyObject {
    /// Returns the block of a piece's list that holds `document`, or the first block after `document`; nil if the list
    /// ends before `document`.
    ///
    /// - Returns: a block whose last number is not before `document`.
    func block(of piece: UInt64, reaching document: UInt64) throws -> PostingNumbers?
}

/// The numbers of a block, ascending, at least one.
///
/// It is a class so that several lists may share a block that was read once.
public final class PostingNumbers {
    /// The numbers.
    public let numbers: [UInt64]
    /// An estimate of the density of this block: the share of the ids in its range that the list has.
    private(set) lazy var density: Double = {
        // The gap between two numbers with different name lengths is not counted, because no bookstores are in it.
        var pairs = 0.0
        var ids = 1.0
        for (former, next) in zip(numbers, numbers.dropFirst()) where DocumentNumber.haveOneLength(former, next) {
            pairs += 1
            ids += Double(next - former)
        }
        return pairs / ids
    }()

    /// - Parameter numbers: ascending numbers, at least one.
    public init(_ numbers: [UInt64]) { self.numbers = numbers }

    /// Creates the numbers of a block from its code; nil for bytes that are not a block.
    public init?(_ code: UnsafeRawBufferPointer, first: UInt64) {
        guard let numbers = PostingBlock.decoded(code, first: first) else { return nil }
        self.numbers = numbers
    }
}
