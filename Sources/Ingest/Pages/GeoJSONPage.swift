internal import GeocliText

/// A page that is a GeoJSON file: a FeatureCollection, one Feature, or a sequence of both (one in each line, or RFC
/// 8142). Each Feature is a row.
///
/// - Source: RFC 7946; the `crs` member is from the specification of 2008.
struct GeoJSONPage {
    let feed: Feed

    /// The maximum size of a Feature in bytes. Outlines of districts have several megabytes.
    private static let maximumFeatureBytes = 64 << 20

    func read(_ source: ByteSource, onRow: (FeedRow) throws -> Void) throws -> PageSummary {
        var json = JSONStream(source, isSequence: true, maximumValueBytes: Self.maximumFeatureBytes)
        var summary = PageSummary()
        summary.hasRows = true
        var rows = FeatureRows(feed: feed, name: source.name)
        while let first = try json.peek() {
            guard first == UInt8(ascii: "{") else { throw json.fault(.syntax) }
            try readDocument(&json, source.name, &rows, onRow)
        }
        try rows.finish()
        summary.rowCount = rows.count
        summary.notes = rows.notes
        summary.withoutPointGeometry = rows.withoutPointCount
        return summary
    }

    /// The members of a document, a Feature or a geometry that the reader needs. Other members may be large and are not
    /// kept.
    private static let usedMembers: Set<String> = [
        "type", "id", "crs", "geometry", "properties", "coordinates", "geometries",
    ]

    private func readDocument(
        _ json: inout JSONStream, _ name: String, _ rows: inout FeatureRows, _ onRow: (FeedRow) throws -> Void
    ) throws {
        var members = JSONWriter()
        members.beginObject()
        var isCollection = false
        try json.enterObject()
        while let member = try json.nextMember() {
            guard member == "features", try json.peek() == UInt8(ascii: "[") else {
                guard Self.usedMembers.contains(member) else {
                    try json.skipValue()
                    continue
                }
                members.name(member)
                try json.withValue { members.checked($0) }
                continue
            }
            isCollection = true
            try json.enterArray()
            while try json.nextElement() { try json.withValue { try rows.pass(Array($0), onRow) } }
        }
        members.endObject()
        if isCollection { return try checkCollection(members.bytes, name) }
        try rows.passDocument(members.bytes, onRow)
    }

    /// Checks the other members of a FeatureCollection, which may come after its Features.
    private func checkCollection(_ bytes: [UInt8], _ name: String) throws {
        try GeoJSONSystem.check(try JSONValue(parsing: bytes, name: name)["crs"], name)
    }
}

/// The coordinate system that a GeoJSON file of the old specification may state.
enum GeoJSONSystem {
    /// Throws an error for any system other than WGS 84.
    ///
    /// - Throws: `FileShapeError`.
    static func check(_ crs: JSONValue?, _ name: String) throws {
        guard let crs, crs != .null else { return }
        let properties = crs["properties"]
        let text = properties?["name"]?.scalarText ?? properties?["code"]?.scalarText ?? crs.scalarText ?? ""
        let word = text.trimmingBlanks().uppercased()
        let isKnown =
            word.hasSuffix("CRS84") || word == "4326" || word.contains("EPSG") && word.hasSuffix(":4326")
            || word.hasSuffix("/EPSG/0/4326")
        guard !isKnown else { return }
        let shown = FileShapeError.quoted(text)
        let system = word.isEmpty ? "an unknown coordinate system" : "the coordinate system \(shown)"
        throw FileShapeError(
            name, "is in \(system); convert it: ogr2ogr -t_srs EPSG:4326 NEW.geojson OLD.geojson",
            "\(word.isEmpty ? "알 수 없는 좌표계" : "좌표계가 \(shown)")입니다. 'ogr2ogr -t_srs EPSG:4326 새파일.geojson 파일.geojson'으로 변환하세요"
        )
    }
}
