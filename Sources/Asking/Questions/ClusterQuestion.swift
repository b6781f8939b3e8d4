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
            "List every marker with the lowest zoom at which it is visible, instead of the markers at one zoom. Uses --mode stable, or areas if you name it.",
        ko: "줌 하나를 정하는 대신, 마커마다 보이기 시작하는 가장 낮은 줌을 구합니다. 이때 --mode는 stable이며 areas도 쓸 수 있습니다.")
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
        [zoom, allZooms, members, box, unique] + CollisionWords.parameters + FilterArguments.parameters
        + [.unboundedLimit, ListingOptions.links]

    /// The zoom; nil for all zooms.
    package let zoom: Double?
    package let includesHidden: Bool
    package let box: BoundingBox?
    package let options: CollisionOptions
    package let template: Marker
    package let limit: Int
    private let hasUsualMarkers: Bool
    private let filters: FilterArguments
    private let isUnique: Bool
    private let given: Given

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
        (filters, limit) = (try FilterArguments(given), try given.count(.unboundedLimit) ?? .max)
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
    /// Refuses a filter that admits too many places for markers, before they are kept in memory. With `onlyWithPoint`,
    /// places without a point do not count. `isStablePossible` says whether the same question in the stable mode is
    /// answered, provided that it has no filter.
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

    private static func tooManyMarkers(_ given: Given, orStable isStablePossible: Bool) -> UsageError {
        let words = Words(
            en: "more than \(markers) places match, which is too many for one request",
            ko: "장소가 \(markers)곳을 넘어 한 번에 처리할 수 없습니다")
        let names = FilterArguments.narrowing.filter { given.all($0).isEmpty }.map(\.name).joined(separator: ", ")
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

/// The values of a collision pass, as the person wrote them; nil for the default.
package struct CollisionWords: Sendable {
    // MARK: Names

    package static let mode = Parameter(
        "mode", .word(CollisionOptions.Mode.allCases.map(\.rawValue)),
        en:
            "faithful (default): hides the same markers as a map SDK; a visible marker can disappear when you zoom in. stable: a visible marker stays visible when you zoom in. areas: as stable, but a marker counts only places of its own district.",
        ko:
            "faithful(기본값): 지도 SDK와 같은 방식. 확대하면 사라지는 마커가 있을 수 있습니다. stable: 한번 보인 마커는 확대해도 계속 보입니다. areas: stable과 같지만 마커마다 자기 자치구의 장소만 셉니다."
    )
    package static let icon = Parameter(
        "icon", .text, en: "Width and height of a marker, in pt (default: 40x53).",
        ko: "마커의 너비와 높이, pt 단위 (기본값: 40x53)")
    package static let anchor = Parameter(
        "anchor", .text,
        en: "Position of the point within its marker; 0,0 is the top left, 1,1 the bottom right (default: 0.5,1).",
        ko: "마커 안에서 좌표가 놓이는 위치. 왼쪽 위가 0,0, 오른쪽 아래가 1,1입니다. (기본값: 0.5,1)")
    package static let padding = Parameter(
        "padding", .number(0...1000), en: "Free space around each marker, in pt (default: 0).",
        ko: "마커 둘레의 여백, pt 단위 (기본값: 0)")
    package static let tileSize = Parameter(
        "tile-size", .word(["512", "256"]), en: "Width of the world at zoom 0, in pt: 512 or 256 (default: 512).",
        ko: "줌 0에서 세계 전체의 너비, pt 단위: 512 또는 256 (기본값: 512)")
    package static let maxZoom = Parameter(
        "max-zoom", .number(0...22), en: "Highest zoom of the map, 0 to 22 (default: 22).",
        ko: "지도의 최대 줌, 0~22 (기본값: 22)")
    package static let attribution = Parameter(
        "attribution", .word(CollisionOptions.Attribution.allCases.map(\.rawValue)),
        en:
            "If several markers hide one marker, add it to the count of: first (default; the one with the highest rank) or nearest (the closest one).",
        ko: "여러 마커에 가려진 마커를 어느 마커의 수에 더할지 정합니다: first(기본값, 순위가 가장 높은 마커) 또는 nearest(가장 가까운 마커)")

    package static let parameters = [mode, icon, anchor, padding, tileSize, maxZoom, attribution]

    // MARK: Values

    private let mode: String?
    private let icon: String?
    private let anchor: String?
    private let padding: String?
    private let tileSize: String?
    private let maxZoom: String?
    private let attribution: String?
    private let style: ArgumentStyle

    package var hasUsualMarkers: Bool { icon == nil && anchor == nil && padding == nil }

    package init(_ given: Given) throws {
        style = given.style
        (mode, icon, anchor) = (try given.one(Self.mode), try given.one(Self.icon), try given.one(Self.anchor))
        (padding, tileSize) = (try given.one(Self.padding), try given.one(Self.tileSize))
        (maxZoom, attribution) = (try given.one(Self.maxZoom), try given.one(Self.attribution))
    }

    package func options(allZooms: Bool) throws -> CollisionOptions {
        var options = CollisionOptions()
        let chosen = try mode.map {
            try ValueArgument.choice($0, option: style(Self.mode), of: CollisionOptions.Mode.self)
        }
        guard !allZooms || chosen != .faithful else {
            throw UsageError(
                en:
                    "\(style("all-zooms")) needs \(style(Self.mode)) stable: in faithful mode a marker can vanish when you zoom in",
                ko:
                    "\(style("all-zooms"))에는 \(style(Self.mode)) stable이 필요합니다. faithful 방식에서는 확대할 때 마커가 사라질 수 있습니다"
            )
        }
        options.mode = chosen ?? (allZooms ? .stable : .faithful)
        guard options.mode != .areas || attribution == nil || attribution == "first" else {
            throw UsageError(
                en: "\(style(Self.attribution)) nearest does not work with \(style(Self.mode)) areas; leave it out",
                ko: "\(style(Self.mode)) areas에는 \(style(Self.attribution)) nearest를 쓸 수 없습니다. 빼고 실행하세요")
        }
        if let padding {
            options.paddingPoints = try ValueArgument.number(padding, option: style(Self.padding), in: 0...1000)
        }
        if let maxZoom {
            options.maximumZoom = Int(
                try ValueArgument.number(maxZoom, option: style(Self.maxZoom), in: 0...22).rounded(.down))
        }
        if let tileSize {
            let points = Int(try ValueArgument.number(tileSize, option: style(Self.tileSize), in: 256...512))
            guard let size = CollisionOptions.TileSize(rawValue: points) else {
                throw ValueArgument.wrong(style(Self.tileSize), tileSize, en: "choose 512 or 256", ko: "512나 256을 쓰세요")
            }
            options.tileSize = size
        }
        if let attribution {
            options.attribution = try ValueArgument.choice(
                attribution, option: style(Self.attribution), of: CollisionOptions.Attribution.self)
        }
        return options
    }

    /// Refuses a zoom above `maxZoom`.
    package func check(zoom: Double) throws {
        guard let maxZoom, let highest = DecimalText.number(maxZoom.trimmingBlanks()), zoom > highest else { return }
        let (low, high) = (
            "\(style("zoom")) \(ValueArgument.shown(zoom))", "\(style(Self.maxZoom)) \(ValueArgument.shown(highest))"
        )
        throw UsageError(
            en: "\(low) is above \(high); choose a lower zoom or a higher \(style(Self.maxZoom))",
            ko: "\(low)\(.subject) \(high)보다 큽니다. \(style("zoom"))\(.object) 낮추거나 \(style(Self.maxZoom))\(.object) 높이세요"
        )
    }

    /// Returns the marker for a place, or for a row without marker columns.
    package func template() throws -> Marker {
        var marker = Marker(id: .integer(0), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0))
        if let icon {
            (marker.width, marker.height) = try ValueArgument.pair(
                icon, option: style(Self.icon), separator: "x", example: "40x53")
            guard min(marker.width, marker.height) >= 1.0 / 64, max(marker.width, marker.height) <= 1e6 else {
                throw ValueArgument.wrong(
                    style(Self.icon), icon, en: "write a width and a height in pt, such as 40x53",
                    ko: "너비와 높이를 pt로 쓰세요(예: 40x53)")
            }
        }
        if let anchor {
            (marker.anchorX, marker.anchorY) = try ValueArgument.pair(
                anchor, option: style(Self.anchor), separator: ",", example: "0.5,1")
            guard 0...1 ~= marker.anchorX, 0...1 ~= marker.anchorY else {
                throw ValueArgument.wrong(
                    style(Self.anchor), anchor, en: "write two numbers from 0 to 1, such as 0.5,1",
                    ko: "0에서 1 사이의 숫자 두 개를 쓰세요(예: 0.5,1)")
            }
        }
        return marker
    }
}
