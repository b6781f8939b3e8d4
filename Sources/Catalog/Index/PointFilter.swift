internal import GeocliPlaces

/// What of a filter the index of places can tell by traits.
struct PointFilter {
    /// Every bookstore.
    static let all = PointFilter(flags: .max, districts: nil)

    /// Bit i: whether those with kind and missing i (`PointTraits.flags`) are admitted.
    private let flags: UInt8
    /// The codes of admitted districts, ascending; nil for all.
    private let districts: [Int32]?

    private init(flags: UInt8, districts: [Int32]?) {
        self.flags = flags
        self.districts = districts
    }

    /// - Parameter code: the code of a district; nil where no bookstore states it.
    init(_ filter: PlaceFilter, code: (String) throws -> Int32?) rethrows {
        var flags: UInt8 = 0
        for kind in filter.kinds.isEmpty ? Set(Kind.allCases) : filter.kinds {
            flags |= 1 << PointTraits.flags(kind, isMissing: false)
            if filter.includesClosed { flags |= 1 << PointTraits.flags(kind, isMissing: true) }
        }
        self.flags = flags
        districts = filter.districts.isEmpty ? nil : try filter.districts.compactMap(code).sorted()
    }

    /// Whether it may admit a bookstore with traits from `low` to `high`; exact where these are the same.
    func mayAdmit(_ low: Int32, _ high: Int32) -> Bool {
        let (first, last) = (low >> PointTraits.flagBits, high >> PointTraits.flagBits)
        if first == last {
            // Bits low & 7 to high & 7.
            let span = (UInt16(2) << UInt16(high & 7)) &- (UInt16(1) << UInt16(low & 7))
            guard UInt16(flags) & span != 0 else { return false }
        }
        guard let districts else { return true }
        let place = Self.firstPlace(of: first, in: districts)
        return place < districts.count && districts[place] <= last
    }

    /// The place of the first code that is not below `district`.
    private static func firstPlace(of district: Int32, in districts: [Int32]) -> Int {
        var places = 0..<districts.count
        while let first = places.first {
            let middle = first + places.count / 2
            places = districts[middle] < district ? middle + 1..<places.upperBound : first..<middle
        }
        return places.lowerBound
    }
}
