internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliSearch
internal import GeocliText

/// The endpoints with the questions that commands answer. In each format, an answer has the same bytes as the output of
/// the command with the same name.
extension Endpoint {
    static let questions: [Endpoint] = [near, bbox, list, search, show, showRef, inside, cluster]

    private static let near = Endpoint(
        path: ["near"], title: Words(en: "Places near a position, nearest first", ko: "가까운 순으로 정렬한 장소"),
        parameters: [
            ParameterShape(
                "where", .text,
                en: "A position (latitude first), a map link, an id, or the name of a place, district or station.",
                ko: "위치(위도 먼저), 지도 링크, 번호, 장소·자치구·역의 이름", isRequired: true),
            nearestCount,
            ParameterShape(
                "within", .text, en: "Maximum distance, such as 800m or 1.5km.", ko: "최대 거리. 예: 800m, 1.5km"),
        ] + ParameterShape.filters + [.limit(1...ParameterShape.maximumPlaces)] + ParameterShape.form
            + ParameterShape.order(hasDistance: true)
    ) { asked in
        let options = try asked.listing()
        let counts = [
            try asked.parameters.one("k").map { try ValueArgument.count($0, option: "k", minimum: 1) },
            try asked.limit(minimum: 1),
        ]
        let within = try asked.parameters.one("within").map { try ValueArgument.meters($0, option: "within") }
        let order = try asked.order(withoutDistance: nil)
        _ = try asked.required("where", "37.5563,126.9236")
        guard let origin = try asked.origin("where") else { throw Problem.badTarget }
        let shops = try asked.shops()
        let filter = try shops.narrowed(
            try asked.filter(), in: asked.catalog, standing: .withPoint,
            without: origin.placeID)
        // One row more than the maximum shows whether there are too many within this distance.
        let most = ParameterShape.maximumPlaces
        let count = counts.compactMap { $0 }.min() ?? (within == nil ? 10 : most + 1)
        var query = NearestQuery(from: origin.coordinate, count: count, withinMeters: within, filter)
        query.excludedID = origin.placeID
        query.order = order
        return try asked.rows(.neighbors(ofSeveral: false), shops, options, id: \.entry.id) { writer in
            try query.forEachNeighbor(in: asked.catalog) { neighbor in
                guard writer.rowCount < most else { throw Problem.manyPlaces(within: "within") }
                try writer.write(neighbor)
            }
        }
    }

    private static let nearestCount: ParameterShape = {
        var shape = ParameterShape(
            "k", .integer(1...ParameterShape.maximumPlaces),
            en: "Maximum number of rows, at most 10000 (default: 10, or all rows if within is given).",
            ko: "최대 행 수, 10000까지 (기본값: 10, within을 쓰면 모두)")
        shape.advice = ParameterShape.pagesAdvice
        return shape
    }()

    private static let bbox = Endpoint(
        path: ["bbox"], title: Words(en: "Places in a box, ordered by id", ko: "사각형 안의 장소(번호순)"),
        parameters: [
            ParameterShape(
                "bbox", .box, en: "West, south, east and north in degrees.", ko: "서쪽 경도, 남쪽 위도, 동쪽 경도, 북쪽 위도",
                isRequired: true)
        ] + ParameterShape.filters + [.limit(0...ParameterShape.maximumPlaces)] + ParameterShape.form
            + ParameterShape.order(hasDistance: false)
    ) { asked in
        let options = try asked.listing()
        let order = try asked.order(withoutDistance: noDistance)
        let box = try BoundingBox(argument: [try asked.required("bbox", "126.90,37.54,126.94,37.57")], named: "bbox")
        let (shops, limit) = (try asked.shops(), try asked.limit())
        let filter = try shops.narrowed(
            try asked.filter(), in: asked.catalog, standing: .withPoint)
        return try asked.rows(.ofPlaces, shops, options, id: \.id) { writer in
            guard let order else {
                return try asked.catalog.forEachRow(in: box, filter, limit: limit, body: writer.write)
            }
            let ids = try asked.ids(order, limit) { (body: (CatalogRow) throws -> Void) in
                try asked.catalog.forEachRow(in: box, filter, limit: nil, body: body)
            }
            try asked.catalog.forEachRow(ids: ids, body: writer.write)
        }
    }

