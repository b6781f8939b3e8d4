public import Geo
internal import Text

/// The outlines of districts, as the page draws them.
public struct PageOutlines: Sendable {
    /// What the outlines are.
    public let title: String
    /// What one may do with them.
    public let license: String
    /// Each district's name and polygons; a polygon is its rings, the outer one first.
    public let areas: [(name: String, polygons: [[[Coordinate]]])]

    /// Outlines with what is to be said of them.
    public init(title: String, license: String, areas: [(name: String, polygons: [[[Coordinate]]])]) {
        self.title = title
        self.license = license
        self.areas = areas
    }

    /// Degrees are kept to a hundred-thousandth, a meter, which no screen shows.
    private static let scale = 1e5

    /// As the page reads them: rings as differences from point to point, longitude first.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.name("title")
        json.string(DisplayText.singleLine(title))
        json.name("license")
        json.string(DisplayText.singleLine(license))
        json.name("areas")
        json.beginArray()
        for area in areas {
            json.beginObject()
            json.name("name")
            json.string(DisplayText.singleLine(area.name))
            json.name("rings")
            json.beginArray()
            for polygon in area.polygons {
                json.beginArray()
                for ring in polygon { write(ring, to: &json) }
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
        json.beginArray()
        // The last point is the first once more.
        for (index, point) in ring.dropLast().enumerated() {
            let x = Int((point.longitude * Self.scale).rounded())
            let y = Int((point.latitude * Self.scale).rounded())
            if index > 0, (x, y) == last { continue }
            json.integer(Int64(x - last.x))
            json.integer(Int64(y - last.y))
            last = (x, y)
        }
        json.endArray()
    }
}
