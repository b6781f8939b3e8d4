internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The names of districts. The position of a district is a point well inside its outline.
struct DistrictNames: NamedPlaces {
    let prefix = "district"

    func named(_ name: String, limit: Int, in source: some PlaceSource) throws -> [OriginCandidate] {
        // Only a complete catalog has outlines of districts.
        let outlines = try (source as? any PlaceArchive)?.districtOutlines()
        let found = outlines?.meant(by: name) ?? []
        if !found.isEmpty {
            return found.prefix(limit).map { Self.candidate($0.name, .success($0.area.innerPosition)) }
        }
        let known = DistrictName(name)
        guard known.isKnown else { return [] }
        return [Self.candidate(known.text, .failure(Self.missing(known.text, outlines)))]
    }

    private static func candidate(_ name: String, _ location: Result<Coordinate, OriginError>) -> OriginCandidate {
        let shown = DisplayText.shown(name, columns: 40)
        return OriginCandidate(title: shown, spelling: "district:\(shown)", location: location)
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
