import GeocliText
import Testing

@testable import GeocliSearch

/// The program takes pieces from bytes; this test takes them from characters, as search.md describes.
@Suite struct PieceBytesTests {
    private func pairs(_ scalars: [Unicode.Scalar], _ source: Piece.Source) -> [Piece] {
        scalars.filter { $0 != " " }.map { Piece(source, $0) }
            + zip(scalars, scalars.dropFirst()).map { Piece(source, $0, $1) }
    }

    /// Pieces with a consonant.
    private func initials(_ scalars: [Unicode.Scalar]) -> [Piece] {
        let letters = scalars.map { Hangul.initial($0) ?? $0 }
        let single = letters.filter(Hangul.isInitial).map { Piece(.initials, $0) }
        let double = zip(letters, letters.dropFirst()).filter { Hangul.isInitial($0) || Hangul.isInitial($1) }
        return single + double.map { Piece(.initials, $0, $1) }
    }

    private func reference(_ fields: FoldedFields, kind: String) -> Set<Piece> {
        let name = fields.name.scalars
        let squeezed = fields.squeezedName.scalars
        var pieces = pairs(name, .name) + pairs(squeezed, .name) + initials(squeezed)
        pieces += pairs(fields.address.scalars, .address) + [Piece(kind: kind)]
        let district = Array(fields.district)
        let isInAddress = fields.address.indices.contains { fields.address[$0...].starts(with: district) }
        if !isInAddress { pieces += pairs(fields.district.scalars, .address) }
        pieces += name.prefix(1).map { Piece(.name, Piece.start, $0) }
        if name.count > 1 { pieces.append(Piece(.begin, name[0], name[1])) }
        let phone = Array(fields.phone)
        for start in phone.indices.dropLast(2) {
            let digits = phone[start..<start + 3]
            if digits.allSatisfy({ 0x30...0x39 ~= $0 }) { pieces.append(Piece(digits: digits)) }
        }
        return Set(pieces)
    }

    @Test func piecesOfBytesAreThoseOfCharacters() {
        for seed in UInt64(1)...3000 {
            var random = RandomRows(seed: seed)
            let row = random.row()
            let wanted = row.withFields { reference($0, kind: row.kind) }
            #expect(row.pieces == wanted, "seed \(seed): \(row)")
        }
    }

    /// The catalog may be damaged: invalid UTF-8 is treated as in the standard library.
    @Test func charactersOfAnyBytesAreThoseOfAString() {
        let parts: [[UInt8]] =
            ["a", "책", "하", "힣", "\u{D7FF}", "é", "·", "\u{800}", "\u{FFFF}", "😀", "\u{0}"].map { Array($0.utf8) }
            + [
                [0x80], [0xC1], [0xC3], [0xE0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xED, 0x9F], [0xF5],
                [0xEA, 0xB0],
            ]
        for seed in UInt64(1)...5000 {
            var random = RandomRows(seed: seed)
            let bytes = (0..<random.number(0...6)).flatMap { _ in random.pick(parts) ?? [] }
            bytes.withUnsafeBufferPointer { bytes in
                var found: [UInt32] = []
                bytes.forEachScalar { found.append($0) }
                #expect(found == bytes.scalars.map(\.value), "seed \(seed): \(Array(bytes))")
            }
        }
    }
}
