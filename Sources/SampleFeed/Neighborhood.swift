/// A neighborhood around which places are drawn.
struct Neighborhood: Sendable {
    /// The neighborhood's name as it appears in a branch's name, such as 망원 in 망원점; empty for `Extent.world`.
    let name: [UInt8]
    /// The index in `SampleDistrict.all`; nil for `Extent.world`.
    let district: Int?
    /// The latitude of the middle, in degrees.
    let latitude: Double
    /// The longitude of the middle, in degrees.
    let longitude: Double
    /// The spread of the places along a meridian: the standard deviation of a bell curve, in degrees.
    let spreadDegrees: Double
    /// The neighborhood's share of places, relative to the other neighborhoods.
    let weight: Int
}

/// Returns the cosine of an angle, computed by basic arithmetic with one division, within 0.0017 of the true value.
///
/// It only scales longitudes. Unlike the cosine of a C library, it is the same on every machine to the last bit.
///
/// - Units: degrees, -90…90.
/// - Source: Bhaskara I, Mahabhaskariya, 7th century: cos x ≈ (32400 - 4x²) / (32400 + x²).
func roughCosine(degrees: Double) -> Double {
    let square = degrees * degrees
    return (32400 - 4 * square) / (32400 + square)
}
