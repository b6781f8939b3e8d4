/// A column of a file of markers besides id and position. Its raw value is its name in the file.
public enum MarkerColumn: String, Sendable, CaseIterable {
    case width
    case height
    case anchorX = "anchor_x"
    case anchorY = "anchor_y"
    case globalZIndex = "global_z_index"
    case zIndex = "z_index"
    case priority
    case force
    case hides
    case minZoom = "min_zoom"
    case maxZoom = "max_zoom"

    /// All columns except the two limits of the zoom. A batch job has one zoom, so only its markers of that zoom are
    /// sent to geoworker, with these columns in this order.
    public static let atOneZoom = allCases.filter { $0 != .minZoom && $0 != .maxZoom }
}
