internal import Text

/// The strings of a JSON array, as a column keeps them.
enum JSONStrings {
    /// The strings of the array `json`; what is no string is left out.
    ///
    /// - Throws: `JSONError` for what is no JSON.
    /// - Complexity: O(n) bytes.
    static func list(_ json: UnsafeBufferPointer<UInt8>) throws -> [String] {
        if let plain = plainList(json) { return plain }
        let text = String(decoding: json, as: UTF8.self)
        let value = try JSONValue(parsing: Array(text.utf8), name: "sns")
        return value.arrayValue?.compactMap(\.stringValue) ?? []
    }

    /// The same for an array as `Staging` writes most of them: strings without an escape, no blanks between them; nil for
    /// any other, which the parser reads.
    private static func plainList(_ json: UnsafeBufferPointer<UInt8>) -> [String]? {
        let quote = UInt8(ascii: "\"")
        guard json.count >= 4, json[0] == UInt8(ascii: "["), json[1] == quote else { return nil }
        var list: [String] = []
        var start = 2
        for position in 2..<json.count - 1 {
            let byte = json[position]
            guard byte >= 0x20, byte != UInt8(ascii: "\\") else { return nil }
            guard position >= start, byte == quote else { continue }
            list.append(String(decoding: UnsafeBufferPointer(rebasing: json[start..<position]), as: UTF8.self))
            let next = json[position + 1]
            if next == UInt8(ascii: "]"), position + 2 == json.count { return list }
            // The next string begins behind a comma and its quote.
            guard next == UInt8(ascii: ","), position + 2 < json.count, json[position + 2] == quote else { return nil }
            start = position + 3
        }
        return nil
    }
}
