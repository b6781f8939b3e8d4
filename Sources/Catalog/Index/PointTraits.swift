internal import GeocliGeo
internal import GeocliPlaces

/// What the index of places stores about a place besides its point: its district, its kind, and whether it was
/// missing from the last good run of its feed. With these traits, a search can skip places without reading their
/// rows.
///
///     0 | code of the district, 0 for none (27 bits) | kind (2 bits) | missing (1 bit)
///
/// The three kinds of the bookstore feed have a code each. All other kinds share one code (`isShared`), so a search
/// reads the kind from the place's row.
enum PointTraits {
    /// One more than the greatest code of a district.
    static let districtLimit = Int64(1) << 27
    /// The number of bits for kind and missing.
    static let flagBits = TraitFilter.flagBits

    static func make(district: Int32, flags: Int32) -> Int32 { district << flagBits | flags }

    static func flags(_ kind: Kind, isMissing: Bool) -> Int32 { flags(code: code(of: kind), isMissing: isMissing) }

    /// Returns the code of a kind: 0–3.
    static func code(of kind: Kind) -> Int {
        switch kind {
        case .new: 0
        case .used: 1
        case .other: 2
        default: sharedCode
        }
    }

    private static let sharedCode = 3
    /// The number of different codes of kinds.
    static let kindCodes = 4

    /// Whether other kinds have the same code.
    static func isShared(_ kind: Kind) -> Bool { code(of: kind) == sharedCode }

    /// Returns the flags for the code of a kind.
    static func flags(code: Int, isMissing: Bool) -> Int32 { Int32(code) << 1 | (isMissing ? 1 : 0) }

    private static let usualCodes = Kind.bookstoreKinds.map { "WHEN '\($0.rawValue)' THEN \(code(of: $0) << 1)" }
        .joined(separator: " ")

    /// The SQL for the traits of `place b`; null if `district_code` lacks the district.
    static let sql = """
        (CASE WHEN b.district IS NULL THEN 0 ELSE (SELECT d.code FROM district_code d WHERE d.name = b.district) END << 3
        | CASE b.kind \(usualCodes) ELSE \(sharedCode << 1) END
        | (b.missing_run IS NOT NULL))
        """
}

extension TraitFilter {
    /// The part of a filter that the index of points can check by `PointTraits`: kinds, districts and absence. It is
    /// exact, except for kinds that share a code.
    ///
    /// - Parameter code: returns the code of a district; nil if no place is in that district.
    init(_ filter: PlaceFilter, code: (String) throws -> Int32?) rethrows {
        var flags: UInt8 = 0
        let kinds = filter.kinds.map { PointTraits.flags($0, isMissing: false) }
        let all = (0..<PointTraits.kindCodes).map { PointTraits.flags(code: $0, isMissing: false) }
        // The lowest bit of the flags says whether the place is missing.
        for kind in kinds.isEmpty ? all : kinds { flags |= (filter.includesClosed ? 3 : 1) << kind }
        self.init(flags: flags, codes: filter.districts.isEmpty ? nil : try filter.districts.compactMap(code))
    }
}
