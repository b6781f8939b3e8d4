/// The id of a marker: a number, as in catalogs, or any text, as in other files.
///
/// - Edges: two texts are the same id only if their UTF-8 bytes are equal, so the two encodings of `é` are two ids.
public enum MarkerID: Hashable, Sendable, CustomStringConvertible {
    case integer(Int64)
    case text(String)

    /// The id as text: the decimal digits of a number, or the text itself.
    public var description: String {
        switch self {
        case .integer(let number): String(number)
        case .text(let text): text
        }
    }

    /// Returns whether both are numbers with the same value, or both are texts with the same bytes.
    public static func == (left: MarkerID, right: MarkerID) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        default: false
        }
    }

    /// Feeds the parts that `==` compares into `hasher`.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .integer(let number):
            hasher.combine(0 as UInt8)
            hasher.combine(number)
        case .text(let text):
            hasher.combine(1 as UInt8)
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }
}
