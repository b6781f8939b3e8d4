internal import GeocliText

/// Reads the strings of a JSON array that a column stores.
package enum JSONStrings {
    /// Returns the strings of the array `json`. Values that are not strings are left out.
    ///
    /// - Throws: `JSONError` for text that is not JSON.
    /// - Complexity: O(n), n bytes.
    package static func list(_ json: UnsafeBufferPointer<UInt8>) throws -> [String] {
        if let plain = plainList(json) { return plain }
        let text = String(decoding: json, as: UTF8.self)
        let value = try JSONValue(parsing: Array(text.utf8), name: "sns")
        return value.arrayValue?.compactMap(\.stringValue) ?? []
    }

    /// Returns the strings of an array if it has the form that `Staging` usually writes (`isPlain`). Returns nil for
    /// any other array; the caller must then use the JSON parser.
    package static func plainList(_ json: UnsafeBufferPointer<UInt8>) -> [String]? {
        var list: [String] = []
        let isPlain = forEachPlain(json) { range in
            list.append(String(decoding: UnsafeBufferPointer(rebasing: json[range]), as: UTF8.self))
        }
        return isPlain ? list : nil
    }

    /// Returns whether `json` is an array of strings that contain no escapes, with no blanks between the strings.
    package static func isPlain(_ json: UnsafeBufferPointer<UInt8>) -> Bool { forEachPlain(json) { _ in } }

    /// Calls `body` with the range of each string in an array for which `isPlain` is true. Returns false for any other
    /// array; `body` may have been called by then.
    @inline(__always)
    private static func forEachPlain(_ json: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>) -> Void) -> Bool {
        let quote = UInt8(ascii: "\"")
        guard json.count >= 4, json[0] == UInt8(ascii: "["), json[1] == quote else { return false }
        var start = 2
        var next = 2
        while next < json.count - 1 {
            next = PlainText.endOfPlainWords(json, from: next)
            let position = next
            guard position < json.count - 1 else { return false }
            next += 1
            let byte = json[position]
            guard byte >= 0x20, byte != UInt8(ascii: "\\") else { return false }
            guard position >= start, byte == quote else { continue }
            body(start..<position)
            let behind = json[position + 1]
            if behind == UInt8(ascii: "]"), position + 2 == json.count { return true }
            // The next string begins after a comma and a quote.
            guard behind == UInt8(ascii: ","), position + 2 < json.count, json[position + 2] == quote else {
                return false
            }
            start = position + 3
        }
        return false
    }
}
