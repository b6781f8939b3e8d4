/// The byte ranges of the wanted members of one JSON object, by each member's index in the list of names.
///
/// Only ranges are kept: a value becomes text when a caller asks for it.
public struct JSONFields: Sendable {
    /// Maximum number of wanted names.
    public static let capacity = 16

    @usableFromInline struct Span: Sendable {
        @usableFromInline var start: UInt32 = 0
        @usableFromInline var end: UInt32 = 0
    }

    @usableFromInline private(set) var spans = InlineArray<16, Span>(repeating: Span())
    /// A bit for each wanted member that the object has, even with the value null.
    @usableFromInline private(set) var present: UInt32 = 0
    /// A bit for each wanted member that is a string or a number.
    @usableFromInline private(set) var scalar: UInt32 = 0
    /// A bit for each wanted member that is a string with a backslash.
    @usableFromInline private(set) var escaped: UInt32 = 0

    /// Creates fields without members.
    public init() {}

    /// Returns whether the object has the member.
    public func has(_ index: Int) -> Bool { present >> UInt32(index) & 1 == 1 }

    /// A bit for each wanted member that the object has; the lowest bit is the first name's.
    public var presence: UInt32 { present }

    /// Returns the range of a string (without its quotes) or of a number; nil for any other value and for a missing
    /// member.
    ///
    /// - Edges: a string with escapes is `isEscaped`, and its bytes are not yet its text.
    @inlinable @inline(__always)
    public func range(_ index: Int) -> Range<Int>? {
        guard scalar >> UInt32(index) & 1 == 1 else { return nil }
        let span = spans[index]
        return Int(span.start)..<Int(span.end)
    }

    /// Returns whether the bytes of `range` hold escapes.
    @inlinable @inline(__always)
    public func isEscaped(_ index: Int) -> Bool { escaped >> UInt32(index) & 1 == 1 }

    /// Returns the text of a string or a number in `bytes`, the bytes of the object; nil for anything else.
    public func text(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard let range = range(index) else { return nil }
        let inner = UnsafeBufferPointer(rebasing: bytes[range])
        return isEscaped(index) ? JSONSyntax.unescaped(inner) : String(checked: inner)
    }

    /// Records a string or a number. If members have the same name, the last one counts.
    @inline(__always)
    public mutating func note(_ index: Int, _ range: Range<Int>, isEscaped: Bool = false) {
        spans[index] = Span(start: UInt32(range.lowerBound), end: UInt32(range.upperBound))
        let bit: UInt32 = 1 << UInt32(index)
        present |= bit
        scalar |= bit
        escaped = isEscaped ? escaped | bit : escaped & ~bit
    }

    /// Records a member that is neither a string nor a number.
    public mutating func noteOther(_ index: Int) {
        present |= 1 << UInt32(index)
        scalar &= ~(1 << UInt32(index))
    }
}
