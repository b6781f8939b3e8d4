internal import GeocliText

/// GeoJSON as its text.
enum GeoJSONText {
    /// What `body` reads of a value, through its text: there is one reader of GeoJSON, and it reads bytes.
    static func read<Result>(
        _ json: JSONValue, _ body: (inout JSONCursor) throws(GeoError) -> Result
    ) throws(GeoError) -> Result {
        var writer = JSONWriter()
        writer.value(json)
        return try read(writer.bytes, body)
    }

    /// The same of bytes that are one value.
    static func read<Result>(
        _ bytes: [UInt8], _ body: (inout JSONCursor) throws(GeoError) -> Result
    ) throws(GeoError) -> Result {
        do {
            return try JSONStream.withCursor(bytes, name: "GeoJSON", body)
        } catch let error as GeoError {
            throw error
        } catch {
            // Only what nests too deep to be read, or is no JSON.
            throw .json(en: "\(error)", ko: "\(error)")
        }
    }
}
