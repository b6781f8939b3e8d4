internal import GeocliDatabase
internal import GeocliSearch

/// A reader of the catalog's index of pieces: lists of document numbers, in blocks. If the lists have changed since
/// they were written (`PostingChangeTable`), the reader returns them with their changes.
final class PostingTable: PostingSource {
    private let lists: PostingLists
    /// The changes; nil if there are none.
    private let changes: PostingChangeTable?
    private var firstBlocks: [UInt64: PostingNumbers?] = [:]

    init(_ db: Database) throws {
        lists = try PostingLists(db)
        changes = try PostingChangeTable.ifFilled(db)
    }

    func block(of piece: UInt64, reaching document: UInt64, after former: PostingNumbers?) throws -> PostingNumbers? {
        document == 0 ? try firstBlock(of: piece) : try present(piece, document, after: former)
    }

    /// Returns the first block of a piece. Caches it, because the search for guesses reads the starts of the same lists
    /// repeatedly.
    private func firstBlock(of piece: UInt64) throws -> PostingNumbers? {
        if let known = firstBlocks[piece] { return known }
        let block = try present(piece, 0, after: nil)
        firstBlocks[piece] = .some(block)
        return block
    }

    private func present(_ piece: UInt64, _ document: UInt64, after former: PostingNumbers?) throws -> PostingNumbers? {
        guard let changed = try changes?.changes(of: piece) else {
            return try lists.block(of: piece, reaching: document, after: former)
        }
        // With the changes, `former` may not be a stored block, so it is not used.
        var start = document
        while true {
            let block = try lists.block(of: piece, reaching: start, after: nil)
            let last = block?.numbers.last ?? .max
            let numbers = changed.applied(to: block?.numbers ?? [], from: start, through: last)
            if let changed = PostingNumbers(numbers) { return changed }
            guard block != nil, last < .max else { return nil }
            start = last + 1
        }
    }
}

/// The stored lists of the index of pieces, without their changes.
final class PostingLists {
    private let reaching: Statement
    private let after: Statement

    init(_ db: Database) throws {
        reaching = try Statement(
            db, "SELECT first, documents FROM posting WHERE piece = ? AND first <= ? ORDER BY first DESC LIMIT 1")
        after = try Statement(
            db, "SELECT first, documents FROM posting WHERE piece = ? AND first > ? ORDER BY first LIMIT 1")
    }

    /// Returns the block that holds `document`, or the first block after `document`; nil if the list ends before it.
    ///
    /// - Parameter former: a stored block of this list that ends before `document`; nil if none is known. A document
    ///   near its end is probably in the next block, which is then the only one that is read.
    func block(of piece: UInt64, reaching document: UInt64, after former: PostingNumbers?) throws -> PostingNumbers? {
        if let former, document - former.last <= former.last - former.first {
            guard let next = try block(after, piece, former.first) else { return nil }
            if next.last >= document { return next }
        }
        if document > 0, let block = try block(reaching, piece, document), block.last >= document { return block }
        return try block(after, piece, document)
    }

    /// Returns the block that a number belongs to, and the start of the next block. A number before the first block
    /// belongs to the first block. Returns nil for a piece without blocks.
    func home(of document: UInt64, in piece: UInt64) throws -> (block: [UInt64], next: UInt64)? {
        guard let block = try block(reaching, piece, document) ?? block(after, piece, document) else { return nil }
        return (block.numbers, try self.block(after, piece, block.first)?.first ?? .max)
    }

    private func block(_ statement: Statement, _ piece: UInt64, _ document: UInt64) throws -> PostingNumbers? {
        defer { statement.reset() }
        statement.bind(1, Int64(bitPattern: piece))
        statement.bind(2, Int64(clamping: document))
        guard try statement.step() else { return nil }
        let first = UInt64(bitPattern: statement.integer(0))
        guard let numbers = statement.withBytes(1, { PostingNumbers($0, first: first) }) else {
            throw CatalogDamage.searchIndex
        }
        return numbers
    }
}
