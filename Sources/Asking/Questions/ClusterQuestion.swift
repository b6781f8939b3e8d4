internal import GeocliExport
package import GeocliGeo
package import GeocliPlaces
internal import GeocliQuery
package import GeocliText

/// `cluster`: the markers that a map shows when overlapping markers are hidden.
package struct ClusterQuestion: Question {
    package static let name = "cluster"
    package static let title = Words(
        en: "The markers that a map shows when overlapping markers are hidden", ko: "겹치는 마커를 가린 뒤 지도에 남는 마커")
    package static let isHeavy = true

    package static let zoom = Parameter(
        "zoom", .number(0...22), en: "Zoom of the map, 0 to 22, whole or fractional.", ko: "지도의 줌, 0~22. 소수도 됩니다.")
    package static let allZooms = Parameter(
        "all-zooms", .flag,
        en:
            "List every marker with the lowest zoom at which it is visible, instead of the markers at one zoom. Uses --mode stable.",
        ko: "줌 하나를 정하는 대신, 마커마다 보이기 시작하는 가장 낮은 줌을 구합니다. 이때 --mode는 자동으로 stable이 됩니다.")
    package static let members = Parameter(
        "members", .flag, en: "Include hidden markers, each with the marker that hides it.",
        ko: "가려진 마커도 출력하고, 어느 마커에 가려졌는지 알려 줍니다.")
    package static let box = Parameter(
        "bbox", .box, en: "Only markers in this box; markers outside the box can still hide others.",
        ko: "이 사각형 안의 마커만 출력합니다. 밖에 있는 마커도 다른 마커를 가릴 수 있습니다.")
    package static let unique = Parameter(
        "unique", .flag,
        en: "Use one marker for each shop, even if several feeds have it. The key 'also' lists the shop's other rows.",
        ko: "여러 피드에 있는 같은 가게에는 마커를 하나만 쓰고, 나머지 행의 참조는 'also'에 적습니다.")

    package static let parameters =
        [zoom, allZooms, members, box, unique] + CollisionWords.parameters + FilterWords.parameters
        + [.unboundedLimit, ListingOptions.links]

    /// The zoom; nil for all zooms.
    package let zoom: Double?
    package let includesHidden: Bool
    package let box: BoundingBox?
    package let options: CollisionOptions
    package let template: Marker
    package let limit: Int
    private let hasUsualMarkers: Bool
    private let filters: FilterWords
    private let isUnique: Bool
    private let given: Given

    /// - Throws: `UsageError`.
    package init(_ given: Given) throws {
        self.given = given
        let (isLevels, style) = (try given.flag(Self.allZooms), given.style)
        includesHidden = try given.flag(Self.members)
        let words = try CollisionWords(given)
        options = try words.options(allZooms: isLevels)
        zoom = try given.one(Self.zoom).map {
            try ValueArgument.number($0, option: style(Self.zoom), in: 0...22)
        }
        try Self.check(hasZoom: zoom != nil, isLevels: isLevels, hasMembers: includesHidden, style)
        if let zoom { try words.check(zoom: zoom) }
        box = try given.one(Self.box).map { try BoundingBox(argument: [$0], named: style(Self.box)) }
        (template, hasUsualMarkers) = (try words.template(), words.hasUsualMarkers)
        (filters, limit) = (try FilterWords(given), try given.count(.unboundedLimit) ?? .max)
        isUnique = try given.flag(Self.unique)
    }

    private static func check(hasZoom: Bool, isLevels: Bool, hasMembers: Bool, _ style: ArgumentStyle) throws {
        let (zoom, all, members) = (style(Self.zoom), style(Self.allZooms), style(Self.members))
        guard hasZoom || isLevels else {
            throw UsageError(
                en: "\(zoom) is missing; give a zoom from 0 to 22, or \(all)",
                ko: "\(zoom)\(.subject) 없습니다. 0~22의 줌을 쓰거나 \(all)\(.object) 쓰세요")
        }
        guard !hasZoom || !isLevels else {
            throw UsageError(
                en: "\(zoom) and \(all) exclude each other; give only one", ko: "\(zoom)\(.with) \(all) 가운데 하나만 쓰세요")
        }
        guard !isLevels || !hasMembers else {
            throw UsageError(
                en: "\(members) only works with \(zoom), not with \(all)",
                ko: "\(members)\(.topic) \(zoom)\(.with) 함께 쓰세요")
        }
    }

    /// Whether the question asks for a part of the places. A file of points has no filters.
    package var hasFilters: Bool { !filters.isEmpty }
    /// Whether the question asks for one marker for each shop. A file of points has no shops.
    package var hasShops: Bool { isUnique }

    package func answer(from source: some PlaceSource, into answer: some Answer) throws {
        guard let catalog = source as? any PlaceArchive else {
            preconditionFailure("only a catalog's file has markers")
        }
        try list(from: catalog, into: answer)
    }

    private func list(from catalog: some PlaceArchive, into answer: some Answer) throws {
        let shops = try answer.shops(in: catalog, isUnique: isUnique, given.style)
        let filter = try shops.narrowed(
            try answer.filter(filters, in: catalog), in: catalog, standing: .withPoint)
        // Only stable answers about all places share markers; any other answer needs a pass of its own.
        let canShare = options.mode == .stable && hasUsualMarkers && filter == PlaceFilter()
        if canShare, let shared = try answer.sharedMarkers() {
            return try write(catalog, shops, answer, ids: shared.ids) { zoom, body in
                try shared.forEachRow(
                    of: catalog, zoom: zoom, includesHidden: includesHidden, in: box, limit: limit, options: options,
                    body: body)
            } levels: { body in
                try shared.forEachLevel(of: catalog, in: box, limit: limit, options: options, body: body)
            }
        }
        if answer.isLimited {
            try AnswerLimits.checkMarkers(
                filter, in: catalog, onlyWithPoint: true, given, orStable: options.mode == .faithful && hasUsualMarkers)
        }
        let markers = try CatalogClusters(of: catalog, filter, template: template, options: options)
        try write(catalog, shops, answer, ids: markers.ids) { zoom, body in
            try markers.forEachRow(
                of: catalog, zoom: zoom, includesHidden: includesHidden, in: box, limit: limit, body: body)
        } levels: { body in
            try markers.forEachLevel(of: catalog, in: box, limit: limit, body: body)
        }
    }

    private func write(
        _ catalog: some PlaceArchive, _ shops: ShopRows, _ answer: some Answer, ids: [Int64],
        rows: (_ zoom: Double, _ body: (ClusterRow<CatalogEntry>) throws -> Void) throws -> Void,
        levels: (_ body: (LevelRow<CatalogEntry>) throws -> Void) throws -> Void
    ) throws {
        if shops.counts { for id in ids { shops.count(id) } }
        let words = try catalog.placeWords()
        if let zoom {
            let schema = shops.shown(.clusters(withMembers: includesHidden, words), \.item.id)
            try answer.write(schema, of: catalog) { try rows(zoom, $0.write) }
        } else {
            try answer.write(shops.shown(.levels(words), \.item.id), of: catalog) { try levels($0.write) }
        }
        if let note = try shops.repeatNote(.markers) { answer.note(note) }
    }
}

