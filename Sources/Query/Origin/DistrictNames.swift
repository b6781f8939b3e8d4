internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The names of districts. The position of a district is a point well inside its outline.
struct DistrictNames: NamedPlaces {
    let prefix = "district"

    func named(_ name: String, limit: Int, in source: some PlaceSource) throws -> [OriginCandidate] {
        let wanted = Folding.squeezed(Folding.folded(name))
        let known = District.named(name)
        // Only a complete catalog has outlines of districts.
        let outlines = try (source as? any PlaceArchive)?.districtOutlines()
        let outline = outlines?.first {
            $0.name == known?.name || Folding.squeezed(Folding.folded($0.name)) == wanted && !wanted.isEmpty
        }
        guard let title = outline?.name ?? known?.name else { return [] }
        let shown = DisplayText.shown(title, columns: 40)
        let location: Result<Coordinate, OriginError> =
            outline.map { .success($0.area.innerPosition) } ?? .failure(Self.missing(shown, outlines))
        return [OriginCandidate(title: shown, spelling: "\(prefix):\(shown)", location: location)]
    }

    func similar(to name: String, limit: Int, in source: some PlaceSource) throws -> [OriginCandidate] { [] }

    private static func missing(_ name: String, _ outlines: [DistrictOutline]?) -> OriginError {
        guard let outlines else {
            return OriginError(
                .notFound,
                en:
                    "the outline of \(name) is not on the server; use --db with the path of the catalog file, or write latitude,longitude",
                ko: "\(name) 경계는 서버에 없습니다. --db로 카탈로그 파일을 지정하거나 위도,경도를 쓰세요")
        }
        return outlines.isEmpty
            ? OriginError(
                .notFound,
                en:
                    "the catalog has no outline of \(name); import one with 'geocli layers import FILE.geojson --role districts'",
                ko: "카탈로그에 \(name) 경계가 없습니다. 'geocli layers import FILE.geojson --role districts'로 가져오세요")
            : OriginError(
                .notFound, en: "the imported outlines do not include \(name); list them with 'geocli layers districts'",
                ko: "가져온 자치구 경계에 \(name) 경계가 없습니다. 'geocli layers districts'로 확인하세요")
    }
}
