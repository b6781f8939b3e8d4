import Foundation
import TestSupport
import Testing

/// docs/glossary.md is kept: what it says not to say is said nowhere.
@Suite struct GlossaryTests {
    private static let root = TestSupport.packageRoot

    /// The terms in the last columns of the glossary's tables.
    private static func forbidden() throws -> [String] {
        let text = try String(contentsOf: root.appendingPathComponent("docs/glossary.md"), encoding: .utf8)
        var terms: [String] = []
        var isHead = true
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("| ") else {
                isHead = true
                continue
            }
            defer { isHead = false }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard !isHead, !line.hasPrefix("| ---"), cells.count > 3 else { continue }
            terms += cells[cells.count - 2].split(separator: ", ").map(String.init)
        }
        return terms
    }

    /// What people read of a Swift file: its texts, without comments.
    private static func literals(_ text: String) -> [String] {
        text.split(separator: "\n").filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }
            // The words that people write for a kind are no message.
            .filter { $0.contains("\"") && !$0.contains("let further") }.map(String.init)
    }

    /// Files that hold terms for another purpose: names in sample data, and the words that search knows.
    private static let spared = [
        "SampleFeed/", "Search/", "Drawing/Page/Assets/guess.js", "Ingest/Feeds/", "Geo/Written/", "Text/Folding/",
    ]

    @Test func noMessageSaysWhatTheGlossaryForbids() throws {
        let terms = try Self.forbidden()
        #expect(terms.count > 40 && terms.contains("서점") && terms.contains("은(는)") && terms.contains("Data of"))
        for file in try WordingTests.files(["swift", "js", "html"])
        where !Self.spared.contains(where: file.path.hasPrefix) {
            for line in Self.literals(file.text) {
                for term in terms where line.contains(term) {
                    Issue.record("\(file.path): \"\(term)\" in \(line)")
                }
            }
        }
    }

    /// Help, man page and answers as they were recorded, in both languages.
    @Test func noRecordedAnswerSaysWhatTheGlossaryForbids() throws {
        let terms = try Self.forbidden()
        let folder = Self.root.appendingPathComponent("Tests/geocliTests/Golden")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            for line in text.split(separator: "\n") where line.hasPrefix("geocli: ") || line.hasPrefix("warning: ") {
                for term in terms where line.contains(term) && !name.contains(term) {
                    Issue.record("\(name): \"\(term)\" in \(line)")
                }
            }
        }
    }

    /// The documents are in English; Hangul in them is data and words to search for.
    @Test func noDocumentSaysWhatTheGlossaryForbids() throws {
        let terms = try Self.forbidden().filter { $0.allSatisfy(\.isASCII) }
        let docs = Self.root.appendingPathComponent("docs")
        let pages = try FileManager.default.contentsOfDirectory(atPath: docs.path).filter { $0.hasSuffix(".md") }
        for page in ["../README.md"] + pages.sorted() where page != "glossary.md" {
            let text = try String(contentsOf: docs.appendingPathComponent(page), encoding: .utf8)
            for line in text.split(separator: "\n") {
                for term in terms where line.contains(term) {
                    Issue.record("\(page): \"\(term)\" in \(line)")
                }
            }
        }
    }
}
