import Foundation
import TestSupport
import Testing

/// The pages of the documentation say whom they are for, and their links lead somewhere.
@Suite struct PagesTests {
    /// The pages below `docs`, as paths within the package.
    private static func pages() throws -> [String] {
        let folders = ["docs", "docs/design"]
        return try folders.flatMap { folder in
            try FileManager.default.contentsOfDirectory(
                atPath: TestSupport.packageRoot.appendingPathComponent(folder).path
            ).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
        }.sorted()
    }

    private static func text(_ page: String) throws -> String {
        try String(contentsOf: TestSupport.packageRoot.appendingPathComponent(page), encoding: .utf8)
    }

    @Test func theFirstLineOfEachPageSaysWhomItIsFor() throws {
        let pages = try Self.pages()
        #expect(pages.count > 15)
        for page in pages {
            let lines = try Self.text(page).split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count > 2 && lines[0].hasPrefix("# "), "\(page) has no title")
            #expect(lines[1].hasPrefix("For "), "\(page) does not say whom it is for")
        }
    }

    @Test func everyLinkLeadsToAFileAndAHeading() throws {
        var checked = 0
        for page in try Self.pages() + ["README.md", "README.ko.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"] {
            let folder = TestSupport.packageRoot.appendingPathComponent(page).deletingLastPathComponent()
            for link in Self.links(try Self.text(page)) {
                let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                let target = parts[0].isEmpty ? page : parts[0]
                let file = (parts[0].isEmpty ? TestSupport.packageRoot : folder).appendingPathComponent(target)
                #expect(FileManager.default.fileExists(atPath: file.path), "\(page): \(link)")
                if parts.count == 2, target.hasSuffix(".md"), let text = try? String(contentsOf: file, encoding: .utf8)
                {
                    #expect(Self.anchors(text).contains(parts[1]), "\(page): \(link)")
                }
                checked += 1
            }
        }
        #expect(checked > 200)
    }

    @Test func linksAndAnchorsAreReadAsGitHubReadsThem() {
        let text = "# The one: *a*\n```\n# no [heading](no)\n```\n## `b` C-d\n[x](y.md#z) [w](https://x) ![i](i.png)\n"
        #expect(Self.links(text) == ["y.md#z", "i.png"])
        #expect(Self.anchors(text) == ["the-one-a", "b-c-d"])
    }

    /// Links within the package, outside of blocks of code.
    private static func links(_ text: String) -> [String] {
        let prose = prose(text).joined(separator: "\n")
        return prose.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }.filter { !$0.hasPrefix("http") }
    }

    /// The anchors that GitHub gives to the headings of `text`.
    private static func anchors(_ text: String) -> Set<String> {
        let headings = prose(text).filter { $0.hasPrefix("#") }
        return Set(headings.map { anchor(String($0.drop { $0 == "#" }.dropFirst())) })
    }

    private static func anchor(_ title: String) -> String {
        let kept = title.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
        return String(kept.map { $0 == " " ? "-" : $0 })
    }

    /// The lines outside of blocks of code.
    private static func prose(_ text: String) -> [Substring] {
        var isInBlock = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            let isFence = line.drop { $0 == " " }.hasPrefix("```")
            if isFence { isInBlock.toggle() }
            return !isFence && !isInBlock
        }
    }
}
