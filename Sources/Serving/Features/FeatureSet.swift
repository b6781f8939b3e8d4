internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

struct FeatureSet {
    enum Content: Equatable {
        /// The places of all feeds.
        case places
        case feed(String)
        case districts
        case landmarks
        case issues
    }

    let content: Content
    /// The name of the collection in addresses.
    let id: String
    let title: Words
    let about: Words

    /// The collections that every catalog has. A collection is empty if the catalog has no features of its kind. So the
    /// address of a layer stays the same before and after an import.
    static let usual: [FeatureSet] = [
        FeatureSet(
            content: .places, id: "places", title: Words(en: "All places", ko: "모든 장소"),
            about: Words(en: "The places of all feeds", ko: "모든 피드의 장소")),
        FeatureSet(
            content: .districts, id: "districts", title: Words(en: "Districts", ko: "자치구"),
            about: Words(en: "The imported outlines of districts", ko: "가져온 자치구 경계")),
        FeatureSet(
            content: .landmarks, id: "landmarks", title: Words(en: "Landmarks", ko: "기준점"),
            about: Words(en: "Points to search from, such as stations", ko: "검색의 기준이 되는 지점(예: 역)")),
        FeatureSet(
            content: .issues, id: "issues", title: Words(en: "Data issues", ko: "데이터 이슈"),
            about: Words(
                en: "Problems with the data; each issue has the point of its first place",
                ko: "데이터에 있는 문제. 이슈의 위치는 첫 번째 장소의 좌표입니다")),
    ]

    static func of(_ run: CatalogStatus.Run) -> FeatureSet {
        let words = run.words ?? .bookstores
        let about = words.publisher.isEmpty ? words.title : Words(en: words.publisher, ko: words.publisher)
        return FeatureSet(content: .feed(run.feed), id: id(ofFeed: run.feed), title: words.title, about: about)
    }

    /// Returns the name of a feed's collection: the id of the feed. For a feed called `places` it is `feed.places`,
    /// because `places` is already a collection. The id of a feed contains no dot.
    static func id(ofFeed feed: String) -> String { usual.contains { $0.id == feed } ? "feed.\(feed)" : feed }

    var path: String { "/collections/\(PercentCoding.encoded(id))" }

    // MARK: Parameters

    var parameters: [Parameter] {
        switch content {
        case .places: Self.paging + FilterArguments.parameters
        case .feed: Self.paging + FilterArguments.parameters.filter { $0.name != "feed" }
        case .districts, .landmarks: Self.paging
        case .issues: Self.paging + Self.ofIssues + FilterArguments.parameters.filter { $0.name != "include-closed" }
        }
    }

    static var allParameters: [Parameter] { paging + ofIssues + FilterArguments.parameters }

    /// The number of features on a page, if a request states none, and the maximum number.
    static let usualLimit = 100
    static let maximumLimit = 10_000

    static let limit = Parameter(
        "limit", .integer(1...maximumLimit), en: "Maximum number of features, at most 10000.",
        ko: "최대 피처 수. 10000까지 쓸 수 있습니다.", isClamped: true)

    private static let paging: [Parameter] = [
        Parameter(
            "bbox", .boxWithHeights,
            en:
                "Only features that intersect this box (west, south, east, north in degrees), and features without a geometry.",
            ko: "도형이 없거나 이 사각형과 겹치는 피처만: 서쪽 경도, 남쪽 위도, 동쪽 경도, 북쪽 위도"),
        Parameter(
            "datetime", .interval,
            en:
                "A day, a time, or an interval (2026-01-01/..): only places that existed then, even if they are no longer in the feed or are closed.",
            ko: "이 시점에 있던 장소만. 지금은 피드에 없거나 폐점한 장소도 포함합니다. 날짜, 시각 또는 2026-01-01/.. 같은 기간을 씁니다."),
        limit,
        Parameter(
            "next", .key, en: "The key at which the page starts, copied from the link to the next page.",
            ko: "페이지가 시작하는 곳. 다음 페이지 링크에 있는 키"),
    ]

    static let everyState = "all"

