internal import GeocliText

/// An icon on a map: its position, its size and its priority in collisions.
///
/// The defaults are those of NAVER Map SDK 3.18 with `isHideCollidedMarkers` set.
///
/// - Units: screen points (pt) for sizes, fractions of the size for anchors, zoom levels at the pass's tile size for
///   zoom limits.
/// - Edges: nothing is checked here; `CollisionPass` throws for a marker that it can't place.
public struct Marker: Hashable, Sendable {
    /// The id of the marker, unique in a pass. It is the last key of the rank.
    public var id: MarkerID
    /// The position of the icon's anchor.
    public var coordinate: Coordinate
    /// The icon's width in pt.
    public var width = 40.0
    /// The icon's height in pt.
    public var height = 53.0
    /// The horizontal position of the anchor on the icon: 0 at the left edge, 1 at the right.
    public var anchorX = 0.5
    /// The vertical position of the anchor on the icon: 0 at the top edge, 1 at the bottom.
    public var anchorY = 1.0
    /// The first key of the rank, higher first.
    public var globalZIndex = 200_000
    /// The second key of the rank, higher first.
    public var zIndex = 0
    /// The third key of the rank, higher first; the SDK does not have this key.
    public var priority = 0.0
    /// Whether the marker is always visible, even if it collides (`isForceShowIcon`).
    public var force = false
    /// Whether the marker hides markers that it collides with (`isHideCollidedMarkers`).
    public var hides = true
    /// The lowest zoom that shows the marker, inclusive; nil for no limit.
    public var minZoom: Double?
    /// The highest zoom that shows the marker, inclusive; nil for no limit.
    public var maxZoom: Double?

    /// Creates a marker with the SDK's defaults at `coordinate`.
    public init(id: MarkerID, coordinate: Coordinate) {
        self.id = id
        self.coordinate = coordinate
    }

    /// Checks anchors, sizes, the priority and zoom limits.
    ///
    /// - Throws: `GeoError` for an anchor outside 0…1, a size that is below 1/64 pt (its box would be empty after
    ///   rounding) or not finite, and a priority or zoom limit that is not a number.
    func check() throws(GeoError) {
        try check(anchor: anchorX, "anchor_x")
        try check(anchor: anchorY, "anchor_y")
        try check(size: width, "width")
        try check(size: height, "height")
        try check(number: priority, "priority")
        try check(number: minZoom ?? 0, "min_zoom")
        try check(number: maxZoom ?? 0, "max_zoom")
    }

    private func check(anchor: Double, _ name: StaticString) throws(GeoError) {
        guard anchor >= 0, anchor <= 1 else {
            throw GeoError(
                .marker, en: "marker \(id): \(name) \(anchor) is not between 0 and 1",
                ko: "마커 \(id): \(name) \(anchor)\(.topic) 0에서 1 사이여야 합니다")
        }
    }

    private func check(size: Double, _ name: StaticString) throws(GeoError) {
        guard size >= 1 / 64.0, size.isFinite else {
            throw GeoError(
                .marker, en: "marker \(id): \(name) \(size) is not a size; write a number of pt, 1/64 or more",
                ko: "마커 \(id): \(name) \(size)\(.topic) 크기로 쓸 수 없습니다. 1/64 이상의 값(pt)을 쓰세요")
        }
    }

    private func check(number: Double, _ name: StaticString) throws(GeoError) {
        guard !number.isNaN else {
            throw GeoError(
                .marker, en: "marker \(id): \(name) is not a number", ko: "마커 \(id): \(name)\(.subject) 숫자가 아닙니다")
        }
    }
}
