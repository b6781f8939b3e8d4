internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// The parameters that several questions share.
extension ParameterShape {
    static let filters: [ParameterShape] = [
        ParameterShape(
            "kind", .text, en: "Only places of these kinds: new, used, other, or one that a feed declares.",
            ko: "이 종류의 장소만: new(새책), used(헌책), other(기타), 또는 피드의 선언에 있는 종류", isList: true),
        ParameterShape(
            "district", .text, en: "Only places in these districts, written as 마포구, 마포, mapo or mapo-gu.",
            ko: "이 자치구의 장소만. 마포구, 마포, mapo, mapo-gu 중 어느 것으로 써도 됩니다.", isList: true),
        ParameterShape(
            "has", .word(PlaceFilter.Contact.allCases.map(\.rawValue)), en: "Only places that have all these details.",
            ko: "이 항목이 모두 있는 장소만", isList: true),
        ParameterShape("feed", .text, en: "Only places of these feeds.", ko: "이 피드의 장소만", isList: true),
        ParameterShape(
            "match", .text, en: "Only places that a search for this text finds.", ko: "이 검색어로 찾을 수 있는 장소만"),
        ParameterShape(
            "include-closed", .flag, en: "Include places that are missing or closed.", ko: "누락되거나 폐점한 장소도 포함합니다."),
    ]

    /// The maximum number of rows.
    static func limit(_ range: ClosedRange<Int>) -> ParameterShape {
        var shape = ParameterShape("limit", .integer(range), en: "Maximum number of rows.", ko: "최대 행 수")
        if range.upperBound == maximumPlaces { shape.advice = pagesAdvice }
        return shape
    }

    /// The maximum number of places that a request may ask for. More would delay the requests of other clients.
    static let maximumPlaces = 10_000

    static let pagesAdvice = Words(
        en: "for more places, page through /collections/places/items",
        ko: "더 많이 받으려면 /collections/places/items에서 페이지로 나누어 받으세요")

    /// The parameters of every answer with rows.
    static let form: [ParameterShape] = [
        ParameterShape("fields", .text, en: "Only these keys, in this order.", ko: "이 키만 이 순서로", isList: true),
        ParameterShape(
            "format", .word(["json", "geojson", "csv", "ndjson", "tsv", "geojsonseq", "table"]),
            en: "The format (default: json).",
            ko: "형식 (기본값: json)"),
        ParameterShape(
            "columns", .integer(1...10_000), en: "Table: fit the table into this number of columns.",
            ko: "table: 표의 너비를 이 칸 수에 맞춥니다."),
        ParameterShape("color", .flag, en: "Table: use colors for a terminal.", ko: "table: 터미널용 색을 넣습니다."),
        ParameterShape("links", .flag, en: "Add links that open each place in maps.", ko: "장소를 지도에서 여는 링크를 덧붙입니다."),
        ParameterShape(
            "raw", .flag, en: "CSV, TSV: do not protect text that a spreadsheet would run as a formula.",
            ko: "CSV, TSV: 스프레드시트가 수식으로 읽을 수 있는 텍스트도 그대로 둡니다."),
        ParameterShape("excel", .flag, en: "CSV, TSV: write for Excel.", ko: "CSV, TSV: Excel에서 바로 열 수 있게 씁니다."),
    ]

    /// How the rows are ordered.
    ///
    /// - Parameter hasDistance: whether rows can be sorted by distance.
    static func order(hasDistance: Bool) -> [ParameterShape] {
        [
            ParameterShape(
                "sort", .word(PlaceOrder.Key.allCases.filter { hasDistance || $0 != .distance }.map(\.rawValue)),
                en: "Sort by this key; rows with equal values are ordered by id.",
                ko: "이 값으로 정렬합니다. 값이 같으면 번호순입니다."),
            ParameterShape("reverse", .flag, en: "With sort: reverse the order.", ko: "sort의 순서를 뒤집습니다."),
            ParameterShape(
                "unique", .flag, en: "One row for each shop, even if several feeds have it.",
                ko: "여러 피드에 있는 같은 가게는 한 행만"),
        ]
    }
}
