import GeocliText
import TestSupport
import Testing

@testable import GeocliExport

/// Tables on terminals: cells that must never be cut are whole on one line, no line is too wide, and the columns are
/// aligned.
@Suite struct TableFitTests {
    /// A row of a table with every kind of column.
    private struct Row {
        var id: Int64 = 1
        var date = "2026-11-22"
        var outcome = "published"
        var name: String? = "책방"
        var kind = "new"
        var address: String?
        var phone: String?
        var count = 0
        var meters: Double?
        var reason: String?
    }

    private static let keys = [
        "id", "date", "outcome", "name", "kind", "address", "phone", "count", "distance_m", "reason",
    ]

    private static var schema: ListingSchema<Row> {
        ListingSchema(
            columns: [
                Column("id", en: "id", ko: "번호") { .integer($0.id) },
                Column("date", en: "date", ko: "날짜") { .code($0.date) },
                Column("outcome", en: "outcome", ko: "결과") { .code($0.outcome) },
                Column("name", en: "name", ko: "이름") { .text($0.name) },
                Column("kind", en: "kind", ko: "종류") { .code($0.kind) },
                Column("address", en: "address", ko: "주소") { .text($0.address) },
                Column("phone", en: "phone", ko: "전화") { .code($0.phone) },
                Column("count", en: "number of items", ko: "모든 항목의 개수") { .integer($0.count) },
                Column("distance_m", en: "distance", ko: "거리") { $0.meters.map { .meters($0) } ?? .null },
                Column("reason", en: "reason", ko: "이유") { .text($0.reason) },
            ], tableKeys: keys)
    }

