internal import GeocliPlaces

/// What the index of places says of a bookstore besides its point, so that a search sees at once which it is to look at:
/// its district, its kind, and whether the last good run of its feed missed it.
///
///     0 | code of the district, 0 for none (27 bits) | kind (2 bits) | missing (1 bit)
///
/// In the R*Tree it is a third dimension, from the traits to `breadth` more: `traits_low`, `traits_high`. With one value
/// for both, boxes of bookstores alike would have no volume, and SQLite, which puts a new entry where the volume grows
/// least, would take no account of the place; with this breadth, much wider than traits differ, the place alone decides.
enum PointTraits {
    static let breadth: Int32 = 1 << 30
    /// One more than the greatest code.
    static let districtLimit = Int64(1) << 27
    /// How many values kind and missing have together.
    static let flagBits: Int32 = 3

    static func make(district: Int32, kind: Kind, isMissing: Bool) -> Int32 {
        district << flagBits | flags(kind, isMissing: isMissing)
    }

    static func flags(_ kind: Kind, isMissing: Bool) -> Int32 { Int32(code(of: kind)) << 1 | (isMissing ? 1 : 0) }

    private static func code(of kind: Kind) -> Int {
        switch kind {
        case .new: 0
        case .used: 1
        case .other: 2
        }
    }

    /// The same of `bookstore b` in SQL; null where the table of districts lacks one.
    static let sql = """
        (CASE WHEN b.district IS NULL THEN 0 ELSE (SELECT d.code FROM district_code d WHERE d.name = b.district) END << 3
        | CASE b.kind \(Kind.allCases.map { "WHEN '\($0.rawValue)' THEN \(code(of: $0) << 1)" }.joined(separator: " ")) END
        | (b.missing_run IS NOT NULL))
        """
}
