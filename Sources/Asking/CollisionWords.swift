package import GeocliGeo
internal import GeocliText

/// The values of a collision pass, as the user wrote them in options or parameters; nil for the default.
package struct CollisionWords: Sendable, Equatable {
    /// `faithful` or `stable`.
    package var mode: String?
    /// Width and height of a marker in pt: `40x53`.
    package var icon: String?
    /// Position of the point within its marker, from the top left: `0.5,1`.
    package var anchor: String?
    /// Free space around each marker in pt.
    package var padding: String?
    /// Width of the world at zoom 0 in pt: 512 or 256.
    package var tileSize: String?
    /// Highest zoom of the map.
    package var maxZoom: String?
    /// `first` or `nearest`.
    package var attribution: String?
    /// How errors spell the arguments.
    package var style: ArgumentStyle

    /// Whether markers have the default size, anchor and padding.
    package var hasUsualMarkers: Bool { icon == nil && anchor == nil && padding == nil }

    /// Creates values that are all defaults.
    package init(_ style: ArgumentStyle) { self.style = style }

    /// Returns the options of the pass.
    ///
    /// - Throws: `UsageError`.
    package func options(allZooms: Bool) throws -> CollisionOptions {
        var options = CollisionOptions()
        let chosen = try mode.map {
            try ValueArgument.choice($0, option: style("mode"), of: CollisionOptions.Mode.self)
        }
        guard !allZooms || chosen != .faithful else {
            throw UsageError(
                en:
                    "\(style("all-zooms")) needs \(style("mode")) stable: in faithful mode a marker can vanish when you zoom in",
                ko:
                    "\(style("all-zooms"))에는 \(style("mode")) stable이 필요합니다. faithful 방식에서는 확대할 때 마커가 사라질 수 있습니다"
            )
        }
        options.mode = chosen ?? (allZooms ? .stable : .faithful)
        if let padding {
            options.paddingPoints = try ValueArgument.number(padding, option: style("padding"), in: 0...1000)
        }
        if let maxZoom {
            options.maximumZoom = Int(
                try ValueArgument.number(maxZoom, option: style("max-zoom"), in: 0...22).rounded(.down))
        }
        if let tileSize {
            let points = Int(try ValueArgument.number(tileSize, option: style("tile-size"), in: 256...512))
            guard let size = CollisionOptions.TileSize(rawValue: points) else {
                throw ValueArgument.wrong(style("tile-size"), tileSize, en: "choose 512 or 256", ko: "512나 256을 쓰세요")
            }
            options.tileSize = size
        }
        if let attribution {
            options.attribution = try ValueArgument.choice(
                attribution, option: style("attribution"), of: CollisionOptions.Attribution.self)
        }
        return options
    }

    /// Checks that `zoom` is not above `maxZoom`.
    ///
    /// - Throws: `UsageError` for a higher zoom.
    package func check(zoom: Double) throws {
        guard let maxZoom, let highest = DecimalText.number(maxZoom.trimmingBlanks()), zoom > highest else { return }
        let (low, high) = ("\(style("zoom")) \(Numbers.shown(zoom))", "\(style("max-zoom")) \(Numbers.shown(highest))")
        throw UsageError(
            en: "\(low) is above \(high); choose a lower zoom or a higher \(style("max-zoom"))",
            ko: "\(low)\(.subject) \(high)보다 큽니다. \(style("zoom"))\(.object) 낮추거나 \(style("max-zoom"))\(.object) 높이세요"
        )
    }

    /// Returns the marker for a place, or for a row without marker columns.
    package func template() throws -> Marker {
        var marker = Marker(id: .integer(0), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0))
        if let icon {
            (marker.width, marker.height) = try ValueArgument.pair(
                icon, option: style("icon"), separator: "x", example: "40x53")
            guard min(marker.width, marker.height) >= 1.0 / 64, max(marker.width, marker.height) <= 1e6 else {
                throw ValueArgument.wrong(
                    style("icon"), icon, en: "write a width and a height in pt, such as 40x53",
                    ko: "너비와 높이를 pt로 쓰세요(예: 40x53)")
            }
        }
        if let anchor {
            (marker.anchorX, marker.anchorY) = try ValueArgument.pair(
                anchor, option: style("anchor"), separator: ",", example: "0.5,1")
            guard 0...1 ~= marker.anchorX, 0...1 ~= marker.anchorY else {
                throw ValueArgument.wrong(
                    style("anchor"), anchor, en: "write two numbers from 0 to 1, such as 0.5,1",
                    ko: "0에서 1 사이의 숫자 두 개를 쓰세요(예: 0.5,1)")
            }
        }
        return marker
    }
}
