internal import GeocliGeo
internal import GeocliText

/// Writes GeoJSON (RFC 7946): a FeatureCollection, or one Feature on each line (RFC 8142 with record separators).
package struct GeoJSONRows: RowEncoder {
    /// The indices of the values that become properties, and the names of the properties.
    private let positions: [Int]
    private let names: JSONNames
    private let provenance: [JSONValue.Member]
    /// Whether each Feature begins with the record separator of RFC 8142.
    private let hasRecordSeparators: Bool
    private var writer: FeatureWriter

    /// The columns that are not properties.
    package static let elsewhere: Set<String> = ["latitude", "longitude"]

    init(
        keys: [String], form: FeatureWriter.Form, provenance: [JSONValue.Member] = [],
        hasRecordSeparators: Bool = false
    ) {
        // The point is a member of the Feature itself. The id is also a property, because GDAL and GeoPandas read a
        // Feature's id as the number of its row.
        positions = keys.indices.filter { !Self.elsewhere.contains(keys[$0]) }
        names = JSONNames(positions.map { keys[$0] })
        self.provenance = provenance
        self.hasRecordSeparators = hasRecordSeparators
        writer = FeatureWriter(form)
    }

    mutating func begin(into bytes: inout [UInt8]) {
        swap(&writer.json.bytes, &bytes)
        writer.begin(members: provenance)
        swap(&writer.json.bytes, &bytes)
    }

    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?, into bytes: inout [UInt8]) {
        guard let feature else { return }
        if hasRecordSeparators { bytes.append(0x1E) }
        if putPlain(values, feature, into: &bytes) { return }
        swap(&writer.json.bytes, &bytes)
        // Local copies, so that the closure captures them once and does not retain them for each property.
        let (names, positions) = (names, positions)
        writer.feature(
            id: feature.id, at: feature.place ?? .unlocated,
            members: { json in
                guard let minZoom = feature.minZoom else { return }
                json.name("tippecanoe")
                json.value(.object([.init("minzoom", .number(String(minZoom)))]))
            },
            properties: { json in
                for property in positions.indices {
                    json.name(names, at: property)
                    values[positions[property]].write(to: &json, forMaps: true)
                }
            })
        swap(&writer.json.bytes, &bytes)
    }

    /// Writes a point with plain values; returns false for any other row.
    private mutating func putPlain(
        _ values: [OutputValue], _ feature: FeatureParts, into bytes: inout [UInt8]
    ) -> Bool {
        guard let coordinate = feature.coordinate, let id = feature.plainNumber, feature.minZoom == nil else {
            return false
        }
        var room = names.byteCount
        for position in positions {
            guard let valueRoom = values[position].plainMapRoom else { return false }
            room += valueRoom
        }
        // Local copies, for the same reason as above.
        let (names, positions) = (names, positions)
        values.withUnsafeBufferPointer { values in
            writer.plainFeature(id: id, at: coordinate, room: room, into: &bytes) { cursor in
                names.withBytes { names in
                    positions.withUnsafeBufferPointer { positions in
                        for property in positions.indices {
                            cursor.put(names, property, comma: property > 0)
                            values[positions[property]].putPlainMap(into: &cursor)
                        }
                    }
                }
            }
        }
        return true
    }

    mutating func end(into bytes: inout [UInt8]) {
        swap(&writer.json.bytes, &bytes)
        writer.end()
        swap(&writer.json.bytes, &bytes)
    }

    mutating func resume() -> Int { writer.resume() }
}
