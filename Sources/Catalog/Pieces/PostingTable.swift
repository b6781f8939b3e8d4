internal import GeocliDatabase
internal import GeocliSearch

/// A reader of the catalog's index of pieces: lists of document numbers, in blocks. If the lists have changed since
/// they were written (`PostingChangeTable`), the reader returns them with their changes.
final class PostingTable: PostingSource {
    private let lists: PostingLists
    private let changes: PostingChangeTable?
    private var firstBlocks: [UInt64: PostingNumbers?] = [:]

    init(_ db: Database) throws {
        lists = try PostingLists(db)
        changes = try PostingChangeTable.ifFilled(db)
    }

    func block(of piece: UInt64, reaching document: UInt64, after former: PostingNumbers?) throws -> PostingNumbers? {
        document == 0 ? try firstBlock(of: piece) : try present(piece, document, after: former)
    }

    /// Returns the first block of a piece. Cached: the search for guesses reads the starts of the same lists
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

    /// Returns the block of a number, or the first one for a number before it, and the next start; nil for no blocks.
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

/// The changes of the index of pieces since its lists were written.
///
/// A changed name changes about sixty lists, which are long in a large catalog. So changes are first stored outside the
/// lists: one night's changes then write a hundredth of the pages. Too many changes are applied to the lists.
final class PostingChangeTable {
    struct Changes {
        /// The numbers that the list lacks, ascending.
        fileprivate(set) var lacking: [UInt64] = []
        /// The numbers in the list that no longer have the piece, ascending.
        fileprivate(set) var excess: [UInt64] = []

        var isEmpty: Bool { lacking.isEmpty && excess.isEmpty }

        /// Returns the present numbers of a part of the list.
        /// - Parameter numbers: the stored numbers of a block.
        /// - Complexity: O(b + c + log d), b numbers of the block, c changes in the part, d changes of the piece.
        func applied(to numbers: [UInt64], from first: UInt64, through last: UInt64) -> [UInt64] {
            var present: [UInt64] = []
            present.reserveCapacity(numbers.count + 8)
            var (add, remove) = (Self.position(of: first, in: lacking), Self.position(of: first, in: excess))
            for number in numbers where number >= first {
                while add < lacking.count, lacking[add] < number {
                    present.append(lacking[add])
                    add += 1
                }
                if add < lacking.count, lacking[add] == number { add += 1 }
                while remove < excess.count, excess[remove] < number { remove += 1 }
                if remove == excess.count || excess[remove] != number { present.append(number) }
            }
            while add < lacking.count, lacking[add] <= last {
                present.append(lacking[add])
                add += 1
            }
            return present
        }

        /// Returns the position of the first number that is at least `number`.
        private static func position(of number: UInt64, in numbers: [UInt64]) -> Int {
            var (low, high) = (0, numbers.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[middle] < number { low = middle + 1 } else { high = middle }
            }
            return low
        }

        func changes(of piece: UInt64) -> [PostingChanges.Change] {
            let all =
                lacking.map { PostingChanges.Change(piece: piece, document: $0, isAddition: true) }
                + excess.map { PostingChanges.Change(piece: piece, document: $0, isAddition: false) }
            return all.sorted { $0.document < $1.document }
        }

        /// - Parameter later: changes of the same piece, by number.
        func followed(by later: ArraySlice<PostingChanges.Change>) -> Changes {
            var (lacking, excess) = (Set(lacking), Set(excess))
            // A later change either takes an earlier one back or is a further change.
            for change in later {
                if change.isAddition {
                    if excess.remove(change.document) == nil { lacking.insert(change.document) }
                } else if lacking.remove(change.document) == nil {
                    excess.insert(change.document)
                }
            }
            return Changes(lacking: lacking.sorted(), excess: excess.sorted())
        }
    }

    private let db: Database
    private let blocks: Statement
    private var known: [UInt64: Changes?] = [:]

    private init(_ db: Database) throws {
        self.db = db
        blocks = try Statement(
            db, "SELECT excess, first, documents FROM posting_change WHERE piece = ? ORDER BY excess, first")
    }

    static func ifFilled(_ db: Database) throws -> PostingChangeTable? {
        guard try db.flag("SELECT EXISTS (SELECT 1 FROM posting_change)") else { return nil }
        return try PostingChangeTable(db)
    }

    /// - Throws: `CatalogDamage.searchIndex`.
    func changes(of piece: UInt64) throws -> Changes? {
        if let changes = known[piece] { return changes }
        let changes = try read(piece)
        known[piece] = .some(changes)
        return changes
    }