    private static let list = Endpoint(
        path: ["list"], title: Words(en: "All places, ordered by id", ko: "번호순으로 정렬한 모든 장소"),
        parameters: ParameterShape.filters + [.limit(0...ParameterShape.maximumPlaces)] + ParameterShape.form
            + ParameterShape.order(hasDistance: false)
    ) { asked in
        let options = try asked.listing()
        let order = try asked.order(withoutDistance: noDistance)
        let (shops, limit) = (try asked.shops(), try asked.limit())
        let filter = try shops.narrowed(
            try asked.filter(), in: asked.catalog, standing: .any)
        if let order {
            return try asked.rows(.places, shops, options, id: \.id) { writer in
                let ids = try asked.ids(order, limit) { (body: (CatalogRow) throws -> Void) in
                    try asked.catalog.forEachRow(filter, limit: nil, body: body)
                }
                try asked.catalog.forEachEntry(ids: ids, body: writer.write)
            }
        }
        return try asked.rows(.ofPlaces, shops, options, id: \.id) { writer in
            try asked.catalog.forEachRow(filter, limit: limit, body: writer.write)
        }
    }

    private static let search = Endpoint(
        path: ["search"],
        title: Words(en: "Places that match the search text, best match first", ko: "검색어와 일치하는 장소(잘 일치하는 순)"),
        parameters: [
            ParameterShape(
                "text", .text, en: "Part of a name, an address, a district or a phone number.",
                ko: "이름, 주소, 자치구, 전화번호의 일부",
                isRequired: true),
            ParameterShape(
                "near", .text, en: "Sort equal matches by distance from this place.", ko: "일치하는 정도가 같으면 이곳에서 가까운 순서로"),
            ParameterShape("explain", .flag, en: "Say why each row matches.", ko: "행마다 무엇이 일치하는지 알려 줍니다."),
            ParameterShape("scan", .flag, en: "Search without the index.", ko: "색인 없이 찾습니다."),
        ] + ParameterShape.filters.filter { $0.name != "match" } + [.limit(0...ParameterShape.maximumPlaces)]
            + ParameterShape.form
            + ParameterShape.order(hasDistance: true)
    ) { asked in
        let options = try asked.listing()
        let text = try asked.required("text", "책방")
        let hasPlace = try asked.parameters.one("near") != nil
        let order = try asked.order(
            withoutDistance: hasPlace ? nil : Words(en: "add near=LAT,LON", ko: "near=위도,경도를 추가하세요"))
        let origin = try asked.origin("near")?.coordinate
        let (shops, limit) = (try asked.shops(), try asked.limit())
        var query = try SearchQuery.of(text, try asked.filter(), option: "text")
        query.unique = shops.unique
        query.origin = origin
        query.order = order
        query.isExplained = try asked.parameters.flag("explain")
        query.usesIndex = try !asked.parameters.flag("scan")
        let schema = ListingSchema.hits(
            hasPlace: hasPlace, isExplained: query.isExplained, language: asked.request.language)
        return try asked.rows(schema, shops, options, id: \.entry.id) { writer in
            // One row more than the maximum shows whether there are too many.
            let most = ParameterShape.maximumPlaces
            let reading = try query.forEachHit(in: asked.catalog, limit: limit ?? most + 1) { hit in
                guard writer.rowCount < most else { throw Problem.manyMatches }
                try writer.write(hit)
            }
            asked.notes.add(reading.note)
        }
    }

