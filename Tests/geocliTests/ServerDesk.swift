#if PostGIS
import Foundation
import TestSupport
import Testing

/// A catalog's file, and the same catalog pushed to a schema of its own on the tests' PostgreSQL.
struct ServerDesk: Sendable {
    let place: Workplace
    let schema: String
    let server: LocalPostGIS

    /// Pushes the catalog of a place.
    init(_ place: Workplace, schema: String) throws {
        self.place = place
        self.schema = schema
        server = try LocalPostGIS.shared.get()
        try push()
    }

    /// The value of `--db`.
    var address: String { server.address(schema) }

    func push() throws { try place.succeed(["push", address, "-q"]) }

    func ask(_ line: String, input: Data = Data()) throws -> ProgramRun {
        try place.geocli(CommandWords.split(line) + ["--db", address], input: input)
    }

    /// Expects the same bytes, messages and exit code from the file and from the server.
    ///
    /// - Returns: the answer.
    @discardableResult
    func expectSame(
        _ line: String, input: Data = Data(), comparesMessages: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> ProgramRun {
        let file = try place.geocli(line, input: input)
        let there = try ask(line, input: input)
        #expect(there.status == file.status, "\(line): \(there.errorText)", sourceLocation: sourceLocation)
        if comparesMessages {
            #expect(there.errorText == file.errorText, "\(line)", sourceLocation: sourceLocation)
        }
        #expect(
            there.output == file.output,
            "\(line): \(Self.difference(file.text, there.text))", sourceLocation: sourceLocation)
        return file
    }

    func expectSameFile(_ line: String, name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try place.succeed("\(line) -o \(name)")
        let wanted = try Data(contentsOf: place.file(name))
        let there = try ask("\(line) -o there-\(name)")
        #expect(there.status == 0, "\(there.errorText)", sourceLocation: sourceLocation)
        #expect(try Data(contentsOf: place.file("there-\(name)")) == wanted, "\(line)", sourceLocation: sourceLocation)
        #expect(!wanted.isEmpty, sourceLocation: sourceLocation)
    }

    /// The first line that differs.
    private static func difference(_ wanted: String, _ found: String) -> String {
        let lines = [wanted, found].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        let place = zip(lines[0], lines[1]).enumerated().first { $0.element.0 != $0.element.1 }
        guard let place else { return "\(lines[0].count) and \(lines[1].count) lines" }
        return "line \(place.offset + 1): \(place.element.0.prefix(300)) | \(place.element.1.prefix(300))"
    }
}

/// Tests that need PostgreSQL with PostGIS, which `make check PART=servers` installs.
extension Trait where Self == ConditionTrait {
    static var postGIS: Self {
        .enabled(if: LocalPostGIS.isInstalled, "PostgreSQL with PostGIS is not installed (scripts/local-postgis.sh)")
    }
}
#endif
