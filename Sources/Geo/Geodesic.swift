internal import CGeocliGeodesic

/// Shortest paths on the WGS 84 ellipsoid, by Karney's algorithm (GeographicLib).
///
/// - Source: C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013) 43–55, doi:10.1007/s00190-012-0578-z.
public enum Geodesic {
    /// Returns the length of the shortest path between two positions.
    ///
    /// - Units: meters.
    /// - Edges: exact to about 15 nm, antipodes included; symmetric; 0 for equal positions.
    /// - Complexity: O(1), about a microsecond.
    public static func distanceMeters(from origin: Coordinate, to target: Coordinate) -> Double {
        cgeodesic_inverse(origin.latitude, origin.longitude, target.latitude, target.longitude, nil)
    }

    /// Returns the bearing at `origin` of the shortest path to `target`.
    ///
    /// - Units: degrees clockwise from north, 0 up to but not including 360.
    public static func bearingDegrees(from origin: Coordinate, to target: Coordinate) -> Double {
        var azimuth = 0.0
        _ = cgeodesic_inverse(origin.latitude, origin.longitude, target.latitude, target.longitude, &azimuth)
        // An azimuth just below 0 is rounded to exactly 360.
        return azimuth < 0 ? (azimuth + 360).truncatingRemainder(dividingBy: 360) : azimuth
    }

    /// Returns the end of the path that starts at `origin` with bearing `bearingDegrees` and is `distanceMeters` long.
    ///
    /// - Units: meters; degrees clockwise from north.
    public static func destination(
        from origin: Coordinate, bearingDegrees: Double, distanceMeters: Double
    ) -> Coordinate {
        var latitude = 0.0
        var longitude = 0.0
        cgeodesic_direct(
            origin.latitude, origin.longitude, bearingDegrees, distanceMeters, &latitude, &longitude)
        return Coordinate(uncheckedLongitude: longitude, latitude: latitude)
    }
}
