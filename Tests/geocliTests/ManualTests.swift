import Foundation
import TestSupport
import Testing

/// docs/manual.md is true: it names every command and option, and its examples run.
///
/// An example is a line in a fenced code block that starts with `$ geocli`, from there to the line's end, run by sh:
/// pipes and quotes work; a backslash at the end joins the next line to it. A line that ends in a comment with the
/// words "not run", such as `$ geocli ingest http://host # asks the network: not run`, is left out, and so is one with
/// `# needs TOOL` if no such program is on PATH. Each example runs alone in a copy of a folder with the sample's catalog
/// and `area.geojson`, the block of GeoJSON in the manual. It must end with 0.
@Suite struct ManualTests {
    private static let manual = TestSupport.packageRoot.appendingPathComponent("docs/manual.md")

    @Test func theManualNamesEveryCommandAndOption() throws {
        let text = Self.withoutIndex(try String(contentsOf: Self.manual, encoding: .utf8))
        let commands = try CommandTree.load().commands.filter { $0.path != ["help"] }
        var missing: [String] = []
        for command in commands {
            let name = (["geocli"] + command.path).joined(separator: " ")
            for word in [name] + command.options where !Self.names(text, word) && !missing.contains(word) {
                missing.append(word)
            }
        }
        #expect(missing.isEmpty, "docs/manual.md does not name them")
    }

    @Test func theIndexHasEveryCommandAndOptionOnce() throws {
        let text = try String(contentsOf: Self.manual, encoding: .utf8)
        let tree = try CommandTree.load().commands
        let commands = Self.section("### Commands", of: text).matches(of: /\]\(#([a-z-]+)\)/).map { String($0.1) }
        let wanted = Set(tree.compactMap(\.path.first)).subtracting(["help"])
        #expect(Set(commands.flatMap { $0.split(separator: "-and-").map(String.init) }) == wanted)
        #expect(Set(commands).count == commands.count)
        let options = Self.section("### Options", of: text).matches(of: /`(-[a-z-]+)`/).map { String($0.1) }
        #expect(Set(options) == Set(tree.flatMap(\.options)).subtracting(["-help"]))
        #expect(Set(options).count == options.count)
    }

    @Test func theManualsExamplesRun() throws {
        let examples = Self.examples(try String(contentsOf: Self.manual, encoding: .utf8))
        #expect(examples.count >= 10, "the manual has \(examples.count) examples that run")
        let sample = try Workplace()
        try sample.succeed("ingest --sample")
        // A block of GeoJSON is the file that the examples after it read.
        let manual = try String(contentsOf: Self.manual, encoding: .utf8)
        let block = try #require(manual.firstMatch(of: /```geojson\n([^`]+)```/))
        try sample.write(String(block.1), to: "area.geojson")
        for example in examples where try Self.canRun(example, in: sample) {
            let run = try sample.copy().shell(example)
            #expect(run.status == 0, "$ \(example)\n\(run.errorText)")
        }
    }

    @Test func examplesAreFoundAsDescribed() {
        let text = """
            $ geocli outside a block
            ```sh
            $ geocli list --limit 1
            $ geocli list \\
                --limit 2
            $ geocli ingest http://host  # asks the network: not run
            $ geocli list --match '#1'
            $ ls
            {"id":1}
            ```
                $ geocli indented
            ~~~
              $ geocli status   # how old it is
            ~~~
            """
        #expect(
            Self.examples(text) == [
                "geocli list --limit 1", "geocli list  --limit 2", "geocli list --match '#1'",
                "geocli status   # how old it is",
            ])
    }

    /// The manual without its index, which names commands and options but explains none.
    private static func withoutIndex(_ text: String) -> String {
        let index = text.firstRange(of: "\n## Index\n")
        let rest = text.firstRange(of: "\n## Everywhere\n")
        guard let index, let rest, index.lowerBound < rest.lowerBound else { return text }
        return text.replacingCharacters(in: index.lowerBound..<rest.lowerBound, with: "")
    }

    /// The text from the line `heading` to the next heading.
    private static func section(_ heading: String, of text: String) -> Substring {
        guard let start = text.firstRange(of: "\n\(heading)\n") else { return "" }
        let rest = text[start.upperBound...]
        return rest[..<(rest.firstRange(of: "\n#")?.lowerBound ?? rest.endIndex)]
    }

    /// Whether the tool that a comment at the end of the example asks for is installed.
    private static func canRun(_ example: String, in place: Workplace) throws -> Bool {
        guard let tool = example.firstMatch(of: /# needs ([a-z0-9-]+)$/)?.1 else { return true }
        return try place.shell("command -v \(tool)").status == 0
    }

    /// Whether `text` has `word` with no letter, digit or dash beside it.
    private static func names(_ text: String, _ word: String) -> Bool {
        func isPart(_ character: Character?) -> Bool {
            character.map { $0 == "-" || $0.isLetter && $0.isASCII || $0.isNumber } ?? false
        }
        return text.ranges(of: word).contains { range in
            let before = range.lowerBound == text.startIndex ? nil : text[text.index(before: range.lowerBound)]
            let after = range.upperBound == text.endIndex ? nil : text[range.upperBound]
            return !isPart(before) && !isPart(after)
        }
    }

    private static func examples(_ text: String) -> [String] {
        var found: [String] = []
        var isInBlock = false
        var isContinued = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let content = line.trimmingCharacters(in: .whitespaces)
            if content.hasPrefix("```") || content.hasPrefix("~~~") {
                isInBlock.toggle()
                isContinued = false
            } else if isContinued {
                found[found.count - 1] += " " + content
                isContinued = continues(&found[found.count - 1])
            } else if isInBlock, content.hasPrefix("$ geocli") {
                found.append(String(content.dropFirst(2)))
                isContinued = continues(&found[found.count - 1])
            }
        }
        return found.filter { $0.range(of: "#.*not run", options: .regularExpression) == nil }
    }

    /// Removes a backslash at the end; returns whether it was present.
    private static func continues(_ line: inout String) -> Bool {
        guard line.hasSuffix("\\") else { return false }
        line.removeLast()
        return true
    }
}
