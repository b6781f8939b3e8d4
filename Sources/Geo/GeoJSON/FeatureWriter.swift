public import GeocliText

/// Writes a FeatureCollection, or a sequence of Features, one Feature at a time. Its memory does not grow with the
/// number of Features.
///
/// - Units: EPSG:4326, longitude first, at most 7 decimals (a centimeter).
/// - Source: RFC 7946; for sequences, the newline-delimited form that ogr2ogr and tippecanoe read.
public struct FeatureWriter {
    public enum Form: Sendable {
        case collection
        case sequence
    }

    /// The maximum number of decimals of a coordinate: 1e-7° is 11 mm. RFC 7946 §11.2 advises against more precision
    /// than the data has.
    public static let maximumDecimals = 7

    /// The JSON so far. Between Features, the caller writes `json.bytes` to its output and empties `json`.
    package var json = JSONWriter()
    private let form: Form
    private let names = JSONNames(["type", "id", "geometry", "coordinates", "properties"])
    private var isFirst = true

    public init(_ form: Form) { self.form = form }

    /// Opens the document; `members` are foreign members of a collection (RFC 7946 §6.1).
    public mutating func begin(members: [JSONValue.Member] = []) {
        guard form == .collection else { return }
        json.beginObject()
        json.name("type")
        json.string("FeatureCollection")
        for member in members {
            json.name(member.name)
            json.value(member.value)
        }
        json.name("features")
        json.beginArray()
    }

    public enum Shape: Sendable {
        /// A Point, with at most 7 decimals.
        case point(Coordinate)
        /// A MultiPolygon. Its numbers have all digits needed to read back the same values, so a position on an edge
        /// stays on the edge.
        case area(MultiPolygon)
        /// No geometry: the position of the Feature is not known (RFC 7946 §3.2).
        case unlocated
    }

    /// Writes one Feature. `properties` writes the names and values of its properties, and `members` writes its foreign
    /// members.
    package mutating func feature(
        id: JSONValue?, at place: Shape, members: (inout JSONWriter) -> Void = { _ in },
        properties: (inout JSONWriter) -> Void
    ) {
        if form == .collection {
            json.raw(isFirst ? "\n" : ",\n")
            var inner = JSONWriter()
            swap(&inner.bytes, &json.bytes)
            write(id, place, members, properties, to: &inner)
            swap(&inner.bytes, &json.bytes)
        } else {
            write(id, place, members, properties, to: &json)
            json.newline()
        }
        isFirst = false
    }

    /// Appends one Point Feature without foreign members to `bytes` in one piece, with the same bytes that `feature`
    /// writes to `json`. `properties` writes at most `room` bytes: names, values and the commas between them.
    public mutating func plainFeature(
        id: Int64, at coordinate: Coordinate, room: Int, into bytes: inout [UInt8],
        properties: (inout ByteCursor) -> Void
    ) {
        bytes.appendRow(room: Self.plainRoom + room) { cursor in
            if form == .collection { cursor.put(isFirst ? "\n" : ",\n" as StaticString) }
            cursor.put("{\"type\":\"Feature\",\"id\":")
            cursor.put(id)
            cursor.put(",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
            cursor.put(coordinate.longitude, maximumDecimals: Self.maximumDecimals)
            cursor.put(UInt8(ascii: ","))
            cursor.put(coordinate.latitude, maximumDecimals: Self.maximumDecimals)
            cursor.put("]},\"properties\":{")
            properties(&cursor)
            cursor.put("}}")
            if form == .sequence { cursor.put(UInt8(ascii: "\n")) }
        }
        isFirst = false
    }

    /// A number of bytes that is enough for a Feature with its id and its two coordinates, but without its properties.
    private static let plainRoom = 200

    /// Treats the next Feature as one that follows other Features, even if this writer has not written them. Returns
    /// the number of bytes that this adds to its start: 1 for the comma in a collection, 0 in a sequence or after a
    /// Feature.
    public mutating func resume() -> Int {
        defer { isFirst = false }
        return isFirst && form == .collection ? 1 : 0
    }

    public mutating func end() {
        guard form == .collection else { return }
        json.raw("\n")
        json.endArray()
        json.endObject()
        json.newline()
    }

    private func write(
        _ id: JSONValue?, _ place: Shape, _ members: (inout JSONWriter) -> Void,
        _ properties: (inout JSONWriter) -> Void, to json: inout JSONWriter
    ) {
        json.beginObject()
        json.name(names, at: Name.type)
        json.string("Feature")
        if let id {
            json.name(names, at: Name.id)
            json.value(id)
        }
        members(&json)
        json.name(names, at: Name.geometry)
        write(place, to: &json)
        json.name(names, at: Name.properties)
        json.beginObject()
        properties(&json)
        json.endObject()
        json.endObject()
    }

    private func write(_ place: Shape, to json: inout JSONWriter) {
        switch place {
        case .unlocated: return json.null()
        case .point(let coordinate):
            begin("Point", &json)
            json.beginArray()
            json.number(coordinate.longitude, maximumDecimals: Self.maximumDecimals)
            json.number(coordinate.latitude, maximumDecimals: Self.maximumDecimals)
            json.endArray()
        case .area(let area):
            begin("MultiPolygon", &json)
            area.writeCoordinates(to: &json)
        }
        json.endObject()
    }

    private func begin(_ type: String, _ json: inout JSONWriter) {
        json.beginObject()
        json.name(names, at: Name.type)
        json.string(type)
        json.name(names, at: Name.coordinates)
    }

    private enum Name {
        static let type = 0
        static let id = 1
        static let geometry = 2
        static let coordinates = 3
        static let properties = 4
    }
}
