import GeocliText
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// The list of all changes in pieces, compared with the whole list.
@Suite struct ChangePageTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func pagesOfAnySizeAreTheWholeList(seed: UInt64) throws {
        let history = try RandomHistory(seed: seed)
        defer { withExtendedLifetime(history) {} }
        let catalog = try Catalog(path: history.bench.path)
        let all = try changes(catalog, .after(run: 0))
        for size in [1, 2, 3, 7, 256] {
            var found: [CatalogChange] = []
            var marks: [ChangeMark] = []
            var cursor = ChangeCursor.start
            while let page = try catalog.changePage(after: cursor, count: size) {
                #expect(page.changes.count <= size)
                for offset in page.changes.indices { marks.append(page.mark(at: offset)) }
                found += page.changes
                cursor = page.end
            }
            #expect(found == all, "seed \(seed), pages of \(size)")
            #expect(marks == numbered(all), "seed \(seed), pages of \(size)")
            #expect(cursor == (try catalog.lastCursor()))
        }
    }

    @Test(arguments: [1, 2] as [UInt64])
    func aListGoesOnAfterAnyOfItsChanges(seed: UInt64) throws {
        let history = try RandomHistory(seed: seed)
        defer { withExtendedLifetime(history) {} }
        let catalog = try Catalog(path: history.bench.path)
        let all = try changes(catalog, .after(run: 0))
        for (position, mark) in numbered(all).enumerated() {
            let rest = Array(all[(position + 1)...])
            let read = try #require(ChangeMark(mark.text))
            #expect(read == mark)
            #expect(try changes(catalog, .past(mark)) == rest, "seed \(seed), after \(mark.text)")
            let cursor = try #require(try catalog.cursor(at: mark))
            #expect(try catalog.changePage(after: cursor, count: 1)?.changes.first ?? rest.first == rest.first)
            // A filter changes no number.
            #expect(
                try changes(catalog, .past(mark)) { $0.kinds = [.used] } == rest.filter { $0.place.kind == .used },
                "seed \(seed), after \(mark.text)")
        }
    }

    @Test func aMarkOfAnotherCatalogIsNotThere() throws {
        let (one, two) = (try RandomHistory(seed: 1), try RandomHistory(seed: 2))
        let mark = try Catalog(path: one.bench.path).lastCursor().mark
        let other = try Catalog(path: two.bench.path)
        #expect(try !other.holds(mark))
        #expect(try other.cursor(at: mark) == nil)
        #expect(throws: CatalogError.self) { try changes(other, .past(mark)) }
        // A follower that waits after a run notices a catalog that has such a run, too.
        let waiting = try #require(try Catalog(path: one.bench.path).cursor(before: .after(run: mark.run)))
        #expect(waiting.isRunEnd && waiting.mark.run == mark.run)
        #expect(try !other.holds(waiting.mark) && Catalog(path: one.bench.path).holds(waiting.mark))
        #expect(try Catalog(path: one.bench.path).cursor(before: .after(run: 0)) == .start)
    }

    @Test(arguments: [
        "", ".", "1.", ".1", "1.2.", "1.2.3.4", "-1", "1.-2", "１", "1.2.4294967296", "9223372036854775808", "1 2", "a",
        "99999999999999999999",
    ])
    func otherTextsAreNoMarks(_ text: String) { #expect(ChangeMark(text) == nil) }

    @Test func marksAreWrittenAsTheyAreRead() {
        for text in ["0.0", "12.3", "12.3.2764819", "1.0.0"] { #expect(ChangeMark(text)?.text == text) }
        #expect(ChangeMark("12") == ChangeMark(run: 12, sequence: .max, check: nil))
        #expect(ChangeMark("0") == .start)
    }

    @discardableResult
    private func changes(
        _ catalog: Catalog, _ span: ChangeSpan, _ adjust: (inout PlaceFilter) -> Void = { _ in }
    ) throws -> [CatalogChange] {
        var filter = ChangeFilter()
        filter.span = span
        adjust(&filter.places)
        var found: [CatalogChange] = []
        _ = try catalog.forEachChange(filter) { found.append($0) }
        return found
    }

    /// The marks of all changes, by counting.
    private func numbered(_ changes: [CatalogChange]) -> [ChangeMark] {
        var counts: [Int64: Int] = [:]
        return changes.map { change in
            counts[change.run.id, default: 0] += 1
            return ChangeMark(run: change.run.id, sequence: counts[change.run.id] ?? 0, check: change.run.check)
        }
    }
}
