internal import GeocliText

extension DeclarationText {
    /// Returns a text in quotes, in a form that the reader of declarations reads back as the same text. Characters that
    /// are invisible, or that change the direction of text, are escaped, so that an editor shows what is there.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\" + String(scalar)
            case _ where DisplayText.isInvisible(scalar):
                let digits = String(scalar.value, radix: 16)
                let (mark, count) = scalar.value > 0xFFFF ? ("\\U", 8) : ("\\u", 4)
                quoted += mark + String(repeating: "0", count: count - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
