internal import GeocliText

/// The values of what a service sent, JSON or XML, as they read, so that one can be taken out of the bytes.
///
/// What is neither is no page; nothing of it is kept or told.
enum BodyValues {
    /// No reader takes a longer string; see `JSONPage` and `XMLEvents`.
    private static let longest = 4 << 20

    /// Puts asterisks in place of each value that `isUnwanted`, whatever it is spelled and split by. The document stays
    /// well-formed.
    ///
    /// - Parameter fewest: no value of fewer bytes is asked about.
    /// - Complexity: O(length); in place.
    static func overwrite(in bytes: inout [UInt8], fewest: Int, where isUnwanted: (String) -> Bool) {
        let opening = bytes.first { $0 > 0x20 && $0 < 0x80 }
        bytes.withUnsafeMutableBufferPointer { bytes in
            if opening == UInt8(ascii: "<") {
                overwriteXML(bytes) { $0.utf8.count >= fewest && isUnwanted($0) }
            } else {
                overwriteJSON(bytes, fewest: fewest, isUnwanted)
            }
        }
    }

    /// All strings, the names of members among them.
    private static func overwriteJSON(
        _ bytes: UnsafeMutableBufferPointer<UInt8>, fewest: Int, _ isUnwanted: (String) -> Bool
    ) {
        var index = 0
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) {
            var end = start + 1
            while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
                end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            // Cut off in the middle: no reader takes it.
            guard end < bytes.count else { return }
            index = end + 1
            // An escape is never shorter than what it says.
            guard fewest...longest ~= end - start - 1 else { continue }
            let text = JSONLiteral.text(of: UnsafeBufferPointer(rebasing: bytes[start...end]))
            if let text, isUnwanted(text) { fill(bytes, start + 1..<end) }
        }
    }

    private static func overwriteXML(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ isUnwanted: (String) -> Bool) {
        var names: [Range<Int>] = []
        XMLSpans.forEach(in: UnsafeBufferPointer(bytes)) { kind, range, text in
            guard isUnwanted(text) else { return }
            switch kind {
            case .text, .remark: fill(bytes, range)
            // Tags stay tags: without attributes, and of one name at both ends, which expat has yet to compare.
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
