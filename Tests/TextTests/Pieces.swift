import GeocliText

extension ByteSource {
    /// `bytes` in pieces of `size`, the last one shorter.
    static func pieces(_ bytes: [UInt8], of size: Int, name: String = "test") -> ByteSource {
        var rest = bytes[...]
        return ByteSource(name: name) {
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
    }

    /// `bytes` cut in two before `index`.
    static func split(_ bytes: [UInt8], at index: Int, name: String = "test") -> ByteSource {
        var parts = [Array(bytes[..<index]), Array(bytes[index...])].filter { !$0.isEmpty }
        return ByteSource(name: name) { parts.isEmpty ? [] : parts.removeFirst() }
    }
}

/// Whether two texts have the same bytes; `==` treats the two spellings of é as equal.
func haveSameBytes(_ left: String?, _ right: String?) -> Bool {
    left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
}

/// The value of a document, which must be valid.
func parsed(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8), name: "test") }

/// The reason why a document is refused, which must be invalid.
func fault(_ bytes: [UInt8]) -> JSONError? {
    do {
        _ = try JSONValue(parsing: bytes, name: "test")
        return nil
    } catch { return error as? JSONError }
}
