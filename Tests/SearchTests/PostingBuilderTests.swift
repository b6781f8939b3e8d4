import TestSupport
import Testing

@testable import GeocliSearch

@Suite struct PostingBuilderTests {
    /// Rows of one random catalog in the order of their numbers.
    private func rows(_ count: Int, seed: UInt64) -> [Row] {
        var random = RandomRows(seed: seed)
        var id: Int64 = 0
        return (0..<count).map { _ in
            id += Int64(random.number(0...9) == 0 ? random.number(1...1_000_000) : 1)
            return random.row(id: id)
        }
        .sorted { $0.document < $1.document }
    }

    private func lists(_ rows: [Row]) -> [UInt64: [UInt64]] {
        var lists: [UInt64: Set<UInt64>] = [:]
        for row in rows { for piece in row.pieces { lists[piece.key, default: []].insert(row.document) } }
        return lists.mapValues { $0.sorted() }
    }

    private func add(_ rows: some Sequence<Row>, to builder: inout PostingBuilder) {
        for row in rows {
            var text = row.text
            text.withUTF8 { builder.add($0, kind: row.kind, id: row.id) }
        }
    }

    /// All lists of a builder, by piece. Checks that blocks come in order and have the right size.
    private func handOut(_ builder: inout PostingBuilder) throws -> [UInt64: [UInt64]] {
        var lists: [UInt64: [UInt64]] = [:]
        var former: (UInt64, UInt64) = (0, 0)
        try builder.handOut { piece, first, code in
            let numbers = try #require(PostingBlock.decoded(code, first: first))
            #expect(code.count <= 910)
            #expect((piece, first) > former)
            #expect((lists[piece]?.last ?? 0) < first)
            former = (piece, first)
            lists[piece, default: []] += numbers
        }
        return lists
    }

    @Test(arguments: UInt64(1)...8)
    func theListsAreThoseOfTheRows(seed: UInt64) throws {
        let rows = rows(Int(seed) * 40, seed: seed)
        var builder = PostingBuilder()
        add(rows, to: &builder)
        #expect(try handOut(&builder) == lists(rows))
    }

    @Test func aLongListIsCutIntoBlocksThatAreNearlyFull() throws {
        let rows = (1...6000).map { Row(name: "책", id: Int64($0) * 300) }
        var builder = PostingBuilder()
        add(rows, to: &builder)
        var sizes: [UInt64: [Int]] = [:]
        builder.handOut { piece, _, code in sizes[piece, default: []].append(code.count) }
        #expect(sizes.count == rows[0].pieces.count)
        for size in sizes.values {
            #expect(size.count == 14)
            #expect(size.dropLast().allSatisfy { 890...900 ~= $0 } && size.allSatisfy { $0 <= 900 })
        }
        add(rows, to: &builder)
        #expect(try handOut(&builder) == lists(rows))
    }

    /// The code of a list grows across the border of a chunk, byte by byte.
    @Test func listsOfEveryLengthAreWhole() throws {
        for count in 1...70 {
            let rows = (1...count).map { Row(name: "가", id: Int64($0 * $0)) }
            var builder = PostingBuilder()
            add(rows, to: &builder)
            #expect(try handOut(&builder) == lists(rows), "\(count)")
        }
    }

    @Test func whatWasHandedOutIsForgotten() throws {
        let rows = rows(300, seed: 99)
        var builder = PostingBuilder()
        #expect(try handOut(&builder) == [:])
        var whole: [UInt64: [UInt64]] = [:]
        for part in [rows[..<10], rows[10..<10], rows[10..<200], rows[200...]] {
            add(part, to: &builder)
            let handed = try handOut(&builder)
            #expect(handed == lists(Array(part)))
            whole.merge(handed) { $0 + $1 }
        }
        #expect(whole == lists(rows))
        #expect(try handOut(&builder) == [:])
        #expect(!builder.isFull)
    }

    @Test func manyPiecesMakeTheTableGrow() throws {
        let syllables = (UInt32(0)..<3000).compactMap { Unicode.Scalar(0xAC00 + $0 * 3) }
        let rows = syllables.enumerated().map { Row(name: "\($1)x", id: Int64($0) + 1) }
        var builder = PostingBuilder()
        add(rows, to: &builder)
        let handed = try handOut(&builder)
        #expect(handed.count > 12_000)
        #expect(handed == lists(rows))
    }

    // MARK: Changes

