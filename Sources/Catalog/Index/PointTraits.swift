internal import GeocliPlaces

/// The traits of a bookstore in the index of places besides its point: its district, its kind, and whether the last
/// good run of its feed missed it. With them a search can skip bookstores without reading them.
///
///     0 | code of the district, 0 for none (27 bits) | kind (2 bits) | missing (1 bit)
///
/// In the R*Tree the traits are a third dimension: `traits_low` is the traits, `traits_high` is `breadth` more. If both
/// had the same value, boxes of bookstores with equal traits would have no volume. SQLite inserts an entry where the
/// volume grows least, so it would ignore the position. `breadth` is much larger than the differences between traits,
/// so the position decides.
enum PointTraits {
    static let breadth: Int32 = 1 << 30
    /// One more than the greatest code.
    static let districtLimit = Int64(1) << 27
    /// The number of bits of kind and missing.
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

    /// The same traits of `bookstore b` in SQL; null if the table of districts lacks the district.
    static let sql = """
        (CASE WHEN b.district IS NULL THEN 0 ELSE (SELECT d.code FROM district_code d WHERE d.name = b.district) END << 3
        | CASE b.kind \(Kind.allCases.map { "WHEN '\($0.rawValue)' THEN \(code(of: $0) << 1)" }.joined(separator: " ")) END
        | (b.missing_run IS NOT NULL))
        """
}
