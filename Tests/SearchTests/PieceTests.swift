import TestSupport
import Testing

@testable import GeocliSearch

/// The basis of the index: a place that matches has all pieces by which it is searched.
@Suite struct PieceTests {
    /// Whether the steps of a reading find the row, provided that it matches.
    private func expectFound(_ row: Row, by reading: SearchReading, _ note: @autoclosure () -> String) -> MatchKind? {
        guard let kind = row.withFields(reading.kind) else { return nil }
        let pieces = row.pieces
        let steps = [reading.everything, reading.passes.first { $0.kind == kind }]
        let isFound = steps.map { step in
            guard let step else { return false }
            return step.candidates.admits(pieces) && step.candidates.simplified.admits(pieces)
                && step.documents.contains(row.document)
        }
        #expect(isFound[0], "everything misses \(kind), \(note())")
        #expect(isFound[1], "the step of \(kind) misses it, \(note())")
        return kind
    }

    @Test func whateverMatchesHasThePiecesOfItsKind() throws {
        var counts: [MatchKind: Int] = [:]
        for seed in UInt64(1)...8000 {
            var random = RandomRows(seed: seed)
            let row = random.row()
            let query = random.query(row)
            guard let text = SearchText(query) else { continue }
            let kind = expectFound(
                row, by: SearchReading(text), "seed \(seed): \(query.debugDescription) in \(row)")
            if let kind { counts[kind, default: 0] += 1 }
        }
        for kind in MatchKind.asWritten { #expect(counts[kind, default: 0] > 20, "\(kind) is hardly tried") }
    }

    @Test(arguments: [true, false])
    func whatMatchesAGuessHasThePiecesOfItsKind(isForNames: Bool) throws {
        var counts: [MatchKind: Int] = [:]
        for seed in UInt64(1)...8000 {
            var random = RandomRows(seed: seed)
            let row = random.row()
            let queries = (0..<random.number(1...3)).map { _ in random.query(row) }
            let texts = queries.compactMap {
                SearchText(typo: $0, in: random.number(0...2), isShort: random.number(0...3) > 0)
            }
            let reading = SearchReading(.typo, texts, isForNames: isForNames)
            if let kind = expectFound(row, by: reading, "seed \(seed): \(queries) in \(row)") {
                counts[kind, default: 0] += 1
            }
        }
        for kind in [MatchKind.exact, .prefix, .substring, .spacing, .initials, .words] {
            #expect(counts[kind, default: 0] > 20, "\(kind) is hardly tried")
        }
        for kind in [MatchKind.mixed, .address, .phone] { #expect((counts[kind, default: 0] > 20) != isForNames) }
    }

    @Test func piecesDoNotAdmitEverything() {
        var refused = 0
        for seed in UInt64(1)...1000 {
            var random = RandomRows(seed: seed)
            let row = random.row()
            var other = RandomRows(seed: seed + 100_000)
            let stranger = other.row()
            guard let text = SearchText(random.query(row)), text.kind(stranger.text) == nil else { continue }
            if !text.everything.admits(stranger.pieces) { refused += 1 }
        }
        #expect(refused > 500)
    }

    @Test func aRowHasThePiecesOfItsFields() {
        let row = Row(name: "책 방", address: "로 1", district: "구", phone: "0123, 45", kind: "used")
        let expected: Set<Piece> = [
            Piece(kind: "used"), Piece(.name, Piece.start, "책"), Piece(.begin, "책", " "), Piece(.name, "책"),
            Piece(.name, "책", " "), Piece(.name, " ", "방"), Piece(.name, "방"), Piece(.name, "책", "방"),
            Piece(.initials, "ㅊ"), Piece(.initials, "ㅂ"), Piece(.initials, "ㅊ", "ㅂ"), Piece(.address, "로"),
            Piece(.address, "1"), Piece(.address, "로", "1"), Piece(.address, "구"), Piece(digits: "012".utf8),
            Piece(digits: "123".utf8),
        ]
        #expect(row.pieces == expected)
        #expect(Row(name: "", kind: "used").pieces == [Piece(kind: "used")])
    }

    @Test func piecesOfDifferentPlacesAndCharactersHaveDifferentKeys() {
        let scalars: [Unicode.Scalar] = ["\u{1}", " ", "a", "책", "\u{1F600}", "\u{10FFFF}"]
        let places: [Piece.Source] = [.name, .initials, .address, .begin]
        var keys: Set<UInt64> = []
        for place in places {
            for first in scalars {
                keys.insert(Piece(place, first).key)
                for second in scalars { keys.insert(Piece(place, first, second).key) }
            }
        }
        for number in 0...999 {
            let digits = String(repeating: "0", count: 3 - String(number).count) + String(number)
            keys.insert(Piece(digits: digits.utf8).key)
        }
        keys.formUnion(["used", "new"].map { Piece(kind: $0).key })
        #expect(keys.count == places.count * (scalars.count + scalars.count * scalars.count) + 1000 + 2)
        // SQLite keeps keys as signed numbers.
        #expect(keys.allSatisfy { $0 < 1 << 46 })
    }

    // MARK: Expressions

    @Test func aSimplifiedExpressionAdmitsTheSameRows() {
        var admitted = 0
        for seed in UInt64(1)...3000 {
            var random = RandomRows(seed: seed)
            let expression = Self.expression(&random, depth: 3)
            let pieces = Set((0..<4).map { _ in Self.piece(&random) })
            let isAdmitted = expression.admits(pieces)
            let simplified = expression.simplified
            let isSame = simplified.admits(pieces) == isAdmitted && simplified.simplified == simplified
            #expect(isSame, "seed \(seed): \(expression)")
            if isAdmitted { admitted += 1 }
        }
        #expect(300...2700 ~= admitted)
    }

    private static func piece(_ random: inout RandomRows) -> Piece {
        Piece(.name, random.pick(["a", "b", "c", "d", "e", "f"]) ?? "a")
    }

    private static func expression(_ random: inout RandomRows, depth: Int) -> PieceExpression {
        let parts = (0..<random.number(1...3)).map { _ in
            depth == 0 ? PieceExpression.piece(piece(&random)) : expression(&random, depth: depth - 1)
        }
        switch random.number(0...9) {
        case 0: return .none
        case 1...3: return .all(parts)
        case 4...6: return .any(parts)
        default: return .piece(piece(&random))
        }
    }
}
