internal import ArgumentParser
internal import GeocliAsking
internal import GeocliGeo
internal import GeocliIngest
internal import GeocliText

/// The options that name the columns of a person's own file.
struct ColumnOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Column with a unique id (GeoJSON default: the Feature's id).",
            ko: "장소를 구별하는 고유 ID가 있는 열 (GeoJSON 기본값: 피처의 id)", value: .column))
    var id: String?

    @Option(
        help: ArgumentHelp(
            "Column with the name (GeoJSON default: the property \"name\").", ko: "이름이 있는 열 (GeoJSON 기본값: name 속성)",
            value: .column))
    var name: String?

    @Option(
        name: [.customLong("lat")],
        help: ArgumentHelp(
            "Column with the latitude in degrees. Not for GeoJSON.", ko: "위도(도 단위)가 있는 열. GeoJSON에는 쓰지 않습니다.",
            value: .column))
    var latitude: String?

    @Option(
        name: [.customLong("lon")],
        help: ArgumentHelp(
            "Column with the longitude in degrees. Not for GeoJSON.", ko: "경도(도 단위)가 있는 열. GeoJSON에는 쓰지 않습니다.",
            value: .column))
    var longitude: String?

    @Option(
        help: ArgumentHelp(
            "Column with the address.", ko: "주소가 있는 열", value: .column))
    var address: String?

    @Option(
        help: ArgumentHelp(
            "Column with the district.", ko: "자치구가 있는 열", value: .column))
    var district: String?

    @Option(
        help: ArgumentHelp(
            "Column with the phone number.", ko: "전화번호가 있는 열", value: .column))
    var phone: String?

    @Option(
        help: ArgumentHelp(
            "Column with the website.", ko: "웹사이트 주소가 있는 열", value: .column))
    var website: String?

    @Option(
        help: ArgumentHelp(
            "Column with the kind, or one kind for all places.", ko: "종류가 있는 열, 또는 모든 장소에 붙일 종류", value: .columnOrWord))
    var kind: String?

    @Option(
        help: ArgumentHelp(
            "Encoding of the file: UTF-8 (default) or CP949.", ko: "파일의 인코딩: UTF-8(기본값) 또는 CP949", value: .encoding),
        completion: .words(["UTF-8", "CP949"]))
    var encoding: String?

    @Option(
        help: ArgumentHelp(
            "Area that must contain all points, such as 124,33,132,39 (default: the world).",
            ko: "모든 좌표가 들어 있어야 하는 범위. 예: 124,33,132,39 (기본값: 전 세계)", value: .box))
    var area: String?

    /// The first of these options that was given; nil if none was.
    var given: String? { texts.first { $0.value != nil }?.option ?? area.map { _ in "--area" } }

    /// Returns the columns.
    ///
    /// - Throws: `UsageError` for a wrong `--area`.
    func columns() throws -> FileColumns {
        var columns = FileColumns()
        for (_, value, column) in texts { columns[keyPath: column] = value?.trimmingBlanks() }
        columns.area = try area.map { try BoundingBox(argument: [$0], named: "--area") }
        return columns
    }

    private var texts: [(option: String, value: String?, column: WritableKeyPath<FileColumns, String?>)] {
        [
            ("--id", id, \.id), ("--name", name, \.name), ("--lat", latitude, \.latitude),
            ("--lon", longitude, \.longitude), ("--address", address, \.address), ("--district", district, \.district),
            ("--phone", phone, \.phone), ("--website", website, \.website), ("--kind", kind, \.kind),
            ("--encoding", encoding, \.encoding),
        ]
    }
}
