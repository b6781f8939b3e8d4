/// Where the lists of pieces are kept.
public protocol PostingSource: AnyObject {
    /// The block of a piece's list that holds `document`, if any does, or else the first behind it; nil if the list ends
    /// before.
    ///
    /// - Returns: a block whose last number is not before `document`.
    func block(of piece: UInt64, reaching document: UInt64) throws -> PostingNumbers?
}

/// The numbers of a block, ascending, at least one.
///
/// A class so that several lists may share a block that was read once.
public final class PostingNumbers {
    /// The numbers.
    public let numbers: [UInt64]
    /// Roughly how many of so many neighboring ids the list has here.
    private(set) lazy var density: Double = {
        // Between names of one length and those of the next lies no bookstore.
        var pairs = 0.0
        var ids = 1.0
        for (former, next) in zip(numbers, numbers.dropFirst()) where DocumentNumber.haveOneLength(former, next) {
            pairs += 1
            ids += Double(next - former)
        }
        return pairs / ids
    }()

    /// The numbers of a block's code; nil for bytes that are none.
    public init?(_ code: UnsafeRawBufferPointer, first: UInt64) {
        guard let numbers = PostingBlock.decoded(code, first: first) else { return nil }
        self.numbers = numbers
    }
}
