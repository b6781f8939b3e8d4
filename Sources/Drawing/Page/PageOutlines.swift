internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// The outlines of districts in the form that the page draws.
struct PageOutlines {
    private let source: OutlineSource
    private let outlines: [DistrictOutline]

    /// Reads the outlines of a catalog; nil if it has none.
    init?(of catalog: some PlaceArchive) throws {
        guard let source = try catalog.outlineSource() else { return nil }
        self.source = source
        outlines = try catalog.districtOutlines()
    }

    /// Degrees are rounded to hundred-thousandths, about a meter. Such an error is too small to see on the page.
    private static let scale = 1e5

    /// Writes the outlines in the form that the page reads: rings as differences from point to point, longitude first.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.name("title")
        json.string(DisplayText.singleLine(source.title))
        json.name("license")
        json.string(DisplayText.singleLine(source.license))
        json.name("areas")
        json.beginArray()
        for outline in outlines {
            json.beginObject()
            json.name("name")
            json.string(DisplayText.singleLine(outline.name))
            json.name("rings")
            json.beginArray()
            for polygon in outline.area.polygons {
                json.beginArray()
                for ring in polygon.rings { write(ring, to: &json) }
                json.endArray()
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private func write(_ ring: [Coordinate], to json: inout JSONWriter) {
        var last = (x: 0, y: 0)
        var turns = 0.0
        var before = ring[0].longitude
        json.beginArray()
        // The last point repeats the first.
        for (index, point) in ring.dropLast().enumerated() {
            // A ring that crosses the antimeridian is drawn as one ring.
            let step = point.longitude - before
            if abs(step) > 180, abs(step) < 360 { turns -= step > 0 ? 1 : -1 }
            before = point.longitude
            let x = Int(((point.longitude + 360 * turns) * Self.scale).rounded())
            let y = Int((point.latitude * Self.scale).rounded())
            if index > 0, (x, y) == last { continue }
            json.integer(Int64(x - last.x))
            json.integer(Int64(y - last.y))
            last = (x, y)
        }
        json.endArray()
    }
}
