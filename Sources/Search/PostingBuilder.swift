/// Collects the lists of all pieces in memory, bookstore by bookstore, until they are handed out as blocks.
///
/// Each list's code lies in a chain of chunks in one buffer, and an open-addressed table leads from a piece to its list:
///
///     table  … │ 7 │   │ 2 │ …          lists  … │ piece, last number, first and last chunk │ …
///     chunks … │ next chunk (4 bytes), code (28 bytes) │ …
public struct PostingBuilder {
    private struct List {
        let piece: UInt64
        var first: UInt64 = 0
        var last: UInt64 = 0
        var firstChunk = 0
        /// Where the next byte goes; 0 as long as there is none.
        var end = 0
    }

    /// A place of the table: a piece and one more than its list's place in `lists`, 0 where nothing is. The piece stands
    /// here once more so that looking for one does not go through the lists, which lie anywhere in memory.
    private struct Slot {
        var piece: UInt64 = 0
        var list: UInt32 = 0
    }

    private static let chunkBytes = 32
    private static let linkBytes = 4
    /// So much room for chunks is made at a time.
    private static let growthBytes = 64 << 10
    /// So many bytes of chunks are collected at most, and about as many again for tables.
    private static let mostBytes = 32 << 20

    private var lists: [List] = []
    /// Its size is a power of two.
    private var table: [Slot] = Array(repeating: Slot(), count: 1 << 12)
    /// Chunks that are taken, and room for more behind them.
    private var chunks: [UInt8] = []
    private var takenBytes = 0
    /// The lists of the bookstore under way; kept for its memory.
    private var own: [UInt32] = []

    /// A builder of nothing.
    public init() {
        // Growing would copy them, and hold them twice meanwhile. Memory that is not written to is not taken.
        chunks.reserveCapacity(Self.mostBytes + (1 << 20))
    }

    /// Whether what was collected should be handed out before more comes.
    public var isFull: Bool { takenBytes >= Self.mostBytes }

    /// Takes a bookstore. Numbers come in ascending order.
    ///
    /// - Parameters:
    ///   - text: what `FoldedFields.text` made of it.
    ///   - kind: its kind's code.
    public mutating func add(_ text: UnsafeBufferPointer<UInt8>, kind: String, id: Int64) {
        let fields = FoldedFields(text)
        own.removeAll(keepingCapacity: true)
        Piece.forEach(fields, kind: kind) { own.append(list(of: $0.key)) }
        add(DocumentNumber.number(id: id, nameLength: fields.nameLength))
    }

    /// Adds a document to its `own` lists.
    private mutating func add(_ document: UInt64) {
        // The code of a number has seven bytes at most, so each list takes one chunk at most.
        let room = takenBytes + own.count * Self.chunkBytes
        if room > chunks.count {
            chunks.append(contentsOf: repeatElement(0, count: max(room - chunks.count, Self.growthBytes)))
        }
        // All of `own` are places in `lists`, and each number written stays within the room made above.
        takenBytes = lists.withUnsafeMutableBufferPointer { lists in
            chunks.withUnsafeMutableBufferPointer { chunks in
                var end = takenBytes
                for list in own { Self.add(document, to: &lists[Int(list)], chunks, end: &end) }
                return end
            }
        }
    }

    /// - Parameter end: where the next chunk begins.
    @inline(__always)
    private static func add(
        _ document: UInt64, to list: inout List, _ chunks: UnsafeMutableBufferPointer<UInt8>, end: inout Int
    ) {
        guard list.end > 0 else {
            list.first = document
            list.last = document
            list.firstChunk = end
            list.end = end + linkBytes
            end += chunkBytes
            return
        }
        // A piece that a bookstore has twice is kept once.
        guard list.last != document else { return }
        precondition(list.last < document, "numbers come in ascending order")
        var rest = document - list.last
        list.last = document
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80, to: &list, chunks, end: &end)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest), to: &list, chunks, end: &end)
    }

    @inline(__always)
    private static func append(
        _ byte: UInt8, to list: inout List, _ chunks: UnsafeMutableBufferPointer<UInt8>, end: inout Int
    ) {
        if list.end % chunkBytes == 0 {
            let link = list.end - chunkBytes
            let number = end / chunkBytes
            for byte in 0..<linkBytes { chunks[link + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
            list.end = end + linkBytes
            end += chunkBytes
        }
        chunks[list.end] = byte
        list.end += 1
    }

    /// The place in `lists` of a piece's list, a new one if it has none.
    private mutating func list(of piece: UInt64) -> UInt32 {
        let place = Self.place(of: piece, in: table)
        if table[place].list != 0 { return table[place].list - 1 }
        lists.append(List(piece: piece))
        let number = UInt32(lists.count)
        table[place] = Slot(piece: piece, list: number)
        if lists.count * 2 > table.count { growTable() }
        return number - 1
    }

    /// The place in the table where the piece is, or where it belongs.
    @inline(__always)
    private static func place(of piece: UInt64, in table: [Slot]) -> Int {
        // Fibonacci hashing: Knuth, "The Art of Computer Programming", volume 3, §6.4.
        let mask = table.count - 1
        var place = Int(truncatingIfNeeded: (piece &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while table[place].list != 0, table[place].piece != piece { place = (place + 1) & mask }
        return place
    }

    private mutating func growTable() {
        table = Array(repeating: Slot(), count: table.count * 2)
        for (offset, list) in lists.enumerated() {
            table[Self.place(of: list.piece, in: table)] = Slot(piece: list.piece, list: UInt32(offset + 1))
        }
    }

    /// Calls `body` with all blocks, by piece and first number, and forgets them.
    ///
    /// - Complexity: O(n log n), n pieces.
    public mutating func handOut(
        _ body: (_ piece: UInt64, _ first: UInt64, _ code: UnsafeRawBufferPointer) throws -> Void
    ) rethrows {
        lists.sort { $0.piece < $1.piece }
        var code: [UInt8] = []
        for list in lists {
            gather(list, into: &code)
            try code.withUnsafeBytes { try Self.divide($0, first: list.first) { try body(list.piece, $0, $1) } }
        }
        self = PostingBuilder()
    }

    private func gather(_ list: List, into code: inout [UInt8]) {
        code.removeAll(keepingCapacity: true)
        var chunk = list.firstChunk
        while true {
            let isLast = list.end > chunk && list.end <= chunk + Self.chunkBytes
            code.append(contentsOf: chunks[chunk + Self.linkBytes..<(isLast ? list.end : chunk + Self.chunkBytes)])
            if isLast { return }
            chunk = (0..<Self.linkBytes).reduce(0) { $0 | Int(chunks[chunk + $1]) << (8 * $1) } * Self.chunkBytes
        }
    }

    /// Cuts a list's code into blocks between two numbers.
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
            guard position - blockStart > PostingBlock.mostBytes else { continue }
            try body(blockFirst, UnsafeRawBufferPointer(rebasing: code[blockStart..<start]))
            blockFirst = number
            blockStart = position
        }
        try body(blockFirst, UnsafeRawBufferPointer(rebasing: code[blockStart...]))
    }
}
