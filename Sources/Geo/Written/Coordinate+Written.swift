internal import GeocliText

/// Checks of the two numbers that people write for a position.
extension Coordinate {
    /// Checks the ranges of two numbers whose order the text does not state.
    ///
    /// - Parameter swapped: writes a latitude and a longitude as text; the error suggests this text with the two
    ///   numbers swapped.
    /// - Throws: `GeoError` that names the number out of range. It says "swapped" only if the latitude is invalid and
    ///   both numbers would be valid after a swap.
    public static func checkDegrees(
        latitude: Double, longitude: Double,
        swapped: (String, String) -> String = { latitude, longitude in "\(latitude),\(longitude)" }
    ) throws(GeoError) {
        if abs(latitude) > 90, abs(latitude) <= 180, abs(longitude) <= 90 {
            throw .swapped(latitude, better: swapped(.shortest(longitude), .shortest(latitude)))
        }
        try checkRange(latitude: latitude, longitude: longitude)
    }

    /// Checks the ranges of two numbers whose order is known.
    static func checkRange(latitude: Double, longitude: Double) throws(GeoError) {
        guard abs(latitude) <= 90 else { throw .latitudeRange(latitude) }
        guard abs(longitude) <= 180 else { throw .longitudeRange(longitude) }
    }
}

extension String {
    /// Returns the shortest text that reads back as `value`.
    static func shortest(_ value: Double) -> String {
        var bytes: [UInt8] = []
        DecimalText.append(shortest: value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
