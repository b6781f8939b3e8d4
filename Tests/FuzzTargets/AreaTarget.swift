internal import GeocliGeo
internal import GeocliQuery
internal import GeocliText

/// Files of polygons.
enum AreaTarget {
    static func check(_ bytes: [UInt8]) throws {
        let whole = try Outcome { try areas(.whole(bytes)) }
        let pieces = try Outcome { try areas(.pieces(bytes)) }
        try demand(whole == pieces, "in pieces \(pieces), at once \(whole)")
        for feature in whole.value ?? [] { try check(feature.area) }
    }

    private static func areas(_ source: ByteSource) throws -> [AreaFeature] {
        var file = PolygonFile(source)
        var areas: [AreaFeature] = []
        while let area = try file.next() { areas.append(area) }
        return areas
    }

    /// Vertices are inside the area and its box, and the written area reads back the same.
    private static func check(_ area: MultiPolygon) throws {
        for ring in area.polygons.flatMap(\.rings) {
            for vertex in ring {
                try demand(area.contains(vertex), "vertex \(vertex) is not inside")
                try demand(area.boxes.contains { $0.contains(vertex) }, "vertex \(vertex) is in no box")
            }
        }
        var json = JSONWriter()
        json.raw("{\"type\":\"MultiPolygon\",\"coordinates\":")
        area.writeCoordinates(to: &json)
        json.raw("}")
        let again = try Outcome { try areas(.pieces(json.bytes)) }.value
        try demand(again?.map(\.area) == [area], "the area was written \(text(json.bytes))")
    }
}
