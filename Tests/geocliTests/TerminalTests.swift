import Foundation
import TestSupport
import Testing

/// The output that a person sees on a terminal, through a pseudo-terminal (Tests/Oracles/run_in_terminal.py).
@Suite struct TerminalTests {
    private static let listings = [
        "list", "near 37.5663,126.9779 -k 30", "bbox 126.9,37.5,127,37.6", "search 책", "cluster --zoom 12 --members",
        "runs last",
        "list --lang ko", "near 37.5663,126.9779 --lang ko", "cluster --all-zooms --lang ko",
    ]

    @Test(arguments: [80, 132])
    func aTerminalGetsATableCutToItsWidth(_ columns: Int) throws {
        try check(Self.listings, columns: columns, beside: try Workplace.sample.get())
    }

    @Test(arguments: [20, 40, 60]) func aNarrowTerminalIsNotOverrun(_ columns: Int) throws {
        try check(["list", "near 37.5663,126.9779 --lang ko"], columns: columns, beside: try Workplace.sample.get())
    }

    @Test func manyFieldsAreCutToTheWidthToo() throws {
        let keys = ListingContractTests.place.replacing(" ", with: ",")
        try check(["list --fields \(keys)"], columns: 120, beside: try Workplace.sample.get())
    }

    @Test func hostileNamesStayInTheirColumns() throws {
        try check(["list", "list --lang ko --fields id,name,sns"], columns: 90, beside: try HostileText.place.get())
    }

    @Test func aPipeGetsTablesUncutAndAligned() throws {
        let place = try Workplace.sample.get()
        let target = try Workplace()
        for (number, line) in Self.listings.enumerated() {
            try place.succeed("\(line) --format table").output.write(to: target.file("\(number)"))
        }
        try target.oracle("check_table.py", ["0"] + Self.listings.indices.map { "\($0)" })
    }

    @Test(arguments: ["json", "ndjson", "csv", "tsv", "geojson", "geojsonseq", "table"])
    func noFormatLetsTheDataControlATerminal(_ format: String) throws {
        let place = try HostileText.place.get()
        for line in ["list", "cluster --zoom 22", "show 4 --links", "runs last"] {
            let seen = try terminal(place, 100, "\(line) --format \(format)")
            #expect(
                HostileText.isPrintable(seen, allowing: format == "tsv" ? "\t" : nil),
                "\(line): \(seen.debugDescription.prefix(500))")
        }
    }

    @Test(arguments: [
        "status", "status --lang ko", "show 1", "list --match nix", "export", "near x", "--help", "ingest --sample -q",
    ])
    func nothingButTextReachesATerminal(_ line: String) throws {
        let place = line.hasPrefix("ingest") ? try Workplace.sample.get().copy() : try Workplace.sample.get()
        #expect(HostileText.isPrintable(try terminal(place, 80, line)))
    }

    @Test(arguments: [
        ("map", "a page can't be shown in a terminal; write it to a file: geocli map -o places.html"),
        ("map --lang ko", "페이지는 터미널에 표시할 수 없습니다. 파일로 저장하세요: geocli map -o places.html"),
        ("plot", "a picture can't be shown in a terminal; write it to a file: geocli plot -o places.svg"),
        ("plot --lang ko", "그림은 터미널에 표시할 수 없습니다. 파일로 저장하세요: geocli plot -o places.svg"),
    ])
    func whatIsDrawnIsNotForATerminal(_ line: String, _ words: String) throws {
        #expect(try terminal(try Workplace.sample.get(), 80, line) == "geocli: \(words)\n")
    }

    @Test func aFileGetsTheSameBytesAtATerminal() throws {
        let place = try HostileText.place.get().copy()
        let printed = try place.succeed("list --format csv").output
        #expect(try terminal(place, 80, "list -o rows.csv").isEmpty)
        #expect(try Data(contentsOf: place.file("rows.csv")) == printed)
    }

    private func check(_ lines: [String], columns: Int, beside place: Workplace) throws {
        let target = try Workplace()
        for (number, line) in lines.enumerated() {
            try target.write(try terminal(place, columns, line), to: "\(number)")
        }
        try target.oracle("check_table.py", ["\(columns)"] + lines.indices.map { "\($0)" })
    }

    /// The output on a terminal of this number of columns.
    private func terminal(_ place: Workplace, _ columns: Int, _ line: String) throws -> String {
        let script = TestSupport.packageRoot.appendingPathComponent("Tests/Oracles/run_in_terminal.py").path
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            ["python3", "-B", script, "\(columns)", TestSupport.geocli.path] + CommandWords.split(line),
            environment: Workplace.environment.merging(["TERM": "xterm", "NO_COLOR": "1", "PAGER": "cat"]) { $1 },
            folder: place.folder)
        return run.text
    }
}
