/// Collects the lists of all pieces in memory, bookstore by bookstore, until they are handed out as blocks.
///
/// Each list's code lies in a chain of chunks in one buffer, and an open-addressed table leads from a piece to its list:
///
///     table  … │ 7 │   │ 2 │ …          lists  … │ piece, last number, first and last chunk │ …
///     chunks … │ next chunk (4 bytes), code (28 bytes) │ …
public struct PostingBuilder {
    private struct List {
        let piece: UInt64
        let first: UInt64
        var last: UInt64
        let firstChunk: Int
        /// Where the next byte goes.
        var end: Int
    }

    private static let chunkBytes = 32
    private static let linkBytes = 4
    /// So many bytes of chunks are collected at most, and about as many again for tables.
    private static let mostBytes = 32 << 20

    private var lists: [List] = []
    /// One more than a place in `lists`; 0 where nothing is. Its size is a power of two.
    private var table: [UInt32] = Array(repeating: 0, count: 1 << 12)
    private var chunks: [UInt8] = []

    /// A builder of nothing.
    public init() {
        // Growing would copy them, and hold them twice meanwhile. Memory that is not written to is not taken.
        chunks.reserveCapacity(Self.mostBytes + (1 << 20))
    }

    /// Whether what was collected should be handed out before more comes.
    public var isFull: Bool { chunks.count >= Self.mostBytes }

    /// Takes a bookstore. Numbers come in ascending order.
    ///
    /// - Parameters:
    ///   - text: what `FoldedFields.text` made of it.
    ///   - kind: its kind's code.
    public mutating func add(_ text: UnsafeBufferPointer<UInt8>, kind: String, id: Int64) {
        let fields = FoldedFields(text)
        let document = DocumentNumber.number(id: id, nameLength: fields.nameLength)
        Piece.forEach(fields, kind: kind) { add(document, to: $0.key) }
    }

    private mutating func add(_ document: UInt64, to piece: UInt64) {
        let place = self.place(of: piece)
        guard table[place] != 0 else { return begin(piece, document, at: place) }
        let list = Int(table[place]) - 1
        let last = lists[list].last
        // A piece that a bookstore has twice is kept once.
        guard last != document else { return }
        precondition(last < document, "numbers come in ascending order")
        lists[list].last = document
        var rest = document - last
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80, to: list)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest), to: list)
    }

    /// The place in the table where the piece is, or where it belongs.
    private func place(of piece: UInt64) -> Int {
        // Fibonacci hashing: Knuth, "The Art of Computer Programming", volume 3, §6.4.
        let mask = table.count - 1
        var place = Int(truncatingIfNeeded: (piece &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while table[place] != 0, lists[Int(table[place]) - 1].piece != piece { place = (place + 1) & mask }
        return place
    }

    private mutating func begin(_ piece: UInt64, _ document: UInt64, at place: Int) {
        let chunk = newChunk()
        lists.append(
            List(piece: piece, first: document, last: document, firstChunk: chunk, end: chunk + Self.linkBytes))
        table[place] = UInt32(lists.count)
        guard lists.count * 2 > table.count else { return }
        table = Array(repeating: 0, count: table.count * 2)
        for (offset, list) in lists.enumerated() { table[self.place(of: list.piece)] = UInt32(offset + 1) }
    }

    private mutating func newChunk() -> Int {
        let start = chunks.count
        chunks.append(contentsOf: repeatElement(0, count: Self.chunkBytes))
        return start
    }

    private mutating func append(_ byte: UInt8, to list: Int) {
        var end = lists[list].end
        if end % Self.chunkBytes == 0 {
            let next = newChunk()
            let link = end - Self.chunkBytes
            let number = next / Self.chunkBytes
            for byte in 0..<Self.linkBytes { chunks[link + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
            end = next + Self.linkBytes
        }
        chunks[end] = byte
        lists[list].end = end + 1
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
