/// A position with the decimals that the feed prints: two whole numbers in units of the last decimal.
///
/// The portal prints up to 15 significant digits: 13 decimals of a latitude, 12 of a longitude. A `Double` holds both
/// numbers and the power of ten exactly. IEEE 754 division rounds their quotient once, so the result is the same number
/// as the printed text.
struct DecimalPoint: Equatable {
    static let latitudeDecimals = 13
    static let longitudeDecimals = 12

    private let latitudeUnits: Int
    private let longitudeUnits: Int

    /// The latitude in degrees, equal to the printed text read as a number.
    var latitude: Double { Double(latitudeUnits) / 1e13 }
    /// The longitude in degrees, equal to the printed text read as a number.
    var longitude: Double { Double(longitudeUnits) / 1e12 }

    /// Makes the nearest printable position.
    ///
    /// - Units: degrees, latitude -90…90, longitude -180…180.
    init(latitude: Double, longitude: Double) {
        latitudeUnits = Int((latitude * 1e13).rounded())
        longitudeUnits = Int((longitude * 1e12).rounded())
    }

    /// Adds the latitude as text, such as `37.5573847248586`.
    func appendLatitude(to bytes: inout [UInt8]) {
        bytes.append(fixedPoint: latitudeUnits, decimals: Self.latitudeDecimals)
    }

    /// Adds the longitude as text, such as `126.922886096614`.
    func appendLongitude(to bytes: inout [UInt8]) {
        bytes.append(fixedPoint: longitudeUnits, decimals: Self.longitudeDecimals)
    }
}
