public import Text

extension MultiPolygon {
    /// Writes the `coordinates` of a GeoJSON MultiPolygon, each number as the shortest text that reads back equal.
    public func writeCoordinates(to json: inout JSONWriter) {
        json.beginArray()
        for polygon in polygons {
            json.beginArray()
            for ring in polygon.rings {
                json.beginArray()
                for position in ring {
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
