internal import CGeocliText

/// A hyperlink in text on a terminal: the terminal shows the text and opens the address when a person clicks it.
///
/// - Source: OSC 8, "Hyperlinks in terminal emulators" (Egmont Koblinger, George Nachman);
///   ECMA-48 §8.3.89 (OSC) and §8.3.143 (ST).
package enum Hyperlink {
    private static let start = "\u{1B}]8;;"
    private static let end = "\u{1B}\\"
    /// Terminals ignore longer addresses (VTE and iTerm2: 2083 bytes).
    private static let maximumBytes = 2083

    /// Returns `text` as a hyperlink to `address`; `text` alone if a terminal should not open the address. The result
    /// passes `DisplayText.harmless` only with `keepsStyles`.
    ///
    /// - Edges: a terminal should open an address only if it begins with `https://` or `http://` and has at most 2083
    ///   bytes. All of these bytes must be printable ASCII without blanks, as in a percent-encoded address.
    /// - Precondition: `text` has passed `DisplayText.singleLine`.
    package static func applied(to text: String, address: String) -> String {
        guard !text.isEmpty, isAllowed(address.unicodeScalars) else { return text }
        return "\(start)\(address)\(end)\(text)\(start)\(end)"
    }

    /// Returns the length, in scalars, of the control sequence that begins at `start`; 0 if no sequence that `applied`
    /// writes begins there.
    static func length(at start: Int, in scalars: [Unicode.Scalar]) -> Int {
        guard scalars[start...].starts(with: Self.start.unicodeScalars) else { return 0 }
        let rest = scalars[(start + Self.start.unicodeScalars.count)...].prefix(maximumBytes + 2)
        guard let close = rest.firstIndex(of: "\u{1B}"), rest[close...].starts(with: end.unicodeScalars) else {
            return 0
        }
        let address = rest[..<close]
        return address.isEmpty || isAllowed(address) ? close + end.unicodeScalars.count - start : 0
    }

    private static func isAllowed(_ address: some Collection<Unicode.Scalar>) -> Bool {
        ["https://", "http://"].contains { address.starts(with: $0.unicodeScalars) } && address.count <= maximumBytes
            && address.allSatisfy { 0x21...0x7E ~= $0.value }
    }
}

/// A style (ECMA-48 §8.3.117, SGR) that geocli gives to text on a terminal. Its colors are among the eight that every
/// terminal has and that the user can change. Yellow, blue and cyan are not used: they lack contrast on white or on
/// black.
package enum TextStyle: UInt8, Sendable, CaseIterable {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case magenta = 35

    /// Returns `text`, which has passed `DisplayText.singleLine`, in this style, followed by the sequence that restores
    /// the usual style. The result passes `DisplayText.harmless` only with `keepsStyles`.
    package func applied(to text: String) -> String { text.isEmpty ? "" : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }

    /// Returns the length, in scalars, of the control sequence that begins at `start`; 0 if no sequence that `applied`
    /// writes begins there.
    static func length(at start: Int, in scalars: [Unicode.Scalar]) -> Int {
        guard start + 3 < scalars.count, scalars[start] == "\u{1B}", scalars[start + 1] == "[" else { return 0 }
        var end = start + 2
        var code: UInt8 = 0
        while end < scalars.count, end < start + 4, 0x30...0x39 ~= scalars[end].value {
            code = code * 10 + UInt8(scalars[end].value - 0x30)
            end += 1
        }
        guard end > start + 2, end < scalars.count, scalars[end] == "m", code == 0 || TextStyle(rawValue: code) != nil
        else { return 0 }
        return end + 1 - start
    }
}

