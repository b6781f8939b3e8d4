import GeocliText
import Testing

@testable import geocli

/// The effect of keys on the list, and the moments when a search runs.
@Suite struct TypeAheadStateTests {
    private struct Failure: Error {}

    /// The texts that were searched for.
    private final class Log {
        var texts: [String] = []
    }

    /// A screen over the rows 1, 2, … `count`.
    private func screen(
        _ text: String = "", count: Int = 5, limit: Int? = nil, height: Int = 3, log: Log = Log()
    ) throws -> TypeAheadScreen {
        var screen = TypeAheadScreen(prompt: Words(en: "t", ko: "t"), initialText: text, limit: limit) { text, atMost in
            log.texts.append(text)
            return TypeAheadResults(
                rows: (1...count).prefix(atMost).map { TypeAheadRow(id: Int64($0), cells: ["\($0)"]) })
        }
        screen.resize(to: TerminalSize(rows: height + 2, columns: 80))
        try screen.press([])
        return screen
    }

    @Test func eachBatchOfKeysIsLookedForOnce() throws {
        let log = Log()
        var screen = try screen(log: log)
        #expect(log.texts == [], "there is nothing to look for")
        try screen.press([.text("책"), .text("방"), .backspace])
        try screen.press([.left, .right, .text("방")])
        try screen.press([.home, .end])
        #expect(log.texts == ["책", "책방"])
        try screen.press([.clear])
        #expect(log.texts == ["책", "책방"] && screen.state.results.rows.isEmpty)
        try screen.press([.text("  ")])
        #expect(log.texts == ["책", "책방"], "blanks are not text")
    }

    @Test func enterChoosesFromTheAnswerToWhatWasTyped() throws {
        let log = Log()
        var screen = try screen(log: log)
        try screen.press([.text("책방"), .down, .enter, .text("x"), .leave])
        #expect(screen.state.outcome == .chosen(2))
        #expect(log.texts == ["책방"])
    }

    @Test func enterWithoutARowWaits() throws {
        var screen = try screen()
        try screen.press([.enter, .down, .enter, .up, .pageDown, .pageUp])
        #expect(screen.state.outcome == nil && screen.state.selected == 0)
    }

    @Test func theSelectedRowStaysInSight() throws {
        var screen = try screen("x", count: 8)
        func look(_ keys: KeyPress...) throws -> [Int] {
            try screen.press(keys)
            return [screen.state.selected, screen.state.firstShown]
        }
        #expect(try look(.up) == [0, 0])
        #expect(try look(.down, .down) == [2, 0])
        #expect(try look(.down) == [3, 1])
        #expect(try look(.pageDown) == [6, 4])
        #expect(try look(.pageDown) == [7, 5])
        #expect(try look(.down) == [7, 5])
        #expect(try look(.up, .up, .up) == [4, 4])
        #expect(try look(.pageUp) == [1, 1])
        #expect(try look(.pageUp) == [0, 0])
        #expect(try look(.pageDown, .text("y")) == [0, 0], "another text begins with its best row")
    }

    @Test func aNewSizeKeepsTheSelectedRowInSight() throws {
        var screen = try screen("x", count: 8)
        try screen.press([.pageDown, .pageDown, .pageDown])
        for rows in [1, 2, 3, 4, 12, 5] {
            screen.resize(to: TerminalSize(rows: rows, columns: 80))
            let state = screen.state
            #expect(state.selected == 7)
            #expect(state.firstShown == max(0, 8 - max(1, state.listHeight)) || rows == 1, "\(rows) rows")
        }
    }

    @Test(arguments: [
        (nil, 300, 100, true), (nil, 100, 100, false), (5, 300, 5, true), (5, 5, 5, false), (900, 300, 100, true),
    ])
    func theListHasALimit(limit: Int?, count: Int, shown: Int, hasMore: Bool) throws {
        let state = try screen("x", count: count, limit: limit).state
        #expect(state.results.rows.count == shown && state.hasMore == hasMore)
    }

    @Test func errorsOfTheSourceTravel() throws {
        var screen = TypeAheadScreen(prompt: Words(en: "t", ko: "t"), initialText: "") { _, _ in throw Failure() }
        #expect(throws: Failure.self) { try screen.press([.text("x")]) }
    }

    @Test func theFirstTextIsHarmlessToo() throws {
        #expect(try screen("책\u{1B}[2J\n방").state.line.before == "책[2J 방")
    }
}
