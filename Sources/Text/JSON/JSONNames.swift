/// Member names, encoded once for many objects.
///
/// All names are in one array of bytes. With an array of strings, writing a name would cost reference counting.
public struct JSONNames: Sendable {
    /// Each name as a JSON string, with a comma before it and a colon after it.
    private let bytes: [UInt8]
    /// The end of each name in `bytes`.
    private let ends: [Int]

    /// Creates the names `names`, in this order.
    public init(_ names: [String]) {
        var bytes: [UInt8] = []
        ends = names.map { name in
            bytes.append(UInt8(ascii: ","))
            JSONText.append(name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            return bytes.count
        }
        self.bytes = bytes
    }

    /// The number of bytes of all names, with commas and colons.
    public var byteCount: Int { bytes.count }

    /// The bytes of the names, valid within `withBytes`.
    public struct Bytes {
        @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
        @usableFromInline let ends: UnsafeBufferPointer<Int>
    }

    /// Calls `body` with the bytes of the names, for `ByteCursor`.
    public func withBytes(_ body: (Bytes) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            ends.withUnsafeBufferPointer { body(Bytes(bytes: bytes, ends: $0)) }
        }
    }

    /// Appends a comma if `comma` is true, and then the name at index `position` and its colon.
    func append(_ position: Int, comma: Bool, to target: inout [UInt8]) {
        let start = (position == 0 ? 0 : ends[position - 1]) + (comma ? 0 : 1)
        bytes.withUnsafeBufferPointer {
            target.append(contentsOf: UnsafeBufferPointer(rebasing: $0[start..<ends[position]]))
        }
    }
}

extension ByteCursor {
    /// Writes a comma if `comma` is true, and then the name at index `position` and its colon. `JSONNames.byteCount`
    /// includes all of these bytes.
    ///
    /// - Precondition: `position` is the index of a name.
    @inlinable
    public mutating func put(_ names: JSONNames.Bytes, _ position: Int, comma: Bool) {
        assert(names.ends.indices.contains(position))
        guard let bytes = names.bytes.baseAddress else { return }
        let start = (position == 0 ? 0 : names.ends[position &- 1]) &+ (comma ? 0 : 1)
        let count = names.ends[position] &- start
        next.update(from: bytes + start, count: count)
        next += count
    }
}
