package import GeocliGeo
internal import GeocliText

/// The text of a point in the history: `latitude,longitude`. Each number has enough digits to read back the same value.
package enum PointText {
    /// The name of the field under which the history keeps both coordinates together.
    package static let field = "point"

    /// Returns the point that a text from the history states.
    ///
    /// SQLite's own CAST computes with long doubles or with pairs of doubles, so its result depends on the version of
    /// SQLite and on the machine. This function rounds correctly on every machine.
    ///
    /// - Returns: nil for a text that is not in the form that runs write.
    package static func point(_ text: String) -> Coordinate? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map(DecimalText.number)
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1], abs(latitude) <= 90,
            abs(longitude) <= 180
        else { return nil }
        return Coordinate(uncheckedLongitude: longitude, latitude: latitude)
    }

    /// Returns the text of a point with the fewest digits that read back the same values.
    package static func text(_ point: Coordinate) -> String {
        var bytes: [UInt8] = []
        DecimalText.append(shortest: point.latitude, to: &bytes)
        bytes.append(UInt8(ascii: ","))
        DecimalText.append(shortest: point.longitude, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
