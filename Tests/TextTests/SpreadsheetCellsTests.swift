import Testing

@testable import GeocliText

/// Tables as spreadsheets write them: where their names are, and what their numbers say.
@Suite struct SpreadsheetCellsTests {
    private struct Numbers: CustomTestStringConvertible {
        let cells: (String, String)
        let wanted: (String, String)
        var separator = ","
        var areDegrees = true
        var testDescription: String { "\(cells) \(separator)" }

        init(
            _ one: String, _ other: String, _ wanted: (String, String), separator: String = ",",
            areDegrees: Bool = true
        ) {
            (cells, self.wanted, self.separator, self.areDegrees) = ((one, other), wanted, separator, areDegrees)
        }
    }

    private static let numbers = [
        Numbers("37.5563", "126.9236", ("37.5563", "126.9236")),
        Numbers("37,5563", "126,9236", ("37.5563", "126.9236"), separator: ";"),
        Numbers("52,520", "13,405", ("52.520", "13.405"), separator: ";"),
        Numbers("52,52", "13,405", ("52.52", "13.405"), separator: "\t"),
        // Both may be thousands.
        Numbers("52,520", "13,405", ("52,520", "13,405"), separator: "\t"),
        Numbers("37.5563", "126,923", ("37.5563", "126,923")),
        Numbers("1,952,053", "953,898", ("1,952,053", "953,898")),
        Numbers("37.5563°", "126.9236 °", ("37.5563", "126.9236")),
        Numbers("３７．５５６３", "\u{A0}126.9236\u{3000}", ("37.5563", "126.9236")),
        Numbers("'37.5563", "\u{2212}126.9236", ("37.5563", "-126.9236")),
        Numbers("37°33'22\"N", "126°55'25\"E", ("37°33'22\"N", "126°55'25\"E")), Numbers("", "", ("", "")),
        Numbers("1,952,053.90", "953,898.4", ("1952053.90", "953898.4"), areDegrees: false),
        Numbers("1.952.053,90", "953.898,4", ("1952053.90", "953898.4"), separator: ";", areDegrees: false),
        Numbers("1 952 053,90", "953\u{202F}898,4", ("1952053.90", "953898.4"), separator: ";", areDegrees: false),
        Numbers("952,053", "453,898", ("952053", "453898"), areDegrees: false),
        Numbers("952053,123", "453898,5", ("952053.123", "453898.5"), separator: ";", areDegrees: false),
        Numbers("95,20,53", "1,2", ("95,20,53", "1.2"), areDegrees: false),
    ]

    @Test(arguments: numbers) private func aNumberIsReadInItsOnlyWay(_ numbers: Numbers) throws {
        let separator = try #require(numbers.separator.utf8.first)
        let found = SpreadsheetCells.plainNumbers(
            numbers.cells.0, numbers.cells.1, separator: separator, areDegrees: numbers.areDegrees)
        #expect([found.0, found.1] == [numbers.wanted.0, numbers.wanted.1])
    }

    @Test func aRowOfTotalsHasOnlyNumbers() {
        #expect(SpreadsheetCells.areTotals(["", " 합 계 ", "2곳", "", "72.5"]))
        #expect(SpreadsheetCells.areTotals(["Total:", "3"]) && SpreadsheetCells.areTotals(["Summe", "-3,5"]))
        #expect(!SpreadsheetCells.areTotals(["Total", "Seoul"]) && !SpreadsheetCells.areTotals(["Totalbooks", "3"]))
        #expect(!SpreadsheetCells.areTotals([]) && SpreadsheetCells.areBlank(["", " \u{3000}"]))
    }

    private static func start(_ text: String, pieces: Int) throws -> String {
        var rest = Array(text.utf8)[...]
        let source = ByteSource(name: "table") {
            defer { rest = rest.dropFirst(pieces) }
            return Array(rest.prefix(pieces))
        }
        let start = try TableStart(source) { $0.map { $0.trimmingBlanks() }.contains("lat") ? 1 : 0 }
        let whole = try start.whole.readAll(limit: .max) ?? []
        #expect(String(decoding: whole, as: UTF8.self) == text)
        return
            "\(start.recordsAbove)\(Character(Unicode.Scalar(start.form.separator)))\(start.names.joined(separator: "|"))"
    }

    @Test(arguments: [
        ("id,lat\n1,2\n", "0,id|lat"), ("\u{FEFF}id;lat\r\n1;2\r\n", "0;\u{FEFF}id|lat"), ("a\tlat\r1\t2", "0\ta|lat"),
        ("sep=;\r\nid;lat\r\n", "1;id|lat"), ("\u{FEFF}\"sep=;\"\nid;lat\n", "1;id|lat"),
        ("sep=|\nid|lat\n", "1|id|lat"),
        ("책방,,\n\n,,\nid,\"x\ny\",lat\n", "2,id|x\ny|lat"), ("x;y;z\n1;2;3\n", "0;x|y|z"),
        ("", "0,"), ("\n\n", "0,"), ("lat", "0,lat"),
    ])
    func theRowOfNamesIsFound(_ text: String, _ wanted: String) throws {
        for pieces in [1, 7, 1000] {
            let found = try Self.start(text, pieces: pieces).replacing("\u{FEFF}", with: "")
            #expect(found == wanted.replacing("\u{FEFF}", with: ""))
        }
    }
}
