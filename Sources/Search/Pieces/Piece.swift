internal import GeocliText

/// A piece of a place's fields: one character or two neighboring characters of the name, of its initial consonants, or
/// of the address or the district; the beginning of the name; three neighboring digits of a phone number; or the first
/// character of the kind, which several kinds may share. The index keeps a list of places for each piece.
///
///     bits 45…42  the source
///     bits 41…21  the first character, or the number of the three digits plus one
///     bits 20…0   the second character, 0 if there is none
package struct Piece: Hashable, Sendable {
    package let key: UInt64

    enum Source: UInt64 {
        /// The folded or the squeezed name.
        case name = 1
        /// The squeezed name, in which each syllable is replaced by its initial consonant.
        case initials = 2
        /// The squeezed address or district.
        case address = 3
        case phone = 4
        case kind = 5
        /// The first two characters of the folded name.
        case begin = 6
    }

    /// A mark before the first character of a folded name.
    static let start: Unicode.Scalar = "\u{1}"

    init(key: UInt64) { self.key = key }

    init(_ source: Source, _ first: Unicode.Scalar, _ second: Unicode.Scalar? = nil) {
        self.init(source, first.value, second?.value ?? 0)
    }

    /// Creates a piece from the numbers of two characters. The second number is 0 if the piece has only one character.
    @inline(__always)
    private init(_ source: Source, _ first: UInt32, _ second: UInt32) {
        key = source.rawValue << 42 | UInt64(first) << 21 | UInt64(second)
    }

    init(digits: some Sequence<UInt8>) {
        self.init(number: digits.reduce(0) { $0 * 10 + UInt64($1 - 0x30) })
    }

    private init(number: UInt64) { key = Source.phone.rawValue << 42 | (number + 1) << 21 }

    init(kind: String) {
        key = Source.kind.rawValue << 42 | UInt64(kind.unicodeScalars.first?.value ?? 0) << 21
    }

    /// Returns the piece that all names beginning with these characters have.
    static func beginning(_ scalars: [Unicode.Scalar]) -> Piece {
        scalars.count > 1 ? Piece(.begin, scalars[0], scalars[1]) : Piece(.name, start, scalars[0])
    }

    /// Returns the pieces of names in which a word begins with this character: at the start, after a blank or after a
    /// bracket.
    static func wordBeginnings(_ scalar: Unicode.Scalar) -> [Piece] {
        [start, " ", "(", "["].map { Piece(.name, $0, scalar) }
    }

    /// Returns the pieces of a run of characters. Every field that contains the run has all these pieces. A single
    /// character gives one piece.
    static func pieces(_ scalars: [Unicode.Scalar], in source: Source) -> [Piece] {
        if scalars.count == 1 { return [Piece(source, scalars[0])] }
        return zip(scalars, scalars.dropFirst()).map { Piece(source, $0, $1) }
    }

    /// Returns the pieces of a place, each once, ascending.
    package static func keys(_ fields: FoldedFields, kind: String) -> [UInt64] {
        var keys: [UInt64] = []
        forEach(fields, kind: kind) { keys.append($0.key) }
        keys.sort()
        var last: UInt64?
        return keys.filter { key in
            defer { last = key }
            return key != last
        }
    }

    /// Calls `body` with each piece of a place, with some pieces more than once.
    static func forEach(_ fields: FoldedFields, kind: String, body: (Piece) -> Void) {
        body(Piece(kind: kind))
        var position = 0
        forEachNeighbor(fields.name) { former, scalar in
            if position == 0 { body(Piece(.name, start.value, scalar)) }
            if position == 1 { body(Piece(.begin, former, scalar)) }
            position += 1
            piecesOfNeighbors(former, scalar, in: .name, body)
        }
        if !fields.squeezedName.elementsEqual(fields.name) { forEach(fields.squeezedName, in: .name, body) }
        forEachOfInitials(fields.squeezedName, body)
        forEach(fields.address, in: .address, body)
        if !fields.district.isEmpty, !fields.address.holds(fields.district) {
            forEach(fields.district, in: .address, body)
        }
        for end in fields.phone.indices.dropFirst(2) {
            let digits = (fields.phone[end - 2] &- 0x30, fields.phone[end - 1] &- 0x30, fields.phone[end] &- 0x30)
            if digits.0 < 10, digits.1 < 10, digits.2 < 10 {
                body(Piece(number: UInt64(digits.0) * 100 + UInt64(digits.1) * 10 + UInt64(digits.2)))
            }
        }
    }

    /// A mark that stands for the character before the first one; no character has this number.
    private static let none = UInt32.max

    /// Calls `body` with each character of a text and the character before it.
    @inline(__always)
    private static func forEachNeighbor(_ text: UnsafeBufferPointer<UInt8>, _ body: (UInt32, UInt32) -> Void) {
        var former = none
        text.forEachScalar { scalar in
            body(former, scalar)
            former = scalar
        }
    }

    @inline(__always)
    private static func forEach(_ text: UnsafeBufferPointer<UInt8>, in source: Source, _ body: (Piece) -> Void) {
        forEachNeighbor(text) { former, scalar in piecesOfNeighbors(former, scalar, in: source, body) }
    }

    @inline(__always)
    private static func piecesOfNeighbors(
        _ former: UInt32, _ scalar: UInt32, in source: Source, _ body: (Piece) -> Void
    ) {
        if scalar != 0x20 { body(Piece(source, scalar, 0)) }
        if former != none { body(Piece(source, former, scalar)) }
    }

    /// Calls `body` with the pieces of initials that contain a consonant. The pieces of the name itself cover all other
    /// pairs.
    @inline(__always)
    private static func forEachOfInitials(_ text: UnsafeBufferPointer<UInt8>, _ body: (Piece) -> Void) {
        var former = none
        var formerIsConsonant = false
        Hangul.initials.withUnsafeBufferPointer { initials in
            text.forEachScalar { scalar in
                // Each consonant begins 588 consecutive syllables; the consonants follow the order of `initials`.
                let isSyllable = 0xAC00...0xD7A3 ~= scalar
                let initial = isSyllable ? initials[Int(scalar - 0xAC00) / 588].value : scalar
                let isConsonant = isSyllable || Unicode.Scalar(initial).map(Hangul.isInitial) == true
                if isConsonant { body(Piece(.initials, initial, 0)) }
                if former != none, isConsonant || formerIsConsonant { body(Piece(.initials, former, initial)) }
                former = initial
                formerIsConsonant = isConsonant
            }
        }
    }
}

