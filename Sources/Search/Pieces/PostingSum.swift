/// A sum over entries of the index. The sum does not depend on the order of the entries. A comparison of two sums shows
/// whether the index has the expected entries, so neither the index nor the entries need to be kept in memory.
public struct PostingSum: Sendable, Equatable {
    private var count: UInt64 = 0
    private var sum: UInt64 = 0

    /// Creates the sum of no entries.
    public init() {}

    /// Adds an entry.
    public mutating func add(_ document: UInt64, to piece: UInt64) {
        count &+= 1
        sum &+= Self.mixed(piece &* 0x9E37_79B9_7F4A_7C15 ^ document)
    }

    /// Removes an entry.
    public mutating func remove(_ document: UInt64, from piece: UInt64) {
        count &-= 1
        sum &-= Self.mixed(piece &* 0x9E37_79B9_7F4A_7C15 ^ document)
    }

    /// Adds all entries of a place.
    ///
    /// - Parameters:
    ///   - text: the place's `FoldedFields.text`.
    ///   - kind: the code of its kind.
    public mutating func add(_ text: UnsafeBufferPointer<UInt8>, kind: String, id: Int64) {
        let fields = FoldedFields(text)
        let document = DocumentNumber.number(id: id, nameLength: fields.nameLength)
        for piece in Piece.keys(fields, kind: kind) { add(document, to: piece) }
    }

    /// - Source: the finalizer of Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
    private static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