extension AnswerLimits {
    /// Refuses a filter that admits too many places for markers, before they are kept in memory.
    ///
    /// - Parameters:
    ///   - onlyWithPoint: whether places without a point do not count.
    ///   - isStablePossible: whether the same question in the stable mode is answered, provided that it has no filter.
    package static func checkMarkers(
        _ filter: PlaceFilter, in source: some PlaceSource, onlyWithPoint: Bool, _ given: Given,
        orStable isStablePossible: Bool = false
    ) throws {
        var count = 0
        try source.forEachRow(filter, limit: nil) { row in
            if !onlyWithPoint || row.coordinate != nil { count += 1 }
            guard count > Self.markers else { return }
            throw Self.tooManyMarkers(given, orStable: isStablePossible && filter == PlaceFilter())
        }
    }

    /// Says which filters the request can add.
    private static func tooManyMarkers(_ given: Given, orStable isStablePossible: Bool) -> UsageError {
        let words = Words(
            en: "more than \(markers) places match, which is too many for one request",
            ko: "장소가 \(markers)곳을 넘어 한 번에 처리할 수 없습니다")
        let names = FilterWords.narrowing.filter { given.all($0).isEmpty }.map(\.name).joined(separator: ", ")
        let advice =
            switch (names.isEmpty, isStablePossible) {
            case (true, _): Words(en: "choose narrower filters", ko: "필터를 더 좁히세요")
            case (false, false): Words(en: "add a filter: \(names)", ko: "필터를 추가하세요: \(names)")
            case (false, true):
                Words(en: "use mode=stable, or add a filter: \(names)", ko: "mode=stable을 쓰거나 필터를 추가하세요: \(names)")
            }
        return UsageError(words.followed(by: advice))
    }
}
