import TestSupport
import Testing

@testable import geocli

/// Editing the text of the type-ahead screen.
@Suite struct TypeAheadLineTests {
    private func line(_ before: String, _ after: String = "") -> EditedLine {
        var line = EditedLine()
        line.insert(after)
        line.moveToStart()
        line.insert(before)
        return line
    }

    @Test(arguments: ["책", "\u{110E}\u{1162}\u{11A8}", "e\u{301}", "👩‍👩‍👧‍👦", "🇰🇷", "a"])
    func backspaceDeletesOneCharacterHoweverItIsWritten(_ character: String) {
        var line = line("헌\(character)", character + "방")
        line.deleteBackward()
        #expect(line == self.line("헌", character + "방"))
        line.deleteForward()
        #expect(line == self.line("헌", "방"))
        line.moveRight()
        line.insert(character)
        line.moveLeft()
        #expect(line.before == "헌방" && line.after == character)
    }

    @Test func marksThatComeLaterJoinTheirCharacter() {
        var line = EditedLine()
        for scalar in "\u{110E}\u{1162}\u{11A8}".unicodeScalars { line.insert(String(scalar)) }
        #expect(line.text.count == 1 && line.text == "책")
        line.deleteBackward()
        #expect(line.text.isEmpty)
        line = self.line("", "\u{1162}\u{11A8}방")
        line.insert("\u{110E}")
        #expect(line.before == "책" && line.after == "방", "the cursor never stands inside a character")
    }

    @Test func aWordGoesWithTheBlanksBehindIt() {
        var line = line("종로 헌책방  ", "끝")
        line.deleteWord()
        #expect(line == self.line("종로 ", "끝"))
        line.deleteWord()
        line.deleteWord()
        #expect(line == self.line("", "끝"))
    }

    @Test func theCursorStopsAtBothEnds() {
        var line = line("책방")
        line.moveRight()
        line.deleteForward()
        #expect(line == self.line("책방"))
        line.moveToStart()
        line.moveLeft()
        line.deleteBackward()
        #expect(line == self.line("", "책방"))
        line.moveToEnd()
        #expect(line == self.line("책방"))
        line.clear()
        #expect(line == EditedLine())
    }

    @Test func aWholeFileFindsNoRoom() {
        var line = line("", "끝")
        line.insert(String(repeating: "책", count: 100_000))
        #expect(line.text.utf8.count <= EditedLine.maximumBytes && line.text.utf8.count > EditedLine.maximumBytes - 4)
        line.insert("책")
        #expect(line.text.utf8.count <= EditedLine.maximumBytes)
        #expect(line.after == "끝")
    }

    @Test(arguments: 0..<50) func anyEditingLeavesWholeCharacters(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let pieces = ["\u{110E}", "\u{1162}", "\u{11A8}", "책", "e", "\u{301}", "\u{200D}", "👩", "🇰", " "]
        var line = EditedLine()
        for _ in 0..<200 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: line.deleteBackward()
            case 1: line.deleteForward()
            case 2: line.moveLeft()
            case 3: line.moveRight()
            case 4: line.moveToStart()
            case 5: line.deleteWord()
            default: line.insert(pieces.randomElement(using: &generator) ?? "")
            }
            #expect(line.before.count + line.after.count == line.text.count, "seed \(seed): \(line)")
        }
    }
}
