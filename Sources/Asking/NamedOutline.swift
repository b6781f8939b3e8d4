package import GeocliPlaces
internal import GeocliSearch
package import GeocliText

extension PlaceArchive {
    /// Returns the outline of the district that `word` names.
    ///
    /// - Parameter refusal: the words of the error for a word that names no district.
    /// - Throws: `UsageError` for a word that is not a district; `MissingOutline` for a district without an outline.
    package func outline(
        named word: String,
        refusal: Words = Words(en: "is neither a file nor a district", ko: "이런 파일이나 자치구가 없습니다")
    ) throws -> DistrictOutline {
        let outlines = try districtOutlines()
        let wanted = Folding.squeezed(Folding.folded(word))
        let known = District.named(word)
        if let found = outlines.first(where: {
            $0.name == known?.name || Folding.squeezed(Folding.folded($0.name)) == wanted
        }) {
            return found
        }
        guard let known else { throw Self.noSuchPlace(word, refusal, among: outlines.map(\.name)) }
        throw MissingOutline(name: known.name, hasOthers: !outlines.isEmpty)
    }

    private static func noSuchPlace(_ word: String, _ refusal: Words, among names: [String]) -> UsageError {
        let advice = NearDistricts(to: word, among: names).advice
        let shown = DisplayText.shown(word, columns: 60)
        return UsageError(
            en: "\"\(shown)\" \(refusal.en); \(advice.en)",
            ko: "\"\(shown)\": \(refusal.ko). \(advice.ko)")
    }
}

/// The error for a district without an outline where the command or the service looks for it.
package struct MissingOutline: ExplainedError, Equatable {
    package let words: Words

    package init(words: Words) { self.words = words }

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
