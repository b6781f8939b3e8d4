/// A neighbourhood that bookstores gather around.
struct Neighborhood: Sendable {
    /// What a branch there is called after, such as 망원 in 망원점; empty for places of `Extent.world`.
    let name: [UInt8]
    /// Its district in `SampleDistrict.all`; nil for places of `Extent.world`.
    let district: Int?
    /// Degrees.
    let latitude: Double
    /// Degrees.
    let longitude: Double
    /// How far bookstores scatter, along a meridian: the deviation of a bell curve in degrees.
    let spreadDegrees: Double
    /// How many bookstores it draws, compared with the other places.
    let weight: Int
}

/// The cosine of an angle from additions and one division, within 0.0017 of the true value.
///
/// It only widens longitudes, and it is the same to the last bit everywhere, which a C library's isn't.
///
/// - Units: degrees, -90…90.
/// - Source: Bhaskara I, Mahabhaskariya, 7th century: cos x ≈ (32400 - 4x²) / (32400 + x²).
func roughCosine(degrees: Double) -> Double {
    let square = degrees * degrees
    return (32400 - 4 * square) / (32400 + square)
}
