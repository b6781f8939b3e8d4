/// Two angles that make a position.
struct AnglePair {
    private let first: Angle
    private let second: Angle

    /// Creates the pair from a plain text; nil if the text is not two angles.
    ///
    /// - Throws: see `Angle`.
    init?(_ text: String) throws(GeoError) {
        guard let tokens = AngleToken.tokens(of: text), let start = Self.start(of: tokens),
            let first = try Angle(tokens[..<start.end]), let second = try Angle(tokens[start.next...])
        else { return nil }
        self.first = first
        self.second = second
    }

    /// Returns the position.
    ///
    /// - Throws: `GeoError` for two latitudes or two longitudes, and for a value out of range.
    func coordinate() throws(GeoError) -> Coordinate {
        guard first.axis == nil || first.axis != second.axis else {
            throw .sameAxis(isLatitude: first.axis == .latitude)
        }
        let isLatitudeFirst = first.axis.map { $0 == .latitude } ?? (second.axis != .latitude)
        let latitude = (isLatitudeFirst ? first : second).degrees
        let longitude = (isLatitudeFirst ? second : first).degrees
        if first.axis == nil, second.axis == nil {
            try Coordinate.checkDegrees(latitude: latitude, longitude: longitude)
        } else {
            try Coordinate.checkRange(latitude: latitude, longitude: longitude)
        }
        return Coordinate(uncheckedLongitude: longitude, latitude: latitude)
    }

    /// Returns where the first angle ends and where the second one starts.
    private static func start(of tokens: [AngleToken]) -> (end: Int, next: Int)? {
        let separators = tokens.indices.filter { tokens[$0] == .separator }
        if let separator = separators.first {
            return separators.count == 1 ? (separator, separator + 1) : nil
        }
        guard let next = next(tokens) else { return nil }
        return (next, next)
    }

    /// Returns where the second angle starts if no comma separates the two angles; nil if that is not clear.
    ///
    /// The start is the first of these that applies: the second label or letter, if the text starts with a label or a
    /// letter; the token after the first letter; the second number with a degree sign; the only number that directly
    /// follows another number.
    private static func next(_ tokens: [AngleToken]) -> Int? {
        let indices = tokens.indices.dropFirst()
        if case .label? = tokens.first { return indices.first { tokens[$0].isLabel } }
        if case .hemisphere? = tokens.first { return indices.first { tokens[$0].isHemisphere } }
        if let letter = tokens.firstIndex(where: \.isHemisphere) { return letter + 1 }
        let degrees = indices.filter { tokens[$0] == .degrees && tokens[$0 - 1].isNumber }
        if degrees.count == 2 { return degrees[1] - 1 }
        let followers = indices.filter { tokens[$0].isNumber && tokens[$0 - 1].isNumber }
        return followers.count == 1 ? followers[0] : nil
    }
}

extension AngleToken {
    fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
    fileprivate var isLabel: Bool { if case .label = self { true } else { false } }
    fileprivate var isHemisphere: Bool { if case .hemisphere = self { true } else { false } }
}
