@testable import GeocliSearch

/// The lists of pieces in memory, in blocks of a few numbers.
final class MemoryPostings: PostingSource {
    private var blocks: [UInt64: [PostingNumbers]] = [:]
    /// The number of requests for blocks.
    private(set) var asked = 0

    /// Creates the lists from ascending numbers for each piece's key.
    init(_ lists: [UInt64: [UInt64]], blockSize: Int = 3) {
        blocks = lists.mapValues { numbers in
            stride(from: 0, to: numbers.count, by: blockSize).compactMap { start in
                PostingNumbers(Array(numbers[start..<min(start + blockSize, numbers.count)]))
            }
        }
    }

    /// Creates the lists of the pieces of these places.
    convenience init(_ rows: [Row]) {
        var lists: [UInt64: Set<UInt64>] = [:]
        for row in rows {
            for piece in row.pieces { lists[piece.key, default: []].insert(row.document) }
        }
        self.init(lists.mapValues { $0.sorted() })
    }

    func block(of piece: UInt64, reaching document: UInt64, after former: PostingNumbers?) throws -> PostingNumbers? {
        asked += 1
        return blocks[piece]?.first { $0.last >= document }
    }
}
