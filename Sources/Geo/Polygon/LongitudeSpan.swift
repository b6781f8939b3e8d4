/// Longitudes between two meridians, neither of them beyond ±180.
struct LongitudeSpan {
    let west: Double
    let east: Double

    /// The smallest box that holds all `polygons`; nil for none.
    ///
    /// - Edges: of two gaps equally wide the one that needs no crossing of the antimeridian wins.
    static func box(of polygons: [PreparedPolygon]) -> BoundingBox? {
        let rings = polygons.flatMap(\.rings)
        guard let first = rings.first else { return nil }
        let spans = merged(rings.flatMap(spans(of:)))
        var (west, east) = (spans[0].west, spans[spans.count - 1].east)
        var widestGap = 360 - (east - west)
        for (left, right) in zip(spans, spans.dropFirst()) where right.west - left.east > widestGap {
            widestGap = right.west - left.east
            (west, east) = (right.west, left.east)
        }
        return BoundingBox(
            uncheckedWest: west, south: rings.reduce(first.south) { min($0, $1.south) }, east: east,
            north: rings.reduce(first.north) { max($0, $1.north) })
    }

    /// What a ring spans, in one piece or in two on either side of ±180°.
    private static func spans(of ring: Ring) -> [LongitudeSpan] {
        let (west, east) = (ring.west.longitude, ring.east.longitude)
        switch ring.east.turn - ring.west.turn {
        case 0: return [LongitudeSpan(west: west, east: east)]
        case 1 where east < west:
            return [LongitudeSpan(west: west, east: 180), LongitudeSpan(west: -180, east: east)]
        default: return [LongitudeSpan(west: -180, east: 180)]
        }
    }

    /// The same longitudes in spans that don't touch, from west to east.
    private static func merged(_ spans: [LongitudeSpan]) -> [LongitudeSpan] {
        var merged: [LongitudeSpan] = []
        for span in spans.sorted(by: { $0.west < $1.west }) {
            if let last = merged.last, span.west <= last.east {
                merged[merged.count - 1] = LongitudeSpan(west: last.west, east: max(last.east, span.east))
            } else {
                merged.append(span)
            }
        }
        return merged
    }
}
