/// The order in which people number files: `page_2` before `page_10`.
public enum NaturalOrder {
    /// Returns whether `left` comes first. Runs of digits compare by value, everything else by UTF-8 bytes. If all of
    /// that is equal (`01` and `1`), the bytes decide.
    public static func isBefore(_ left: String, _ right: String) -> Bool {
        let pieces = (split(left), split(right))
        for (a, b) in zip(pieces.0, pieces.1) where a != b {
            guard isNumber(a), isNumber(b) else { return a.lexicographicallyPrecedes(b) }
            let values = (a.drop { $0 == zero }, b.drop { $0 == zero })
            guard values.0.elementsEqual(values.1) else {
                return values.0.count == values.1.count
                    ? values.0.lexicographicallyPrecedes(values.1) : values.0.count < values.1.count
            }
        }
        return pieces.0.count == pieces.1.count
            ? left.utf8.lexicographicallyPrecedes(right.utf8) : pieces.0.count < pieces.1.count
    }

    private static let zero = UInt8(ascii: "0")

    private static func isNumber(_ piece: [UInt8]) -> Bool { piece.first.map { 0x30...0x39 ~= $0 } ?? false }

    /// Returns the runs of digits and the runs between them.
    private static func split(_ text: String) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        for byte in text.utf8 {
            if let last = pieces.last, isNumber(last) == isNumber([byte]) {
                pieces[pieces.count - 1].append(byte)
            } else {
                pieces.append([byte])
            }
        }
        return pieces
    }
}
