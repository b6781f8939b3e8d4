/// The changes that a small nightly update makes to the lists of pieces.
package struct PostingChanges {
    package struct Change {
        package let piece: UInt64
        package let document: UInt64
        package let isAddition: Bool

        package init(piece: UInt64, document: UInt64, isAddition: Bool) {
            self.piece = piece
            self.document = document
            self.isAddition = isAddition
        }
    }

    private var counts: [Key: Int] = [:]

    private struct Key: Hashable {
        let piece: UInt64
        let document: UInt64

        /// One number is hashed in half the time of two.
        func hash(into hasher: inout Hasher) { hasher.combine(piece &* 0x9E37_79B9_7F4A_7C15 ^ document) }
    }

    package init() {}

    package mutating func add(_ text: String, kind: String, id: Int64) { count(text, kind, id, 1) }

    package mutating func remove(_ text: String, kind: String, id: Int64) { count(text, kind, id, -1) }

    /// Replaces the former version of a place. The pieces that both versions have cost little.
    package mutating func replace(
        _ former: (text: String, kind: String), with present: (text: String, kind: String), id: Int64
    ) {
        let (old, new) = (Self.version(former.text, former.kind, id), Self.version(present.text, present.kind, id))
        var (removed, added) = (old.pieces[...], new.pieces[...])
        while old.document == new.document, let one = removed.first, let other = added.first {
            if one <= other { removed.removeFirst() }
            if other <= one { added.removeFirst() }
            if one < other { count(one, old.document, -1) } else if other < one { count(other, new.document, 1) }
        }
        for piece in removed { count(piece, old.document, -1) }
        for piece in added { count(piece, new.document, 1) }
    }

    /// All changes, ordered by piece and number. A number that is removed and added again is not a change.
    package var sorted: [Change] {
        counts.filter { $0.value != 0 }
            .map { Change(piece: $0.key.piece, document: $0.key.document, isAddition: $0.value > 0) }
            .sorted { ($0.piece, $0.document) < ($1.piece, $1.document) }
    }

    private mutating func count(_ text: String, _ kind: String, _ id: Int64, _ step: Int) {
        let version = Self.version(text, kind, id)
        for piece in version.pieces { count(piece, version.document, step) }
    }

    private mutating func count(_ piece: UInt64, _ document: UInt64, _ step: Int) {
        counts[Key(piece: piece, document: document), default: 0] += step
    }

    /// Returns the number of a place and its pieces, ascending.
    private static func version(_ text: String, _ kind: String, _ id: Int64) -> (document: UInt64, pieces: [UInt64]) {
        var text = text
        return text.withUTF8 { bytes in
            let fields = FoldedFields(bytes)
            return (DocumentNumber.number(id: id, nameLength: fields.nameLength), Piece.keys(fields, kind: kind))
        }
    }

    /// Returns a list's block after its changes, split if it has become too long; no block if no number is left.
    /// `former` has the block's numbers, ascending; `changes` are those of its piece, by number.
    package static func blocks(_ former: [UInt64], changedBy changes: some Sequence<Change>) -> [PostingBlockCode] {
        var numbers: [UInt64] = []
        numbers.reserveCapacity(former.count + 1)
        var rest = former[...]
        for change in changes {
            while let number = rest.first, number < change.document { numbers.append(rest.removeFirst()) }
            if rest.first == change.document { rest.removeFirst() }
            if change.isAddition { numbers.append(change.document) }
        }
        return PostingBlockCode.blocks(numbers + rest)
    }
}

package struct PostingBlockCode {
    /// The number that the block is stored under.
    package let first: UInt64
    package let code: [UInt8]

    package static func blocks(_ numbers: [UInt64]) -> [PostingBlockCode] {
        guard let first = numbers.first else { return [] }
        let code = PostingBlock.encoded(numbers.dropFirst(), after: first)
        guard code.count > PostingBlock.maximumBytes else { return [PostingBlockCode(first: first, code: code)] }
        let half = numbers.count / 2
        return blocks(Array(numbers[..<half])) + blocks(Array(numbers[half...]))
    }
}

/// A sum over entries of the index. The sum does not depend on the order of the entries. A comparison of two sums shows
/// whether the index has the expected entries, so neither the index nor the entries need to be kept in memory.
package struct PostingSum: Sendable, Equatable {
    private var count: UInt64 = 0
    private var sum: UInt64 = 0

    package init() {}

    package mutating func add(_ document: UInt64, to piece: UInt64) {
        count &+= 1
        sum &+= Self.mixed(piece &* 0x9E37_79B9_7F4A_7C15 ^ document)
    }

    package mutating func remove(_ document: UInt64, from piece: UInt64) {
        count &-= 1
        sum &-= Self.mixed(piece &* 0x9E37_79B9_7F4A_7C15 ^ document)
    }

    /// Adds all entries of a place, by its `FoldedFields.text` and the code of its kind.
    package mutating func add(_ text: UnsafeBufferPointer<UInt8>, kind: String, id: Int64) {
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
