internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

extension Endpoint {
    static let cluster = Endpoint(
        path: ["cluster"],
        title: Words(
            en: "The markers that a map shows when overlapping markers are hidden", ko: "겹치는 마커를 가린 뒤 지도에 남는 마커"),
        parameters: [
            ParameterShape("zoom", .number(0...22), en: "Zoom of the map, 0 to 22.", ko: "지도의 줌, 0~22"),
            ParameterShape(
                "all-zooms", .flag, en: "All markers, each with the lowest zoom at which it is visible.",
                ko: "모든 마커와, 마커마다 보이기 시작하는 줌"),
            ParameterShape("members", .flag, en: "Include hidden markers.", ko: "가려진 마커도 포함합니다."),
            ParameterShape("bbox", .box, en: "Only markers in this box.", ko: "이 사각형 안의 마커만"),
            ParameterShape("unique", .flag, en: "One marker for each shop.", ko: "같은 가게에는 마커를 하나만"),
            ParameterShape(
                "mode", .word(CollisionOptions.Mode.allCases.map(\.rawValue)), en: "How markers hide other markers.",
                ko: "마커를 가리는 방식"),
            ParameterShape(
                "icon", .text, en: "Width and height of a marker in pt: 40x53.", ko: "마커의 너비와 높이(pt): 40x53"),
            ParameterShape(
                "anchor", .text, en: "Position of the point within its marker: 0.5,1.", ko: "마커 안에서 좌표가 놓이는 위치: 0.5,1"),
            ParameterShape(
                "padding", .number(0...1000), en: "Free space around each marker in pt.", ko: "마커 둘레의 여백(pt)"),
            ParameterShape(
                "tile-size", .word(["512", "256"]), en: "Width of the world at zoom 0 in pt.", ko: "줌 0에서 세계 전체의 너비(pt)"
            ),
            ParameterShape("max-zoom", .number(0...22), en: "Highest zoom of the map.", ko: "지도의 최대 줌"),
            ParameterShape(
                "attribution", .word(CollisionOptions.Attribution.allCases.map(\.rawValue)),
                en: "If several markers hide the same marker, count it under the first or the nearest of them.",
                ko: "여러 마커에 가려진 마커를 어느 마커에 넣어 셀지"),
        ] + ParameterShape.filters + [.limit(0...(.max))] + ParameterShape.form,
        isHeavy: true
    ) { asked in
        let listing = try asked.listing()
        let (isLevels, members) = (try asked.parameters.flag("all-zooms"), try asked.parameters.flag("members"))
        let words = try asked.collisionWords()
        let options = try words.options(allZooms: isLevels)
        let zoom = try asked.parameters.one("zoom").map { try ValueArgument.number($0, option: "zoom", in: 0...22) }
        guard (zoom == nil) == isLevels, !(isLevels && members) else {
            throw Problem.parameter(
                "zoom",
                Words(
                    en: "give either zoom (0 to 22), or all-zooms without members",
                    ko: "zoom(0~22)을 쓰거나, members 없이 all-zooms를 쓰세요"))
        }
        if let zoom { try words.check(zoom: zoom) }
        let box = try asked.parameters.one("bbox").map { try BoundingBox(argument: [$0], named: "bbox") }
        let shops = try asked.shops()
        let filter = try shops.narrowed(
            try asked.filter(), in: asked.catalog, standing: .withPoint)
        let limit = try asked.limit() ?? .max
        let names = try asked.catalog.placeWords()
        // Only stable answers about all places share markers; any other answer needs a pass of its own.
        if options.mode == .stable, words.hasUsualMarkers, filter == PlaceFilter(),
            let shared = try asked.stableClusters()
        {
            if shops.counts { for id in shared.ids { shops.count(id) } }
            asked.notes.add(try shops.repeatNote(.markers))
            guard let zoom else {
                return try asked.rows(shops.shown(.levels(names), \.item.id), listing) { writer in
                    try shared.forEachLevel(
                        of: asked.catalog, in: box, limit: limit, options: options, body: writer.write)
                }
            }
            return try asked.rows(shops.shown(.clusters(withMembers: members, names), \.item.id), listing) { writer in
                try shared.forEachRow(
                    of: asked.catalog, zoom: zoom, includesHidden: members, in: box, limit: limit, options: options,
                    body: writer.write)
            }
        }
        try asked.checkSize(
            filter, onlyWithPoint: true, orStable: options.mode == .faithful && words.hasUsualMarkers)
        let markers = try CatalogClusters(of: asked.catalog, filter, template: try words.template(), options: options)
        if shops.counts { for id in markers.ids { shops.count(id) } }
        asked.notes.add(try shops.repeatNote(.markers))
        if let zoom {
            return try asked.rows(shops.shown(.clusters(withMembers: members, names), \.item.id), listing) { writer in
                try markers.forEachRow(
                    of: asked.catalog, zoom: zoom, includesHidden: members, in: box, limit: limit, body: writer.write)
            }
        }
        return try asked.rows(shops.shown(.levels(names), \.item.id), listing) { writer in
            try markers.forEachLevel(of: asked.catalog, in: box, limit: limit, body: writer.write)
        }
    }
}

