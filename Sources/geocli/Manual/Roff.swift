/// A builder of a manual page, in the macros of man(7).
struct Roff {
    private(set) var text = ""
    /// Whether a heading has just started a paragraph.
    private var isBelowHeading = false

    mutating func section(_ title: String) { heading(".SH \(title)") }
    mutating func subsection(_ title: String) { heading(".SS \(title)") }
    mutating func paragraph(_ sentences: String) { body(Self.wrapped(sentences)) }
    /// Adds lines that keep their layout.
    mutating func verbatim(_ lines: String) { body(".nf\n\(Self.escaped(lines))\n.fi") }

    /// Adds paragraphs, each on one line; lines that start with a blank keep their layout.
    mutating func discussion(_ lines: [Substring]) {
        var kept: [Substring] = []
        for line in lines + [""] {
            if line.hasPrefix(" ") {
                kept.append(line)
                continue
            }
            if !kept.isEmpty { verbatim(kept.joined(separator: "\n")) }
            kept = []
            if !line.isEmpty { paragraph(String(line)) }
        }
    }

    /// Adds a tag, which already has its markup, and its explanation below it.
    mutating func item(_ tag: String, _ sentences: String) { line(".TP\n\(tag)\n\(Self.wrapped(sentences))") }

    mutating func line(_ line: String) { text += line + "\n" }

    private mutating func heading(_ macro: String) {
        line(macro)
        isBelowHeading = true
    }

    private mutating func body(_ lines: String) {
        if !isBelowHeading { line(".PP") }
        isBelowHeading = false
        line(lines)
    }

    static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
    static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    /// Returns text that roff prints literally: nothing in it starts a macro or an escape, and dashes and quotes are
    /// ASCII when a reader copies them.
    static func escaped(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let plain = line.reduce(into: "") { $0 += replacements[$1] ?? String($1) }
            return plain.hasPrefix(".") ? "\\&" + plain : plain
        }
        return lines.joined(separator: "\n")
    }

    /// Wraps sentences into lines of fewer than 80 bytes, for reading and for diffs.
    ///
    /// A line that ends like a sentence gets `\&` at its end. Otherwise mandoc puts two blanks after the line, even
    /// with `.ss`.
    private static func wrapped(_ sentences: String) -> String {
        var lines: [String] = []
        for word in escaped(sentences).split(whereSeparator: \.isWhitespace) {
            if let last = lines.last, last.utf8.count + word.utf8.count < 79 {
                lines[lines.count - 1] = last + " " + word
            } else {
                if let last = lines.last, last.contains(/[.?!]\)?$/) { lines[lines.count - 1] = last + "\\&" }
                lines.append(word.hasPrefix(".") ? "\\&" + word : String(word))
            }
        }
        return lines.joined(separator: "\n")
    }

    private static let replacements: [Character: String] = [
        "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
    ]
}
