@testable import GeocliExport

extension OutputFile {
    /// The file at `path`, with nothing to spare.
    static func create(path: String) throws -> OutputFile {
        try create(at: try OutputDestination(path, sparing: []))
    }

    /// The same for a database.
    static func createDatabase(path: String) throws -> (file: OutputFile, place: String) {
        try createDatabase(at: try OutputDestination(path, sparing: []))
    }
}
