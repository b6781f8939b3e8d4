internal import GeocliText

/// Rewrites the texts of positions so that characters with the same meaning become the same character.
enum WrittenText {
    /// Returns `text` with characters of normal width, with single blanks, and with the same character for every form
    /// of minus, comma or quote.
    ///
    /// Direction marks, which some programs put around copied numbers, are left out.
    static func plain(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var isSpaced = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                isSpaced = true
                continue
            }
            guard scalar.properties.generalCategory != .format else { continue }
            if isSpaced, !scalars.isEmpty { scalars.append(" ") }
            isSpaced = false
            scalars.append(plain(scalar))
        }
        return String(scalars)
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        // Full-width ASCII.
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        // Hyphens, the en dash, the minus sign and its small form.
        case 0x2010, 0x2011, 0x2013, 0x2212, 0xFE63: "-"
        case 0x3001, 0xFE50, 0xFE51: ","
        case 0xFE54: ";"
        // People type these instead of a degree sign: the masculine ordinal, the ring above and the small circle.
        case 0xBA, 0x2DA, 0x2218: "°"
        case 0x2032, 0x2018, 0x2019, 0x201B, 0xB4, 0x60, 0x2B9, 0x2BC: "'"
        case 0x2033, 0x201C, 0x201D, 0x201F, 0x2BA, 0x3003: "\""
        default: scalar
        }
    }

    static func withoutBrackets(_ text: String) -> String {
        var text = text
        // Apps write at most two pairs of brackets.
        for _ in 0..<4 {
            guard let first = text.first, let last = text.last, text.count > 1,
                ["()", "[]", "{}", "<>"].contains(String([first, last]))
            else { break }
            text = String(text.dropFirst().dropLast()).trimmingBlanks()
        }
        return text
    }
}

/// A plain text that looks like a position: it has digits, and it has no letters except those that positions use.
struct WrittenWords {
    /// The parts between commas or semicolons; if the text has neither, the parts between blanks.
    private let pieces: [String]
    private let text: String

    init?(_ text: String) {
        self.text = text
        let scalars = text.unicodeScalars
        let isNumeric = scalars.contains { $0.properties.generalCategory == .decimalNumber }
        let runs = scalars.split { !AngleToken.isLetter($0) }
        let areKnown = runs.allSatisfy { run in
            AngleToken.words(of: run) != nil || Self.notNumbers.contains(String(run).lowercased())
                || Self.isHexadecimal(run, in: scalars)
        }
        let separated = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == ";" }
        pieces = (separated.count > 1 ? separated : text.split(separator: " ")).map { String($0).trimmingBlanks() }
        guard areKnown, isNumeric || pieces.count > 1 && runs.contains(where: Self.isNotNumber) else { return nil }
    }

    /// The words that some programs write for a missing number.
    private static let notNumbers: Set<String> = ["nan", "inf", "infinity"]

    private static func isNotNumber(_ run: Substring.UnicodeScalarView) -> Bool {
        notNumbers.contains(String(run).lowercased())
    }

    /// Returns whether a run of letters, with a 0 before it, starts a hexadecimal number, as in 0x10 and 0xFF.
    private static func isHexadecimal(_ run: Substring.UnicodeScalarView, in text: String.UnicodeScalarView) -> Bool {
        guard let first = run.first, first == "x" || first == "X", run.startIndex > text.startIndex else {
            return false
        }
        return text[text.index(before: run.startIndex)] == "0"
            && run.dropFirst().allSatisfy { $0.properties.isASCIIHexDigit }
    }

    /// The two numbers of `37.5563,126.9236`; nil for any other text.
    var twoNumbers: (Double, Double)? {
        guard pieces.count == 2, let first = DecimalText.number(pieces[0]), let second = DecimalText.number(pieces[1])
        else { return nil }
        return (first, second)
    }

    var explanation: GeoError {
        guard pieces.count == 2, !pieces.contains("") else {
            return .notTwoNumbers(text, mayBeName: text.unicodeScalars.contains(where: AngleToken.isLetter))
        }
        let wrong = pieces.first { DecimalText.number($0) == nil && !Angle.isAny($0) }
        return wrong.map(GeoError.notNumber) ?? .notTwoNumbers(text, mayBeName: false)
    }
}

/// The messages for texts that are not positions. No message names the argument.
extension GeoError {
    private static let advice = Words(
        en: "write latitude,longitude in degrees, such as 37.5563,126.9236",
        ko: "위도,경도를 도 단위로 쓰세요(예: 37.5563,126.9236)")

