import TestSupport
import Testing

@testable import GeocliSearch

@Suite struct DocumentCursorTests {
    private typealias Lists = [UInt64: [UInt64]]

    /// The numbers that an expression selects, and the numbers of all its lists.
    private func numbers(_ expression: PieceExpression, _ lists: Lists) -> (exact: Set<UInt64>, most: Set<UInt64>) {
        switch expression {
        case .piece(let piece):
            let list = Set(lists[piece.key] ?? [])
            return (list, list)
        case .all(let parts):
            let sets = parts.map { numbers($0, lists) }
            let exact = sets.dropFirst().reduce(sets.first?.exact ?? []) { $0.intersection($1.exact) }
            return (exact, sets.reduce([]) { $0.union($1.most) })
        case .any(let parts):
            let sets = parts.map { numbers($0, lists) }
            return (sets.reduce([]) { $0.union($1.exact) }, sets.reduce([]) { $0.union($1.most) })
        }
    }

    /// All numbers of a cursor from a number on.
    private func walk(_ cursor: DocumentCursor, from start: UInt64 = 0) throws -> [UInt64] {
        var found: [UInt64] = []
        var wanted = start
        while true {
            let next = try cursor.seek(wanted)
            if next == DocumentCursor.end { return found }
            #expect(next >= wanted)
            if next < wanted { return found }
            found.append(next)
            wanted = next + 1
        }
    }

    private func piece(_ number: Int) -> Piece { Piece(key: UInt64(number)) }

    private func expression(_ random: inout RandomRows, depth: Int) -> PieceExpression {
        let leaf = PieceExpression.piece(piece(random.number(0...6)))
        guard depth > 0, random.number(0...3) > 0 else { return leaf }
        let parts = (0..<random.number(1...3)).map { _ in expression(&random, depth: depth - 1) }
        return random.number(0...1) == 0 ? .all(parts) : .any(parts)
    }

    /// Lists of every second to every sixth number, so dense that none is worth skipping.
    private func evenLists(_ random: inout RandomRows) -> Lists {
        var lists: Lists = [:]
        for key in 0..<6 {
            let step = random.number(1...5)
            lists[UInt64(key)] = (1...200).filter { _ in random.number(0...step) == 0 || step == 1 }
        }
        return lists
    }

    /// Lists of very different density, names of different length among them, and one of a single number.
    private func unevenLists(_ random: inout RandomRows) -> Lists {
        var lists: Lists = [0: (1...3000).map { $0 }, 5: [UInt64(random.number(1...3000))]]
        for (key, step) in [(1, 2), (2, 40), (3, 700), (4, 1500)] {
            let numbers = (0..<3000 / step).map { _ in
                UInt64(random.number(1...3000)) + UInt64(random.number(0...2) / 2) << 32
            }
            lists[UInt64(key)] = Set(numbers).sorted()
        }
        return lists
    }

    @Test func listsThatAreAboutAsDenseGiveWhatSetsGive() throws {
        var total = 0
        for seed in UInt64(1)...400 {
            var random = RandomRows(seed: seed)
            let lists = evenLists(&random)
            let expression = expression(&random, depth: 3)
            let source = MemoryPostings(lists, blockSize: random.number(2...9))
            let found = try walk(DocumentCursor.cursor(expression, source))
            let expected = numbers(expression, lists).exact.sorted()
            #expect(found == expected, "seed \(seed): \(expression)")
            total += found.count
        }
        #expect(total > 4000)
    }

    @Test func denseListsMayBeLeftOutButNothingIsMissed() throws {
        var isMore = 0
        for seed in UInt64(1)...150 {
            var random = RandomRows(seed: seed)
            let lists = unevenLists(&random)
            let expression = expression(&random, depth: 2)
            let source = MemoryPostings(lists, blockSize: random.number(1...60))
            let found = try walk(DocumentCursor.cursor(expression, source))
            let expected = numbers(expression, lists)
            let isComplete = expected.exact.isSubset(of: found) && expected.most.isSuperset(of: found)
            #expect(isComplete, "seed \(seed): \(expression)")
            if found.count > expected.exact.count { isMore += 1 }
        }
        #expect(isMore > 5, "no list was ever left out")
    }

    @Test func anyIsExactHoweverDenseItsListsAre() throws {
        for seed in UInt64(1)...20 {
            var random = RandomRows(seed: seed)
            let lists = unevenLists(&random)
            let chosen = (0...6).filter { _ in random.number(0...1) == 0 }.map(piece)
            let source = MemoryPostings(lists, blockSize: random.number(1...60))
            let found = try walk(DocumentCursor.cursor(.any(chosen.map(PieceExpression.piece)), source))
            let expected = Set(chosen.flatMap { lists[$0.key] ?? [] }).sorted()
            #expect(found == expected, "seed \(seed)")
        }
    }

    @Test func aListIsSoughtFarAhead() throws {
        for seed in UInt64(1)...400 {
            var random = RandomRows(seed: seed)
            let list = unevenLists(&random)[UInt64(random.number(0...5))] ?? []
            let cursor = DocumentCursor.cursor(
                .piece(piece(1)), MemoryPostings([1: list], blockSize: random.number(1...99)))
            var wanted: UInt64 = 0
            for _ in 0..<20 {
                let expected = list.first { $0 >= wanted } ?? DocumentCursor.end
                #expect(try cursor.seek(wanted) == expected, "seed \(seed), \(wanted)")
                // The same number may be requested again.
                #expect(try cursor.seek(wanted) == expected, "seed \(seed), \(wanted) again")
                wanted += UInt64(random.number(0...9) == 0 ? random.number(0...2000) : random.number(0...9))
            }
        }
    }

