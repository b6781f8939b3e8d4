internal import GeocliPlaces
package import GeocliQuery
package import GeocliText

extension PlaceOrder {
    package static let sort = Parameter(
        "sort", .word(Key.allCases.map(\.rawValue)),
        en:
            "Sort by name, kind, district, first_seen or distance (near and 'search --near' only); rows with equal values are ordered by id.",
        ko:
            "정렬 기준: name(이름), kind(종류), district(자치구), first_seen(최초 등록), distance(거리, near와 'search --near'에서만) 중 하나. 값이 같으면 번호순입니다."
    )
    package static let reverse = Parameter(
        "reverse", .flag, en: "With --sort: reverse the order; rows without a value stay last.",
        ko: "--sort의 순서를 뒤집습니다. 값이 없는 행은 그대로 끝에 둡니다.")

    /// The parameters of the order, for rows that have a distance.
    static let parameters = [sort, reverse]
    /// The parameters of the order, for rows that have no distance.
    static let parametersWithoutDistance: [Parameter] = {
        let keys = Key.allCases.filter { $0 != .distance }.map(\.rawValue)
        return [Parameter("sort", .word(keys), en: sort.about.en, ko: sort.about.ko), reverse]
    }()

    /// What to do to get rows with a distance, for listings that never have one.
    static let noDistance = Words(
        en: "these rows have no distance; use 'geocli near WHERE'", ko: "이 목록에는 거리가 없습니다. 'geocli near WHERE'를 쓰세요")

    /// Reads the order of a listing; nil for the listing's usual order.
    ///
    /// - Parameter hint: how to get rows with a distance; nil if the rows have one.
    /// - Throws: `UsageError`.
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

    /// Returns the ids of the first `limit` rows in this order; all rows without a limit.
    ///
    /// - Throws: `UsageError` if a service would have to sort too many rows, because the request has no limit.
    func ids<Row: ListedPlace>(
        limit: Int?, _ limits: AnswerLimits?, of rows: (_ body: (Row) throws -> Void) throws -> Void
    ) throws -> [Int64] {
        guard limit == nil, limits != nil else { return try ids(limit: limit, of: rows) }
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
