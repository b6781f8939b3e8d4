package import GeocliExport
internal import GeocliText

/// The form of the rows of an answer: what a request says about it, and how a service reads it.
extension ListingOptions {
    private static let fieldList = Parameter(
        "fields", .text, en: "Only these keys, in this order.", ko: "이 키만 이 순서로", several: .any)
    private static let formatName = Parameter(
        "format", .word(ListingFormat.served.map(\.rawValue)), en: "The format (default: json).",
        ko: "형식 (기본값: json)")
    private static let columns = Parameter(
        "columns", .integer(1...10_000), en: "Table: fit the table into this number of columns.",
        ko: "table: 표의 너비를 이 칸 수에 맞춥니다.")
    private static let color = Parameter(
        "color", .flag, en: "Table: use colors for a terminal.", ko: "table: 터미널용 색을 넣습니다.")
    private static let raw = Parameter(
        "raw", .flag, en: "CSV, TSV: do not escape text that a spreadsheet would run as a formula.",
        ko: "CSV, TSV: 스프레드시트가 수식으로 읽을 수 있는 텍스트도 그대로 둡니다.")
    private static let excel = Parameter(
        "excel", .flag, en: "CSV, TSV: write for Excel.", ko: "CSV, TSV: Excel에서 바로 열 수 있게 씁니다.")

    /// The option that adds links to the rows of places.
    package static let links = Parameter(
        "links", .flag,
        en: "Add links that open each place in NAVER Map, Kakao Map, Google Maps, Apple Maps and OpenStreetMap.",
        ko: "장소마다 네이버 지도, 카카오맵, 구글 지도, 애플 지도, OpenStreetMap 링크를 덧붙입니다.")

    /// The parameters of every answer with rows.
    package static let parameters = [fieldList, formatName, columns, color, raw, excel]

    /// The options as values of a request.
    package var given: Given {
        var given = Given(.parameter)
        given.add(Self.formatName, format.rawValue)
        given.add(Self.fieldList, fields?.joined(separator: ","))
        given.add(Self.links, flag: hasLinks)
        given.add(Self.raw, flag: isRaw)
        given.add(Self.excel, flag: isForExcel)
        given.add(Self.color, flag: isStyled)
        if format == .table { given.add(Self.columns, terminalColumns.map { String(min($0, 10_000)) }) }
        return given
    }

    /// Reads the options of a request.
    ///
    /// - Throws: `UsageError`.
    package init(_ given: Given) throws {
        self.init()
        format = try given.one(Self.formatName).map(Self.format) ?? .json
        fields = try given.one(Self.fieldList).map { ValueArgument.list([$0]) }
        hasLinks = try given.flag(Self.links)
        // Parameters without an effect on the format are checked and ignored, because the description allows them.
        let (isRaw, isForExcel) = (try given.flag(Self.raw), try given.flag(Self.excel))
        let (isStyled, columns) = (try given.flag(Self.color), try given.count(Self.columns))
        switch format {
        case .csv, .tsv: (self.isRaw, self.isForExcel) = (isRaw, isForExcel)
        case .table: (self.isStyled, terminalColumns) = (isStyled, columns)
        default: break
        }
    }

    private static func format(_ word: String) throws -> ListingFormat {
        guard let format = ListingFormat(rawValue: word.lowercased()), ListingFormat.served.contains(format) else {
            throw ValueArgument.unknown("format", word, among: ListingFormat.served.map(\.rawValue))
        }
        return format
    }
}

extension ListingFormat {
    /// The formats of answers.
    package static let served: [ListingFormat] = [.json, .geojson, .csv, .ndjson, .tsv, .geojsonseq, .table]
}
