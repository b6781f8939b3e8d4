package import GeocliExport
internal import GeocliPlaces
package import GeocliQuery
package import GeocliText

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

    package static let links = Parameter(
        "links", .flag,
        en: "Add links that open each place in NAVER Map, Kakao Map, Google Maps, Apple Maps and OpenStreetMap.",
        ko: "장소마다 네이버 지도, 카카오맵, 구글 지도, 애플 지도, OpenStreetMap 링크를 덧붙입니다.")

    package static let parameters = [fieldList, formatName, columns, color, raw, excel]

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
    package static let served: [ListingFormat] = [.json, .geojson, .csv, .ndjson, .tsv, .geojsonseq, .table]
}

extension PlaceOrder {
    package static let sort = Parameter(
        "sort", .word(Key.allCases.map(\.rawValue)),
        en:
            "Sort by name, kind, district, first_seen, or distance if the rows have one; rows with equal values are ordered by id.",
        ko:
            "정렬 기준: name(이름), kind(종류), district(자치구), first_seen(최초 등록), distance(거리가 있는 목록만) 중 하나. 값이 같으면 번호순입니다."
    )
    package static let reverse = Parameter(
        "reverse", .flag, en: "With --sort: reverse the order; rows without a value stay last.",
        ko: "--sort의 순서를 뒤집습니다. 값이 없는 행은 그대로 끝에 둡니다.")

    static let parameters = [sort, reverse]
    static let parametersWithoutDistance: [Parameter] = {
        let keys = Key.allCases.filter { $0 != .distance }.map(\.rawValue)
        return [Parameter("sort", .word(keys), en: sort.about.en, ko: sort.about.ko), reverse]
    }()

    /// What to do to get rows with a distance, for listings that never have one.
    static let noDistance = Words(
        en: "these rows have no distance; use 'geocli near WHERE'", ko: "이 목록에는 거리가 없습니다. 'geocli near WHERE'를 쓰세요")

    /// Nil for the listing's usual order. `hint` says how to get rows with a distance; nil if the rows have one.
    package init?(_ given: Given, withoutDistance hint: Words?) throws {
        let style = given.style
        let isReversed = try given.flag(Self.reverse)
        guard let sort = try given.one(Self.sort) else {
            guard !isReversed else {
                let example = style == .option ? "--sort name --reverse" : "sort=name&reverse=true"
                throw UsageError(
                    en: "\(style(Self.reverse)) only works with \(style(Self.sort)), as in \(example)",
                    ko: "\(style(Self.reverse))\(.topic) \(example)처럼 \(style(Self.sort))\(.with) 함께 쓰세요")
            }
            return nil
        }
        let key = try ValueArgument.choice(sort, option: style(Self.sort), of: PlaceOrder.Key.self)
        if key == .distance, let hint { throw ValueArgument.wrong(style(Self.sort), sort, en: hint.en, ko: hint.ko) }
        self.init(by: key, isReversed: isReversed)
    }

    /// - Throws: `UsageError` if a service would have to sort too many rows, because the request has no limit.
    func ids<Row: ListedPlace>(
        limit: Int?, isLimited: Bool, of rows: (_ body: (Row) throws -> Void) throws -> Void
    ) throws -> [Int64] {
        guard limit == nil, isLimited else { return try ids(limit: limit, of: rows) }
        let most = AnswerLimits.sorted
        let ids = try ids(limit: most + 1, of: rows)
        guard ids.count <= most else {
            throw UsageError(
                en: "sort: more than \(most) places match; add limit, a filter or a box",
                ko: "sort: 장소가 \(most)곳을 넘습니다. limit, 필터, 사각형 가운데 하나를 쓰세요")
        }
        return ids
    }
}

/// What a person should know about a listing besides its rows.
package enum ListingNotes {
    /// Returns the note about rows that are missing because they have no point; nil if there are none.
    package static func withoutPoint(_ count: Int, of rows: Int, _ format: ListingFormat) -> Words? {
        guard count > 0 else { return nil }
        return Words(
            en:
                "\(count) of \(rows) rows \(count == 1 ? "has no point and is" : "have no point and are") not in the \(format.rawValue) file",
            ko: "\(rows)행 가운데 \(count)행은 좌표가 없어 \(format.rawValue)에서 뺐습니다")
    }
}
