import GeocliPlaces

extension Kind {
    /// The kinds of places, and two that only declarations name: these share a code in the index of places.
    static let some = bookstoreKinds + ["library", "children-2"].compactMap(Kind.init(rawValue:))
}
