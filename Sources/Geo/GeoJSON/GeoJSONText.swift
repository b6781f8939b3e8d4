internal import GeocliText

/// Reads GeoJSON from values and bytes.
enum GeoJSONText {
    /// Writes a value as text and returns what `body` reads from it, because the only reader of GeoJSON reads bytes.
    static func read<Result>(
        _ json: JSONValue, _ body: (inout JSONCursor) throws(GeoError) -> Result
    ) throws(GeoError) -> Result {
        var writer = JSONWriter()
        writer.value(json)
        return try read(writer.bytes, body)
    }

    /// Returns what `body` reads from bytes that are one value.
    static func read<Result>(
        _ bytes: [UInt8], _ body: (inout JSONCursor) throws(GeoError) -> Result
    ) throws(GeoError) -> Result {
        do {
            return try JSONStream.withCursor(bytes, name: "GeoJSON", body)
        } catch let error as GeoError {
            throw error
        } catch {
            // The text is nested too deep, or it is not JSON.
            throw .json(en: "\(error)", ko: "\(error)")
        }
    }
}
