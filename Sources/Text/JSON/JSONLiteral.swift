/// A JSON string as the bytes of a document spell it.
public enum JSONLiteral {
    /// Returns the text of a literal with quotes at both ends; nil for bytes that are not one whole literal.
    ///
    /// - Complexity: O(length).
    public static func text(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.first == UInt8(ascii: "\""),
            // The error is ignored here, because the reader of the document reports it.
            (try? JSONSyntax.valueEnd(in: bytes, from: 0, isFinal: true)) == bytes.count
        else { return nil }
        return JSONSyntax.string(in: bytes, 0..<bytes.count)
    }
}
