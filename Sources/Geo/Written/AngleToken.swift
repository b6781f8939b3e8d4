internal import GeocliText

/// A part of an angle as people write it.
enum AngleToken: Equatable {
    /// A number with its sign. A number is whole if it was written without a point.
    case number(Double, isNegative: Bool, isSigned: Bool, isWhole: Bool)
    case degrees, minutes, seconds, colon, separator
    case hemisphere(Hemisphere)
    /// The name of an axis, such as `lat` or 위도.
    case label(Axis)

    /// The half of the Earth that a letter or word names.
    enum Hemisphere { case north, south, east, west }

    /// The axis that a number belongs to.
    enum Axis { case latitude, longitude }

    /// Returns the tokens of a plain text; nil if any part is not a token.
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

    /// Returns the token of a punctuation mark such as `°`, and where the mark ends. A blank has no token. Two primes
    /// mean seconds.
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

    /// Returns what a run of letters means; nil for other words.
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

    /// Whether degrees in this half of the Earth are negative.
    var isNegative: Bool { self == .south || self == .west }
}
