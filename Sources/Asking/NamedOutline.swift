internal import GeocliPlaces
internal import GeocliSearch
package import GeocliText

extension PlaceArchive {
    /// Returns the outline of the district that `word` names.
    ///
    /// - Parameter style: where the word was written. A command's argument can also be a file, a request's a polygon.
    /// - Throws: `UsageError` for a word that is not a district; `MissingOutline` for a district without an outline.
    func outline(named word: String, _ style: ArgumentStyle) throws -> DistrictOutline {
        let outlines = try districtOutlines()
        let wanted = Folding.squeezed(Folding.folded(word))
        let known = District.named(word)
        if let found = outlines.first(where: {
            $0.name == known?.name || Folding.squeezed(Folding.folded($0.name)) == wanted
        }) {
            return found
        }
        guard let known else { throw Self.noSuchPlace(word, style, among: outlines.map(\.name)) }
        throw MissingOutline(name: known.name, hasOthers: !outlines.isEmpty)
    }

    private static func noSuchPlace(_ word: String, _ style: ArgumentStyle, among names: [String]) -> UsageError {
        let advice = NearDistricts(to: word, among: names).advice
        let shown = DisplayText.shown(word, columns: 60)
        return style == .option
            ? UsageError(
                en: "\"\(shown)\" is neither a file nor a district; \(advice.en)",
                ko: "\"\(shown)\": 이런 파일이나 자치구가 없습니다. \(advice.ko)")
            : UsageError(
                en: "area: \"\(shown)\" is neither a district nor GeoJSON; \(advice.en)",
                ko: "area: \"\(shown)\": 자치구도 GeoJSON도 아닙니다. \(advice.ko)")
    }
}

/// The error for a district without an outline where the command or the service looks for it.
package struct MissingOutline: ExplainedError, Equatable {
    package var exit: ExitStatus { .noInput }
    package let words: Words

    private init(words: Words) { self.words = words }

    /// The error for a district if the catalog is on a server.
    static let onServer = MissingOutline(
        words: Words(
            en:
                "the outlines of districts are not on the server; give a GeoJSON file with polygons, or give --db the path of the catalog file",
            ko: "자치구 경계는 서버에 없습니다. 다각형이 든 GeoJSON 파일을 쓰거나, --db로 카탈로그 파일을 지정하세요"))

    /// Creates the error for a catalog's file.
    fileprivate init(name: String, hasOthers: Bool) {
        words =
            hasOthers
            ? Words(
                en:
                    "the imported outlines do not include \(name); list them with 'geocli layers districts', or replace them with 'geocli layers import FILE.geojson --role districts'",
                ko:
                    "가져온 자치구 경계에 \(name) 경계가 없습니다. 'geocli layers districts'로 확인하거나 'geocli layers import FILE.geojson --role districts'으로 바꾸세요"
            )
            : Words(
                en:
                    "the catalog has no district outlines; import some with 'geocli layers import FILE.geojson --role districts'",
                ko: "카탈로그에 자치구 경계가 없습니다. 'geocli layers import FILE.geojson --role districts'으로 가져오세요")
    }
}
