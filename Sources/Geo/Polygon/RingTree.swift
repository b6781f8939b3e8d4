/// A tree of boxes around the rings of an area, to find the rings that may contain a position.
///
///     level 0: one box per ring, two for a ring on both sides of ±180°, in the order of Morton's curve
///     level 1: boxes of 0…15 | 16…31 | …       and so on, until at most sixteen remain
/// - Complexity: O(log n + k) for n rings, k of them around the position, if boxes overlap little.
struct RingTree: Sendable {
    /// A box in degrees, as floats that are rounded outward.
    struct Box: Sendable {
        /// West and south, and the negatives of east and north, so that one comparison tells whether the box holds a
        /// position.
        private var edges: SIMD4<Float>

        fileprivate init(_ span: LongitudeSpan, _ ring: RingBounds) {
            edges = SIMD4(
                Float(roundedDown: span.west), Float(roundedDown: ring.south), -Float(roundedUp: span.east),
                -Float(roundedUp: ring.north))
        }

        /// A position rounded outward: a float is at most a number if it is at most the next lower float.
        fileprivate init(around longitude: Double, _ latitude: Double) {
            edges = SIMD4(
                Float(roundedDown: longitude), Float(roundedDown: latitude), -Float(roundedUp: longitude),
                -Float(roundedUp: latitude))
        }

        fileprivate mutating func add(_ other: Box) { edges = pointwiseMin(edges, other.edges) }

        fileprivate func holds(_ place: Box) -> Bool { all(edges .<= place.edges) }

        fileprivate var middle: (longitude: Float, latitude: Float) {
            ((edges.x - edges.z) / 2, (edges.y - edges.w) / 2)
        }

        var boundingBox: BoundingBox {
            BoundingBox(
                uncheckedWest: Double(edges.x), south: Double(edges.y), east: -Double(edges.z), north: -Double(edges.w))
        }
    }

    /// The boxes of rings that are added one by one.
    struct Entries {
        fileprivate var boxes: [Box] = []
        fileprivate var rings: [UInt32] = []

        mutating func add(_ ring: Int, _ bounds: RingBounds) {
            for span in LongitudeSpan.spans(of: bounds) {
                boxes.append(Box(span, bounds))
                rings.append(UInt32(ring))
            }
        }
    }

    private static let fanOut = 16

    /// All levels, the lowest first.
    private var boxes: [Box] = []
    private var levelEnds: [Int] = []
    private var rings: [UInt32] = []

    init(_ entries: Entries) {
        let order = entries.boxes.indices.map { index in
            UInt64(Self.curve(entries.boxes[index])) << 32 | UInt64(index)
        }.sorted()
        boxes.reserveCapacity(order.count + order.count / (Self.fanOut - 1) + Self.fanOut)
        for key in order { boxes.append(entries.boxes[Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: key))]) }
        rings = order.map { entries.rings[Int(UInt32(truncatingIfNeeded: $0))] }
        levelEnds = [boxes.count]
        var start = 0
        while boxes.count - start > Self.fanOut {
            let end = boxes.count
            for first in stride(from: start, to: end, by: Self.fanOut) {
                var box = boxes[first]
                for other in first..<min(first + Self.fanOut, end) { box.add(boxes[other]) }
                boxes.append(box)
            }
            start = end
            levelEnds.append(boxes.count)
        }
    }

    /// Calls `body` with the rings whose boxes contain a position, until `body` returns false. A ring may occur twice.
    func forEachRing(around longitude: Double, _ latitude: Double, _ body: (Int) -> Bool) {
        let top = levelEnds.count - 1
        _ = visit(0..<count(ofLevel: top), level: top, Box(around: longitude, latitude), body)
    }

    private func visit(_ range: Range<Int>, level: Int, _ place: Box, _ body: (Int) -> Bool) -> Bool {
        let start = start(ofLevel: level)
        for index in range where boxes[start + index].holds(place) {
            if level == 0 {
                guard body(Int(rings[index])) else { return false }
                continue
            }
            let first = index * Self.fanOut
            let below = first..<min(first + Self.fanOut, count(ofLevel: level - 1))
            guard visit(below, level: level - 1, place, body) else { return false }
        }
        return true
    }

    /// Returns at most `most` boxes that together contain all rings.
    func boxes(atMost most: Int) -> ArraySlice<Box> {
        let level = levelEnds.indices.first { count(ofLevel: $0) <= most } ?? levelEnds.count - 1
        return boxes[start(ofLevel: level)..<levelEnds[level]]
    }

    private func start(ofLevel level: Int) -> Int { level == 0 ? 0 : levelEnds[level - 1] }
    private func count(ofLevel level: Int) -> Int { levelEnds[level] - start(ofLevel: level) }

    /// Returns the index of a box's middle on Morton's curve, over a grid of 2^16 × 2^16.
    private static func curve(_ box: Box) -> UInt32 {
        func spread(_ share: Float) -> UInt32 {
            var bits = UInt32(max(0, min(65535, share * 65536)))
            bits = (bits | bits << 8) & 0x00FF_00FF
            bits = (bits | bits << 4) & 0x0F0F_0F0F
            bits = (bits | bits << 2) & 0x3333_3333
            return (bits | bits << 1) & 0x5555_5555
        }
        let middle = box.middle
        return spread((middle.longitude + 180) / 360) | spread((middle.latitude + 90) / 180) << 1
    }
}

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

    mutating func add(_ ring: RingBounds) {
        spans += LongitudeSpan.spans(of: ring)
        south = min(south, ring.south)
        north = max(north, ring.north)
        guard spans.count > limit else { return }
        spans = Self.merged(spans)
        limit = max(Self.maximumSpans, 2 * spans.count)
    }

    private var limit = Self.maximumSpans

    var box: BoundingBox? { LongitudeSpan.box(around: Self.merged(spans), south: south, north: north) }

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
