internal import GeocliText

/// What a reader of changes is called: letters of any script, digits, `-`, `_` and `.`, so that it can name a file.
struct ReaderName: Equatable {
    /// The name in NFC: typed in another normal form it is the same reader.
    let text: String

    /// Room for the ending of a temporary file in the 255 bytes of a file name.
    private static let maximumBytes = 100

    /// The reader that `--reader` names.
    init(argument: String) throws {
        let name = Folding.composed(argument.trimmingBlanks())
        guard 1...Self.maximumBytes ~= name.utf8.count, !name.hasPrefix("."),
            name.unicodeScalars.allSatisfy(Self.mayStand)
        else {
            throw ValueArgument.wrong(
                "--reader", argument,
                en: "write letters, digits, -, _ and ., no . in front, at most \(Self.maximumBytes) bytes",
                ko: "글자, 숫자, -, _, .로 쓰세요(.으로 시작할 수 없고 \(Self.maximumBytes)바이트까지)")
        }
        text = name
    }

    private static func mayStand(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII, "-_.".unicodeScalars.contains(scalar) { return true }
        // Fillers and selectors are letters and marks that nobody sees.
        guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            true
        default: false
        }
    }
}
