public import GeocliText

/// An error for a page with too many places.
public struct MapPageError: ExplainedError, Equatable {
    /// Maximum number of places on a page.
    public let limit: Int

    /// What happened and what to try.
    public var words: Words {
        Words(
            en: "one page holds at most \(limit) places; select fewer with --district, "
                + "--kind or --match, or write them for a map tool: 'geocli export -o places.gpkg' for QGIS, "
                + "'geocli cluster --all-zooms --tile-size 256 -o places.geojson' for tippecanoe",
            ko: "장소가 \(limit)곳을 넘어 한 페이지에 담을 수 없습니다. --district, --kind, --match로 장소를 줄이거나, 지도 프로그램용 파일로 저장하세요: "
                + "QGIS에는 'geocli export -o places.gpkg', tippecanoe에는 'geocli cluster --all-zooms "
                + "--tile-size 256 -o places.geojson'")
    }
}