/// The number of a place in the index: the length of its name, then its id. Answers that match equally well are
/// listed in the order of their numbers, so a search may stop after the first few.
///
///     bits 46…32  characters (Unicode scalars) of the folded name, at most 32,767
///     bits 31…0   the id
///
/// SQLite stores numbers of up to 48 bits in six bytes, and larger ones in eight.
package enum DocumentNumber {
    private static let idBits: UInt64 = 32
    private static let longest = 0x7FFF

    package static let ids: Range<Int64> = 1..<1 << 32

    /// - Precondition: the id is one of `ids`.
    package static func number(id: Int64, nameLength: Int) -> UInt64 {
        precondition(ids.contains(id))
        return UInt64(length(nameLength)) << idBits | UInt64(id)
    }

    /// Returns the length of a name as it is in its number.
    package static func length(_ nameLength: Int) -> Int { min(nameLength, longest) }

    package static func id(_ number: UInt64) -> Int64 { Int64(number & (1 << idBits - 1)) }

    static func haveOneLength(_ left: UInt64, _ right: UInt64) -> Bool { left >> idBits == right >> idBits }

    static let all: Range<UInt64> = 0..<UInt64.max

    static func all(nameLength: Int) -> Range<UInt64> {
        let length = UInt64(length(nameLength))
        return length << idBits..<(length + 1) << idBits
    }
}

/// The pieces that a place must have to be a candidate. The fields of a candidate must still be checked.
indirect enum PieceExpression: Sendable, Equatable {
    case piece(Piece)
    case all([PieceExpression])
    case any([PieceExpression])

    static var none: PieceExpression { .any([]) }

    private var isNone: Bool {
        if case .any(let parts) = self { parts.isEmpty } else { false }
    }

    static func run(_ scalars: [Unicode.Scalar], in source: Piece.Source) -> PieceExpression {
        .all(Piece.pieces(scalars, in: source).map(PieceExpression.piece))
    }

    func and(_ other: PieceExpression) -> PieceExpression { .all([self, other]) }

    /// The same expression without nested lists and repetitions.
    var simplified: PieceExpression {
        switch self {
        case .piece: return self
        case .all(let parts):
            let flat = parts.map(\.simplified).flatMap { if case .all(let inner) = $0 { inner } else { [$0] } }
            let once = Self.once(flat)
            // Only a bug can make an empty list. Such a list must not select the whole catalog.
            if once.isEmpty || once.contains(where: \.isNone) { return .none }
            return once.count == 1 ? once[0] : .all(once)
        case .any(let parts):
            let flat = parts.map(\.simplified).flatMap { if case .any(let inner) = $0 { inner } else { [$0] } }
            let once = Self.once(flat)
            return once.count == 1 ? once[0] : .any(once)
        }
    }

    private static func once(_ parts: [PieceExpression]) -> [PieceExpression] {
        var seen: [PieceExpression] = []
        for part in parts where !seen.contains(part) { seen.append(part) }
        return seen
    }
}
