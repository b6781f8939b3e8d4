@testable import GeocliExport

extension OutputFile {
    /// The file at `path`, without files that must be spared.
    static func create(path: String) throws -> OutputFile {
        try create(at: try OutputDestination(path, sparing: []))
    }

    /// The same for a database.
    static func createDatabase(path: String) throws -> (file: OutputFile, place: String) {
        try createDatabase(at: try OutputDestination(path, sparing: []))
    }
}
