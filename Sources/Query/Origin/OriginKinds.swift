/// The kinds of named place at which a search can start.
enum OriginKinds {
    /// All kinds. An error lists the places of the first kind first.
    static let all: [any NamedPlaces] = [PlaceNames(), DistrictNames(), LandmarkNames()]

    /// Returns the kind that a prefix chooses, as in `district:마포`; none for an unknown prefix.
    ///
    /// - Parameter prefix: the word before the colon, in lower case.
    static func named(_ prefix: String) -> [any NamedPlaces] {
        all.filter { $0.prefixes.contains(prefix) }
    }
}
