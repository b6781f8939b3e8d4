internal import GeocliGeo
internal import GeocliPlaces

extension TraitFilter {
    /// The part of a filter that the indexes of points can check by `PointTraits`: kinds, districts and absence. It is
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
