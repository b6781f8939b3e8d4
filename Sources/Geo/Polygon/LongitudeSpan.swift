/// The longitudes between two meridians, both within ±180.
package struct LongitudeSpan {
    package let west: Double
    package let east: Double

    package init(west: Double, east: Double) {
        self.west = west
        self.east = east
    }

    /// Returns the smallest box that contains all of `spans`; nil without spans. The spans must not touch each
    /// other, and must be ordered from west to east.
    ///
    /// - Edges: the box crosses the antimeridian if that makes it narrower. If two gaps are equally wide, the result is
    ///   the box that does not cross the antimeridian.
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

    /// Returns the longitudes of a ring: one span, or two, one on each side of ±180°.
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

/// Collects the longitudes and latitudes of rings that are added one by one, and computes the box around all rings.
struct SpanSum {
    /// If there are more spans than this, overlapping spans are merged. The spans of most files soon overlap.
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

    /// The smallest box that contains all rings; nil without rings.
    var box: BoundingBox? { LongitudeSpan.box(around: Self.merged(spans), south: south, north: north) }

    /// Merges spans that touch and orders them from west to east.
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
