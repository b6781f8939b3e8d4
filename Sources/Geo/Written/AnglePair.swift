internal import GeocliText

struct AnglePair {
    private let first: Angle
    private let second: Angle

    /// Reads the two angles from a plain text; nil if the text is not two angles.
    init?(_ text: String) throws(GeoError) {
        guard let tokens = AngleToken.tokens(of: text), let start = Self.start(of: tokens),
            let first = try Angle(tokens[..<start.end]), let second = try Angle(tokens[start.next...])
        else { return nil }
        self.first = first
        self.second = second
    }

    /// Whether the first angle is the latitude. Without letters and labels, it is.
    var isLatitudeFirst: Bool { first.axis.map { $0 == .latitude } ?? (second.axis != .latitude) }

    /// Throws a `GeoError` for two latitudes or two longitudes, and for a value out of range.
    func coordinate() throws(GeoError) -> Coordinate {
        guard first.axis == nil || first.axis != second.axis else {
            throw .sameAxis(isLatitude: first.axis == .latitude)
        }
        let latitude = (isLatitudeFirst ? first : second).degrees
        let longitude = (isLatitudeFirst ? second : first).degrees
        if first.axis == nil, second.axis == nil {
            try Coordinate.checkDegrees(latitude: latitude, longitude: longitude)
        } else {
            try Coordinate.checkRange(latitude: latitude, longitude: longitude)
        }
        return Coordinate(uncheckedLongitude: longitude, latitude: latitude)
    }

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

/// One angle of a position: degrees, or degrees with minutes and seconds.
struct Angle {
    /// The value in degrees; north and east are positive.
    let degrees: Double
    /// The axis that a letter, a word or a label names; nil if the text names no axis.
    let axis: AngleToken.Axis?

    /// Creates the angle that tokens without a separator form; nil if they do not form exactly one. Throws
    /// `GeoError(.position)` for minutes or seconds of 60 or more, and for a sign with a letter, such as `-37N`.
    init?(_ tokens: some Collection<AngleToken>) throws(GeoError) {
        var parts = Parts()
        for token in tokens { guard parts.take(token) else { return nil } }
        guard let value = try parts.value() else { return nil }
        let isNegative = parts.hemisphere?.isNegative ?? parts.isNegative
        degrees = isNegative ? -value : value
        if let hemisphere = parts.hemisphere {
            guard parts.label.map({ $0 == hemisphere.axis }) ?? true else { return nil }
            axis = hemisphere.axis
        } else {
            axis = parts.label
        }
    }

    static func isAny(_ text: String) -> Bool {
        guard let tokens = AngleToken.tokens(of: text) else { return false }
        // An angle with too many minutes counts as an angle here, so that the error about its minutes is shown.
        do { return try Angle(tokens) != nil } catch { return true }
    }
}

private struct Parts {
    private var numbers: [Double] = []
    private var areWhole: [Bool] = []
    /// Whether at least one number has a mark after it, such as `°`, `'` or `:`.
    private var hasMarks = false
    private var isSigned = false
    private(set) var isNegative = false
    private(set) var hemisphere: AngleToken.Hemisphere?
    private(set) var label: AngleToken.Axis?
    private var isMarked = false
    private var isEnded = false

    /// Takes the next token; returns false if the token can't follow the tokens before it.
    mutating func take(_ token: AngleToken) -> Bool {
        if isEnded { return false }
        switch token {
        case .number(let value, let isNegative, let isSigned, let isWhole):
            return takeNumber(value, isNegative, isSigned, isWhole)
        case .degrees: return mark(1)
        case .minutes: return mark(2)
        case .seconds: return mark(3)
        case .colon: return numbers.isEmpty ? hemisphere != nil || label != nil : mark(numbers.count)
        case .hemisphere(let half):
            guard hemisphere == nil else { return false }
            hemisphere = half
            isEnded = !numbers.isEmpty
            return true
        case .label(let axis):
            guard numbers.isEmpty, label == nil, hemisphere == nil else { return false }
            label = axis
            return true
        case .separator: return false
        }
    }

    private mutating func takeNumber(_ value: Double, _ isNegative: Bool, _ isSigned: Bool, _ isWhole: Bool) -> Bool {
        guard numbers.count < 3, numbers.isEmpty || !isSigned else { return false }
        if numbers.isEmpty { (self.isSigned, self.isNegative) = (isSigned, isNegative) }
        numbers.append(value)
        areWhole.append(isWhole)
        isMarked = false
        return true
    }

    /// Marks the last number as degrees (1), minutes (2) or seconds (3).
    private mutating func mark(_ place: Int) -> Bool {
        guard numbers.count == place, !isMarked else { return false }
        isMarked = true
        hasMarks = true
        return true
    }

