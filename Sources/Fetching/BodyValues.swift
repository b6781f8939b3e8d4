internal import GeocliText

/// Overwrites values in the JSON, the XML or the lines that a service sent. Values are decoded before they are compared.
enum BodyValues {
    /// The maximum length of a string in bytes. No reader accepts a longer one; see `JSONPage` and `XMLEvents`.
    private static let longest = 4 << 20

    /// Overwrites each value for which `isUnwanted` returns true, even if the value is escaped or split. A value
    /// becomes asterisks, an XML attribute becomes blanks, and an XML name becomes a row of `x`s. The document stays
    /// well-formed. In a text of lines, such as CSV, a value is what is between two separators.
    ///
    /// - Parameter fewest: the minimum size in bytes of a value that is checked.
    /// - Complexity: O(length); in place.
    static func overwrite(in bytes: inout [UInt8], fewest: Int, where isUnwanted: (String) -> Bool) {
        let opening = bytes.first { $0 > 0x20 && $0 < 0x80 }
        bytes.withUnsafeMutableBufferPointer { bytes in
            if opening == UInt8(ascii: "<") {
                overwriteXML(bytes) { $0.utf8.count >= fewest && isUnwanted($0) }
            } else {
                overwriteJSON(bytes, fewest: fewest, isUnwanted)
                let isJSON = opening == UInt8(ascii: "{") || opening == UInt8(ascii: "[")
                if !isJSON { overwriteCells(bytes, fewest: fewest, isUnwanted) }
            }
        }
    }

    /// Overwrites strings, including the names of members, and what is between two strings. After a stray quote, the
    /// strings of the rows that a reader accepts are between what seem to be strings.
    private static func overwriteJSON(
        _ bytes: UnsafeMutableBufferPointer<UInt8>, fewest: Int, _ isUnwanted: (String) -> Bool
    ) {
        var index = 0
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) {
            var end = start + 1
            while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
                end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            // The string is cut off, so no reader accepts the document.
            guard end < bytes.count else { return }
            index = end
            // An escape is never shorter than the bytes it decodes to, so shorter strings need no decoding.
            guard fewest...longest ~= end - start - 1 else { continue }
            let literal = UnsafeBufferPointer(rebasing: bytes[start...end])
            // A broken row is kept as it came.
            let text = JSONLiteral.text(of: literal) ?? String(decoding: literal, as: UTF8.self)
            if isUnwanted(text) { fill(bytes, start + 1..<end) }
        }
    }

    /// Overwrites cells, whatever separates them.
    private static func overwriteCells(
        _ bytes: UnsafeMutableBufferPointer<UInt8>, fewest: Int, _ isUnwanted: (String) -> Bool
    ) {
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(where: isSeparator) ?? bytes.count
            if fewest...longest ~= end - start,
                isUnwanted(String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self))
            {
                fill(bytes, start..<end)
            }
            start = end + 1
        }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "|"), UInt8(ascii: "\""): true
        default: false
        }
    }

    private static func overwriteXML(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ isUnwanted: (String) -> Bool) {
        var names: [Range<Int>] = []
        XMLSpans.forEach(in: UnsafeBufferPointer(bytes)) { kind, range, text in
            guard isUnwanted(text) else { return }
            switch kind {
            case .text, .remark: fill(bytes, range)
            // The tags must stay well-formed. Attributes become blanks. Names are overwritten last, because expat still
            // compares the names of start and end tags.
            case .attribute: fill(bytes, range, with: UInt8(ascii: " "))
            case .name: names.append(range)
            }
        }
        for name in names { fill(bytes, name, with: UInt8(ascii: "x")) }
    }

    private static func fill(
        _ bytes: UnsafeMutableBufferPointer<UInt8>, _ range: Range<Int>, with byte: UInt8 = UInt8(ascii: "*")
    ) {
        for index in range { bytes[index] = byte }
    }
}