    private static func wrong(_ en: String, _ ko: String, _ advice: Words = advice) -> GeoError {
        GeoError(.position, en: "\(en); \(advice.en)", ko: "\(ko). \(advice.ko)")
    }

    private static func shown(_ text: String) -> String {
        DisplayText.shown(text.trimmingBlanks(), columns: 60)
    }

    static var noPosition: GeoError { wrong("missing", "값이 없습니다") }

    static func tooLong(_ most: Int) -> GeoError {
        wrong("longer than \(most) bytes, so it is not a position", "\(most)바이트보다 길어 위치로 읽을 수 없습니다")
    }

    static func notTwoNumbers(_ text: String, mayBeName: Bool) -> GeoError {
        let shown = shown(text)
        guard mayBeName else { return wrong("\"\(shown)\" is not 2 numbers", "값 \"\(shown)\"\(.topic) 숫자 2개가 아닙니다") }
        let advice = Words(
            en: "\(advice.en), or name:\(shown) if it is a name",
            ko: "\(advice.ko). 이름이라면 name:\(shown)처럼 쓰세요")
        return wrong("\"\(shown)\" is not 2 numbers", "값 \"\(shown)\"\(.topic) 숫자 2개가 아닙니다", advice)
    }

    static func eitherOrder(_ text: String, _ first: Double, _ second: Double) -> GeoError {
        let (first, second) = (String.shortest(first), String.shortest(second))
        return GeoError(
            .position,
            en:
                "\(shown(text)) may have the latitude first or, as in GeoJSON, the longitude; write latitude,longitude without brackets: \(first),\(second) or \(second),\(first)",
            ko:
                "\(shown(text))\(.topic) 위도가 먼저인지 GeoJSON처럼 경도가 먼저인지 알 수 없습니다. 괄호 없이 위도,경도 순서로 쓰세요: \(first),\(second) 또는 \(second),\(first)"
        )
    }

    static func notOnePoint(_ text: String) -> GeoError {
        wrong("\"\(shown(text))\" is not one point", "\"\(shown(text))\"\(.topic) 점 하나가 아닙니다")
    }

    static func otherSystem(_ text: String, _ system: Int) -> GeoError {
        wrong("\"\(shown(text))\" is in EPSG:\(system)", "\"\(shown(text))\"의 좌표계는 EPSG:\(system)입니다")
    }

    static func notNumber(_ text: String) -> GeoError {
        wrong("\"\(shown(text))\" is not a number", "값 \"\(shown(text))\"\(.topic) 숫자가 아닙니다")
    }

    static func swapped(_ latitude: Double, better: String) -> GeoError {
        let shown = String.shortest(latitude)
        return GeoError(
            .latitude,
            en: "latitude \(shown) is beyond ±90, so latitude and longitude seem to be swapped; write \(better)",
            ko: "위도(\(shown))가 ±90을 넘습니다. 위도와 경도가 바뀐 듯합니다. 이렇게 쓰세요: \(better)")
    }

    static func latitudeRange(_ value: Double) -> GeoError {
        let shown = String.shortest(value)
        return GeoError(
            .latitude, en: "latitude \(shown) is not between -90 and 90; write degrees",
            ko: "위도(\(shown))는 -90에서 90 사이여야 합니다. 도 단위로 쓰세요")
    }

    static func longitudeRange(_ value: Double) -> GeoError {
        let shown = String.shortest(value)
        return GeoError(
            .longitude, en: "longitude \(shown) is not between -180 and 180; write degrees",
            ko: "경도(\(shown))는 -180에서 180 사이여야 합니다. 도 단위로 쓰세요")
    }

    static func sixtyOrMore(_ value: Double, en: String, ko: String) -> GeoError {
        let shown = String.shortest(value)
        return GeoError(
            .position,
            en: "\(en) must be below 60, not \(shown); write degrees, minutes and seconds, such as 37°33'22.7\"N",
            ko: "\(ko) 값 \(shown)\(.topic) 60보다 작아야 합니다. 37°33'22.7\"N처럼 도, 분, 초로 쓰세요")
    }

    static func signAndLetter(isSouthOrNorth: Bool) -> GeoError {
        let letters = isSouthOrNorth ? "N/S" : "E/W"
        return wrong(
            "a sign and \(letters) together are ambiguous", "부호와 \(letters)\(.object) 함께 쓰면 뜻이 모호합니다",
            Words(en: "write only one of them", ko: "하나만 쓰세요"))
    }

    static func sameAxis(isLatitude: Bool) -> GeoError {
        isLatitude
            ? wrong("two latitudes are not a position", "위도가 두 개입니다")
            : wrong("two longitudes are not a position", "경도가 두 개입니다")
    }
}
