internal import Glibc

extension PackedRTree {
    /// Returns how many positions are at most `radiusMeters` from `origin`.
    ///
    /// - Units: meters on the WGS 84 ellipsoid.
    /// - Edges: a position exactly at the radius counts. The result is 0 if the radius is less than 0 or NaN.
    /// - Complexity: O(log n + √m) on average, m positions in the circle. Nodes completely inside the circle are not
    ///   opened.
    public func count(withinMeters radiusMeters: Double, of origin: Coordinate) -> Int {
        guard count > 0, radiusMeters >= 0 else { return 0 }
        let place = frame.position(of: origin)
        let inside = GeodesicBounds.surelyInside(distance: radiusMeters)
        let outside = radiusMeters + GeodesicBounds.roundingMeters
        let circle = Circle(
            origin: origin, place: place, radius: radiusMeters, insideSquare: inside < 0 ? -1 : inside * inside,
            outsideSquare: min(outside * outside, .greatestFiniteMagnitude))
        return withTables { count(in: circle, box: PointBox(place), of: $0, level: $0.topLevel, group: 0) }
    }

    private struct Circle {
        let origin: Coordinate
        let place: SIMD3<Double>
        let radius: Double
        /// Positions whose squared chord is at most this value are inside.
        let insideSquare: Double
        /// Positions whose squared chord is greater than this value are outside.
        let outsideSquare: Double
    }

    private func count(
        in circle: Circle, box: PointBox, of tables: IndexTables, level: Int, group: Int
    ) -> Int {
        let boxes = tables.spaceBoxes[tables.levelStarts[level] + group]
        let gaps = box.squaredGaps(to: boxes)
        let reaches = box.squaredReaches(to: boxes)
        let outside = PointBox.limit(circle.outsideSquare)
        let inside = Float(circle.insideSquare) * 0.999999
        var sum = 0
        for child in 0..<Self.fanout where gaps[child] <= outside {
            let node = group << Self.fanoutShift | child
            if reaches[child] <= inside {
                sum += tables.slots(below: node, ofLevel: level).count
            } else if level > 0 {
                sum += count(in: circle, box: box, of: tables, level: level - 1, group: node)
            } else {
                sum += count(in: circle, of: tables, leaf: node)
            }
        }
        return sum
    }

    private func count(in circle: Circle, of tables: IndexTables, leaf: Int) -> Int {
        let squares = tables.squaredChords(from: circle.place, toLeaf: leaf)
        var sum = 0
        for lane in 0..<Self.fanout where squares[lane] <= circle.outsideSquare {
            if squares[lane] <= circle.insideSquare || isInside(circle, slot: leaf << Self.fanoutShift + lane) {
                sum += 1
            }
        }
        return sum
    }

    private func isInside(_ circle: Circle, slot: Int) -> Bool {
        let bounds = bounds(from: circle.place, toSlot: slot)
        if bounds.high <= circle.radius { return true }
        if bounds.low > circle.radius { return false }
        return Geodesic.distanceMeters(from: circle.origin, to: coordinate(inSlot: slot)) <= circle.radius
    }

    /// Returns the bounds of the geodesic to a slot's position.
    func bounds(from place: SIMD3<Double>, toSlot slot: Int) -> GeodesicBounds {
        let leaf = places[slot >> Self.fanoutShift]
        let lane = slot & (Self.fanout - 1)
        let target = SIMD3(leaf.east[lane], leaf.north[lane], leaf.up[lane])
        let way = target - place
        let chord = (way.x * way.x + way.y * way.y + way.z * way.z).squareRoot()
        return GeodesicBounds(from: place, to: target, chord: chord, in: frame)
    }

    /// Calls `body` with each leaf that may contain a position whose squared chord is at most `limit`.
    func forEachLeaf(
        within limit: Double, of place: SIMD3<Double>, in tables: IndexTables, body: (Int) -> Void
    ) {
        let box = PointBox(place)
        let reach = PointBox.limit(limit)
        func visit(_ level: Int, _ group: Int) {
            let gaps = box.squaredGaps(to: tables.spaceBoxes[tables.levelStarts[level] + group])
            for child in 0..<Self.fanout where gaps[child] <= reach {
                let node = group << Self.fanoutShift | child
                if level > 0 { visit(level - 1, node) } else { body(node) }
            }
        }
        visit(tables.topLevel, 0)
    }
}
