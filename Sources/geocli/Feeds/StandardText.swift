internal import GeocliExport

/// Writes a text that is not a listing to standard output.
enum StandardText {
    static func write(_ bytes: [UInt8]) throws {
        let file = try OutputFile.create(at: try OutputDestination(nil, db: nil, reading: []))
        try file.write(bytes)
        try file.commit()
    }
}
