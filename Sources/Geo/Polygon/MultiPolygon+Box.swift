extension MultiPolygon {
    /// Returns whether the area and the box have a position in common, edges included.
    ///
    /// - Complexity: O(v), v vertices, if the box meets the box around the area.
    public func meets(_ box: BoundingBox) -> Bool {
        let parts = box.partsWithoutCrossing
        guard parts.contains(where: { part in boxes.contains { $0.overlaps(part) } }) else { return false }
        for part in parts {
            // The box and the area meet if the area contains a corner of the box, or if an edge of the area meets the
            // box.
            guard let corner = try? Coordinate(longitude: part.west, latitude: part.south) else { continue }
            if contains(corner) { return true }
            for polygon in polygons {
                for ring in polygon.rings
                where zip(ring, ring.dropFirst()).contains(where: { part.meets(from: $0, to: $1) }) {
                    return true
                }
            }
        }
        return false
    }
}

extension BoundingBox {
    /// - Precondition: neither box crosses the antimeridian.
    fileprivate func overlaps(_ other: BoundingBox) -> Bool {
        west <= other.east && other.west <= east && south <= other.north && other.south <= north
    }

    /// Returns whether an edge of a ring meets the box. An edge that takes the short way across the antimeridian is
    /// checked on both sides of the antimeridian.
    ///
    /// - Precondition: the box does not cross the antimeridian.
    fileprivate func meets(from start: Coordinate, to end: Coordinate) -> Bool {
        let width = end.longitude - start.longitude
        let turn = width > 180 && width < 360 ? -360.0 : width < -180 && width > -360 ? 360.0 : 0
        let further = end.longitude + turn
        return meets((start.longitude, start.latitude), (further, end.latitude))
            || turn != 0 && meets((start.longitude - turn, start.latitude), (end.longitude, end.latitude))
    }

    /// Returns whether a line meets the box: clips the line at each edge of the box, and checks whether a part is left.
    ///
    /// - Source: Liang and Barsky, "A new concept and method for line clipping", 1984.
    private func meets(_ start: (x: Double, y: Double), _ end: (x: Double, y: Double)) -> Bool {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        var (first, last) = (0.0, 1.0)
        for (slope, room) in [
            (-dx, start.x - west), (dx, east - start.x), (-dy, start.y - south), (dy, north - start.y),
        ] {
            if slope == 0 {
                if room < 0 { return false }
            } else if slope < 0 {
                first = max(first, room / slope)
            } else {
                last = min(last, room / slope)
            }
        }
        return first <= last
    }
}
