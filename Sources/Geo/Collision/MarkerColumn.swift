/// A column of a file of markers, other than the id and the position. Its raw value is its name in the file.
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

    /// All columns except the two zoom limits. A batch job has one zoom. It sends geoworker only the markers whose
    /// limits include this zoom, with these columns in this order.
    public static let atOneZoom = allCases.filter { $0 != .minZoom && $0 != .maxZoom }
}