extension Asked {
    fileprivate func collisionWords() throws -> CollisionWords {
        var words = CollisionWords(.parameter)
        words.mode = try parameters.one("mode")
        words.icon = try parameters.one("icon")
        words.anchor = try parameters.one("anchor")
        words.padding = try parameters.one("padding")
        words.tileSize = try parameters.one("tile-size")
        words.maxZoom = try parameters.one("max-zoom")
        words.attribution = try parameters.one("attribution")
        return words
    }

    /// Returns the markers that stable answers about all places share; nil if the catalog has too many.
    fileprivate func stableClusters() throws -> StableClusters? {
        try settings.stableMarkers.clusters(state: state) {
            try StableClusters(catalog, maximum: StableMarkers.maximumMarkers)
        }
    }

    /// The maximum number of places that one request may cluster or put on a map. More would take too much time and
    /// memory. Stable answers about all places share their markers, so they have a limit of their own.
    private static let maximumMarkers = 50_000

    /// Refuses a filter that admits too many places, before they are kept in memory.
    ///
    /// - Parameter isStablePossible: whether the service may answer the same request in the stable mode, provided that
    ///   the request has no filter.
    func checkSize(_ filter: PlaceFilter, onlyWithPoint: Bool, orStable isStablePossible: Bool = false) throws {
        var count = 0
        try catalog.forEachRow(filter) { row in
            if !onlyWithPoint || row.coordinate != nil { count += 1 }
            guard count > Self.maximumMarkers else { return }
            throw Problem.parameter(nil, tooManyMarkers(orStable: isStablePossible && filter == PlaceFilter()))
        }
    }

    /// Says which filters the request can add.
    private func tooManyMarkers(orStable isStablePossible: Bool) -> Words {
        let words = Words(
            en: "more than \(Self.maximumMarkers) places match, which is too many for one request",
            ko: "장소가 \(Self.maximumMarkers)곳을 넘어 한 번에 처리할 수 없습니다")
        let given = parameters.items.map(\.name)
        let names = ["district", "kind", "feed", "has", "match"].filter { !given.contains($0) }.joined(separator: ", ")
        guard !names.isEmpty else {
            return words.followed(by: Words(en: "choose narrower filters", ko: "필터를 더 좁히세요"))
        }
        guard isStablePossible else {
            return words.followed(by: Words(en: "add a filter: \(names)", ko: "필터를 추가하세요: \(names)"))
        }
        return words.followed(
            by: Words(
                en: "use mode=stable, or add a filter: \(names)", ko: "mode=stable을 쓰거나 필터를 추가하세요: \(names)"))
    }
}
