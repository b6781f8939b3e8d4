internal import GeocliText

/// Reads GeoJSON from values and bytes.
enum GeoJSONText {
    /// Writes a value as text and returns what `body` reads from the text, because GeoJSON can only be read from bytes.
    static func read<Result>(
        _ json: JSONValue, _ body: (inout JSONCursor) throws(GeoError) -> Result
    ) throws(GeoError) -> Result {
        var writer = JSONWriter()
        writer.value(json)
        return try read(writer.bytes, body)
    }

    /// Returns what `body` reads from the bytes of one value.
    static func read<Result>(
        _ bytes: [UInt8], _ body: (inout JSONCursor) throws(GeoError) -> Result
    ) throws(GeoError) -> Result {
        do {
            return try JSONStream.withCursor(bytes, name: "GeoJSON", body)
        } catch let error as GeoError {
            throw error
        } catch {
            // The text is nested too deeply, or it is not JSON.
            throw .json(en: "\(error)", ko: "\(error)")
        }
    }
}
