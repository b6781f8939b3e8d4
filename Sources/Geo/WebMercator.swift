internal import Glibc

/// The square world of web maps (EPSG:3857); positions in it are fractions of its side.
///
/// - Source: OGC 17-083r2 (Two Dimensional Tile Matrix Set), annex D, WebMercatorQuad.
public enum WebMercator {
    /// The latitude at which the square ends: atan(sinh(π)) in degrees.
    public static let maximumLatitude = 85.0511287798066

    /// Returns how far a longitude is east of the western edge: 0 at -180, 1 at 180.
    public static func mercatorX(longitude: Double) -> Double { longitude / 360 + 0.5 }

    /// Returns how far a latitude is south of the top edge: 0 at +85.05°, 1 at -85.05°. Latitudes beyond the square are
    /// clamped to its edge.
    public static func mercatorY(latitude: Double) -> Double {
        let clamped = min(max(latitude, -maximumLatitude), maximumLatitude)
        return 0.5 - asinh(tan(clamped * .pi / 180)) / (2 * .pi)
    }

    /// Returns the longitude at a fraction of the world's width.
    public static func longitude(mercatorX: Double) -> Double { (mercatorX - 0.5) * 360 }

    /// Returns the latitude at a fraction of the world's height.
    public static func latitude(mercatorY: Double) -> Double {
        atan(sinh((0.5 - mercatorY) * 2 * .pi)) * 180 / .pi
    }
}
