internal import GeocliText

/// What the position of a link means.
public enum LinkPart: Sendable, Equatable {
    /// The place that the link marks.
    case pin
    /// The end of a route.
    case destination
    /// The middle of the visible map, in a link that marks no place.
    case view
}

/// The coordinates in a link, by their meaning.
struct LinkPoints {
    /// The place's own coordinates.
    private var exact: [Coordinate] = []
    /// Coordinates in a text that names the place; they may be rounded.
    private var named: [Coordinate] = []
    private var views: [Coordinate] = []
    /// Whether the link is a route. If so, its pin is the destination, and its view is not used.
    var isRoute = false
    /// Whether the link has numbers that are meters in a map projection.
    var hasMeters = false

    /// The meanings that coordinates can have, the most certain first.
    enum Level { case exact, named, view }

    init() {}

    /// Adds a position whose axis order is known.
    ///
    /// - Throws: `GeoError` for numbers that are not degrees.
    mutating func add(latitude: Double, longitude: Double, _ level: Level) throws(GeoError) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { throw .notDegrees(latitude, longitude) }
        let coordinate = Coordinate(uncheckedLongitude: longitude, latitude: latitude)
        switch level {
        case .exact: exact.append(coordinate)
        case .named: named.append(coordinate)
        case .view: views.append(coordinate)
        }
    }

    /// Adds the position whose numbers are in two texts; does nothing if the texts are not numbers.
    mutating func add(latitude: String, longitude: String, _ level: Level) throws(GeoError) {
        guard let latitude = DecimalText.number(latitude.trimmingBlanks()),
            let longitude = DecimalText.number(longitude.trimmingBlanks())
        else { return }
        try add(latitude: latitude, longitude: longitude, level)
    }

    /// Adds the positions that two parameters of the link give; each parameter may occur several times.
    mutating func add(_ link: WebLink, latitude: String, longitude: String, _ level: Level) throws(GeoError) {
        for (latitude, longitude) in zip(link.values(latitude), link.values(longitude)) {
            try add(latitude: latitude, longitude: longitude, level)
        }
    }

    /// Adds the first two numbers of a list such as `37.5,126.9,15z`, latitude first.
    mutating func add(list text: String, _ level: Level) throws(GeoError) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 2 else { return }
        try add(latitude: parts[0], longitude: parts[1], level)
    }

    /// Adds the position in a text, which may also be a name: `37.5,126.9`, `loc:37.5,126.9`, `37.5,126.9(서점)`,
    /// `37°33'22.7"N 126°55'25"E`.
    ///
    /// - Throws: `GeoError` for a position that is out of range.
    mutating func add(text: String, _ level: Level) throws(GeoError) {
        var text = WrittenText.plain(text)
        if text.hasPrefix("loc:") { text = String(text.dropFirst(4)) }
        if text.hasSuffix(")"), let bracket = text.firstIndex(of: "("), bracket > text.startIndex {
            text = String(text[..<bracket])
        }
        guard let words = WrittenWords(WrittenText.withoutBrackets(text)) else { return }
        if let (latitude, longitude) = words.twoNumbers {
            try add(latitude: latitude, longitude: longitude, level)
        } else if let coordinate = try AnglePair(text)?.coordinate() {
            try add(latitude: coordinate.latitude, longitude: coordinate.longitude, level)
        }
    }

    /// Returns the position that the link means: its pin, otherwise its view; nil if it has neither.
    ///
    /// - Throws: `GeoError` for two different pins or two different views.
    func chosen(_ service: MapService) throws(GeoError) -> (Coordinate, LinkPart)? {
        for pins in [exact, named] {
            guard let pin = pins.first else { continue }
            guard pins.allSatisfy({ $0 == pin }) else { throw .severalPins(service) }
            return (pin, isRoute ? .destination : .pin)
        }
        guard !isRoute, let view = views.first else { return nil }
        guard views.allSatisfy({ $0 == view }) else { throw .severalPins(service) }
        return (view, .view)
    }
}
