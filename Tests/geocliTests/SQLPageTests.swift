import Foundation
import TestSupport
import Testing

/// docs/sql.md is true: its twelve questions have the answers that it shows, and its columns are those of the file.
/// `GEOCLI_RECORD=1` writes the answers into the page.
@Suite struct SQLPageTests {
    private static let page = TestSupport.packageRoot.appendingPathComponent("docs/sql.md")

    @Test func everyQuestionHasItsAnswer() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let place = try SQLTests.desk.get()
        var written = text
        var count = 0
        for match in text.matches(of: /```sql\n([^`]+)```\n```text\n([^`]*)```/) {
            count += 1
            let run = try place.succeed(["sql", "-", "--format", "table"], input: Data(String(match.1).utf8))
            #expect(run.text.split(separator: "\n").count > 2, "no answer: \(match.1)")
            // The answer is one statement, and any other program also takes it.
            if !match.1.contains("nearest("), !match.1.contains("distance_m(") {
                let program = try OtherProgram(place.file(Workplace.catalogName).path, writes: false)
                #expect(try !program.rows(String(match.1)).isEmpty)
            }
            if GoldenFile.isRecording {
                written = written.replacing(match.0, with: "```sql\n\(match.1)```\n```text\n\(run.text)```")
            } else {
                #expect(run.text == match.2, "\(match.1)")
            }
        }
        #expect(count == 12)
        if GoldenFile.isRecording { try Data(written.utf8).write(to: Self.page) }
    }

    /// The two ways to find the nearest without geocli have the answer of geocli.
    @Test func theRecipesForOtherProgramsAnswer() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let section = try #require(text.firstMatch(of: /### Nearest places without geocli\n([^#]+)/)).1
        let lines = section.split(separator: "\n\n").filter { $0.hasPrefix("    ") }
        let place = try SQLTests.desk.get()
        let wanted = try place.succeed("near 37.5563,126.9236 -k 4 --kind used --fields id,name --csv").text
        #expect(lines.count == 2)
        let catalog = place.file(Workplace.catalogName).path
        for recipe in lines {
            let program = try OtherProgram(place.file("own.sqlite").path)
            // The first recipe reads the catalog itself.
            if !recipe.contains("ATTACH") { try program.rows("ATTACH '\(catalog)' AS c") }
            let rows = try program.rows(String(recipe).replacing("file:catalog.sqlite?mode=ro", with: catalog))
            let answer = rows.map { "\($0["id"].integer ?? 0),\($0["name"].text ?? "")\n" }.joined()
            #expect("id,name\n" + answer == wanted, "\(recipe)")
        }
    }

    @Test func thePageHasTheColumnsOfTheFile() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let metadata = try #require(
            try JSONSerialization.jsonObject(with: SQLTests.desk.get().succeed("sql --datasette").output)
                as? [String: Any])
        let databases = try #require(metadata["databases"] as? [String: [String: [String: Any]]])
        for (name, value) in try #require(databases["catalog"]?["tables"]) {
            guard let view = value as? [String: Any], let about = view["description"] as? String else { continue }
            #expect(text.contains("### \(name)\n\(about)\n"), "\(name)")
            for (column, meaning) in try #require(view["columns"] as? [String: String]) {
                #expect(text.contains("| `\(column)` | \(meaning) |\n"), "\(name).\(column)")
            }
        }
    }
}