    @Test func treesAreSoughtFarAheadWithoutMissingAnything() throws {
        for seed in UInt64(1)...300 {
            var random = RandomRows(seed: seed)
            let lists = evenLists(&random)
            let expression = expression(&random, depth: 2)
            let exact = numbers(expression, lists).exact.sorted()
            let cursor = DocumentCursor.cursor(expression, MemoryPostings(lists, blockSize: 4))
            #expect(try cursor.seek(0) == exact.first ?? DocumentCursor.end)
            var wanted: UInt64 = 0
            for _ in 0..<12 {
                wanted += UInt64(random.number(1...30))
                #expect(try cursor.seek(wanted) == exact.first { $0 >= wanted } ?? DocumentCursor.end, "seed \(seed)")
            }
        }
    }

    @Test func emptyListsAndTheEndGiveNothing() throws {
        let source = MemoryPostings([1: [3, 9], 2: []])
        let present = PieceExpression.piece(piece(1))
        let absent = PieceExpression.piece(piece(7))
        for expression in [
            PieceExpression.none, .all([]), .any([]), absent, .piece(piece(2)), .all([present, absent]),
            .all([absent, present]),
            .all([present, .none]), .any([absent, .all([])]),
        ] {
            let cursor = DocumentCursor.cursor(expression, source)
            #expect(try walk(cursor) == [], "\(expression)")
            #expect(try cursor.seek(DocumentCursor.end) == DocumentCursor.end)
        }
        let cursor = DocumentCursor.cursor(present, source)
        #expect(try cursor.seek(DocumentCursor.end) == DocumentCursor.end)
        #expect(try walk(DocumentCursor.cursor(.any([absent, present]), source)) == [3, 9])
        #expect(try walk(DocumentCursor.cursor(.all([present, present]), source), from: 4) == [9])
        #expect(try walk(DocumentCursor.cursor(.all([.any([present])]), source), from: 10) == [])
    }

    /// So a search for two pieces, one with a million numbers and one with ten, reads little of the long list.
    @Test func aRareListKeepsADenseOneFromBeingRead() throws {
        let lists: Lists = [1: Array(1...20_000), 2: [50, 10_000, 19_999]]
        let source = MemoryPostings(lists, blockSize: 10)
        let both = PieceExpression.all([.piece(piece(1)), .piece(piece(2))])
        #expect(try walk(DocumentCursor.cursor(both, source)) == [50, 10_000, 19_999])
        #expect(source.asked < 12)
    }

    @Test func aSourceThatFailsFailsTheCursor() {
        struct Broken: Error {}
        final class BrokenSource: PostingSource {
            func block(of piece: UInt64, reaching document: UInt64, after former: PostingNumbers?) throws
                -> PostingNumbers?
            { throw Broken() }
        }
        let parts = [1, 2].map { PieceExpression.piece(piece($0)) }
        for expression in [parts[0], .all(parts), .any(parts)] {
            #expect(throws: Broken.self) { try DocumentCursor.cursor(expression, BrokenSource()).seek(0) }
        }
    }

    // MARK: Candidates

    @Test func candidatesAreThoseOfTheRangeInOrder() throws {
        let source = MemoryPostings([1: [3, 9, 12, 40]])
        for (range, expected) in [
            (UInt64(0)..<100, [3, 9, 12, 40]), (3..<12, [3, 9]), (4..<40, [9, 12]), (13..<40, []), (41..<50, []),
            (5..<5, []),
        ] as [(Range<UInt64>, [UInt64])] {
            var candidates = SearchCandidates(.piece(piece(1)), range, in: source)
            var found: [UInt64] = []
            while let next = try candidates.next() { found.append(next) }
            #expect(found == expected, "\(range)")
            #expect(try candidates.next() == nil)
        }
    }

    @Test func everyRowThatMatchesIsACandidateOfItsKindAndDistrict() throws {
        var found = 0
        for seed in UInt64(1)...250 {
            var random = RandomRows(seed: seed)
            let rows = (1...12).map { random.row(id: $0) }
            guard let text = SearchText(random.query(rows[0])) else { continue }
            let source = MemoryPostings(rows)
            let kinds = [[], ["used"], ["new", "used"]][random.number(0...2)]
            let districts = [[], ["마포구"], ["중구", "종로구"], ["-"]][random.number(0...3)]
            var candidates = SearchReading(text).everything.candidates(among: kinds, districts, in: source)
            var documents: Set<UInt64> = []
            while let next = try candidates.next() { documents.insert(next) }
            for row in rows where text.kind(row.text) != nil {
                guard kinds.isEmpty || kinds.contains(row.kind) else { continue }
                guard districts.isEmpty || districts.contains(row.district ?? "") else { continue }
                let isFound = documents.contains(row.document)
                #expect(isFound, "seed \(seed): \(text.folded) in \(row)")
                found += 1
            }
        }
        #expect(found > 100)
    }
}
