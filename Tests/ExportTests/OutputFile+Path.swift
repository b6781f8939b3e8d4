@testable import GeocliExport

extension OutputFile {
    /// Creates the file at `path`. The test has no other files that must not be overwritten.
    static func create(path: String) throws -> OutputFile {
        try create(at: try OutputDestination(path, sparing: []))
    }

    /// Creates a database file in the same way.
    static func createDatabase(path: String) throws -> (file: OutputFile, place: String) {
        try createDatabase(at: try OutputDestination(path, sparing: []))
    }
}