    /// Calls `body` with every block of the index, including the changes, ordered by piece and first number.
    /// - Parameter stored: a statement with the piece, the first number and the code of all stored blocks, in this
    ///   order.
    func forEachPresentBlock(
        _ stored: Statement,
        _ body: (_ piece: Int64, _ first: Int64, _ documents: UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var pieces: [Int64] = []
        try db.forEachRow("SELECT DISTINCT piece FROM posting_change ORDER BY piece") { pieces.append($0.integer(0)) }
        var changed = pieces[...]
        var numbers: [UInt64] = []
        func writeChanged() throws {
            let piece = changed.removeFirst()
            let changes = try read(UInt64(bitPattern: piece)) ?? Changes()
            for block in PostingBlockCode.blocks(changes.applied(to: numbers, from: 0, through: .max)) {
                try block.code.withUnsafeBytes { try body(piece, Int64(bitPattern: block.first), $0) }
            }
            numbers = []
        }
        while try stored.step() {
            let piece = stored.integer(0)
            while let next = changed.first, next < piece { try writeChanged() }
            try stored.withBytes(2) { code in
                guard changed.first == piece else { return try body(piece, stored.integer(1), code) }
                try Self.append(code, first: stored.integer(1), to: &numbers)
            }
        }
        while !changed.isEmpty { try writeChanged() }
    }

    private func read(_ piece: UInt64) throws -> Changes? {
        blocks.bind(1, Int64(bitPattern: piece))
        defer { blocks.reset() }
        var changes = Changes()
        while try blocks.step() {
            try blocks.withBytes(2) { code in
                if blocks.integer(0) == 0 {
                    try Self.append(code, first: blocks.integer(1), to: &changes.lacking)
                } else {
                    try Self.append(code, first: blocks.integer(1), to: &changes.excess)
                }
            }
        }
        return changes.isEmpty ? nil : changes
    }

    /// Appends the numbers of a block to those of the blocks before it.
    /// - Throws: `CatalogDamage.searchIndex` if the block can't be read or does not come after the others.
    private static func append(_ code: UnsafeRawBufferPointer, first: Int64, to numbers: inout [UInt64]) throws {
        let first = UInt64(bitPattern: first)
        guard numbers.last.map({ $0 < first }) ?? true, let block = PostingBlock.decoded(code, first: first) else {
            throw CatalogDamage.searchIndex
        }
        numbers += block
    }

    /// The maximum size of the changes, in bytes for each place. The lists take about a hundred bytes for each.
    private static let maximumBytes = 2

    /// Adds changes to those of earlier runs.
    /// - Parameter changes: by piece and number.
    /// - Returns: whether the lists should now be brought up to date.
    static func add(_ changes: [PostingChanges.Change], to db: Database) throws -> Bool {
        let table = try PostingChangeTable(db)
        let delete = try Statement(db, "DELETE FROM posting_change WHERE piece = ?")
        let insert = try Statement(db, "INSERT INTO posting_change VALUES (?, ?, ?, ?)")
        try changes.forEachPiece { piece, own in
            let former = try table.read(piece)
            if former != nil {
                delete.bind(1, Int64(bitPattern: piece))
                try delete.run()
            }
            let present = (former ?? Changes()).followed(by: own)
            for (excess, numbers) in [(Int64(0), present.lacking), (1, present.excess)] {
                for block in PostingBlockCode.blocks(numbers) {
                    insert.bind(1, Int64(bitPattern: piece))
                    insert.bind(2, excess)
                    insert.bind(3, Int64(bitPattern: block.first))
                    try block.code.withUnsafeBytes { code in
                        insert.bind(4, code)
                        try insert.run()
                    }
                }
            }
        }
        let size = try db.integer("SELECT sum(length(documents) + 12) FROM posting_change") ?? 0
        let last = try db.integer("SELECT max(id) FROM place") ?? 0
        return size > Int64(maximumBytes) * last
    }

    /// Calls `body` with the changes of each piece, by number, in the order of the pieces.
    /// - Complexity: memory for the changes of one piece.
    static func forEachPiece(in db: Database, _ body: ([PostingChanges.Change]) throws -> Void) throws {
        let table = try PostingChangeTable(db)
        var pieces: [Int64] = []
        try db.forEachRow("SELECT DISTINCT piece FROM posting_change ORDER BY piece") { pieces.append($0.integer(0)) }
        for piece in pieces {
            let piece = UInt64(bitPattern: piece)
            if let changes = try table.read(piece) { try body(changes.changes(of: piece)) }
        }
    }
}

extension [PostingChanges.Change] {
    fileprivate func forEachPiece(_ body: (UInt64, ArraySlice<PostingChanges.Change>) throws -> Void) rethrows {
        var rest = self[...]
        while let piece = rest.first?.piece {
            let own = rest.prefix { $0.piece == piece }
            rest = rest.dropFirst(own.count)
            try body(piece, own)
        }
    }
}
