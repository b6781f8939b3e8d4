/// The part of a `ByteSource` that a parser reads: bytes not yet taken, refilled at the end.
///
/// Memory is one piece of the source plus the longest value that a parser waits for.
struct ByteWindow {
    /// The bytes; those before `position` are taken.
    private(set) var bytes: [UInt8] = []
    /// The index of the first byte that is not taken.
    var position = 0
    /// Whether the source has ended.
    private(set) var isAtEnd = false
    /// The number of bytes that were taken and dropped before `bytes[0]`.
    private(set) var droppedCount = 0
    private let source: ByteSource

    init(_ source: ByteSource) { self.source = source }

    /// The offset of `position` in the whole source, for messages.
    var offset: Int { droppedCount + position }

    /// Reads one more piece and appends it.
    ///
    /// - Returns: false at the end of the source.
    mutating func refill() throws -> Bool {
        guard !isAtEnd else { return false }
        let chunk = try source.next()
        if chunk.isEmpty {
            isAtEnd = true
            return false
        }
        if position == bytes.count {
            droppedCount += bytes.count
            bytes = chunk
        } else {
            droppedCount += position
            bytes.removeSubrange(..<position)
            bytes += chunk
        }
        position = 0
        return true
    }

    /// Returns the next byte without taking it; nil at the end.
    mutating func peek() throws -> UInt8? {
        while position == bytes.count {
            guard try refill() else { return nil }
        }
        return bytes[position]
    }
}
