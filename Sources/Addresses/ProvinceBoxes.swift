internal import GeocliGeo

/// Large boxes around the provinces whose districts share a name with another province's district.
enum ProvinceBoxes {
    /// West, south, east and north in degrees, rounded outward.
    ///
    /// - Source: the published limits of each province's outermost land, including islands.
    private static let boxes: [(name: String, west: Double, south: Double, east: Double, north: Double)] = [
        ("서울", 126.7, 37.4, 127.3, 37.8), ("부산", 128.6, 34.8, 129.4, 35.5), ("대구", 128.2, 35.5, 129.0, 36.4),
        ("인천", 124.5, 36.8, 126.9, 38.1), ("광주", 126.5, 34.9, 127.1, 35.4), ("대전", 127.1, 36.1, 127.7, 36.6),
        ("울산", 128.8, 35.2, 129.6, 35.8), ("강원", 127.0, 36.9, 129.5, 38.7), ("경남", 127.4, 34.3, 129.4, 36.0),
    ]

    /// Returns the provinces whose box contains all of `area`.
    static func containing(_ area: BoundingBox) -> Set<String> {
        guard !area.crossesAntimeridian else { return [] }
        return Set(
            boxes.filter {
                $0.west <= area.west && area.east <= $0.east && $0.south <= area.south && area.north <= $0.north
            }.map(\.name))
    }
}
