internal import GeocliText

/// A position on the WGS 84 ellipsoid (EPSG:4326). Its numbers are always valid.
///
/// - Units: degrees; longitude in -180…180, latitude in -90…90, ends included.
/// - Edges: -180 and 180 are the same meridian but different values; both are kept as given.
public struct Coordinate: Hashable, Sendable {
    /// Degrees east of Greenwich, -180…180.
    public let longitude: Double
    /// Degrees north of the equator, -90…90.
    public let latitude: Double

    /// Creates a position after checking its numbers.
    ///
    /// - Throws: a `GeoError` that names the axis, for a value that is out of range or not finite.
    public init(longitude: Double, latitude: Double) throws(GeoError) {
        guard longitude >= -180, longitude <= 180 else {
            throw GeoError(
                .longitude, en: "longitude \(longitude) is not between -180 and 180",
                ko: "경도 \(longitude)\(.topic) -180에서 180 사이여야 합니다")
        }
        guard latitude >= -90, latitude <= 90 else {
            throw GeoError(
                .latitude, en: "latitude \(latitude) is not between -90 and 90",
                ko: "위도 \(latitude)\(.topic) -90에서 90 사이여야 합니다")
        }
        self.longitude = longitude
        self.latitude = latitude
    }

    /// Creates a position from numbers that were checked before, such as columns under a CHECK constraint.
    public init(uncheckedLongitude longitude: Double, latitude: Double) {
        assert(abs(longitude) <= 180 && abs(latitude) <= 90)
        self.longitude = longitude
        self.latitude = latitude
    }
}
