/// A string of JSON as its bytes stand in a document.
public enum JSONLiteral {
    /// The text that a literal says, its quotes at both ends; nil for bytes that are not one whole literal.
    ///
    /// - Complexity: O(length).
    public static func text(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.first == UInt8(ascii: "\""),
            // What is wrong with it is told by whoever reads the document.
            (try? JSONSyntax.valueEnd(in: bytes, from: 0, isFinal: true)) == bytes.count
        else { return nil }
        return JSONSyntax.string(in: bytes, 0..<bytes.count)
    }
}
