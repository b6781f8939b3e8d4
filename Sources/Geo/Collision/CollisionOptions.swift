/// How a collision pass places its markers.
public struct CollisionOptions: Hashable, Sendable {
    /// What a zoom owes to the zoom below it.
    public enum Mode: String, Sendable, CaseIterable {
        /// Each zoom by itself, by rank alone, as NAVER Map SDK shows it.
        case faithful
        /// What is visible at a zoom stays visible above it, so that one `minzoom` per marker says it all.
        case stable
    }

    /// How wide the world is at zoom 0.
    public enum TileSize: Int, Sendable, CaseIterable {
        /// 256 pt, as in XYZ tiles.
        case points256 = 256
        /// 512 pt, as in NAVER Map SDK and MapLibre.
        case points512 = 512
    }

    /// Which of several visible markers that hide a marker gets it as a member.
    public enum Attribution: String, Sendable, CaseIterable {
        /// The one placed first.
        case first
        /// The one whose position is nearest to the hidden marker's, on the plane of the map.
        case nearest
    }

    /// The highest zoom there is.
    public static let highestZoom = 22

    /// What a zoom owes to the zoom below it.
    public var mode = Mode.faithful
    /// How wide the world is at zoom 0.
    public var tileSize = TileSize.points512
    /// What is added to each box on all four sides, in pt, 0 or more.
    public var paddingPoints = 0.0
    /// The top zoom of `allZooms` and `expansionZooms`, 0…22.
    public var maximumZoom = highestZoom
    /// Who gets a marker that several hide.
    public var attribution = Attribution.first

    /// The SDK's behaviour: faithful, 512 pt, no padding, top zoom 22.
    public init() {}

    /// Checks the numbers.
    ///
    /// - Throws: `GeoError` for a padding that is negative or not finite, and for a top zoom outside 0…22.
    func check() throws(GeoError) {
        guard paddingPoints >= 0, paddingPoints.isFinite else {
            throw GeoError(
                .marker, en: "padding \(paddingPoints) is not a width; write points, 0 or more",
                ko: "여백 \(paddingPoints)은(는) 너비가 아닙니다. 0 이상의 포인트 값을 쓰세요")
        }
        guard maximumZoom >= 0, maximumZoom <= Self.highestZoom else {
            throw GeoError(
                .zoom, en: "top zoom \(maximumZoom) is not between 0 and \(Self.highestZoom)",
                ko: "최대 줌 \(maximumZoom)은(는) 0에서 \(Self.highestZoom) 사이여야 합니다")
        }
    }

    /// Refuses icons wider than half the world.
    ///
    /// - Throws: `GeoError` for a marker that is active at `zoom` and, padding left out, wider than that.
    func checkWidths(of markers: [Marker], zoom: Int) throws(GeoError) {
        let worldWidth = Double(tileSize.rawValue << zoom)
        for marker in markers where marker.width > worldWidth / 2 {
            guard marker.minZoom ?? 0 <= Double(zoom), Double(zoom) <= marker.maxZoom ?? .infinity else { continue }
            throw GeoError(
                .marker,
                en: "marker \(marker.id): width \(marker.width) pt is more than half the world at zoom \(zoom), "
                    + "which is \(worldWidth) pt wide; use a higher zoom or a smaller icon",
                ko: "마커 \(marker.id): 너비 \(marker.width)pt이(가) 줌 \(zoom)에서 세계 너비 \(worldWidth)pt의 절반을 "
                    + "넘습니다. 더 높은 줌이나 더 작은 아이콘을 쓰세요")
        }
    }
}
