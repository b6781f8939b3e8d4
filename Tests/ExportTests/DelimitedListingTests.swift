import GeocliText
import Testing

@testable import GeocliExport

@Suite struct DelimitedListingTests {
    private static let header = "id,name,note,phone,links,latitude,longitude,distance_m"

    private func csv(_ rows: [SampleRow], _ change: (inout ListingOptions) -> Void = { _ in }) throws -> String {
        try sampleText(rows, options(.csv, change))
    }

    @Test func anEmptyListIsItsHeader() throws {
        #expect(try csv([]) == Self.header + "\n")
        #expect(try sampleText([], options(.tsv)) == Self.header.split(separator: ",").joined(separator: "\t") + "\n")
        #expect(try csv([]) { $0.isForExcel = true } == "\u{FEFF}" + Self.header + "\r\n")
    }

    @Test func rowsAreWrittenToTheByte() throws {
        let row = SampleRow(id: 7, note: "a,\"b\"\nc", phone: "+8223334444", links: ["x", "y"], meters: 12)
        let line = "7,책방,\"a,\"\"b\"\"\nc\",+8223334444,x y,37.5563,126.92360004,12.000"
        #expect(try csv([row]) == Self.header + "\n" + line + "\n")
        let excel = line.replacing("+8223334444", with: "02-333-4444")
        #expect(try csv([row]) { $0.isForExcel = true } == "\u{FEFF}" + Self.header + "\r\n" + excel + "\r\n")
        #expect(
            try sampleText([row], options(.tsv)).split(separator: "\n").last
                == "7\t책방\ta,\"b\" c\t+8223334444\tx y\t37.5563\t126.92360004\t12.000")
    }

    @Test func manyRowsReadBackEqual() throws {
        let rows = hostileNames.enumerated().map { SampleRow(id: Int64($0), name: $1, note: $1) }
        for isForExcel in [false, true] {
            let text = try csv(rows) {
                $0.isRaw = true
                $0.isForExcel = isForExcel
            }
            let table = try records(text)
            #expect(table.count == rows.count + 1)
            for (record, name) in zip(table.dropFirst(), hostileNames) {
                #expect(record.count == 8)
                #expect(Array(record[1].utf8) == Array(name.utf8) && Array(record[2].utf8) == Array(name.utf8))
            }
        }
    }

    @Test func textThatLooksLikeAFormulaIsGuarded() throws {
        for name in ["=1+1", "@x", "+82 2", "-5", "\t=1", "=\"a\""] {
            let row = SampleRow(name: name, note: "a" + name, phone: "+82", links: [name])
            let guarded = try records(csv([row]))[1]
            #expect(guarded[1] == "'" + name)
            #expect(guarded[2] == "a" + name)
            #expect(guarded[3] == "+82")
            #expect(guarded[4] == "'" + name)
            let raw = try records(csv([row]) { $0.isRaw = true })[1]
            #expect(raw[1] == name && raw[4] == name)
        }
    }

    @Test func numbersAndOurOwnTextAreNeverGuarded() throws {
        let row = SampleRow(id: -5, phone: "+8223334444", meters: -1)
        #expect(try csv([row]).hasSuffix("\n-5,책방,,+8223334444,,37.5563,126.92360004,-1.000\n"))
        let foreign: [OutputValue] = [.text("="), .list(["="]), .json(.string("="))]
        let own: [OutputValue] = [
            .null, .bool(true), .integer(-1), .number(-1), .degrees(-1), .meters(-1), .code("+1"), .box([-1]),
            .json(.number("-1")),
        ]
        #expect(foreign.allSatisfy { $0.isForeignText })
        #expect(!own.contains { $0.isForeignText })
    }

    /// Signs that begin a formula, characters that spreadsheets treat as such signs, and characters that may come
    /// before them.
    private static let formulaStarts: [String] = {
        let signs = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "\u{FE66}", "\u{FE62}", "\u{FE63}", "\u{FE6B}"]
        let fronts = [
            "", " ", "  ", "\u{A0}", "\u{3000}", "\u{2003}", "\u{FEFF}", "\u{200B}", "\u{0}", "\u{7F}", "\u{85}",
        ]
        return fronts.flatMap { front in signs.map { front + $0 + "cmd()" } } + ["\tx", "\rx", "\nx", "\t", "＝"]
    }()

    @Test func whatASpreadsheetTakesForAFormulaIsGuarded() throws {
        for text in Self.formulaStarts {
            let rows = [SampleRow(name: text, links: [text, "x"])]
            let guarded = try records(csv(rows))[1]
            #expect(guarded[1] == "'" + text && guarded[4] == "'" + text + " x", "\(text.debugDescription)")
            let raw = try records(csv(rows) { $0.isRaw = true })[1]
            #expect(raw[1] == text, "\(text.debugDescription)")
        }
    }

    @Test(arguments: [
        "책방", " 책방", "a=b", "1+1", "\u{3000}가", "ㄱ", "é=", "…=", "ＡＢ", "～", "\u{FEFF}a", " ", "", "“=", "'=",
    ])
    func otherTextIsNotGuarded(_ text: String) throws {
        #expect(try records(csv([SampleRow(name: text)]))[1][1] == text, "\(text.debugDescription)")
    }

    @Test func aRowOfTSVIsOneLineOfAsManyCells() throws {
        let rows = hostileNames.map { SampleRow(name: $0, note: $0, links: [$0, $0]) }
        let lines = try sampleText(rows, options(.tsv)).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast()
        #expect(lines.count == rows.count + 1)
        for line in lines {
            #expect(line.utf8.filter { $0 == 9 }.count == 7)
            #expect(!line.unicodeScalars.contains { $0 != "\t" && DisplayText.isUnsafe($0) })
        }
    }

    @Test func noControlCharacterReachesATerminal() throws {
        let rows = hostileNames.map { SampleRow(name: $0, links: [$0]) }
        let text = try csv(rows) { $0.isTerminal = true }
        #expect(!text.unicodeScalars.contains { $0 != "\n" && DisplayText.isUnsafe($0) })
        #expect(try records(text).count == rows.count + 1)
        let plain = try csv([SampleRow(name: "a\u{1B}[31m\nb")])
        #expect(plain.contains("a\u{1B}[31m\nb"))
    }

    @Test func whatASecondLookMakesAFormulaIsGuardedToo() throws {
        // On a terminal the control character is removed, so the sign comes first.
        let text = try csv([SampleRow(name: "\u{1B}=1+1")]) { $0.isTerminal = true }
        #expect(try records(text)[1][1] == "'=1+1")
    }

    @Test func aSingleEmptyCellIsStillARow() throws {
        let rows = [SampleRow(phone: "+1"), SampleRow(), SampleRow(phone: "+2")]
        let text = try csv(rows) { $0.fields = ["phone"] }
        #expect(try records(text) == [["phone"], ["+1"], [""], ["+2"]])
    }

    @Test func aBoxIsOneCell() throws {
        let schema = ListingSchema<Int>(
            columns: [Column("bbox", en: "box", ko: "범위") { _ in .box([1, 2, 3, 4.5]) }], tableKeys: [],
            feature: { _ in FeatureParts(id: nil, coordinate: nil) })
        #expect(try listed([1], schema, options(.csv)).text == "bbox\n\"[1,2,3,4.5]\"\n")
    }

    @Test func tabSeparatedForExcelIsGuardedAsCSVIs() throws {
        let rows = [SampleRow(name: "=1+1", phone: "+8210")]
        let text = try sampleText(rows, options(.tsv) { $0.isForExcel = true })
        #expect(text.hasPrefix("\u{FEFF}id\tname") && text.contains("\t'=1+1\t") && text.contains("\t'+8210\t"))
        #expect(text.utf8.reversed().starts(with: [0x0A, 0x0D]))
        #expect(try sampleText(rows, options(.tsv)).contains("\t=1+1\t"))
        let raw = try sampleText(rows, options(.tsv) { ($0.isForExcel, $0.isRaw) = (true, true) })
        #expect(raw.contains("\t=1+1\t"))
    }

    /// Texts that Excel and LibreOffice turn into numbers, days, times and truth values when they open a CSV file.
    @Test(
        arguments: [
            "1984", "0234375092", "00501", "1e5", "12E10", "1E+5", "12345678901234567890", "3.14", "1,984", "-5", "50%",
            "(12)", "$5", "₩1,000", "3-4", "10/12", "2026-09-21", "2026/9/21", "1/2", "10:30", "10:30:15", "TRUE",
            "false",
            " 1984 ", "１９８４", "1.5.2026", "12 1/2",
        ])
    func textThatLooksLikeANumberStaysTextForExcel(_ text: String) throws {
        let row = SampleRow(name: text, note: "책방 \(text)")
        let cells = try records(csv([row]) { $0.isForExcel = true })[1]
        #expect(cells[1] == "'" + text && cells[2] == "책방 \(text)")
        #expect(try records(csv([row]) { ($0.isForExcel, $0.isRaw) = (true, true) })[1][1] == text)
        // Without --excel only formulas are guarded, as before.
        #expect(try records(csv([row]))[1][1] == (text == "-5" ? "'-5" : text))
    }

    @Test(
        arguments: [
            "책방", "1984 서점", "02-325-1984", "02-3437-5092", "1588-1234", "010-1234-5678", "0507-1234-5678",
            "031-123-4567",
            "서교동 1-2", "a1", "e5", "seoul-bookstores/2283", "1층", "", "...", "1-2-3-4-5-6-7", "2283번지", "12:a",
        ])
    func otherTextIsNotTouchedForExcel(_ text: String) throws {
        let row = SampleRow(name: text)
        #expect(try records(csv([row]) { $0.isForExcel = true })[1][1] == text)
    }

    @Test func ourOwnDatesStayDatesForExcel() {
        for (value, isMisread) in [("2026-11-22", false), ("0.1.0", false), ("12", true), ("1e99", true)] {
            #expect(NumberLook.matches(value, countsDates: false) == isMisread, "\(value)")
        }
    }
}
