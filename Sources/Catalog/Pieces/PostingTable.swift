internal import GeocliDatabase
internal import GeocliSearch

/// A reader of the catalog's index of pieces: lists of document numbers, in blocks.
final class PostingTable: PostingSource {
    private let reaching: Statement
    private let after: Statement
    private var firstBlocks: [UInt64: PostingNumbers?] = [:]

    init(_ db: Database) throws {
        reaching = try Statement(
            db, "SELECT first, documents FROM posting WHERE piece = ? AND first <= ? ORDER BY first DESC LIMIT 1")
        after = try Statement(
            db, "SELECT first, documents FROM posting WHERE piece = ? AND first > ? ORDER BY first LIMIT 1")
    }

    func block(of piece: UInt64, reaching document: UInt64) throws -> PostingNumbers? {
        if document == 0 { return try firstBlock(of: piece) }
        if let block = try block(reaching, piece, document), block.numbers[block.numbers.count - 1] >= document {
            return block
        }
        return try block(after, piece, document)
    }

    /// Returns the block that a number belongs to, and the start of the next block. A number before the first block
    /// belongs to the first block. Returns nil for a piece without blocks.
    func home(of document: UInt64, in piece: UInt64) throws -> (block: [UInt64], next: UInt64)? {
        guard let block = try block(reaching, piece, document) ?? block(after, piece, document) else { return nil }
        return (block.numbers, try self.block(after, piece, block.numbers[0])?.numbers[0] ?? .max)
    }

    /// Returns the first block of a piece. Caches it, because the search for guesses reads the starts of the same lists
    /// repeatedly.
    private func firstBlock(of piece: UInt64) throws -> PostingNumbers? {
        if let known = firstBlocks[piece] { return known }
        let block = try block(after, piece, 0)
        firstBlocks[piece] = .some(block)
        return block
    }

    private func block(_ statement: Statement, _ piece: UInt64, _ document: UInt64) throws -> PostingNumbers? {
        defer { statement.reset() }
        statement.bind(1, Int64(piece))
        statement.bind(2, Int64(clamping: document))
        guard try statement.step() else { return nil }
        let first = UInt64(bitPattern: statement.integer(0))
        guard let numbers = statement.withBytes(1, { PostingNumbers($0, first: first) }) else {
            throw CatalogDamage.searchIndex
        }
        return numbers
    }
}
