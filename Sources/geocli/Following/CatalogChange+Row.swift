internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

extension CatalogChange {
    /// Creates a change from a row of `changes --format ndjson`, as a service sends it; nil if the text is not such a
    /// row.
    init?(row: String) {
        guard let json = try? JSONValue(parsing: Array(row.utf8), name: "change"),
            let run = Self.integer(json["run_id"]), let date = json["date"]?.stringValue,
            let feed = json["feed"]?.stringValue, let ref = json["ref"]?.stringValue, ref.hasPrefix(feed + "/"),
            let what = json["what"]?.stringValue.flatMap(What.init(rawValue:)), let id = Self.integer(json["id"]),
            let name = json["name"]?.stringValue, let kind = json["kind"]?.stringValue.flatMap(Kind.init(rawValue:))
        else { return nil }
        var coordinate: Coordinate?
        if let latitude = Self.number(json["latitude"]), let longitude = Self.number(json["longitude"]) {
            coordinate = try? Coordinate(longitude: longitude, latitude: latitude)
        }
        self.init(
            run: RunStamp(id: run, feed: feed, date: date, startedAt: "", sha256: ""), what: what,
            place: Subject(
                id: id, feedID: String(ref.dropFirst(feed.utf8.count + 1)), name: name, kind: kind,
                district: json["district"]?.stringValue, coordinate: coordinate),
            field: json["field"]?.stringValue, old: json["old"]?.stringValue, new: json["new"]?.stringValue,
            distanceMeters: Self.number(json["distance_m"]).flatMap { 0...Self.longestMeters ~= $0 ? $0 : nil })
    }

    private static func integer(_ value: JSONValue?) -> Int64? { value?.scalarText.flatMap { Int64($0) } }

    private static func number(_ value: JSONValue?) -> Double? { value?.doubleValue }

    /// Half the length of the equator. No two places are farther apart.
    private static let longestMeters = 20_037_509.0
}