    private func table(_ rows: [Row], _ columns: Int?, _ change: (inout ListingOptions) -> Void = { _ in }) throws
        -> [String]
    {
        let text = try listed(
            rows, Self.schema,
            options(.table) {
                $0.terminalColumns = columns
                change(&$0)
            }
        ).text
        return text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private static let pieces = [
        "a", "책방", "e\u{301}", "😀", "Ａ", "ㅊ", " ", " ", "\u{1112}\u{1161}\u{11AB}", "word", "👩‍👩‍👧", "\u{1B}[31m",
        "\u{202E}",
        "\t", "서울특별시",
    ]

    private func row(_ id: Int64, _ random: inout SeededGenerator) -> Row {
        func words(_ most: Int) -> String? {
            guard Int.random(in: 0..<5, using: &random) > 0 else { return nil }
            return (0..<Int.random(in: 1...most, using: &random))
                .compactMap { _ in Self.pieces.randomElement(using: &random) }.joined()
        }
        var row = Row(id: id * Int64.random(in: 1...1_000_000, using: &random))
        row.date = "2026-\(Int.random(in: 10...12, using: &random))-\(Int.random(in: 10...28, using: &random))"
        row.outcome = ["published", "refused", "unchanged"].randomElement(using: &random) ?? ""
        row.kind = ["new", "used", "other"].randomElement(using: &random) ?? ""
        row.name = words(12)
        row.address = words(30)
        row.phone =
            Bool.random(using: &random) ? "+82\(Int.random(in: 20_000_000...1_099_999_999, using: &random))" : nil
        row.count = Int.random(in: 0...20_000, using: &random)
        row.meters = Bool.random(using: &random) ? Double.random(in: 0...400_000, using: &random) : nil
        row.reason = words(120)
        return row
    }

    @Test(arguments: [60, 80, 120])
    func nothingExactIsCutAndNoLineIsTooWide(_ columns: Int) throws {
        for seed in UInt64(1)...150 {
            var random = SeededGenerator(seed: seed)
            let rows = (0..<Int.random(in: 1...12, using: &random)).map { row(Int64($0) + 1, &random) }
            let language = seed % 2 == 0 ? Language.korean : .english
            let lines = try table(rows, columns) { $0.language = language }
            for line in lines { #expect(DisplayText.width(line) <= columns, "seed \(seed): \(line)") }
            let words = lines.map { Set($0.split(whereSeparator: { " ·".contains($0) }).map(String.init)) }
            for row in rows {
                let phone = row.phone.map { NationalPhone.text(e164: $0) ?? $0 }
                let codes = [(row.outcome, "outcome"), (row.kind, "kind")].map { CodeWords.text($0, in: $1, language) }
                let spoken = codes.flatMap { $0.split(separator: " ").map(String.init) }
                for value in [String(row.id), row.date] + spoken + [phone].compactMap({ $0 }) {
                    #expect(words.contains { $0.contains(value) }, "seed \(seed): \(value) is cut")
                }
                if let meters = row.meters {
                    let shown = OutputValue.meters(meters).tableText
                    #expect(lines.contains { $0.contains(shown) }, "seed \(seed): \(shown) is cut")
                }
                #expect(
                    words.contains { $0.contains(String(row.count)) } || lines.joined().contains("--fields"),
                    "seed \(seed)")
            }
            expectColumns(lines, "seed \(seed)")
        }
    }

    /// The rules under the titles show the gaps between columns. Each line of a row is blank there, except for texts
    /// under the row.
    private func expectColumns(_ lines: [String], _ words: String) {
        guard let rule = lines.firstIndex(where: { $0.hasPrefix("─") }) else {
            Issue.record("\(words): no rules")
            return
        }
        let cells = lines[rule].map { $0 == " " }
        let gaps = cells.indices.filter { cells[$0] }
        let indent = (cells.firstIndex(of: true) ?? 0) + TableForm.gap
        for line in lines[(rule + 1)...] where !line.isEmpty && !line.contains("--fields") {
            // Text under a row is indented, and its first line begins with a title.
            if line.hasPrefix(String(repeating: " ", count: indent)) { continue }
            let spread = self.spread(line)
            for gap in gaps where gap < spread.count {
                #expect(spread[gap] == " ", "\(words): column \(gap) of \(line)")
            }
        }
    }

    /// Returns the line column by column; the second column of a wide character is empty.
    private func spread(_ line: String) -> [String] {
        var columns: [String] = []
        for scalar in line.unicodeScalars {
            let text = String(Character(scalar))
            let width = DisplayText.width(text)
            if width > 0 { columns += [text] + Array(repeating: "", count: width - 1) }
        }
        return columns
    }

    @Test func anyWidthHoldsEveryLine() throws {
        var random = SeededGenerator(seed: 7)
        let rows = (1...6).map { row($0, &random) }
        for columns in 1...140 {
            for isChosen in [false, true] {
                let lines = try table(rows, columns) { $0.fields = isChosen ? Self.keys : nil }
                // A wide character does not fit one column.
                let widest = lines.map(DisplayText.width).max() ?? 0
                #expect(widest <= max(columns, 2), "\(columns) columns")
            }
        }
    }

    @Test func textIsBrokenAndComesBackWhole() throws {
        let address = "서울특별시 마포구 여백로33길 201 지하 2층 옛 우체국 건물 안쪽 두 번째 문"
        let lines = try table([Row(id: 1, address: address), Row(id: 2, name: "둘", address: "짧은 주소")], 60)
        let words = lines.flatMap { $0.split(separator: " ") }
        for word in address.split(separator: " ") { #expect(words.contains(word), "\(word)") }
        #expect(!lines.joined().contains("…"))
    }

    @Test func emptyColumnsAreLeftOutAndSharedValuesAreSaidOnce() throws {
        let rows = [Row(id: 1, name: "하나"), Row(id: 2, name: "둘")]
        #expect(
            try table(rows, 80) == [
                "date: 2026-11-22 · outcome: published · kind: new", "id  name  number of items",
                "──  ────  ───────────────",
                " 1  하나                0", " 2  둘                  0",
            ])
        #expect(
            try table(rows, 80) { $0.language = .korean }.prefix(2) == [
                "날짜: 2026-11-22 · 결과: 반영 · 종류: 새책", "번호  이름  모든 항목의 개수",
            ])
        // A single row has no values to share.
        #expect(try table([rows[0]], 80)[2] == " 1  2026-11-22  published  하나  new                 0")
    }

    @Test func chosenColumnsAllStay() throws {
        let rows = [Row(id: 1), Row(id: 2)]
        let lines = try table(rows, 80) { $0.fields = ["id", "kind", "phone"] }
        #expect(lines == ["id  kind  phone", "──  ────  ─────", " 1  new", " 2  new"])
        let narrow = try table(rows, 20) { $0.fields = ["id", "date", "count"] }
        #expect(narrow.contains { $0.contains("2026-11-22") } && !narrow.joined().contains("--fields"))
    }

