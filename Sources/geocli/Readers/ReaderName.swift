internal import GeocliAsking
internal import GeocliText

/// The name of a reader of changes: letters of any script, digits, `-`, `_` and `.`, so that it can be a file name.
struct ReaderName: Equatable {
    /// The name in NFC, so that a name typed in a different normal form still means the same reader.
    let text: String

    /// Leaves room for the ending of a temporary file within the 255 bytes of a file name.
    private static let maximumBytes = 100

    /// Reads the value of `--reader`.
    init(argument: String) throws {
        let name = Folding.composed(argument.trimmingBlanks())
        guard 1...Self.maximumBytes ~= name.utf8.count, !name.hasPrefix("."),
            name.unicodeScalars.allSatisfy(Self.mayStand)
        else {
            throw ValueArgument.wrong(
                "--reader", argument,
                en: "use only letters, digits, -, _ and . (at most \(Self.maximumBytes) bytes, with no . at the start)",
                ko: "글자, 숫자, -, _, .만 쓰세요(맨 앞에는 .을 쓸 수 없고, 길이는 \(Self.maximumBytes)바이트까지)")
        }
        text = name
    }

    private static func mayStand(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII, "-_.".unicodeScalars.contains(scalar) { return true }
        // Unicode counts fillers and selectors as letters and marks, but they are invisible.
        guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            true
        default: false
        }
    }
}
