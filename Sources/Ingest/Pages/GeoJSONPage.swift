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
