internal import Text

/// A piece of a bookstore's fields that the index keeps a list of bookstores for: one or two characters that stand
/// beside each other in the name or in the address, three digits of a phone number, or a kind.
///
///     bits 45…42  where it stands
///     bits 41…21  the first character, or the number of the three digits and one
///     bits 20…0   the second character, 0 if there is none
public struct Piece: Hashable, Sendable {
    /// The piece as the index keeps it.
    public let key: UInt64

    /// Where a piece stands.
    enum Place: UInt64 {
        /// In the folded or in the squeezed name.
        case name = 1
        /// In the squeezed name, syllables as their initial consonants.
        case initials = 2
        /// In the squeezed address or district.
        case address = 3
        case phone = 4
        case kind = 5
        /// The first two characters of the folded name.
        case begin = 6
    }

    /// Stands before the first character of a folded name.
    static let start: Unicode.Scalar = "\u{1}"

    init(key: UInt64) { self.key = key }

    init(_ place: Place, _ first: Unicode.Scalar, _ second: Unicode.Scalar? = nil) {
        key = place.rawValue << 42 | UInt64(first.value) << 21 | UInt64(second?.value ?? 0)
    }

    /// Three digits.
    init(digits: some Sequence<UInt8>) {
        let number = digits.reduce(0) { $0 * 10 + UInt64($1 - 0x30) }
        key = Place.phone.rawValue << 42 | (number + 1) << 21
    }

    /// The kind of a bookstore, by its code.
    init(kind: String) {
        key = Place.kind.rawValue << 42 | UInt64(kind.unicodeScalars.first?.value ?? 0) << 21
    }

    /// What a name has that begins with the characters.
    static func beginning(_ scalars: [Unicode.Scalar]) -> Piece {
        scalars.count > 1 ? Piece(.begin, scalars[0], scalars[1]) : Piece(.name, start, scalars[0])
    }

    /// What a name has in which a word begins with a character: at its start, behind a blank or a bracket.
    static func wordBeginnings(_ scalar: Unicode.Scalar) -> [Piece] {
        [start, " ", "(", "["].map { Piece(.name, $0, scalar) }
    }

    /// The pieces that what holds the characters has; one character is a piece of its own.
    static func pieces(_ scalars: [Unicode.Scalar], in place: Place) -> [Piece] {
        if scalars.count == 1 { return [Piece(place, scalars[0])] }
        return zip(scalars, scalars.dropFirst()).map { Piece(place, $0, $1) }
    }
}

extension Piece {
    /// The pieces of a bookstore, each once, ascending.
    public static func keys(_ fields: FoldedFields, kind: String) -> [UInt64] {
        var keys: [UInt64] = []
        forEach(fields, kind: kind) { keys.append($0.key) }
        keys.sort()
        var last: UInt64?
        return keys.filter { key in
            defer { last = key }
            return key != last
        }
    }

    /// Calls `body` with each piece of a bookstore, some of them more than once.
    static func forEach(_ fields: FoldedFields, kind: String, body: (Piece) -> Void) {
        body(Piece(kind: kind))
        let name = fields.name.scalars
        if let first = name.first { body(Piece(.name, start, first)) }
        if name.count > 1 { body(Piece(.begin, name[0], name[1])) }
        forEach(name, in: .name, body)
        let squeezed = fields.squeezedName.scalars
        if squeezed != name { forEach(squeezed, in: .name, body) }
        forEachOfInitials(squeezed, body)
        forEach(fields.address.scalars, in: .address, body)
        if !fields.district.isEmpty, !fields.address.holds(Array(fields.district)) {
            forEach(fields.district.scalars, in: .address, body)
        }
        for start in fields.phone.indices.dropLast(2) {
            let digits = fields.phone[start..<start + 3]
            if digits.allSatisfy({ 0x30...0x39 ~= $0 }) { body(Piece(digits: digits)) }
        }
    }

    private static func forEach(_ scalars: [Unicode.Scalar], in place: Place, _ body: (Piece) -> Void) {
        var former: Unicode.Scalar?
        for scalar in scalars {
            if scalar != " " { body(Piece(place, scalar)) }
            if let former { body(Piece(place, former, scalar)) }
            former = scalar
        }
    }

    /// Only pieces with a consonant: the others are the name's own.
    private static func forEachOfInitials(_ scalars: [Unicode.Scalar], _ body: (Piece) -> Void) {
        var former: Unicode.Scalar?
        for scalar in scalars {
            let initial = Hangul.initial(scalar) ?? scalar
            let isConsonant = Hangul.isInitial(initial)
            if isConsonant { body(Piece(.initials, initial)) }
            if let former, isConsonant || Hangul.isInitial(former) { body(Piece(.initials, former, initial)) }
            former = initial
        }
    }
}
