internal import GeocliText

public struct CollisionOptions: Hashable, Sendable {
    /// The way in which a zoom depends on the zoom below it.
    public enum Mode: String, Sendable, CaseIterable {
        /// Each zoom is independent and uses only ranks, as in NAVER Map SDK.
        case faithful
        /// A marker that is visible at a zoom stays visible at all higher zooms, so one `minzoom` per marker is enough.
        case stable
        /// As in the stable mode, but a marker holds only markers of its own area (`Marker.area`), so no count crosses a
        /// border. All markers need the same icon.
        case areas
    }

    /// The width of the world at zoom 0.
    public enum TileSize: Int, Sendable, CaseIterable {
        /// 256 pt, as in XYZ tiles.
        case points256 = 256
        /// 512 pt, as in NAVER Map SDK and MapLibre.
        case points512 = 512
    }

    /// The rule that decides which visible marker a hidden marker belongs to if several visible markers hide it.
    public enum Attribution: String, Sendable, CaseIterable {
        /// The visible marker that is placed first.
        case first
        /// The visible marker whose position is nearest to the hidden one, on the plane of the map.
        case nearest
    }

    /// The highest possible zoom.
    public static let highestZoom = 22

    public var mode = Mode.faithful
    public var tileSize = TileSize.points512
    /// The padding that is added to each box on all four sides, in pt, 0 or more.
    public var paddingPoints = 0.0
    /// The top zoom of `allZooms` and `expansionZooms`, 0…22.
    public var maximumZoom = highestZoom
    public var attribution = Attribution.first

    /// Creates options with the SDK's behavior: faithful, 512 pt, no padding, top zoom 22.
    public init() {}

    /// The level minus the zoom: 1 for 512 pt tiles. At level 0, the world is 256 pt wide.
    var levelOffset: Int { tileSize == .points512 ? 1 : 0 }

    /// - Throws: `GeoError` for a padding that is negative or not finite, and for a top zoom outside 0…22.
    func check() throws(GeoError) {
        guard paddingPoints >= 0, paddingPoints.isFinite else {
            throw GeoError(
                .marker, en: "padding \(paddingPoints) is not a width; write a number of pt, 0 or more",
                ko: "여백 \(paddingPoints)\(.topic) 너비로 쓸 수 없습니다. 0 이상의 값(pt)을 쓰세요")
        }
        guard maximumZoom >= 0, maximumZoom <= Self.highestZoom else {
            throw GeoError(
                .zoom, en: "maximum zoom \(maximumZoom) is not between 0 and \(Self.highestZoom)",
                ko: "최대 줌 \(maximumZoom)\(.topic) 0에서 \(Self.highestZoom) 사이여야 합니다")
        }
    }

    static var errorOfAreas: GeoError {
        GeoError(
            .marker,
            en: "in the areas mode, all markers need the same icon, without force, hides and zoom limits; "
                + "use the mode stable",
            ko: "areas 방식에서는 모든 마커의 아이콘이 같아야 하고 force, hides, 줌 제한을 쓸 수 없습니다. stable 방식을 쓰세요")
    }

    static func error(zoom: String) -> GeoError {
        GeoError(
            .zoom, en: "zoom \(zoom) is not between 0 and \(highestZoom)",
            ko: "줌 \(zoom)\(.topic) 0에서 \(highestZoom) 사이여야 합니다")
    }

    /// Throws `GeoError` for a marker that is active at `zoom` if its icon, without padding, is wider than half the
    /// world.
    func checkWidths(of markers: [Marker], zoom: Int) throws(GeoError) {
        let worldWidth = Double(tileSize.rawValue << zoom)
        for marker in markers where marker.width > worldWidth / 2 {
            guard marker.minZoom ?? 0 <= Double(zoom), Double(zoom) <= marker.maxZoom ?? .infinity else { continue }
            throw GeoError(
                .marker,
                en: "marker \(marker.id): width \(marker.width) pt is more than half the world at zoom \(zoom), "
                    + "which is \(worldWidth) pt wide; use a higher zoom or a smaller icon",
                ko: "마커 \(marker.id): 너비 \(marker.width)pt\(.subject) 줌 \(zoom)에서 세계 너비 \(worldWidth)pt의 절반을 "
                    + "넘습니다. 더 높은 줌이나 더 작은 아이콘을 쓰세요")
        }
    }
}
