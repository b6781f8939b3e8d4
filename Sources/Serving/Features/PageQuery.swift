internal import GeocliAsking
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// What a request asks of a page of features, besides the filters of the collection.
struct PageQuery {
    /// The box that geometries must meet; nil for all.
    var box: BoundingBox?
    /// The days on which places existed; nil for the present places.
    var days: DaySpan?
    /// The maximum number of features.
    var limit = FeatureSet.usualLimit
    /// The id of the last feature of the previous page; nil for the first page.
    var after: String?

    /// Reads the parameters.
    ///
    /// - Throws: `Problem` 400, `UsageError`.
    init(_ asked: Asked, in set: FeatureSet) throws {
        box = try asked.parameters.one("bbox").map(Self.box)
        days = try asked.parameters.one("datetime").map { try DayInterval.read($0, named: "datetime") }
        if let limit = try asked.parameters.count(FeatureSet.limit) { self.limit = min(limit, FeatureSet.maximumLimit) }
        after = try asked.parameters.one("next").map { text in
            guard let key = PageKey(text, in: set) else {
                guard !PageKey.hasForm(text) else { throw Problem.noPage }
                throw ValueArgument.wrong(
                    "next", text, en: "this is not a key of this collection; follow the \"next\" link of a page",
                    ko: "이 컬렉션의 키가 아닙니다. 응답에 있는 \"next\" 링크를 따라가세요")
            }
            return key.last
        }
    }

    /// The number of the last feature of the previous page; 0 for the first page.
    var afterNumber: Int64 { after.flatMap(Int64.init) ?? 0 }

    /// Returns whether a feature with this point is wanted. A feature without a point is always wanted.
    func admits(_ point: Coordinate?) -> Bool {
        guard let box, let point else { return true }
        return box.contains(point)
    }

    /// Reads a box of four or six numbers. Of six, the third and the sixth are heights, which change nothing: all
    /// features are on the ground.
    private static func box(_ text: String) throws -> BoundingBox {
        var numbers = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if numbers.count == 6 {
            let heights = try [numbers[2], numbers[5]].map { text in
                guard let height = DecimalText.number(text.trimmingBlanks()) else {
                    throw ValueArgument.wrong("bbox", text, en: "write a height in meters", ko: "높이를 미터 단위 숫자로 쓰세요")
                }
                return height
            }
            guard heights[0] <= heights[1] else {
                throw ValueArgument.wrong(
                    "bbox", text, en: "the first height is greater than the second", ko: "첫 번째 높이가 두 번째보다 큽니다")
            }
            numbers = [numbers[0], numbers[1], numbers[3], numbers[4]]
        }
        return try BoundingBox(argument: [numbers.joined(separator: ",")], named: "bbox")
    }
}

extension Problem {
    /// The problem for a key that no page of the collection has given.
    fileprivate static let noPage: Problem = {
        var problem = Problem.notFound(
            Words(
                en: "next: this is not a key of this collection; follow the \"next\" link of a page",
                ko: "next: 이 컬렉션의 키가 아닙니다. 응답에 있는 \"next\" 링크를 따라가세요"))
        problem.parameter = "next"
        return problem
    }()
}
