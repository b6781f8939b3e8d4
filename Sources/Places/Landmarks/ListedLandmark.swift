/// A landmark and its number in the catalog, for a list that is read in pages.
public struct ListedLandmark: Sendable, Equatable {
    /// The number in the catalog.
    public let id: Int64
    /// The landmark.
    public let landmark: Landmark

    /// Creates a row.
    public init(id: Int64, _ landmark: Landmark) { (self.id, self.landmark) = (id, landmark) }
}
