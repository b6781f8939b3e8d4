/// A check that finds the end of a request's head and refuses bytes that two servers may read differently. Such bytes
/// are a line that ends without a carriage return, a header that continues on the next line, and control characters.
/// Between a proxy and this service, such a difference would let one client smuggle a request into the connection of
/// another client.
///
/// - Source: RFC 9112, sections 2.2 and 5.2.
struct HeadForm {
    enum Outcome: Equatable {
        case incomplete
        /// The head ends after this number of bytes.
        case complete(byteCount: Int)
        case wrong
    }

    private var lookedAt = 0
    private var lineLength = 0
    private var lineCount = 0
    private var isAfterReturn = false

    /// Checks the bytes that have come so far. They start with the same bytes as in the last call.
    mutating func look(at bytes: UnsafeRawBufferPointer) -> Outcome {
        while lookedAt < bytes.count {
            let byte = bytes[lookedAt]
            lookedAt += 1
            if isAfterReturn {
                guard byte == UInt8(ascii: "\n") else { return .wrong }
                isAfterReturn = false
                if lineLength > 0 {
                    lineCount += 1
                    lineLength = 0
                } else if lineCount > 0 {
                    return .complete(byteCount: lookedAt)
                }
                // Some clients send an empty line after a request. It is skipped.
                continue
            }
            switch byte {
            case UInt8(ascii: "\r"): isAfterReturn = true
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                // No line may begin with a blank, neither the request line nor a header.
                guard lineLength > 0 else { return .wrong }
                lineLength += 1
            case 0..<0x20, 0x7F: return .wrong
            default: lineLength += 1
            }
        }
        return .incomplete
    }
}