    private func apply(_ changes: PostingChanges, to lists: inout [UInt64: [UInt64]]) throws {
        for (piece, own) in Dictionary(grouping: changes.sorted, by: \.piece) {
            var numbers: [UInt64] = []
            for block in PostingChanges.blocks(lists[piece] ?? [], changedBy: own) {
                let part = try #require(block.code.withUnsafeBytes { PostingBlock.decoded($0, first: block.first) })
                #expect(block.code.count <= 900)
                #expect((numbers.last ?? 0) < block.first)
                numbers += part
            }
            lists[piece] = numbers.isEmpty ? nil : numbers
        }
    }

    @Test(arguments: UInt64(1)...8)
    func changedListsAreThoseOfTheChangedRows(seed: UInt64) throws {
        var random = RandomRows(seed: seed)
        var current = rows(60, seed: seed + 500)
        var lists = lists(current)
        for _ in 0..<8 {
            var changes = PostingChanges()
            for index in current.indices.reversed() {
                switch random.number(0...9) {
                case 2:
                    let new = random.row(id: current[index].id)
                    changes.replace(
                        (current[index].text, current[index].kind), with: (new.text, new.kind), id: new.id)
                    current[index] = new
                case 0:
                    changes.remove(current[index].text, kind: current[index].kind, id: current[index].id)
                    current.remove(at: index)
                case 1:
                    let new = random.row(id: current[index].id)
                    changes.add(new.text, kind: new.kind, id: new.id)
                    changes.remove(current[index].text, kind: current[index].kind, id: current[index].id)
                    current[index] = new
                default: break
                }
            }
            let new = random.row(id: (current.map(\.id).max() ?? 0) + 1)
            changes.add(new.text, kind: new.kind, id: new.id)
            current.append(new)
            try apply(changes, to: &lists)
            #expect(lists == self.lists(current))
        }
    }

    @Test func changesComeInOrderAndWhatIsPutBackIsNone() {
        let row = Row(name: "책방", phone: "02-1234", id: 7)
        var changes = PostingChanges()
        changes.add(row.text, kind: row.kind, id: row.id)
        changes.remove(row.text, kind: row.kind, id: row.id)
        #expect(changes.sorted.isEmpty)
        // A longer name moves every piece to another number.
        let longer = Row(name: "책방들", phone: "02-1234", id: 7)
        changes.remove(row.text, kind: row.kind, id: row.id)
        changes.add(longer.text, kind: longer.kind, id: longer.id)
        let sorted = changes.sorted
        #expect(sorted.count == row.pieces.count + longer.pieces.count)
        #expect(zip(sorted, sorted.dropFirst()).allSatisfy { ($0.piece, $0.document) < ($1.piece, $1.document) })
        #expect(Set(sorted.filter(\.isAddition).map(\.document)) == [longer.document])
        #expect(Set(sorted.filter { !$0.isAddition }.map(\.document)) == [row.document])
        // Another phone number changes only its own pieces.
        var other = PostingChanges()
        other.remove(row.text, kind: row.kind, id: row.id)
        other.add(Row(name: "책방", phone: "02-1239").text, kind: row.kind, id: row.id)
        #expect(other.sorted.map(\.piece) == [Piece(digits: "234".utf8).key, Piece(digits: "239".utf8).key])
        #expect(other.sorted.map(\.isAddition) == [false, true])
        var replaced = PostingChanges()
        let phone = Row(name: "책방", phone: "02-1239", id: 7)
        replaced.replace((row.text, row.kind), with: (phone.text, phone.kind), id: row.id)
        #expect(replaced.sorted.map(\.piece) == other.sorted.map(\.piece))
        #expect(replaced.sorted.map(\.isAddition) == [false, true])
        replaced.replace((phone.text, phone.kind), with: (row.text, row.kind), id: row.id)
        #expect(replaced.sorted.isEmpty)
    }

    @Test func anEmptiedBlockIsNoneAndALongOneIsCut() {
        func change(_ document: UInt64, _ isAddition: Bool) -> PostingChanges.Change {
            PostingChanges.Change(piece: 1, document: document, isAddition: isAddition)
        }
        #expect(PostingChanges.blocks([], changedBy: []).isEmpty)
        #expect(PostingChanges.blocks([5], changedBy: [change(5, false)]).isEmpty)
        #expect(PostingChanges.blocks([], changedBy: [change(5, false)]).isEmpty)
        #expect(PostingChanges.blocks([5], changedBy: [change(5, true)]).map(\.first) == [5])
        let many = (1...2000).map { change(UInt64($0) << 40, true) }
        let blocks = PostingChanges.blocks([], changedBy: many)
        #expect(blocks.count > 10 && blocks.allSatisfy { $0.code.count <= 900 })
        let numbers = blocks.flatMap { block in
            block.code.withUnsafeBytes { PostingBlock.decoded($0, first: block.first) } ?? []
        }
        #expect(numbers == many.map(\.document))
    }
}
