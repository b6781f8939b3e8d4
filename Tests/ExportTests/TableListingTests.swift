import GeocliText
import TestSupport
import Testing

@testable import GeocliExport

@Suite struct TableListingTests {
    private func lines(_ rows: [SampleRow], _ change: (inout ListingOptions) -> Void = { _ in }) throws -> [String] {
        let text = try sampleText(rows, options(.table, change))
        #expect(text.hasSuffix("\n"))
        return text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test func anEmptyTableHasItsTitles() throws {
        #expect(try lines([]) == ["id  name  note  distance", "──  ────  ────  ────────"])
        #expect(try lines([]) { $0.language = .korean } == ["번호  이름  메모  거리", "────  ────  ────  ────"])
    }

    @Test func aQuietJobWithoutRowsSaysNothing() throws {
        #expect(try sampleText([], options(.table) { $0.isQuiet = true }) == "")
        let row = SampleRow(id: 1, name: "책방", note: "a", meters: 5)
        #expect(try lines([row]) { $0.isQuiet = true } == lines([row]))
    }

    @Test func koreanColumnsLineUp() throws {
        let rows = [
            SampleRow(id: 1, name: "책방", note: "a", meters: 5),
            SampleRow(id: 2283, name: "a", note: "서점입니다", meters: 1234.5),
            SampleRow(id: 20, name: "e\u{301}é", note: nil, meters: nil),
        ]
        #expect(
            try lines(rows) == [
                "  id  name  note        distance", "────  ────  ──────────  ────────",
                "   1  책방  a" + String(repeating: " ", count: 16) + "5 m",
                "2283  a     서점입니다   1.23 km", "  20  e\u{301}é",
            ])
    }

    /// The columns at which the cells of a line start, given their widths.
    @Test func everyColumnStartsAtTheSamePlaceInEveryLine() throws {
        let pieces = ["a", "책", "e\u{301}", "😀", "Ａ", "ㅊ", " b", "\u{1112}\u{1161}\u{11AB}"]
        for seed in UInt64(1)...100 {
            var random = SeededGenerator(seed: seed)
            func word() -> String {
                (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }
                    .joined()
            }
            let rows = (0..<Int.random(in: 0...12, using: &random)).map {
                SampleRow(id: Int64($0), name: word(), note: word(), meters: 1)
            }
            let all = try lines(rows)
            // The rule under the titles shows where each column is.
            let widths = all[1].split(separator: " ").map(\.count)
            #expect(widths.count == 4, "seed \(seed)")
            let full = widths.reduce(0, +) + 6
            for line in all { #expect(DisplayText.width(line) == full, "seed \(seed): \(line)") }
            for line in all.dropFirst(2) {
                for start in [widths[0], widths[0] + 2 + widths[1], widths[0] + 4 + widths[1] + widths[2]] {
                    #expect(isGap(line, at: start), "seed \(seed): column \(start) of \(line)")
                }
            }
        }
    }

    /// Whether two blanks are at a display column.
    private func isGap(_ line: String, at column: Int) -> Bool {
        var rest = line.unicodeScalars[...]
        var passed = 0
        while passed < column, let scalar = rest.popFirst() { passed += DisplayText.width(String(Character(scalar))) }
        // Marks without a width belong to the character before them.
        while let scalar = rest.first, DisplayText.width(String(Character(scalar))) == 0 { rest.removeFirst() }
        return passed == column && rest.starts(with: "  ".unicodeScalars)
    }

    @Test func aRowIsOneLineAndHarmless() throws {
        let rows = hostileNames.map { SampleRow(name: $0, note: $0) }
        let all = try lines(rows)
        #expect(all.count == rows.count + 2)
        #expect(!all.joined().unicodeScalars.contains(where: DisplayText.isUnsafe))
        let hostileFields = try sampleText(rows, options(.table) { $0.fields = ["links", "name"] })
        #expect(hostileFields.split(separator: "\n", omittingEmptySubsequences: false).count == rows.count + 3)
    }

    @Test func moreRowsThanAreLookedAtFirstAllArriveInOrder() throws {
        for count in [999, 1000, 1001, 2500] {
            let rows = (1...count).map { SampleRow(id: Int64($0), name: "책방 \($0)", meters: Double($0)) }
            let all = try lines(rows) { $0.terminalColumns = 80 }
            #expect(all.count == count + 2)
            #expect(all.dropFirst(2).enumerated().allSatisfy { $1.contains("책방 \($0 + 1) ") }, "\(count) rows")
            #expect(Set(all.map(DisplayText.width)).count == 1, "\(count) rows")
        }
    }

    @Test func aTableOfAnyLengthIsWrittenWhileItGrows() throws {
        var pieces = 0
        let sink = ByteSink { _ in pieces += 1 }
        let writer = try ListingWriter(.sample, options(.table), into: sink)
        for id in 1...1000 { try writer.write(SampleRow(id: Int64(id), note: String(repeating: "x", count: 200))) }
        #expect(pieces > 0)
        try writer.finish()
    }

    @Test func distancesAndDegreesAreForPeople() {
        let cases: [(OutputValue, String)] = [
            (.meters(0), "0 m"), (.meters(14.186), "14 m"), (.meters(999), "999 m"), (.meters(1000), "1.00 km"),
            (.meters(324_915.297), "324.92 km"), (.degrees(126.123456789), "126.1234568"), (.degrees(37), "37"),
            (.text("a\nb\u{1B}"), "a b"), (.list(["a\n", "b"]), "a  b"), (.null, ""), (.number(1.5), "1.5"),
            (.bool(true), "true"),
            (.json(.string("\u{202E}x")), "x"),
        ]
        for (value, text) in cases { #expect(value.tableText == text) }
    }

    @Test func aDistanceThatRoundsToAKilometerIsWrittenAsOne() {
        #expect(OutputValue.meters(999.4).tableText == "999 m")
        #expect(OutputValue.meters(999.6).tableText == "1.00 km")
    }

    @Test func oneRowAloneIsASheet() throws {
        let row = SampleRow(id: 5, name: "책\n방", phone: "+82", links: ["a"], meters: 1500)
        let text = try sampleText([row], options(.table) { $0.isSingle = true })
        #expect(
            text == """
                id         5
                name       책 방
                phone      +82
                links      a
                latitude   37.5563
                longitude  126.9236
                distance   1.50 km

                """)
        let korean = try sampleText(
            [row],
            options(.table) {
                $0.isSingle = true
                $0.language = .korean
                $0.fields = ["id", "distance_m"]
            })
        #expect(korean == "번호  5\n거리  1.50 km\n")
        #expect(try sampleText([], options(.table) { $0.isSingle = true }) == "")
    }
}
