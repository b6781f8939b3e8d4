import Foundation
import TestSupport
import Testing

/// `-o FILE`: the same bytes as standard output; the file is complete or does not exist.
@Suite struct OutputFileTests {
    @Test(arguments: [
        ("json", "json"), ("ndjson", "ndjson"), ("csv", "csv"), ("tsv", "tsv"), ("geojson", "geojson"),
        ("geojsonseq", "geojsonseq"), ("GeoJSON", "geojson"), ("geojsonl", "geojsonseq"), ("jsonl", "ndjson"),
    ])
    func theEndingPicksTheFormat(ending: String, format: String) throws {
        let place = try Workplace.sample.get().copy()
        for line in ["list --limit 40", "cluster --zoom 12 --limit 40"] {
            let printed = try place.succeed("\(line) --format \(format)")
            let run = try place.succeed("\(line) -o out.\(ending)")
            #expect(run.output.isEmpty)
            #expect(try Data(contentsOf: place.file("out.\(ending)")) == printed.output, "\(line)")
        }
        #expect(try place.names == [Workplace.catalogName, "out.\(ending)"])
    }

    @Test func aNamedFormatWinsOverTheEnding() throws {
        let place = try Workplace.sample.get().copy()
        try place.succeed("list --format csv -o rows.json")
        #expect(try Data(contentsOf: place.file("rows.json")) == place.succeed("list --format csv").output)
        try place.succeed("export -o shops.geojson")
        #expect(try Data(contentsOf: place.file("shops.geojson")) == place.succeed("export").output)
    }

    @Test func aFormerFileIsReplacedNotOverwritten() throws {
        let place = try Workplace.sample.get().copy()
        try place.write("former", to: "rows.csv")
        // A second name of the former file shows whether its bytes were changed.
        try FileManager.default.linkItem(at: place.file("rows.csv"), to: place.file("former.csv"))
        try place.succeed("list -o rows.csv")
        #expect(try String(contentsOf: place.file("former.csv"), encoding: .utf8) == "former")
        #expect(try Data(contentsOf: place.file("rows.csv")) == place.succeed("list --format csv").output)
        #expect(try place.names == [Workplace.catalogName, "former.csv", "rows.csv"])
    }

    @Test(arguments: [
        "list --fields nme -o rows.csv", "list --format xml -o rows.csv", "near --from - -o rows.csv",
        "cluster --from - --zoom 3 -o rows.csv", "show 99999 -o rows.csv", "list --db none.sqlite -o rows.csv",
        "export --format table -o rows.csv", "cluster --zoom 0 --icon 900x9 -o rows.csv", "near 1,2 extra -o rows.csv",
    ])
    func aBrokenRunLeavesTheFormerFileAndNoOther(_ line: String) throws {
        let place = try Workplace.sample.get().copy()
        try place.write("former", to: "rows.csv")
        // Enough valid rows that some are written, then an invalid one.
        let good = (1...400).map { "\($0),37.5,127" }.joined(separator: "\n")
        let run = try place.geocli(line, input: Data("id,latitude,longitude\n\(good)\n401,x,127\n".utf8))
        #expect(run.status != 0)
        #expect(ExitCodeTests.isOneErrorLine(run.errorText), "\(run.errorText)")
        #expect(try String(contentsOf: place.file("rows.csv"), encoding: .utf8) == "former")
        #expect(try place.names == [Workplace.catalogName, "rows.csv"])
    }

    @Test func aFileSizeLimitIsAnErrorAndLeavesNoHalfFile() throws {
        let place = try Workplace.sample.get().copy()
        try place.write("former", to: "rows.csv")
        // 80 blocks of 512 bytes: more than SQLite's shared memory, less than the listing.
        let run = try place.shell("export LLVM_PROFILE_FILE=/dev/null; ulimit -f 80; geocli list -o rows.csv")
        #expect(run.status == 74)
        #expect(
            run.errorText
                == "geocli: cannot write rows.csv: File too large; the file is unchanged; free some space or choose another path with -o\n"
        )
        #expect(try String(contentsOf: place.file("rows.csv"), encoding: .utf8) == "former")
        #expect(try place.names == [Workplace.catalogName, "rows.csv"])
    }

    /// Whether this process may trace others; some containers forbid it.
    private static let canTrace: Bool = {
        let run = try? TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"), ["strace", "-qq", "-o", "/dev/null", "true"])
        return run?.status == 0
    }()

    @Test(.enabled(if: canTrace), arguments: ["list -o rows.csv", "export -o rows.gpkg", "export -o rows.kml"])
    func aFilesBytesAreOnDiskBeforeItsNameAndItsNameBeforeTheEnd(_ line: String) throws {
        let place = try Workplace.sample.get().copy()
        let run = try place.shell("strace -f -qq -yy -o trace -e trace=fsync,linkat,rename,renameat geocli \(line)")
        #expect(run.status == 0, "\(run.errorText)")
        let trace = try String(contentsOf: place.file("trace"), encoding: .utf8).split(separator: "\n")
        let steps = trace.compactMap { call -> String? in
            if call.contains("linkat(") { return "name" }
            if call.contains("rename") { return "place" }
            guard call.contains("fsync("), call.hasSuffix("= 0") else { return nil }
            return call.contains("<\(place.folder.path)>") ? "folder" : "file"
        }
        #expect(steps == ["file", "name", "place", "folder"], "\(trace)")
    }

    @Test func aSymbolicLinkStaysOne() throws {
        let place = try Workplace.sample.get().copy()
        try place.write("former", to: "target.csv")
        try FileManager.default.createSymbolicLink(
            atPath: place.file("rows.csv").path, withDestinationPath: "target.csv")
        try place.succeed("list -o rows.csv")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: place.file("rows.csv").path) == "target.csv")
        #expect(try Data(contentsOf: place.file("target.csv")) == place.succeed("list --format csv").output)
    }

    @Test func aLinkToItselfIsRefusedAndStays() throws {
        let place = try Workplace.sample.get().copy()
        try FileManager.default.createSymbolicLink(atPath: place.file("loop").path, withDestinationPath: "loop")
        let run = try place.geocli("list --format csv -o loop")
        #expect(run.status == 73)
        #expect(
            run.errorText
                == "geocli: cannot create loop: Too many levels of symbolic links; give -o a path in a writable folder\n"
        )
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: place.file("loop").path) == "loop")
    }

    @Test func deviceAndPipeAreWrittenInPlace() throws {
        let place = try Workplace.sample.get().copy()
        let csv = try place.succeed("list --format csv").output
        #expect(try place.shell("geocli list --format csv -o /dev/stdout | cat").output == csv)
        #expect(try place.shell("geocli list --format csv -o - | cat").output == csv)
        #expect(try place.shell("mkfifo pipe; cat pipe & geocli list --format csv -o pipe; wait").output == csv)
        #expect(try place.shell("geocli list --format csv -o /dev/null").status == 0)
        #expect(try place.shell("geocli export -o /dev/stdout | cat").output == place.succeed("export").output)
    }

    @Test func emptyResultsAreWrittenToo() throws {
        let place = try Workplace.sample.get().copy()
        try place.write("former", to: "rows.geojson")
        let run = try place.geocli("list --match nix --fail-empty -o rows.geojson")
        #expect(run.status == 1)
        #expect(
            try Data(contentsOf: place.file("rows.geojson"))
                == place.succeed("list --match nix --format geojson").output)
    }
}
