import Foundation
import TestSupport
import Testing

@Suite struct GoldenTests {
    @Test(arguments: GoldenFile.all)
    func answersAsRecorded(_ golden: GoldenFile) throws {
        let recorded = try golden.recorded()
        let sample = try Workplace.sample.get()
        // A command that writes gets a catalog of its own.
        let writers = ["ingest", "layers", "links", "addresses", "issues", "corrections", "mine"]
        let place = writers.contains(golden.words.first ?? "") ? try sample.copy() : sample
        let run = try place.geocli(golden.words, input: recorded.input ?? Data())
        let now = GoldenFile.Content(
            status: run.status, input: recorded.input, output: Self.withoutCommit(run.output, golden.words),
            errors: run.errors)
        // Exit code 70 means a bug in geocli, which must never be recorded as the expected answer.
        try #require(run.status != 70, "\(run.errorText)")
        if GoldenFile.isRecording { return try golden.record(now) }
        #expect(
            now == recorded,
            "\(golden.testDescription): \(recorded.firstDifference(from: now))\n  if this is meant: GEOCLI_RECORD=1")
    }

    /// Release builds print their commit after the version.
    private static func withoutCommit(_ output: Data, _ words: [String]) -> Data {
        guard words == ["--version"], let start = output.firstRange(of: Data(" (".utf8)) else { return output }
        return output[..<start.lowerBound] + Data("\n".utf8)
    }

    @Test func everyCommandHasAnAnswer() throws {
        let recorded = GoldenFile.all.map(\.words).filter { $0.last != "--help" }
        let commands = try CommandTree.load().commands.filter { $0.path != ["help"] }
        #expect(commands.count > 5)
        for path in commands.map(\.path) { #expect(recorded.contains { $0.starts(with: path) }, "none for \(path)") }
    }

    @Test func everyFormatHasAnAnswerWithRowsAndOneWithout() {
        let lines = GoldenFile.all.map(\.line)
        for format in ["table", "json", "ndjson", "csv", "tsv", "geojson", "geojsonseq"] {
            let listed = lines.filter { $0.hasPrefix("list ") && $0.hasSuffix("--format \(format)") }
            #expect(listed.contains { $0.contains("--match none-is-called-so") }, "no empty \(format)")
            #expect(listed.contains { !$0.contains("--match none-is-called-so") }, "no \(format) with rows")
        }
    }

    @Test func aNameReadsBackAsItsCommandLine() {
        for line in ["show seoul-bookstores/1001", "search 100% --lang ko", "near '37.5, 126.9' -k 1", "x %2F"] {
            let name = CommandWords.fileName(line)
            #expect(!name.contains("/"))
            #expect(CommandWords.line(fileName: name) == line)
        }
        #expect(CommandWords.split("near '37.5, 126.9' -k1 ''") == ["near", "37.5, 126.9", "-k1", ""])
    }

    @Test func aGoldenFileReadsBackAsItWasWritten() {
        for (output, errors) in [("a\n\n", "b"), ("", ""), ("\u{FEFF}a\r\n", "x\ny\n")] {
            for input in [nil, Data(), Data("q\nr".utf8)] {
                let content = GoldenFile.Content(
                    status: 3, input: input, output: Data(output.utf8), errors: Data(errors.utf8))
                #expect(GoldenFile.Content(file: content.file) == content)
            }
        }
    }
}
