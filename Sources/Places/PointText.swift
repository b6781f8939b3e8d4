package import GeocliGeo
internal import GeocliText

/// A point as the history has it: `latitude,longitude`, each with as many digits as read back equal.
package enum PointText {
    /// What the history calls both coordinates.
    package static let field = "point"

    /// The point that the history means.
    ///
    /// SQLite's own CAST rounds by long doubles where there are any, or by pairs of doubles, depending on its version;
    /// this is correctly rounded everywhere.
    /// - Returns: nil for a text that no run has written.
    package static func point(_ text: String) -> Coordinate? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map(DecimalText.number)
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1], abs(latitude) <= 90,
            abs(longitude) <= 180
        else { return nil }
        return Coordinate(uncheckedLongitude: longitude, latitude: latitude)
    }

    /// The same with no more digits than needed.
    package static func text(_ point: Coordinate) -> String {
        var bytes: [UInt8] = []
        DecimalText.append(shortest: point.latitude, to: &bytes)
        bytes.append(UInt8(ascii: ","))
        DecimalText.append(shortest: point.longitude, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
