internal import GeocliText

/// A `geo:` URI: `geo:37.5,126.9`, `geo:37.5,126.9,50;crs=wgs84;u=35`, `geo:37.5,126.9?z=15`, and Android's
/// `geo:0,0?q=37.5,126.9(이름)`.
///
/// - Source: RFC 5870 §3.3; Android, "Common intents: Maps".
struct GeoURI {
    private let coordinates: [String]
    private let parameters: [String]
    private let query: [String]

    /// Splits a text into its parts; nil if it does not begin with `geo:`.
    init?(_ text: String) {
        guard text.prefix(4).lowercased() == "geo:" else { return nil }
        let rest = text.dropFirst(4)
        let path = rest.prefix { $0 != "?" }
        let parts = WebLink.decoded(path, plusIsBlank: false).split(separator: ";", omittingEmptySubsequences: false)
        coordinates = (parts.first ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        parameters = parts.dropFirst().map { $0.lowercased() }
        query = rest[path.endIndex...].dropFirst().split(separator: "&").filter { $0.hasPrefix("q=") }
            .map { WebLink.decoded($0.dropFirst(2), plusIsBlank: true) }
    }

    /// Returns the position.
    ///
    /// - Throws: `GeoError` for another coordinate system, for text that is not coordinates, and for numbers out of
    ///   range.
    func coordinate() throws(GeoError) -> Coordinate {
        for parameter in parameters where parameter.hasPrefix("crs=") && parameter != "crs=wgs84" {
            throw .otherSystem(String(parameter.dropFirst(4)))
        }
        let numbers = coordinates.map { DecimalText.number($0) }
        guard 2...3 ~= numbers.count, let latitude = numbers[0], let longitude = numbers[1], numbers.last != .some(nil)
        else { throw .notURI }
        // In Android's form, `q` is the place. The coordinates before it are only the area to search.
        var asked = LinkPoints()
        for text in query { try asked.add(text: text, .exact) }
        if let (pin, _) = try asked.chosen(.google) { return pin }
        guard latitude != 0 || longitude != 0 || query.isEmpty else { throw .searchURI }
        try Coordinate.checkDegrees(latitude: latitude, longitude: longitude) { "geo:\($0),\($1)" }
        return Coordinate(uncheckedLongitude: longitude, latitude: latitude)
    }
}
