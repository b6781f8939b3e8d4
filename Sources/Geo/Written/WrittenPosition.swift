internal import GeocliText

/// A position as people and map apps write it, read without any file or service.
public struct WrittenPosition: Sendable, Equatable {
    package enum Form: Sendable, Equatable {
        /// Two numbers in degrees, latitude first.
        case numbers
        /// Degrees with signs, letters or words, with or without minutes and seconds.
        case angles
        case uri
        /// A geometry: WKT, WKB or GeoJSON, longitude first.
        case geometry
        case link(MapService, LinkPart)
    }

    public let coordinate: Coordinate
    package let form: Form
    /// Whether the text has the latitude before the longitude, if it is numbers or angles.
    public let isLatitudeFirst: Bool

    init(coordinate: Coordinate, form: Form, isLatitudeFirst: Bool = true) {
        self.coordinate = coordinate
        self.form = form
        self.isLatitudeFirst = isLatitudeFirst
    }

    /// The maximum length of a text in bytes. Links to maps usually have a few hundred bytes, rarely two thousand.
    private static let maximumBytes = 8192

    /// Reads a position from a text.
    ///
    /// - Units: degrees (EPSG:4326); latitude first, unless letters, labels or a link's own rules say which is which.
    /// - Returns: nil if the text is neither a position nor a link, so that it may be a name.
    /// - Throws: `GeoError(.position)`, `.latitude` or `.longitude` for a text that looks like a position or a link but
    ///   gives none. The message names no argument; the caller puts its name before the message.
    public static func read(_ text: String) throws(GeoError) -> WrittenPosition? {
        guard text.utf8.count <= maximumBytes else { throw .tooLong(maximumBytes) }
        let text = text.trimmingBlanks()
        guard !text.isEmpty else { throw .noPosition }
        if let uri = GeoURI(text) { return WrittenPosition(coordinate: try uri.coordinate(), form: .uri) }
        if let link = WebLink(in: text) { return try position(of: link) }
        if let geometry = WrittenGeometry(text) { return try position(of: geometry, text) }
        return try readNumbers(WrittenText.plain(text))
    }

    /// Reads two columns of which at least one has an angle with signs, letters or words, such as `37°33'22"N`. Returns
    /// nil for all other texts, also for two numbers, and for a longitude in the column of latitudes.
    package static func ofColumns(latitude: String, longitude: String) -> WrittenPosition? {
        // Why a text is not an angle does not matter: the caller says that it is no number.
        guard let written = try? read("\(latitude), \(longitude)"), written.form == .angles, written.isLatitudeFirst
        else { return nil }
        return written
    }

    static func readNumbers(_ plain: String) throws(GeoError) -> WrittenPosition? {
        let inner = WrittenText.withoutBrackets(plain)
        guard let words = WrittenWords(inner) else { return nil }
        if let (latitude, longitude) = words.twoNumbers {
            try Coordinate.checkDegrees(latitude: latitude, longitude: longitude)
            // GeoJSON has the longitude first in these brackets.
            if plain.first == "[", abs(longitude) <= 90, latitude != longitude {
                throw .eitherOrder(plain, latitude, longitude)
            }
            return WrittenPosition(
                coordinate: Coordinate(uncheckedLongitude: longitude, latitude: latitude), form: .numbers)
        }
        guard let pair = try AnglePair(inner) else { throw words.explanation }
        return WrittenPosition(
            coordinate: try pair.coordinate(), form: .angles, isLatitudeFirst: pair.isLatitudeFirst)
    }

    private static func position(of geometry: WrittenGeometry, _ text: String) throws(GeoError) -> WrittenPosition {
        if let system = geometry.system, system != 4326 { throw .otherSystem(text, system) }
        guard case .one(let x, let y) = geometry.position, let longitude = DecimalText.number(x),
            let latitude = DecimalText.number(y)
        else { throw .notOnePoint(text) }
        guard abs(latitude) <= 90 || abs(latitude) > 180 || abs(longitude) > 90 else {
            throw .swapped(latitude, better: "POINT(\(y) \(x))")
        }
        try Coordinate.checkRange(latitude: latitude, longitude: longitude)
        return WrittenPosition(
            coordinate: Coordinate(uncheckedLongitude: longitude, latitude: latitude), form: .geometry)
    }

    private static func position(of link: WebLink) throws(GeoError) -> WrittenPosition {
        guard let service = MapService(link) else { throw .unknownLink(link) }
        let points = try service.points(of: link)
        guard let (coordinate, part) = try points.chosen(service) else { throw service.withoutCoordinates(link) }
        return WrittenPosition(coordinate: coordinate, form: .link(service, part))
    }
}

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

    static func checkRange(latitude: Double, longitude: Double) throws(GeoError) {
        guard abs(latitude) <= 90 else { throw .latitudeRange(latitude) }
        guard abs(longitude) <= 180 else { throw .longitudeRange(longitude) }
    }
}

extension String {
    /// Returns the shortest text that reads back as `value`.
    package static func shortest(_ value: Double) -> String {
        var bytes: [UInt8] = []
        DecimalText.append(shortest: value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