    @Test func aPipeKeepsAllColumnsAndOneLineForEachRow() throws {
        let rows = [Row(id: 1, reason: String(repeating: "lang ", count: 100)), Row(id: 2)]
        let lines = try table(rows, nil)
        #expect(lines.count == 4)
        #expect(lines[0].hasPrefix("id  date        outcome    name  kind  address  phone  number of items  distance"))
        #expect(lines[2].hasSuffix("lang lang"))
    }

    @Test func titlesAreBrokenBeforeAnythingElse() throws {
        let rows = (1...2).map { Row(id: $0, name: "가나다라마바사아자차", phone: "+82234375092", meters: 5) }
        let lines = try table(rows, 48)
        #expect(lines.contains { $0.hasSuffix("items") || $0.contains("items ") })
        #expect(lines.allSatisfy { DisplayText.width($0) <= 48 })
    }

    /// Two rows of counts in a table of this width.
    private func counts(_ columns: Int, _ change: (inout ListingOptions) -> Void = { _ in }) throws -> String {
        let keys = ["run_id", "outcome", "total", "added", "changed", "removed", "returned", "rejected"]
        let all = keys.map { key in
            Column<Row>(key, en: key, ko: key) { key == "outcome" ? .code("refused\($0.id)") : .integer($0.id) }
        }
        let schema = ListingSchema<Row>(columns: all, tableKeys: keys)
        var chosen = options(.table) { $0.terminalColumns = columns }
        change(&chosen)
        return try listed([Row(id: 1), Row(id: 2)], schema, chosen).text
    }

    @Test func theLeastImportantNumbersLeaveAndTheTableSaysSo() throws {
        #expect(try !counts(80).contains("--fields"))
        let narrow = try counts(60)
        #expect(narrow.contains("refused1") && !narrow.contains("returned  "))
        #expect(
            narrow.replacing("\n", with: " ").contains(
                "left out to fit the terminal's 60 columns: returned; show them with --fields run_id,returned"))
        #expect(
            try counts(60) { $0.language = .korean }.replacing("\n", with: " ").contains(
                "화면 폭(60칸)이 좁아 생략한 항목: returned. --fields run_id,returned로 볼 수"))
        #expect(try !counts(60) { $0.isQuiet = true }.contains("left out"))
    }

    @Test func aLaterBatchThatDoesNotFitGetsAHeadOfItsOwn() throws {
        var rows = (1...2500).map { Row(id: Int64($0), name: "책방 \($0)", meters: 3) }
        rows[1700].kind = "used"
        rows[1800].phone = "+8227770000"
        let lines = try table(rows, 80)
        #expect(lines.count { $0.hasPrefix("─") } == 2)
        #expect(lines.contains { $0.contains("used") } && lines.contains { $0.contains("02-777-0000") })
        let ids = lines.compactMap { line in line.split(separator: " ").first.flatMap { Int64($0) } }
        #expect(ids == rows.map(\.id))
    }

    @Test func aFewRowsOfMuchTextDoNotWait() throws {
        var pieces = 0
        let sink = ByteSink { _ in pieces += 1 }
        let writer = try ListingWriter(Self.schema, options(.table) { $0.terminalColumns = 80 }, into: sink)
        for id in 1...400 {
            try writer.write(Row(id: Int64(id), reason: "\(id)" + String(repeating: "x", count: 100_000)))
        }
        #expect(pieces > 0)
    }

    @Test func aTextOfKilobytesIsCutLast() throws {
        let lines = try table([Row(id: 1, name: String(repeating: "책", count: 5000)), Row(id: 2)], 80)
        #expect(lines.count < 20)
        #expect(lines.joined().contains("…"))
        let marks = try table([Row(id: 1, name: "e" + String(repeating: "\u{301}", count: 100_000)), Row(id: 2)], 80)
        #expect(marks.joined().unicodeScalars.count < 20_000)
    }

    @Test func boxesAndPointsAreShortInTables() {
        #expect(
            OutputValue.box([126.997411234567, 37.470921234567, 127.0923, 37.54294999]).tableText
                == "126.9974,37.4709,127.0923,37.543")
        #expect(OutputValue.box([-10, -0.00001, 5, 44]).tableText == "-10,-0.0001,5,44")
        #expect(OutputValue.point("37.49878335054071,127.06170087635").tableText == "37.4987834,127.0617009")
        #expect(OutputValue.point("37.49878335054071,127.06").cell == "37.49878335054071,127.06")
    }
}