/// Text as a terminal shows it.
package enum DisplayText {
    /// Returns the columns that `text` takes, in any locale: two for Hangul and other wide characters, none for
    /// combining marks (Unicode UAX #11 through utf8proc).
    package static func width(_ text: String) -> Int {
        var width = 0
        for scalar in text.unicodeScalars { width += self.width(scalar) }
        return width
    }

    /// Returns `text` cut to `columns`, with an ellipsis in the last column if anything was cut. Zero-width marks are
    /// cut, too, if there are more than any script needs: a line of one column could have any number of them.
    package static func truncated(_ text: String, columns: Int) -> String {
        guard text.utf8.count > columns else { return text }
        let most = max(columns, 0) * 8 + 32
        guard width(text) > columns || text.unicodeScalars.count > most else { return text }
        var kept = ""
        var used = 0
        var count = 0
        for character in text {
            let next = character.unicodeScalars.reduce(0) { $0 + width($1) }
            count += character.unicodeScalars.count
            guard used + next <= columns - 1, count <= most else { break }
            kept.append(character)
            used += next
        }
        return columns > 0 ? kept + "…" : ""
    }

    /// Returns a value from a file, a feed or a person as a message quotes it: on one line, harmless to a terminal, and
    /// cut to `columns`. No message quotes such a value in another way, so that none is longer than a person reads.
    package static func shown(_ value: String, columns: Int = 60) -> String {
        truncated(singleLine(value), columns: columns)
    }

    /// Returns the first three values as a message quotes them, each in quotation marks.
    package static func examples(_ values: [String]) -> String {
        values.prefix(3).map { "\"\(shown($0, columns: 40))\"" }.joined(separator: ", ")
            + (values.count > 3 ? ", …" : "")
    }

    /// Returns `text` on one line and harmless to a terminal. TAB and line ends become a blank; other control
    /// characters and the bidirectional controls are removed.
    package static func singleLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09...0x0D, 0x85, 0x2028, 0x2029: scalars.append(" ")
            default: if !isUnsafe(scalar) { scalars.append(scalar) }
            }
        }
        return String(scalars)
    }

    /// Whether a character is invisible: a text of only such characters looks empty. The joiner and the variation
    /// selector of emoji count as visible.
    package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        isUnsafe(scalar) || scalar == "\u{FFFD}"
            || scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{FE0F}" && scalar != "\u{200D}"
    }

    /// Returns `bytes` without what `singleLine` removes, but with line ends (LF) and TAB.
    ///
    /// This is the last check before a terminal. Text that geocli has already prepared for a terminal stays unchanged.
    ///
    /// - Parameter keepsStyles: whether the sequences of `TextStyle` and `Hyperlink` stay. Text from another program
    ///   can use these sequences only to color itself and to link to a web address.
    /// - Edges: CR LF becomes LF. Bytes that are not UTF-8 become U+FFFD: for some terminals a lone byte 9B is a
    ///   control.
    /// - Complexity: O(n); no copy if nothing changes.
    package static func harmless(_ bytes: [UInt8], keepsStyles: Bool = false) -> [UInt8] {
        let isPlain = bytes.withUnsafeBufferPointer { bytes in
            bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x09 }).allSatisfy {
                PlainText.isPlain(UnsafeBufferPointer(rebasing: $0), quotes: true)
            }
        }
        guard !isPlain else { return bytes }
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var wasReturn = false
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        var position = 0
        while position < scalars.count {
            let scalar = scalars[position]
            let style = keepsStyles ? sequenceLength(at: position, in: scalars) : 0
            position += max(style, 1)
            if style > 0 {
                kept.append(
                    contentsOf: scalars[(position - style)..<position].map { UInt8(truncatingIfNeeded: $0.value) })
                continue
            }
            if wasReturn, scalar != "\n" { kept.append(0x20) }
            wasReturn = scalar == "\r"
            switch scalar.value {
            case 0x09, 0x0A: kept.append(UInt8(scalar.value))
            case 0x0D: continue
            case 0x0B, 0x0C, 0x85, 0x2028, 0x2029: kept.append(0x20)
            default: if !isUnsafe(scalar) { kept.append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar()) }
            }
        }
        return kept
    }

    /// Returns the columns that a line takes on a terminal. `width` would count the sequences of styles and links, too.
    package static func widthWithoutStyles(_ line: String) -> Int {
        guard line.unicodeScalars.contains("\u{1B}") else { return width(line) }
        let scalars = Array(line.unicodeScalars)
        var (columns, position) = (0, 0)
        while position < scalars.count {
            let sequence = sequenceLength(at: position, in: scalars)
            if sequence == 0 { columns += width(scalars[position]) }
            position += max(sequence, 1)
        }
        return columns
    }

    private static func sequenceLength(at start: Int, in scalars: [Unicode.Scalar]) -> Int {
        guard scalars[start] == "\u{1B}" else { return 0 }
        return max(TextStyle.length(at: start, in: scalars), Hyperlink.length(at: start, in: scalars))
    }

    /// Returns whether a character can move a cursor, end a line or change the direction of text: C0, DEL, C1, the line
    /// and paragraph separators, and the bidirectional controls (Unicode UAX #9 §2).
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0..<0x80: 1
        // Conjoining vowels and finals share the columns of the initial before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: 0
        default: Int(max(0, utf8proc_charwidth(utf8proc_int32_t(scalar.value))))
        }
    }

    /// Returns `text` as lines of at most `columns` columns. The text is broken at blanks; only a word that is wider
    /// than a line is broken inside.
    ///
    /// - Parameter maximumLines: the maximum number of lines; if the text is longer, the last line ends in an ellipsis.
    /// - Edges: returns at least one line, and treats `columns` below 1 as 1. Blanks around a break are left out. An
    ///   ellipsis replaces a character that is wider than a line.
    /// - Complexity: O(n), n at most about eight times the columns of all lines.
    package static func wrapped(_ text: String, columns: Int, maximumLines: Int) -> [String] {
        let columns = max(columns, 1)
        // This also limits the length of a text with very many combining marks.
        let text = truncated(text, columns: columns * maximumLines)
        guard width(text) > columns else { return [text] }
        var lines = WrappedLines(columns: columns)
        for word in text.split(separator: " ") {
            guard width(String(word)) > columns else {
                lines.add(word)
                continue
            }
            // A long word may be a name with a second name in brackets after it. The second name goes to the next line
            // as a whole if it fits there.
            for (position, part) in parts(of: word).enumerated() { lines.add(part, isGlued: position > 0) }
        }
        guard lines.all.count > maximumLines else { return lines.all }
        let last = lines.all[maximumLines - 1]
        let cut = width(last) < columns ? last + "…" : truncated(last + "……", columns: columns)
        return lines.all.prefix(maximumLines - 1) + [cut]
    }
}

