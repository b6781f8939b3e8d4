/// Where the wanted members of one JSON object stand in its bytes, each by its place in the list of names.
///
/// Places only: a value becomes text when someone asks for it.
public struct JSONFields: Sendable {
    /// So many names can be wanted at most.
    public static let capacity = 16

    @usableFromInline struct Span: Sendable {
        @usableFromInline var start: UInt32 = 0
        @usableFromInline var end: UInt32 = 0
    }

    @usableFromInline private(set) var places = InlineArray<16, Span>(repeating: Span())
    /// A bit for each member that is there, be it null.
    @usableFromInline private(set) var present: UInt32 = 0
    /// The same for those that are a string or a number.
    @usableFromInline private(set) var scalar: UInt32 = 0
    /// The same for strings with a backslash in them.
    @usableFromInline private(set) var escaped: UInt32 = 0

    /// No members.
    public init() {}

    /// Whether the object has the member at all.
    public func has(_ index: Int) -> Bool { present >> UInt32(index) & 1 == 1 }

    /// A bit for each member that is there, the first name's the lowest.
    public var presence: UInt32 { present }

    /// The bytes of a string (without its quotes) or of a number; nil for anything else and for no member.
    ///
    /// - Edges: a string with escapes is `isEscaped`, and its bytes are not yet its text.
    @inlinable @inline(__always)
    public func range(_ index: Int) -> Range<Int>? {
        guard scalar >> UInt32(index) & 1 == 1 else { return nil }
        let place = places[index]
        return Int(place.start)..<Int(place.end)
    }

    /// Whether the bytes of `range` hold escapes.
    @inlinable @inline(__always)
    public func isEscaped(_ index: Int) -> Bool { escaped >> UInt32(index) & 1 == 1 }

    /// The text of a string or a number in `bytes`, in which the places were found; nil for anything else.
    public func text(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard let range = range(index) else { return nil }
        let inner = UnsafeBufferPointer(rebasing: bytes[range])
        return isEscaped(index) ? JSONSyntax.unescaped(inner) : String(checked: inner)
    }

    /// Notes a string or a number. Of members of one name the last one counts.
    @inline(__always)
    public mutating func note(_ index: Int, _ range: Range<Int>, isEscaped: Bool = false) {
        places[index] = Span(start: UInt32(range.lowerBound), end: UInt32(range.upperBound))
        let bit: UInt32 = 1 << UInt32(index)
        present |= bit
        scalar |= bit
        escaped = isEscaped ? escaped | bit : escaped & ~bit
    }

    /// Notes a member that is neither a string nor a number.
    public mutating func noteOther(_ index: Int) {
        present |= 1 << UInt32(index)
        scalar &= ~(1 << UInt32(index))
    }
}
