/// Longitudes between two meridians, neither of them beyond ±180.
package struct LongitudeSpan {
    package let west: Double
    package let east: Double

    package init(west: Double, east: Double) {
        self.west = west
        self.east = east
    }

    /// The smallest box that holds all of `spans`, which don't touch and go from west to east; nil for none.
    ///
    /// - Edges: it crosses the antimeridian where that is narrower; of two gaps equally wide the one that needs no crossing
    ///   wins.
    package static func box(around spans: [LongitudeSpan], south: Double, north: Double) -> BoundingBox? {
        guard let first = spans.first, let last = spans.last else { return nil }
        var (west, east) = (first.west, last.east)
        var widestGap = 360 - (east - west)
        for (left, right) in zip(spans, spans.dropFirst()) where right.west - left.east > widestGap {
            widestGap = right.west - left.east
            (west, east) = (right.west, left.east)
        }
        return BoundingBox(uncheckedWest: west, south: south, east: east, north: north)
    }

    /// What a ring spans, in one piece or in two on either side of ±180°.
    static func spans(of ring: RingBounds) -> [LongitudeSpan] {
        let (west, east) = (ring.west.longitude, ring.east.longitude)
        switch ring.east.turn - ring.west.turn {
        case 0: return [LongitudeSpan(west: west, east: east)]
        case 1 where east < west:
            return [LongitudeSpan(west: west, east: 180), LongitudeSpan(west: -180, east: east)]
        default: return [LongitudeSpan(west: -180, east: 180)]
        }
    }
}

/// The longitudes and latitudes of rings that come one by one, for the box around all of them.
struct SpanSum {
    /// Spans are joined when there are more than this; those of most files soon overlap.
    private static let maximumSpans = 4096

    private var spans: [LongitudeSpan] = []
    private var south = 90.0
    private var north = -90.0

    /// Adds a ring.
    mutating func add(_ ring: RingBounds) {
        spans += LongitudeSpan.spans(of: ring)
        south = min(south, ring.south)
        north = max(north, ring.north)
        guard spans.count > limit else { return }
        spans = Self.merged(spans)
        limit = max(Self.maximumSpans, 2 * spans.count)
    }

    private var limit = Self.maximumSpans

    /// The smallest box that holds all rings; nil for none.
    var box: BoundingBox? { LongitudeSpan.box(around: Self.merged(spans), south: south, north: north) }

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