/// Returns a long word split before the first bracket inside it; the whole word if there is none.
private func parts(of word: Substring) -> [Substring] {
    guard let bracket = word.dropFirst().firstIndex(where: { "([（［".contains($0) }) else { return [word] }
    return [word[..<bracket], word[bracket...]]
}

private struct WrappedLines {
    let columns: Int
    private(set) var all = [""]
    var used = 0

    /// - Parameter isGlued: whether the word follows the previous one without a blank.
    mutating func add(_ word: Substring, isGlued: Bool = false) {
        let width = DisplayText.width(String(word))
        if isGlued {
            if used + width > columns, width <= columns { begin() }
        } else if used > 0, used + 1 + width <= columns || width > columns && used + 2 < columns {
            put(" ", width: 1)
        } else if used > 0 {
            begin()
        }
        guard used + width > columns else { return put(String(word), width: width) }
        for character in word {
            let width = DisplayText.width(String(character))
            if width > columns {
                put(character: "…", width: 1)
            } else {
                put(character: String(character), width: width)
            }
        }
    }

    private mutating func put(character: String, width: Int) {
        if used + width > columns { begin() }
        put(character, width: width)
    }

    private mutating func put(_ text: String, width: Int) {
        all[all.count - 1] += text
        used += width
    }

    private mutating func begin() {
        all.append("")
        used = 0
    }
}

extension String {
    /// Returns the start of the text: as many whole Unicode characters as fit into `count` bytes of UTF-8.
    package func head(bytes count: Int) -> String {
        guard utf8.count > count else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: count)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }

    /// Returns the text without white space and byte order marks at its ends. The rest is unchanged byte for byte.
    package func trimmingBlanks() -> String {
        guard !hasPlainEnds else { return self }
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace || scalar == "\u{FEFF}" }
        guard let first = unicodeScalars.first, let last = unicodeScalars.last, isBlank(first) || isBlank(last) else {
            return self
        }
        guard let start = unicodeScalars.firstIndex(where: { !isBlank($0) }),
            let end = unicodeScalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(unicodeScalars[start...end])
    }

    private var hasPlainEnds: Bool {
        utf8.withContiguousStorageIfAvailable { $0.hasPlainEnds } ?? false
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the first and the last character alone show that neither end is blank. They do if each of them is
    /// visible ASCII or a character from U+4000 to U+DFFF (Hangul and Chinese among them): none of these is white
    /// space.
    @inlinable @inline(__always)
    public var hasPlainEnds: Bool {
        guard count > 0 else { return true }
        let first = self[0]
        guard 0x21...0x7E ~= first || 0xE4...0xED ~= first else { return false }
        return 0x21...0x7E ~= self[count - 1] || count >= 3 && 0xE4...0xED ~= self[count - 3]
    }
}