    private static let ofIssues: [Parameter] = [
        Parameter(
            "state", .word(IssueState.allCases.map(\.rawValue) + [Self.everyState]),
            en: "Only issues in these states (default: open and reopened).", ko: "이 상태의 이슈만 (기본값: open, reopened)",
            several: .any),
        Parameter(
            "rule", .word(IssueRule.allCases.map(\.rawValue)), en: "Only findings of these rules.", ko: "이 규칙이 찾은 이슈만",
            several: .any),
        Parameter(
            "severity", .word(IssueRule.Severity.allCases.map(\.rawValue)), en: "Only findings of these severities.",
            ko: "이 심각도의 이슈만", several: .any),
    ]
}

extension RequestContext {
    /// Returns all collections: those of every catalog, then those of the feeds, sorted by id.
    func featureSets() throws -> [FeatureSet] {
        FeatureSet.usual + (try catalog.lastGoodRuns().map(FeatureSet.of))
    }

    /// The collection that the path names; throws `Problem` 404 if there is none.
    func featureSet() throws -> FeatureSet {
        let name = request.path[1]
        if let set = FeatureSet.usual.first(where: { $0.id == name }) { return set }
        let sets = try featureSets()
        if let set = sets.first(where: { $0.id == name }) { return set }
        let (shown, names) = (Problem.shown(name), sets.map(\.id).joined(separator: ", "))
        throw Problem.notFound(
            Words(
                en: "there is no collection \"\(shown)\"; choose one of \(names)",
                ko: "\"\(shown)\" 컬렉션이 없습니다. \(names) 가운데 하나를 쓰세요"))
    }

    func document(of set: FeatureSet) throws -> JSONValue {
        let language = request.language
        var members: [JSONValue.Member] = [
            .init("id", .string(set.id)), .init("title", .string(set.title.text(language))),
            .init("description", .string(set.about.text(language))), .init("itemType", .string("feature")),
            .init("crs", .array([.string(Self.longitudeLatitude)])),
            .init(
                "links",
                .array(
                    [
                        link("self", set.path, .json), link("items", set.path + "/items", .geoJSON, set.title),
                    ].map(\.json))),
        ]
        let extent = [try spatialExtent(of: set), try temporalExtent(of: set)].compactMap { $0 }
        if !extent.isEmpty { members.append(.init("extent", .object(extent))) }
        return .object(members)
    }

    /// The coordinate system of all answers: WGS 84, longitude first.
    private static let longitudeLatitude = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"

    /// Returns a box that contains all geometries; nil if there are none. The places of one feed and the issues get the
    /// box of all places, because finding that box needs no pass over their rows.
    private func spatialExtent(of set: FeatureSet) throws -> JSONValue.Member? {
        let box: BoundingBox?
        switch set.content {
        case .places, .feed, .issues: box = try catalog.pointExtent()
        case .landmarks: box = BoundingBox(enclosing: try catalog.landmarks().compactMap(\.coordinate))
        case .districts:
            let boxes = try catalog.districtOutlines().map(\.area.box)
            box = BoundingBox(
                enclosing: try boxes.flatMap {
                    [
                        try Coordinate(longitude: $0.west, latitude: $0.south),
                        try Coordinate(longitude: $0.east, latitude: $0.north),
                    ]
                })
        }
        guard let box else { return nil }
        let edges = [box.west, box.south, box.east, box.north].map(Self.number)
        return .init(
            "spatial",
            .object([.init("bbox", .array([.array(edges)])), .init("crs", .string(Self.longitudeLatitude))]))
    }

    /// Returns the interval that begins with the first good run; nil for features without a time.
    private func temporalExtent(of set: FeatureSet) throws -> JSONValue.Member? {
        let first: String?
        switch set.content {
        case .places: first = try catalog.firstDay()
        case .feed(let feed): first = try catalog.firstDay(ofFeed: feed)
        case .districts, .landmarks, .issues: first = nil
        }
        guard let first else { return nil }
        // The days of the catalog are those of Seoul.
        let interval = JSONValue.array([.string("\(first)T00:00:00+09:00"), .null])
        return .init("temporal", .object([.init("interval", .array([interval]))]))
    }

    private static func number(_ degrees: Double) -> JSONValue {
        var bytes: [UInt8] = []
        DecimalText.append(degrees, maximumDecimals: FeatureWriter.maximumDecimals, to: &bytes)
        return .number(String(decoding: bytes, as: UTF8.self))
    }
}
