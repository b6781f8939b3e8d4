internal import GeocliExport
internal import GeocliGeo
package import GeocliPlaces
package import GeocliQuery
package import GeocliText

/// `near`: the places nearest to a position, nearest first.
package struct NearQuestion: Question {
    package static let name = "near"
    package static let title = Words(en: "Places near a position, nearest first", ko: "가까운 순으로 정렬한 장소")

    package static let origin = Parameter(
        "where", .text,
        en:
            "Where to start: a position (latitude first), a map link, an id, or the name of a place, district or station.",
        ko: "기준 지점: 위치(위도 먼저), 지도 링크, 번호, 장소·자치구·역의 이름", argument: "WHERE", isRequired: true)
    package static let count: Parameter = {
        var count = Parameter(
            "k", .integer(1...(.max)), en: "Maximum number of rows (default: 10, or all with --within).",
            ko: "출력할 최대 행 수 (기본값: 10, --within을 쓰면 모두)", argument: "-k", served: AnswerLimits.rows)
        count.advice = AnswerLimits.pagesAdvice
        return count
    }()
    package static let within = Parameter(
        "within", .text,
        en:
            "Maximum distance, such as 800m or 1.5km. Without a maximum number of rows, all places within this distance are listed.",
        ko: "최대 거리. 예: 800m, 1.5km. 행 수를 정하지 않으면 그 안의 장소를 모두 보여 줍니다.")
    /// The same as `count`, for every listing.
    private static let limit: Parameter = {
        var limit = Parameter(
            "limit", .integer(1...(.max)), en: Parameter.limit.about.en, ko: Parameter.limit.about.ko,
            served: AnswerLimits.rows)
        limit.advice = AnswerLimits.pagesAdvice
        return limit
    }()

    package static let parameters =
        [origin, count, within] + FilterArguments.parameters + [limit, ShopRows.parameter, ListingOptions.links]
        + PlaceOrder.parameters

    /// The smaller of `k` and `limit`, which mean the same here; nil if neither is given.
    package let count: Int?
    package let withinMeters: Double?
    private let origin: OriginArgument?
    package let filters: FilterArguments
    private let order: PlaceOrder?
    private let isUnique: Bool
    private let style: ArgumentStyle

    package init(_ given: Given) throws {
        style = given.style
        let counts = [try given.count(Self.count), try given.count(Self.limit)]
        withinMeters = try given.one(Self.within).map {
            try ValueArgument.meters($0, option: given.style(Self.within))
        }
        count = counts.compactMap { $0 }.min() ?? (withinMeters == nil ? 10 : nil)
        order = try PlaceOrder(given, withoutDistance: nil)
        filters = try FilterArguments(given)
        // A command can have the points of a file instead.
        let isNeeded = given.style == .parameter
        let words = isNeeded ? try given.required(Self.origin, "37.5563,126.9236") : try given.one(Self.origin)
        origin = try words.map { try OriginArgument([$0], named: given.spelling(Self.origin)) }
        isUnique = try given.flag(ShopRows.parameter)
    }

    package func answer(from source: some PlaceSource, into answer: some Answer) throws {
        guard let origin else { preconditionFailure("this question starts at the points of a file") }
        let start = try origin.origin(in: source, addresses: answer.point)
        if let note = start.note { answer.note(note) }
        let shops = try answer.shops(in: source, isUnique: isUnique, style)
        let filter = try shops.narrowed(
            try answer.filter(filters, in: source), in: source, standing: .withPoint, without: start.placeID)
        // One row more than the maximum shows whether there are too many within this distance.
        let most = answer.isLimited ? AnswerLimits.rows : nil
        var query = NearestQuery(
            from: start.coordinate, count: count ?? most.map { $0 + 1 }, withinMeters: withinMeters, filter)
        query.excludedID = start.placeID
        query.order = order
        try answer.write(.neighbors(ofSeveral: false), of: source, shops, id: \.entry.id) { writer in
            try query.forEachNeighbor(in: source) { neighbor in
                if let most, writer.rowCount == most { throw Self.tooMany }
                try writer.write(neighbor)
            }
        }
    }

    private static let tooMany = UsageError(
        Words(
            en:
                "within: more than \(AnswerLimits.rows) places are within this distance; add k or choose a smaller distance",
            ko: "within: 이 거리 안에 있는 장소가 \(AnswerLimits.rows)곳을 넘습니다. k를 쓰거나 거리를 줄이세요"
        ).followed(by: AnswerLimits.pagesAdvice))
}

/// The position at which a search starts, as the user wrote it. It can be a position in any spelling, a link, an id, a
/// reference, or the name of a place or a district.
package struct OriginArgument {
    private enum Meaning {
        case position(WrittenPosition)
        case name(OriginName)
    }

    private let meaning: Meaning
    private let name: String

    /// Reads one word or several, without looking into the catalog.
    ///
    /// - Throws: `UsageError` for a text that looks like a position or a link but gives no position.
    package init(_ words: [String], named name: String) throws {
        let text = words.joined(separator: " ")
        self.name = name
        if let certain = OriginName(certain: text) {
            meaning = .name(certain)
        } else if let position = try WrittenPosition.readIfPosition(text, named: name) {
            meaning = .position(position)
        } else {
            meaning = .name(OriginName(text))
        }
    }

    /// The position, with a note if people need to know which place was taken.
    package func origin(in source: some PlaceSource, addresses: AddressLookup? = nil) throws -> Origin {
        switch meaning {
        case .position(let position): return Origin(position)
        case .name(let name):
            do {
                return try OriginFinder.origin(name, in: source, addresses: addresses)
            } catch let error as OriginError {
                throw error.naming(self.name)
            }
        }
    }
}