    private static let inside = Endpoint(
        path: ["inside"],
        title: Words(en: "Places in a district or a polygon, ordered by id", ko: "자치구나 다각형 안의 장소(번호순)"),
        parameters: [
            ParameterShape(
                "area", .text, en: "A district (마포구, 마포, mapo or mapo-gu), or a polygon in GeoJSON.",
                ko: "자치구(마포구, 마포, mapo, mapo-gu) 또는 GeoJSON 다각형", isRequired: true)
        ] + ParameterShape.filters + [.limit(0...ParameterShape.maximumPlaces)] + ParameterShape.form
            + ParameterShape.order(hasDistance: false)
    ) { asked in
        let options = try asked.listing()
        let order = try asked.order(withoutDistance: noDistance)
        let area = try asked.required("area", "mapo")
        let (shops, limit) = (try asked.shops(), try asked.limit())
        let filter = try shops.narrowed(
            try asked.filter(), in: asked.catalog, standing: .withPoint)
        var ids = try Problem.naming("area") { try asked.ids(in: area, filter).sorted() }
        if let order {
            ids = try asked.ids(order, limit) { (body: (CatalogRow) throws -> Void) in
                try asked.catalog.forEachRow(ids: ids, body: body)
            }
        }
        return try asked.rows(.ofPlaces, shops, options, id: \.id) { writer in
            try asked.catalog.forEachRow(ids: ids.prefix(limit ?? ids.count), body: writer.write)
        }
    }

    static let noDistance = Words(
        en: "these rows have no distance; use /near", ko: "이 목록에는 거리가 없습니다. /near를 쓰세요")
}

extension Problem {
    /// The problem for a search with more matches than one answer may have.
    fileprivate static let manyMatches: Problem = {
        let most = ParameterShape.maximumPlaces
        return .parameter(
            "text",
            Words(
                en: "text: more than \(most) places match; add limit or a filter, or write a longer text",
                ko: "text: 검색 결과가 \(most)곳을 넘습니다. limit이나 필터를 쓰거나 검색어를 더 길게 쓰세요"))
    }()

    /// Returns the problem for a parameter that admits more places than one answer may have.
    fileprivate static func manyPlaces(within name: String) -> Problem {
        let words = Words(
            en:
                "\(name): more than \(ParameterShape.maximumPlaces) places are within this distance; add k or choose a smaller distance",
            ko: "\(name): 이 거리 안에 있는 장소가 \(ParameterShape.maximumPlaces)곳을 넘습니다. k를 쓰거나 거리를 줄이세요")
        return .parameter(name, words.followed(by: ParameterShape.pagesAdvice))
    }
}

extension Asked {
    /// The maximum number of rows that a request without `limit` may sort.
    private static let maximumSorted = 100_000

    /// Returns the ids of the first `limit` rows in an order; all rows without a limit.
    ///
    /// - Throws: `Problem` if `limit` is nil and there are too many rows for the memory of one answer.
    fileprivate func ids(
        _ order: PlaceOrder, _ limit: Int?, of rows: (_ body: (CatalogRow) throws -> Void) throws -> Void
    ) throws -> [Int64] {
        let ids = try order.ids(limit: limit ?? Self.maximumSorted + 1, of: rows)
        guard limit != nil || ids.count <= Self.maximumSorted else {
            throw Problem.parameter(
                "sort",
                Words(
                    en: "sort: more than \(Self.maximumSorted) places match; add limit, a filter or a box",
                    ko: "sort: 장소가 \(Self.maximumSorted)곳을 넘습니다. limit, 필터, 사각형 가운데 하나를 쓰세요"))
        }
        return ids
    }

    /// Returns the ids of the places in a district or in polygons of GeoJSON.
    fileprivate func ids(in area: String, _ filter: PlaceFilter) throws -> Set<Int64> {
        guard area.trimmingBlanks().hasPrefix("{") else {
            let refusal = Words(en: "is neither a district nor GeoJSON", ko: "자치구도 GeoJSON도 아닙니다")
            return try catalog.ids(in: try catalog.outline(named: area, refusal: refusal).area, filter)
        }
        var rest: [UInt8]? = Array(area.utf8)
        var file = PolygonFile(
            ByteSource(name: "area") {
                defer { rest = nil }
                return rest ?? []
            })
        var ids: Set<Int64> = []
        while let area = try file.nextTogether() { ids.formUnion(try catalog.ids(in: area, filter)) }
        return ids
    }
}
