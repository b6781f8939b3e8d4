/// The area in which a `SampleFeed` has its places.
public enum SampleExtent: Sendable, CaseIterable {
    /// In the 25 districts of Seoul, inside 37.428–37.702 N, 126.764–127.184 E.
    case seoul
    /// All over the globe, including ±180° and the poles, without districts.
    case world

    /// Returns whether a position is in the box around all of Seoul's places.
    static func isInSeoul(latitude: Double, longitude: Double) -> Bool {
        (37.428...37.702).contains(latitude) && (126.764...127.184).contains(longitude)
    }
}
