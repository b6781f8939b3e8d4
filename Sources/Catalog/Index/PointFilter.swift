internal import GeocliPlaces

/// The part of a filter that the index of places can check by traits.
struct PointFilter {
    /// A filter that admits every bookstore.
    static let all = PointFilter(flags: .max, districts: nil)

    /// Bit i says whether bookstores whose flags are i (`PointTraits.flags`: kind and missing) are admitted.
    private let flags: UInt8
    /// The codes of the admitted districts, ascending; nil for all districts.
    private let districts: [Int32]?

    private init(flags: UInt8, districts: [Int32]?) {
        self.flags = flags
        self.districts = districts
    }

    /// - Parameter code: returns the code of a district; nil if no bookstore has it.
    init(_ filter: PlaceFilter, code: (String) throws -> Int32?) rethrows {
        var flags: UInt8 = 0
        let kinds = filter.kinds.map { PointTraits.flags($0, isMissing: false) }
        let all = (0..<PointTraits.kindCodes).map { PointTraits.flags(code: $0, isMissing: false) }
        // The lowest bit of the flags says whether the bookstore is missing.
        for kind in kinds.isEmpty ? all : kinds { flags |= (filter.includesClosed ? 3 : 1) << kind }
        self.flags = flags
        districts = filter.districts.isEmpty ? nil : try filter.districts.compactMap(code).sorted()
    }

    /// Whether every bookstore is admitted.
    var isAll: Bool { flags == .max && districts == nil }

    /// Whether the filter may admit a bookstore with traits from `low` to `high`. The answer is exact if both are
    /// equal, except for kinds that share a code.
    func mayAdmit(_ low: Int32, _ high: Int32) -> Bool {
        let (first, last) = (low >> PointTraits.flagBits, high >> PointTraits.flagBits)
        if first == last {
            // Bits (low & 7) to (high & 7).
            let span = (UInt16(2) << UInt16(high & 7)) &- (UInt16(1) << UInt16(low & 7))
            guard UInt16(flags) & span != 0 else { return false }
        }
        guard let districts else { return true }
        let index = Self.firstIndex(of: first, in: districts)
        return index < districts.count && districts[index] <= last
    }

    /// Returns the index of the first code that is not below `district`.
    private static func firstIndex(of district: Int32, in districts: [Int32]) -> Int {
        var indices = 0..<districts.count
        while let first = indices.first {
            let middle = first + indices.count / 2
            indices = districts[middle] < district ? middle + 1..<indices.upperBound : first..<middle
        }
        return indices.lowerBound
    }
}
