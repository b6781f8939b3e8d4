internal import ArgumentParser
internal import GeocliAsking
internal import GeocliGeo
internal import GeocliText

/// Options of the collision pass.
struct CollisionArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "faithful (default): hides the same markers as a map SDK; a visible marker can disappear when you zoom in. stable: a visible marker stays visible when you zoom in.",
            ko: "faithful(기본값): 지도 SDK와 같은 방식. 확대하면 사라지는 마커가 있을 수 있습니다. stable: 한번 보인 마커는 확대해도 계속 보입니다.", value: .mode),
        completion: .words(CollisionOptions.Mode.allCases.map(\.rawValue)))
    var mode: String?

    @Option(
        help: ArgumentHelp(
            "Width and height of a marker, in pt (default: 40x53).", ko: "마커의 너비와 높이, pt 단위 (기본값: 40x53)",
            value: .widthAndHeight))
    var icon: String?

    @Option(
        help: ArgumentHelp(
            "Position of the point within its marker; 0,0 is the top left, 1,1 the bottom right (default: 0.5,1).",
            ko: "마커 안에서 좌표가 놓이는 위치. 왼쪽 위가 0,0, 오른쪽 아래가 1,1입니다. (기본값: 0.5,1)", value: .anchor))
    var anchor: String?

    @Option(
        help: ArgumentHelp(
            "Free space around each marker, in pt (default: 0).", ko: "마커 둘레의 여백, pt 단위 (기본값: 0)", value: .points))
    var padding: String?

    @Option(
        help: ArgumentHelp(
            "Width of the world at zoom 0, in pt: 512 or 256 (default: 512).",
            ko: "줌 0에서 세계 전체의 너비, pt 단위: 512 또는 256 (기본값: 512)", value: .points))
    var tileSize: String?

    @Option(
        help: ArgumentHelp(
            "Highest zoom of the map, 0 to 22 (default: 22).", ko: "지도의 최대 줌, 0~22 (기본값: 22)", value: .zoom))
    var maxZoom: String?

    @Option(
        help: ArgumentHelp(
            "If several markers hide one marker, add it to the count of: first (default; the one with the highest rank) or nearest (the closest one).",
            ko: "여러 마커에 가려진 마커를 어느 마커의 수에 더할지 정합니다: first(기본값, 순위가 가장 높은 마커) 또는 nearest(가장 가까운 마커)", value: .mode),
        completion: .words(CollisionOptions.Attribution.allCases.map(\.rawValue)))
    var attribution: String?

    /// The first of these options that was given; nil if none was.
    var givenOption: String? {
        let options = [
            ("--mode", mode), ("--icon", icon), ("--anchor", anchor), ("--padding", padding),
            ("--tile-size", tileSize), ("--max-zoom", maxZoom), ("--attribution", attribution),
        ]
        return options.first { $0.1 != nil }?.0
    }

    /// Adds the options to a request to a service.
    func add(to listing: inout ServedListing) {
        let items = [
            ("mode", mode), ("icon", icon), ("anchor", anchor), ("padding", padding), ("tile-size", tileSize),
            ("max-zoom", maxZoom), ("attribution", attribution),
        ]
        for (name, value) in items { listing.add(name, value) }
    }

    private var words: CollisionWords {
        var words = CollisionWords(.option)
        (words.mode, words.icon, words.anchor, words.padding) = (mode, icon, anchor, padding)
        (words.tileSize, words.maxZoom, words.attribution) = (tileSize, maxZoom, attribution)
        return words
    }

    func options(allZooms: Bool) throws -> CollisionOptions { try words.options(allZooms: allZooms) }

    /// Checks that `zoom` is not above `--max-zoom`.
    ///
    /// - Throws: `UsageError` for a higher zoom.
    func check(zoom: Double) throws { try words.check(zoom: zoom) }

    /// Returns the marker for a place, or for a row without marker columns.
    func template() throws -> Marker { try words.template() }

    /// Returns the marker that `--icon` and `--anchor` describe.
    static func template(icon: String?, anchor: String?) throws -> Marker {
        var words = CollisionWords(.option)
        (words.icon, words.anchor) = (icon, anchor)
        return try words.template()
    }
}
