import Foundation
import TestSupport
import Testing

/// A recorded answer: `Golden/<command line>.out`. The file's name is the command line after `geocli `.
///
/// In the name `%2F` stands for `/` and `%25` for `%`; `'…'` keeps blanks in one word. The content:
///
///     exit 0
///     --- stdin
///     what it reads (may be left out)
///     --- stdout
///     what it prints
///     --- stderr
///     what it tells people
///
/// A section whose last line has no line end is headed `--- stdout, cut` instead. To add a case, make an empty file of
/// that name (or one with a stdin section) and record it: `GEOCLI_RECORD=1 swift test --filter geocliTests`.
struct GoldenFile: CustomTestStringConvertible, Sendable {
    static let folder = TestSupport.packageRoot.appendingPathComponent("Tests/geocliTests/Golden")
    /// Whether the tests write the files instead of comparing.
    static let isRecording = ProcessInfo.processInfo.environment["GEOCLI_RECORD"] == "1"

    /// All golden files, sorted by name.
    static let all: [GoldenFile] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".out") }.sorted()
            .map { GoldenFile(line: CommandWords.line(fileName: String($0.dropLast(4)))) }
    }()

    /// The command line after `geocli `.
    let line: String

    var testDescription: String { "geocli \(line)" }
    var words: [String] { CommandWords.split(line) }
    private var url: URL { Self.folder.appendingPathComponent(CommandWords.fileName(line) + ".out") }

    func recorded() throws -> Content { Content(file: try Data(contentsOf: url)) }

    func record(_ content: Content) throws { try content.file.write(to: url) }

    struct Content: Equatable {
        var status: Int32?
        var input: Data?
        var output = Data()
        var errors = Data()

        init(status: Int32?, input: Data?, output: Data, errors: Data) {
            self.status = status
            self.input = input
            self.output = output
            self.errors = errors
        }

        /// Reads a file; missing parts are empty.
        init(file: Data) {
            var section: WritableKeyPath<Content, Data>?
            var isCut = false
            for line in file.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast(
                file.last == 0x0A ? 1 : 0)
            {
                let text = String(decoding: line, as: UTF8.self)
                if let found = Self.sections.first(where: { text == "--- " + $0.0 || text == "--- \($0.0), cut" }) {
                    if isCut, let section { self[keyPath: section].removeLast() }
                    section = found.1
                    isCut = text.hasSuffix(", cut")
                    if found.0 == "stdin" { input = Data() }
                } else if let section {
                    self[keyPath: section] += line + [0x0A]
                } else if text.hasPrefix("exit ") {
                    status = Int32(text.dropFirst(5))
                }
            }
            if isCut, let section { self[keyPath: section].removeLast() }
        }

        var file: Data {
            var file = Data("exit \(status ?? -1)\n".utf8)
            for (name, path) in Self.sections where name != "stdin" || input != nil {
                let bytes = self[keyPath: path]
                let isCut = bytes.last.map { $0 != 0x0A } ?? false
                file += Data("--- \(name)\(isCut ? ", cut" : "")\n".utf8) + bytes + (isCut ? [0x0A] : [])
            }
            return file
        }

        func firstDifference(from other: Content) -> String {
            let (left, right) = (lines, other.lines)
            let line = zip(left, right).prefix { $0 == $1 }.count
            func shown(_ lines: [Data]) -> String {
                line < lines.count ? String(decoding: lines[line].prefix(500), as: UTF8.self) : "(the end)"
            }
            return "line \(line + 1)\n  recorded: \(shown(left))\n  now:      \(shown(right))"
        }

        private var lines: [Data] {
            file.split(separator: 0x0A, omittingEmptySubsequences: false).map { Data($0) }
        }

        private var stdin: Data {
            get { input ?? Data() }
            set { input = newValue }
        }

        private static var sections: [(String, WritableKeyPath<Content, Data>)] {
            [("stdin", \.stdin), ("stdout", \.output), ("stderr", \.errors)]
        }
    }
}
