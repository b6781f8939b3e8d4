internal import GeocliGeo
internal import GeocliText

extension MarkerColumn {
    /// Reads the next field of a record into a marker.
    func read(from reader: RecordReader, into marker: inout Marker) throws(PlainError) {
        switch self {
        case .width: marker.width = try reader.number("width")
        case .height: marker.height = try reader.number("height")
        case .anchorX: marker.anchorX = try reader.number("anchor_x")
        case .anchorY: marker.anchorY = try reader.number("anchor_y")
        case .globalZIndex: marker.globalZIndex = Int(try reader.integer("global_z_index"))
        case .zIndex: marker.zIndex = Int(try reader.integer("z_index"))
        case .priority: marker.priority = try reader.number("priority")
        case .force: marker.force = try reader.integer("force", in: 0...1) == 1
        case .hides: marker.hides = try reader.integer("hides", in: 0...1) == 1
        case .minZoom, .maxZoom: preconditionFailure("--columns takes no limits of zooms")
        }
    }
}