    func value() throws(GeoError) -> Double? {
        // If only blanks separate two numbers, the second number may be minutes or another angle. A mark or a letter
        // shows that it is minutes.
        guard !numbers.isEmpty, numbers.count == 1 || hasMarks || hemisphere != nil else { return nil }
        // Only the last part can have decimals.
        guard areWhole.dropLast().allSatisfy({ $0 }) else { return nil }
        if numbers.count > 1, numbers[1] >= 60 { throw .sixtyOrMore(numbers[1], en: "minutes", ko: "분") }
        if numbers.count > 2, numbers[2] >= 60 { throw .sixtyOrMore(numbers[2], en: "seconds", ko: "초") }
        if let hemisphere, isSigned { throw .signAndLetter(isSouthOrNorth: hemisphere.axis == .latitude) }
        if numbers.count == 1 { return numbers[0] }
        let seconds = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
        return seconds / 3600
    }
}

enum AngleToken: Equatable {
    /// A number with its sign. A number is whole if it was written without a point.
    case number(Double, isNegative: Bool, isSigned: Bool, isWhole: Bool)
    case degrees, minutes, seconds, colon, separator
    case hemisphere(Hemisphere)
    /// The name of an axis, such as `lat` or 위도.
    case label(Axis)

    enum Hemisphere { case north, south, east, west }

    enum Axis { case latitude, longitude }

    static func tokens(of text: String) -> [AngleToken]? {
        var tokens: [AngleToken] = []
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let end: Int
            if let number = number(scalars, from: index) {
                // A sign right after a digit does not begin a second number: 2+1, 02-325.
                guard index == 0 || !("0"..."9" ~= scalars[index - 1] || scalars[index - 1] == ".") else { return nil }
                tokens.append(number.token)
                end = number.end
            } else if isLetter(scalars[index]) {
                end = scalars[index...].firstIndex { !isLetter($0) } ?? scalars.count
                guard let words = words(of: scalars[index..<end]) else { return nil }
                tokens += words
            } else {
                guard let sign = sign(scalars, at: index) else { return nil }
                if let token = sign.token { tokens.append(token) }
                end = sign.end
            }
            index = end
        }
        return tokens
    }

    /// Returns the token of a mark such as `°`, and where it ends. A blank has no token. Two primes mean seconds.
    private static func sign(_ scalars: [Unicode.Scalar], at index: Int) -> (token: AngleToken?, end: Int)? {
        switch scalars[index] {
        case " ": return (nil, index + 1)
        case ",", ";": return (.separator, index + 1)
        case ":", "=": return (.colon, index + 1)
        case "°": return (.degrees, index + 1)
        case "\"": return (.seconds, index + 1)
        case "'":
            let isDouble = index + 1 < scalars.count && scalars[index + 1] == "'"
            return isDouble ? (.seconds, index + 2) : (.minutes, index + 1)
        default: return nil
        }
    }

    /// Returns the number that starts at `index`, and where it ends; nil if no number starts there.
    private static func number(_ scalars: [Unicode.Scalar], from index: Int) -> (token: AngleToken, end: Int)? {
        let isSigned = scalars[index] == "-" || scalars[index] == "+"
        let start = index + (isSigned ? 1 : 0)
        let digits = scalars[start...].prefix { "0"..."9" ~= $0 || $0 == "." }
        let text = String(String.UnicodeScalarView(digits))
        guard let value = DecimalText.number(text) else { return nil }
        let isNegative = scalars[index] == "-"
        return (
            .number(value, isNegative: isNegative, isSigned: isSigned, isWhole: !text.contains(".")), digits.endIndex
        )
    }

    /// Returns whether a scalar is a letter. A digit of any script is not a letter.
    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic && scalar.properties.generalCategory != .decimalNumber
    }

    static func words(of run: some Collection<Unicode.Scalar>) -> [AngleToken]? {
        let word = String(String.UnicodeScalarView(run)).lowercased()
        if let token = latin[word] { return [token] }
        // Korean words follow each other without blanks: 22초동경.
        var tokens: [AngleToken] = []
        var rest = word[...]
        while !rest.isEmpty {
            guard let known = korean.first(where: { rest.hasPrefix($0.word) }) else { return nil }
            tokens.append(known.token)
            rest = rest.dropFirst(known.word.count)
        }
        return tokens
    }

    private static let latin: [String: AngleToken] = [
        "n": .hemisphere(.north), "north": .hemisphere(.north), "s": .hemisphere(.south), "south": .hemisphere(.south),
        "e": .hemisphere(.east), "east": .hemisphere(.east), "w": .hemisphere(.west), "west": .hemisphere(.west),
        "lat": .label(.latitude), "latitude": .label(.latitude), "lon": .label(.longitude), "lng": .label(.longitude),
        "long": .label(.longitude), "longitude": .label(.longitude), "d": .degrees, "deg": .degrees,
        "degree": .degrees, "degrees": .degrees, "min": .minutes, "sec": .seconds,
    ]

    /// The Korean words and their tokens, longer words first.
    private static let korean: [(word: String, token: AngleToken)] = [
        ("북위", .hemisphere(.north)), ("남위", .hemisphere(.south)), ("동경", .hemisphere(.east)),
        ("서경", .hemisphere(.west)), ("위도", .label(.latitude)), ("경도", .label(.longitude)), ("도", .degrees),
        ("분", .minutes), ("초", .seconds),
    ]
}

extension AngleToken.Hemisphere {
    /// Latitude for north and south, longitude for east and west.
    var axis: AngleToken.Axis { self == .north || self == .south ? .latitude : .longitude }

    var isNegative: Bool { self == .south || self == .west }
}
