internal import GeocliText

/// The coordinate system that a GeoJSON file of the old specification may state.
enum GeoJSONSystem {
    /// Throws an error for any system other than WGS 84.
    ///
    /// - Throws: `PlainError`.
    static func check(_ crs: JSONValue?, _ name: String) throws {
        guard let crs, crs != .null else { return }
        let properties = crs["properties"]
        let text = properties?["name"]?.scalarText ?? properties?["code"]?.scalarText ?? crs.scalarText ?? ""
        let word = text.trimmingBlanks().uppercased()
        let isKnown =
            word.hasSuffix("CRS84") || word == "4326" || word.contains("EPSG") && word.hasSuffix(":4326")
            || word.hasSuffix("/EPSG/0/4326")
        guard !isKnown else { return }
        let shown = DisplayText.shown(text, columns: 40)
        let system = word.isEmpty ? "an unknown coordinate system" : "the coordinate system \(shown)"
        throw PlainError(
            file: name, "is in \(system); convert it: ogr2ogr -t_srs EPSG:4326 NEW.geojson OLD.geojson",
            "\(word.isEmpty ? "알 수 없는 좌표계" : "좌표계가 \(shown)")입니다. 'ogr2ogr -t_srs EPSG:4326 새파일.geojson 파일.geojson'으로 변환하세요"
        )
    }
}
