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
    /// The index of the first byte that stays although it is taken; nil if none does.
    private var keptFrom: Int?
    /// The place of the last original offset: in the source as it is read, and in the original bytes.
    private var known: (offset: Int, original: Int)?
    private let source: ByteSource

    init(_ source: ByteSource) { self.source = source }

    /// Whether the source was converted from another encoding.
    var isConverted: Bool { source.originalEnd != nil }

    /// The offset of `position` in the whole source, for messages.
    var offset: Int { droppedCount + position }

    /// The offset in the source of the byte at `index`. If the source was converted from another encoding, this is the
    /// offset in the original bytes.
    ///
    /// - Complexity: for a converted source, O(length of the window), or O(distance to the index of the last call).
    mutating func originalOffset(at index: Int) -> Int {
        guard let end = source.originalEnd?() else { return droppedCount + index }
        let original: Int
        if let known, droppedCount...droppedCount + index ~= known.offset {
            original = known.original + TextEncoding.cp949Length(bytes[(known.offset - droppedCount)..<index])
        } else {
            original = end - TextEncoding.cp949Length(bytes[index...])
        }
        known = (droppedCount + index, original)
        return original
    }

    /// Keeps all bytes from `position` on, until the next call.
    mutating func keep() { keptFrom = position }

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
        let start = min(keptFrom ?? position, position)
        if start == bytes.count {
            bytes = chunk
        } else {
            if start > 0 { bytes.removeSubrange(..<start) }
            bytes += chunk
        }
        droppedCount += start
        position -= start
        if keptFrom != nil { keptFrom = 0 }
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
