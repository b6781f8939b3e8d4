package import GeocliGeo
internal import GeocliText

/// The values of a collision pass, as the person wrote them; nil for the default.
package struct CollisionWords: Sendable {
    // MARK: Names

    package static let mode = Parameter(
        "mode", .word(CollisionOptions.Mode.allCases.map(\.rawValue)),
        en:
            "faithful (default): hides the same markers as a map SDK; a visible marker can disappear when you zoom in. stable: a visible marker stays visible when you zoom in.",
        ko: "faithful(기본값): 지도 SDK와 같은 방식. 확대하면 사라지는 마커가 있을 수 있습니다. stable: 한번 보인 마커는 확대해도 계속 보입니다.")
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

    /// `faithful` or `stable`.
    private let mode: String?
    /// Width and height of a marker in pt: `40x53`.
    private let icon: String?
    /// Position of the point within its marker, from the top left: `0.5,1`.
    private let anchor: String?
    /// Free space around each marker in pt.
    private let padding: String?
    /// Width of the world at zoom 0 in pt: 512 or 256.
    private let tileSize: String?
    /// Highest zoom of the map.
    private let maxZoom: String?
    /// `first` or `nearest`.
    private let attribution: String?
    private let style: ArgumentStyle

    /// Whether markers have the default size, anchor and padding.
    package var hasUsualMarkers: Bool { icon == nil && anchor == nil && padding == nil }

    package init(_ given: Given) throws {
        style = given.style
        (mode, icon, anchor) = (try given.one(Self.mode), try given.one(Self.icon), try given.one(Self.anchor))
        (padding, tileSize) = (try given.one(Self.padding), try given.one(Self.tileSize))
        (maxZoom, attribution) = (try given.one(Self.maxZoom), try given.one(Self.attribution))
    }

    /// Returns the options of the pass.
    ///
    /// - Throws: `UsageError`.
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

    /// Checks that `zoom` is not above `maxZoom`.
    ///
    /// - Throws: `UsageError` for a higher zoom.
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
