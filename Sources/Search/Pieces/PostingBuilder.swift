/// Collects the lists of all pieces in memory, place by place, until they are handed out as blocks.
///
/// The code of each list is a chain of chunks in one buffer. An open-addressed table leads from a piece to its list:
///
///     table  … │ piece, last number, next byte, list │ …     starts … │ first number, first chunk │ …
///     chunks … │ next chunk (4 bytes), code (60 bytes) │ …
///
/// Adding a number needs only the entry of the table. The lookup of the piece has already brought this entry into the
/// cache.
package struct PostingBuilder {
    /// A slot of the table; empty if `list` is 0.
    private struct Entry {
        var piece: UInt64 = 0
        var last: UInt64 = 0
        /// The offset of the next byte to write.
        var end: UInt32 = 0
        /// The list's index in `starts`, plus one.
        var list: UInt32 = 0
    }

    private struct Start {
        let first: UInt64
        let chunk: UInt32
    }

    /// A short list leaves most of a chunk empty. A long list has few chunks, which are far apart in memory.
    private static let chunkBytes = 64
    private static let linkBytes = 4
    /// If a place has more pieces than this, repeated ones are removed.
    private static let manyPieces = 10_000
    /// The minimum number of bytes by which the chunks grow.
    private static let growthBytes = 64 << 10
    /// The maximum number of bytes of chunks in memory; the tables take about as much.
    private static let maximumBytes = 32 << 20

    private struct Table {
        /// The slots; their count is a power of two.
        var entries = Array(repeating: Entry(), count: 1 << 12)
        var starts: [Start] = []
    }

    private struct Chunks {
        /// The used chunks, and room for more after them.
        var bytes: [UInt8] = []
        var taken = 0
    }

    private var table = Table()
    private var chunks = Chunks()
    /// The pieces of the current place. The array is kept so that its memory is used again.
    private var own: [UInt64] = []

    package init() {
        // Growing would copy the chunks and hold them twice for a while. Reserved memory that is never written costs
        // nothing.
        chunks.bytes.reserveCapacity(Self.maximumBytes + (1 << 20))
    }

    /// Whether the lists must be handed out before more places are added.
    package var isFull: Bool { chunks.taken >= Self.maximumBytes }

    /// Adds a place, by its `FoldedFields.text` and the code of its kind. Document numbers must ascend from one call to
    /// the next.
    package mutating func add(_ text: UnsafeBufferPointer<UInt8>, kind: String, id: Int64) {
        let fields = FoldedFields(text)
        own.removeAll(keepingCapacity: true)
        Piece.forEach(fields, kind: kind) { own.append($0.key) }
        // A text of a megabyte repeats pieces so often that room for each would take too much memory.
        if own.count > Self.manyPieces { own = Array(Set(own)) }
        makeRoom()
        let document = DocumentNumber.number(id: id, nameLength: fields.nameLength)
        Self.add(document, to: own, &table, &chunks)
    }

    /// Keeps at least half of the table empty, and one chunk ready for each of the place's pieces. One chunk is
    /// enough, because the code of a number has at most seven bytes.
    private mutating func makeRoom() {
        while (table.starts.count + own.count) * 2 > table.entries.count {
            let former = table.entries
            table.entries = Array(repeating: Entry(), count: former.count * 2)
            table.entries.withUnsafeMutableBufferPointer { entries in
                for entry in former where entry.list != 0 { entries[Self.slot(of: entry.piece, in: entries)] = entry }
            }
        }
        let room = chunks.taken + own.count * Self.chunkBytes - chunks.bytes.count
        if room > 0 { chunks.bytes += Array(repeating: 0, count: max(room, Self.growthBytes)) }
    }

    /// Returns the index of the piece's slot, or of the empty slot for it, in a table that is never full.
    @inline(__always)
    private static func slot(of piece: UInt64, in entries: UnsafeMutableBufferPointer<Entry>) -> Int {
        // Fibonacci hashing: Knuth, "The Art of Computer Programming", volume 3, §6.4.
        let mask = entries.count - 1
        var index = Int(truncatingIfNeeded: (piece &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while entries[index].list != 0, entries[index].piece != piece { index = (index + 1) & mask }
        return index
    }

    /// Adds a document to the lists of pieces. There is room for all of them.
    private static func add(
        _ document: UInt64, to pieces: [UInt64], _ table: inout Table, _ chunks: inout Chunks
    ) {
        var end = chunks.taken
        var starts: [Start] = []
        swap(&starts, &table.starts)
        // Uses pointers, because array subscripts would check three arrays for each of a place's sixty pieces. The
        // mask keeps indices within the table, and `makeRoom` has already made room for the chunks.
        table.entries.withUnsafeMutableBufferPointer { entries in
            chunks.bytes.withUnsafeMutableBufferPointer { bytes in
                for piece in pieces {
                    let index = slot(of: piece, in: entries)
                    if entries[index].list != 0 {
                        append(document, to: &entries[index], bytes, end: &end)
                        continue
                    }
                    starts.append(Start(first: document, chunk: UInt32(end)))
                    entries[index] = Entry(
                        piece: piece, last: document, end: UInt32(end + linkBytes), list: UInt32(starts.count))
                    end += chunkBytes
                }
            }
        }
        swap(&starts, &table.starts)
        chunks.taken = end
    }

    /// `end` is the offset of the next chunk.
    @inline(__always)
    private static func append(
        _ document: UInt64, to list: inout Entry, _ chunks: UnsafeMutableBufferPointer<UInt8>, end: inout Int
    ) {
        // If a place has a piece twice, its number is added only once.
        guard list.last != document else { return }
        precondition(list.last < document, "numbers come in ascending order")
        var rest = document - list.last
        list.last = document
        repeat {
            if list.end % UInt32(chunkBytes) == 0 {
                let link = Int(list.end) - chunkBytes
                let number = end / chunkBytes
                for byte in 0..<linkBytes { chunks[link + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
                list.end = UInt32(end + linkBytes)
                end += chunkBytes
            }
            let isLast = rest < 0x80
            chunks[Int(list.end)] = UInt8(truncatingIfNeeded: rest) | (isLast ? 0 : 0x80)
            list.end += 1
            rest >>= 7
            if isLast { return }
        } while true
    }

    /// Calls `body` with all blocks, ordered by piece and first number, and removes the blocks.
    ///
    /// - Complexity: O(n log n), n pieces.
    package mutating func handOut(
        _ body: (_ piece: UInt64, _ first: UInt64, _ code: UnsafeRawBufferPointer) throws -> Void
    ) rethrows {
        var code: [UInt8] = []
        for list in table.entries.filter({ $0.list != 0 }).sorted(by: { $0.piece < $1.piece }) {
            let start = table.starts[Int(list.list) - 1]
            gather(from: Int(start.chunk), to: Int(list.end), into: &code)
            try code.withUnsafeBytes { try Self.divide($0, first: start.first) { try body(list.piece, $0, $1) } }
        }
        self = PostingBuilder()
    }

    private func gather(from first: Int, to end: Int, into code: inout [UInt8]) {
        code.removeAll(keepingCapacity: true)
        chunks.bytes.withUnsafeBytes { bytes in
            var chunk = first
            while true {
                let isLast = end > chunk && end <= chunk + Self.chunkBytes
                let part = chunk + Self.linkBytes..<(isLast ? end : chunk + Self.chunkBytes)
                code.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[part]))
                if isLast { return }
                let link = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: chunk, as: UInt32.self))
                chunk = Int(link) * Self.chunkBytes
            }
        }
    }

    /// Splits a list's code into blocks. A block never ends in the middle of a number.
    private static func divide(
        _ code: UnsafeRawBufferPointer, first: UInt64, _ body: (UInt64, UnsafeRawBufferPointer) throws -> Void
    ) rethrows {
        var blockFirst = first
        var blockStart = 0
        var number = first
        var position = 0
        while position < code.count {
            let start = position
            var difference: UInt64 = 0
            var shift: UInt64 = 0
            repeat {
                difference |= UInt64(code[position] & 0x7F) << shift
                shift += 7
                position += 1
            } while code[position - 1] & 0x80 != 0
            number += difference
            guard position - blockStart > PostingBlock.maximumBytes else { continue }
            try body(blockFirst, UnsafeRawBufferPointer(rebasing: code[blockStart..<start]))
            blockFirst = number
            blockStart = position
        }
        try body(blockFirst, UnsafeRawBufferPointer(rebasing: code[blockStart...]))
    }
}
