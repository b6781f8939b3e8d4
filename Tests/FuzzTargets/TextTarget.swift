import Foundation

@testable internal import GeocliSearch
@testable internal import GeocliText

/// Text that is folded, sorted and shown.
enum TextTarget {
    static func checkFolding(_ bytes: [UInt8]) throws {
        let text = text(bytes)
        // Only the start of a longer text is folded, and that start differs between two forms of the same text.
        guard bytes.count < 1024 else { return }
        let folded = Folding.folded(text)
        try demand(areSame(Folding.folded(folded), folded), "\"\(text)\" folds to \"\(folded)\", that to another")
        try demand(
            areSame(Folding.composed(folded), folded), "\"\(text)\" folds to what is not composed: \"\(folded)\"")
        try demand(
            areSame(Folding.composed(text + " \u{3B1}"), Folding.composed(text) + " \u{3B1}"),
            "the short way of composing differs: \"\(text)\"")
        let blanks = folded.unicodeScalars.filter(\.properties.isWhitespace)
        try demand(blanks.allSatisfy { $0 == " " }, "a blank that is not a space is left in \"\(folded)\"")
        try demand(
            !folded.hasPrefix(" ") && !folded.hasSuffix(" ") && !folded.contains("  "), "too many blanks: \"\(folded)\""
        )
        // A Greek letter forces the slow path and does not compose with the character before it.
        try demand(
            areSame(Folding.folded(text + " \u{3B1}"), folded.isEmpty ? "\u{3B1}" : folded + " \u{3B1}"),
            "the short way differs: \"\(text)\"")
        let decomposed = text.decomposedStringWithCanonicalMapping
        // U+0345, the iota below a letter, folds to a separate letter, and marks after it then belong to that letter
        // (Unicode, D145).
        if !decomposed.unicodeScalars.contains("\u{345}"), text.unicodeScalars.allSatisfy(isOld) {
            try demand(areSame(Folding.folded(decomposed), folded), "\"\(text)\" decomposed folds to something else")
        }
        let squeezed = Folding.squeezed(folded)
        try demand(areSame(Folding.squeezed(squeezed), squeezed), "\"\(squeezed)\" can be squeezed again")
        try demand((SearchText(text) == nil) == folded.isEmpty, "what is there to look for in \"\(text)\"?")
    }

    /// A name, an address, a phone number and a search text, one line each: the text finds itself, and guesses are made
    /// without a crash.
    static func checkSearch(_ bytes: [UInt8]) throws {
        guard bytes.count < 1024 else { return }
        let parts = lines(bytes, count: 4)
        let fields = FoldedFields.text(name: parts[0], address: parts[1], district: nil, phone: parts[2])
        let folded = FoldedFields.foldedText(name: parts[0], address: parts[1], district: nil, phone: parts[2])
        try demand(areSame(fields, folded), "\(parts) folded as \(fields.debugDescription)")
        try demand(fields.count { $0 == "\n" } == 5, "\(fields.debugDescription) is not five lines")
        for part in parts.prefix(2) {
            guard let text = SearchText(part) else { continue }
            let isFound = text.kind(fields) != nil || Folding.squeezed(text.folded).isEmpty
            try demand(isFound, "\"\(part)\" does not find itself in \(fields.debugDescription)")
        }
        guard let text = SearchText(parts[3]) else { return }
        let reading = SearchReading(text)
        try demand(
            (text.kind(fields) == nil) == (reading.explanation(fields) == nil), "\(text) is found and not explained")
    }

    /// Whether a character is old enough that both libraries know it.
    private static func isOld(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.age.map { $0.major < 13 } ?? false }

    static func checkDistrict(_ bytes: [UInt8]) throws {
        let text = text(bytes)
        let near = District.nearestNames(to: text, count: 3)
        try demand(near.count <= 3 && near.allSatisfy(District.all.contains), "\(near) for \"\(text)\"")
        let name = DistrictName(text)
        try demand(!name.differs(from: name), "\(name) differs from itself")
        try demand(name.words.isEmpty || name.means(name) && name.covers(name), "\(name) does not mean itself")
        _ = name.contradiction(in: DistrictName(address: text))
        guard let district = District.named(text) else { return }
        try demand(near.first == district, "\"\(text)\" is \(district), the nearest name \(near)")
        try demand(
            District.named(district.name) == district && District.named(district.romanized) == district, "\(district)")
        try demand(District.named(Folding.folded(text)) == district, "\"\(text)\" folded is no longer \(district)")
    }

    /// Three names, one line each: the order is strict, and only names of equal bytes are equal.
    static func checkOrder(_ bytes: [UInt8]) throws {
        let names = lines(bytes, count: 3)
        for first in names {
            for second in names {
                let (before, after) = (NaturalOrder.isBefore(first, second), NaturalOrder.isBefore(second, first))
                try demand(before != after || areSame(first, second), "\"\(first)\" and \"\(second)\" have no order")
                try demand(!(before && after), "\"\(first)\" and \"\(second)\" are before each other")
                for third in names where before && NaturalOrder.isBefore(second, third) {
                    try demand(NaturalOrder.isBefore(first, third), "\"\(first)\" \"\(second)\" \"\(third)\" go round")
                }
            }
        }
    }

    static func checkDisplay(_ bytes: [UInt8]) throws {
        let text = text(bytes)
        let columns = Int(checksum(bytes) % 60)
        let short = DisplayText.truncated(text, columns: columns)
        try demand(DisplayText.width(short) <= columns, "\"\(short)\" is wider than \(columns)")
        // Marks without width are cut only if there are more of them than any script uses.
        if DisplayText.width(text) <= columns, text.unicodeScalars.count <= 32 {
            try demand(areSame(short, text), "\"\(text)\" was cut")
        }
        try demand(
            short.unicodeScalars.count <= 9 * columns + 32, "\(short.unicodeScalars.count) characters in \(columns)")
        let line = DisplayText.singleLine(text)
        try demand(isHarmless(line), "\"\(line)\" contains control characters")
        try demand(areSame(DisplayText.singleLine(line), line), "\"\(line)\" changes again")
        try demand(isHarmless(text) == areSame(line, text), "\"\(text)\" became \"\(line)\"")
        try demand(areSame(text.trimmingBlanks(), trimmed(text)), "\"\(text)\" trimmed is \"\(text.trimmingBlanks())\"")
        var writer = JSONWriter()
        writer.string(text)
        try demand(isHarmless(Self.text(writer.bytes)), "JSON with control characters")
        let read = try Outcome { try JSONValue(parsing: writer.bytes, name: "written") }.value?.stringValue
        try demand(read.map { areSame($0, text) } ?? false, "\"\(text)\" reads back as \(read as Any)")
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The text without blanks at its ends, computed without the fast path.
    private static func trimmed(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)[...]
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace || scalar.value == 0xFEFF }
        while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        return String(String.UnicodeScalarView(scalars))
    }
}
