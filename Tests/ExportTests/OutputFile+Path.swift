@testable import Export

extension OutputFile {
    /// The file at `path`, with nothing to spare.
    static func create(path: String) throws -> OutputFile {
        try create(at: try OutputPlace(path, sparing: []))
    }

    /// The same for a database.
    static func createDatabase(path: String) throws -> (file: OutputFile, place: String) {
        try createDatabase(at: try OutputPlace(path, sparing: []))
    }
}
