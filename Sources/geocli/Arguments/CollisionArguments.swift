internal import ArgumentParser
internal import GeocliGeo
internal import GeocliText

/// Options of the collision pass.
struct CollisionArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "faithful (default) hides the same markers as a map SDK, so a visible marker can disappear when you zoom in; with stable, none does.",
            ko: "faithful(기본값): 지도 SDK와 같은 방식. 확대하면 사라지는 마커가 있을 수 있습니다. stable: 한번 보인 마커는 확대해도 계속 보입니다.", value: .mode),
        completion: .words(CollisionOptions.Mode.allCases.map(\.rawValue)))
    var mode: String?

    @Option(
        help: ArgumentHelp(
            "Width and height of a marker in pt (default: 40x53).", ko: "마커의 너비와 높이, pt 단위 (기본값: 40x53)",
            value: .widthAndHeight))
    var icon: String?

    @Option(
        help: ArgumentHelp(
            "Position of the point within its marker; 0,0 is the top left, 1,1 the bottom right (default: 0.5,1).",
            ko: "마커 안에서 좌표가 놓이는 위치. 왼쪽 위가 0,0, 오른쪽 아래가 1,1입니다. (기본값: 0.5,1)", value: .anchor))
    var anchor: String?

    @Option(
        help: ArgumentHelp(
            "Free space around each marker in pt (default: 0).", ko: "마커 둘레의 여백, pt 단위 (기본값: 0)", value: .points))
    var padding: String?

    @Option(
        help: ArgumentHelp(
            "Width of the whole world at zoom 0 in pt: 512 or 256 (default: 512).",
            ko: "줌 0에서 세계 전체의 너비, pt 단위: 512 또는 256 (기본값: 512)", value: .points))
    var tileSize: String?

    @Option(
        help: ArgumentHelp(
            "Highest zoom of the map, 0 to 22 (default: 22).", ko: "지도의 최대 줌, 0~22 (기본값: 22)", value: .zoom))
    var maxZoom: String?

    @Option(
        help: ArgumentHelp(
            "Where to count a marker that several others hide: at the one with the highest rank (first, the default) or at the nearest one (nearest).",
            ko: "여러 마커에 가려진 마커를 어느 마커에 넣어 셀지 정합니다: first(기본값, 순위가 가장 높은 마커) 또는 nearest(가장 가까운 마커)", value: .mode),
        completion: .words(CollisionOptions.Attribution.allCases.map(\.rawValue)))
    var attribution: String?

    /// The first of these options that was given; nil for none.
    var givenOption: String? {
        let options = [
            ("--mode", mode), ("--icon", icon), ("--anchor", anchor), ("--padding", padding),
            ("--tile-size", tileSize), ("--max-zoom", maxZoom), ("--attribution", attribution),
        ]
        return options.first { $0.1 != nil }?.0
    }

    func options(allZooms: Bool) throws -> CollisionOptions {
        var options = CollisionOptions()
        let chosen = try mode.map { try ValueArgument.choice($0, option: "--mode", of: CollisionOptions.Mode.self) }
        guard !allZooms || chosen != .faithful else {
            throw UsageError(
                en: "--all-zooms needs --mode stable: in faithful mode a marker can vanish when you zoom in",
                ko: "--all-zooms에는 --mode stable이 필요합니다. faithful 방식에서는 확대할 때 마커가 사라질 수 있습니다")
        }
        options.mode = chosen ?? (allZooms ? .stable : .faithful)
        if let padding { options.paddingPoints = try ValueArgument.number(padding, option: "--padding", in: 0...1000) }
        if let maxZoom {
            options.maximumZoom = Int(
                try ValueArgument.number(maxZoom, option: "--max-zoom", in: 0...22).rounded(.down))
        }
        if let tileSize {
            let points = Int(try ValueArgument.number(tileSize, option: "--tile-size", in: 256...512))
            guard let size = CollisionOptions.TileSize(rawValue: points) else {
                throw ValueArgument.wrong("--tile-size", tileSize, en: "choose 512 or 256", ko: "512나 256을 쓰세요")
            }
            options.tileSize = size
        }
        if let attribution {
            options.attribution = try ValueArgument.choice(
                attribution, option: "--attribution", of: CollisionOptions.Attribution.self)
        }
        return options
    }

    /// Checks that the map of `--max-zoom` can show `zoom`.
    ///
    /// - Throws: `UsageError` for a zoom above `--max-zoom`.
    func check(zoom: Double) throws {
        guard let maxZoom, let highest = DecimalText.number(maxZoom.trimmingBlanks()), zoom > highest else { return }
        throw UsageError(
            en:
                "--zoom \(Numbers.shown(zoom)) is above --max-zoom \(Numbers.shown(highest)); choose a lower zoom or a higher --max-zoom",
            ko:
                "--zoom \(Numbers.shown(zoom))\(.subject) --max-zoom \(Numbers.shown(highest))보다 큽니다. --zoom을 낮추거나 --max-zoom을 높이세요"
        )
    }

    /// Returns the marker for a bookstore, or for a row without marker columns.
    func template() throws -> Marker { try Self.template(icon: icon, anchor: anchor) }

    /// Returns the marker that `--icon` and `--anchor` describe.
    static func template(icon: String?, anchor: String?) throws -> Marker {
        var marker = Marker(id: .integer(0), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0))
        if let icon {
            (marker.width, marker.height) = try ValueArgument.pair(
                icon, option: "--icon", separator: "x", example: "40x53")
            guard min(marker.width, marker.height) >= 1.0 / 64, max(marker.width, marker.height) <= 1e6 else {
                throw ValueArgument.wrong(
                    "--icon", icon, en: "write a width and a height in pt, such as 40x53",
                    ko: "너비와 높이를 pt로 쓰세요(예: 40x53)")
            }
        }
        if let anchor {
            (marker.anchorX, marker.anchorY) = try ValueArgument.pair(
                anchor, option: "--anchor", separator: ",", example: "0.5,1")
            guard 0...1 ~= marker.anchorX, 0...1 ~= marker.anchorY else {
                throw ValueArgument.wrong(
                    "--anchor", anchor, en: "write two numbers from 0 to 1, such as 0.5,1",
                    ko: "0에서 1 사이의 숫자 두 개를 쓰세요(예: 0.5,1)")
            }
        }
        return marker
    }
}
