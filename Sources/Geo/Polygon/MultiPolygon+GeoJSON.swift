public import GeocliText

extension MultiPolygon {
    /// Creates an area from the `coordinates` of a GeoJSON MultiPolygon.
    ///
    /// - Throws: `GeoError` for any other text.
    public init(coordinates text: [UInt8]) throws(GeoError) {
        try self.init(
            try GeoJSONText.read(text) { cursor throws(GeoError) in try GeometryReader.polygons(&cursor) })
    }

    /// Writes the `coordinates` of a GeoJSON MultiPolygon, each number as the shortest text that reads back as the same
    /// number.
    public func writeCoordinates(to json: inout JSONWriter) {
        json.beginArray()
        for polygon in polygons {
            json.beginArray()
            for ring in polygon.range {
                json.beginArray()
                for position in polygon.store.ring(ring) {
                    json.beginArray()
                    json.number(position.longitude)
                    json.number(position.latitude)
                    json.endArray()
                }
                json.endArray()
            }
            json.endArray()
        }
        json.endArray()
    }
}
