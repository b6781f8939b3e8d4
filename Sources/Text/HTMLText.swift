internal import Glibc

/// Text that somebody wrote or exported as HTML: references such as `&amp;`, and tags such as `<b>`.
package enum HTMLText {
    /// Returns whether `bytes` have a character with which a reference or a tag begins, as fast as C finds a byte.
    @inline(__always)
    package static func mayHaveMarkup(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.baseAddress else { return false }
        return memchr(start, 0x26, bytes.count) != nil || memchr(start, 0x3C, bytes.count) != nil
    }

    /// Returns `text` without tags, and with the characters that its references mean.
    ///
    /// - Edges: only what is complete is changed: a reference with its semicolon and a known name or number, a tag
    ///   of HTML whose other tag is there, too. So `AT&T`, `1 < 2`, `<책방>` and `&copy=` stay. `&nbsp;` and a tag that ends
    ///   a line become a blank. Text that was written as HTML twice (`&amp;amp;`) is read twice.
    package static func plain(_ text: String) -> String { repeated(text) { withoutReferences(withoutTags($0)) } }

    /// Returns `text` with the characters that its references mean; tags stay, because an address may be in one.
    package static func decoded(references text: String) -> String { repeated(text, withoutReferences) }

    private static let maximumRounds = 3
    /// The part of a text that is read; a value of a feed is shorter.
    private static let maximumBytes = 64 << 10

    private static func repeated(_ text: String, _ change: (String) -> String) -> String {
        guard text.utf8.count <= maximumBytes else { return text }
        var text = text
        for _ in 0..<maximumRounds {
            let next = change(text)
            if next == text { break }
            text = next
        }
        return text
    }

    // MARK: References

    private static func withoutReferences(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let ampersand = rest.firstIndex(of: "&") {
            result += rest[..<ampersand]
            rest = rest[ampersand...]
            let name = rest.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") }
            if name.utf8.count <= longestName, name.endIndex < rest.endIndex, rest[name.endIndex] == ";",
                let scalar = scalar(name)
            {
                result.unicodeScalars.append(scalar)
                rest = rest[rest.index(after: name.endIndex)...]
            } else {
                result.append("&")
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    private static let longestName = 10

    /// Returns the character of a reference without its marks; nil for an unknown one, and for control characters.
    private static func scalar(_ name: Substring) -> Unicode.Scalar? {
        guard name.first == "#" else { return names[String(name)] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        guard digits.first?.isHexDigit ?? false || isHexadecimal,
            let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        else { return nil }
        // HTML means Windows-1252 by these numbers.
        if 0x80...0x9F ~= value { return Windows1252.scalar(UInt8(value)) }
        if value == 0xA0 { return " " }
        guard value == 0x09 || value == 0x0A || value >= 0x20, value != 0x7F else { return nil }
        return Unicode.Scalar(value)
    }

    /// The names of HTML 4 for U+00A1 to U+00FF, in order.
    private static let latin = """
        iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro \
        para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig \
        Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times \
        Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave \
        eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave \
        uacute ucirc uuml yacute thorn yuml
        """

    /// - Source: HTML 4.01, 24: the names that occur in texts; `apos` is from XML.
    private static let names: [String: Unicode.Scalar] = {
        var names: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ensp": " ", "emsp": " ",
            "thinsp": " ", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“",
            "rdquo": "”", "bdquo": "„", "bull": "•", "hellip": "…", "prime": "′", "lsaquo": "‹", "rsaquo": "›",
            "euro": "€", "trade": "™", "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "minus": "−", "ne": "≠",
            "le": "≤", "ge": "≥", "hearts": "♥", "spades": "♠", "clubs": "♣", "diams": "♦", "OElig": "Œ", "oelig": "œ",
            "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "tilde": "˜", "circ": "ˆ",
        ]
        for (index, name) in latin.split(separator: " ").enumerated() {
            names[String(name)] = Unicode.Scalar(UInt32(0xA1 + index))
        }
        return names
    }()

    // MARK: Tags

    private struct Tag {
        let name: String
        let isEnd: Bool
        let range: Range<String.Index>
    }

    /// Tags that need no other tag.
    private static let single: Set<String> = ["br", "hr", "wbr"]
    private static let inline: Set<String> = [
        "b", "i", "u", "s", "em", "strong", "span", "font", "a", "sup", "sub", "small", "big", "mark", "strike", "del",
        "ins", "nobr", "tt", "wbr",
    ]
    /// Tags that begin or end a line.
    private static let block: Set<String> = [
        "br", "hr", "p", "div", "center", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "td", "tr", "table",
    ]

    private static func withoutTags(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
        let tags = tags(text)
        let starts = Set(tags.filter { !$0.isEnd }.map(\.name)), ends = Set(tags.filter(\.isEnd).map(\.name))
        var result = ""
        var index = text.startIndex
        for tag in tags where single.contains(tag.name) || starts.contains(tag.name) && ends.contains(tag.name) {
            result += text[index..<tag.range.lowerBound]
            index = tag.range.upperBound
            guard block.contains(tag.name), let last = result.last, !last.isWhitespace else { continue }
            if index < text.endIndex, !text[index].isWhitespace { result += " " }
        }
        return result + text[index...]
    }

    /// Finds the tags that are known and complete, such as `<b>`, `</b>`, `<br/>` and `<a href="x">`.
    private static func tags(_ text: String) -> [Tag] {
        var tags: [Tag] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: open)...]
            let isEnd = rest.first == "/"
            let name = rest.dropFirst(isEnd ? 1 : 0).prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
            let known = name.utf8.count <= 6 ? name.lowercased() : ""
            guard inline.contains(known) || block.contains(known),
                let close = rest[name.endIndex...].firstIndex(where: { $0 == ">" || $0 == "<" }), rest[close] == ">",
                isAttributes(rest[name.endIndex..<close])
            else { continue }
            let end = rest.index(after: close)
            tags.append(Tag(name: known, isEnd: isEnd, range: open..<end))
            rest = rest[end...]
        }
        return tags
    }

    private static func isAttributes(_ text: Substring) -> Bool {
        guard let first = text.first else { return true }
        guard first.isWhitespace || first == "/" else { return false }
        let inner = text.filter { !$0.isWhitespace }
        return inner.isEmpty || inner == "/" || inner.contains("=")
    }
}

/// Windows-1252 (WHATWG Encoding, index-windows-1252), whose bytes 80 to 9F are not those of Latin-1: the five bytes
/// without a character are C1 controls.
package enum Windows1252 {
    private static let high: [Unicode.Scalar] = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    /// Returns the character of a byte from 80 to 9F; nil for the bytes without one.
    static func scalar(_ byte: UInt8) -> Unicode.Scalar? {
        let scalar = high[Int(byte) - 0x80]
        return scalar.value == UInt32(byte) ? nil : scalar
    }

    /// Returns the byte of a character other than ASCII, in Windows-1252 or Latin-1; nil if it has none.
    package static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        if 0x80...0xFF ~= scalar.value { return UInt8(scalar.value) }
        guard scalar.value > 0xFF else { return nil }
        return high.firstIndex(of: scalar).map { UInt8($0 + 0x80) }
    }
}
