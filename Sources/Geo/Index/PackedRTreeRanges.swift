extension PackedRTree {
    /// Appends the indices of all positions in `box`, edges included, to `indexes`, in no particular order; each once.
    ///
    /// - Edges: as in `BoundingBox.contains`, including across the antimeridian.
    /// - Complexity: O(log n + √m) on average, plus copying the m indices. Nodes completely inside are not opened.
    public func append(in box: BoundingBox, to indexes: inout [UInt32]) {
        withTables { tables in
            forEachRun(in: box, of: tables) {
                indexes.append(contentsOf: UnsafeBufferPointer(rebasing: tables.ids[$0]))
            }
        }
    }

    /// Returns how many positions `append(in:to:)` would append.
    ///
    /// - Complexity: O(log n + √m) on average, m positions in the box.
    public func count(in box: BoundingBox) -> Int {
        var sum = 0
        withTables { tables in forEachRun(in: box, of: tables) { sum += $0.count } }
        return sum
    }

    /// Calls `body` with runs of slots. Together, the runs contain exactly the slots of the positions in `box`.
    @inline(__always)
    private func forEachRun(in box: BoundingBox, of tables: IndexTables, body: (Range<Int>) -> Void) {
        guard count > 0 else { return }
        // The parts share no position, because 180 and -180 are different numbers.
        for part in box.partsWithoutCrossing {
            var run = 0..<0
            visit(Window(part), tables, level: tables.topLevel, group: 0, run: &run, body: body)
            if !run.isEmpty { body(run) }
        }
    }

    /// Visits a group and its children. Joins runs that are next to each other.
    private func visit(
        _ window: Window, _ tables: IndexTables, level: Int, group: Int, run: inout Range<Int>,
        body: (Range<Int>) -> Void
    ) {
        func add(_ slots: Range<Int>) {
            if slots.lowerBound == run.upperBound {
                run = run.lowerBound..<slots.upperBound
            } else {
                if !run.isEmpty { body(run) }
                run = slots
            }
        }
        let boxes = tables.degreeBoxes[tables.levelStarts[level] + group]
        let meets = window.meets(boxes)
        let holds = window.holds(boxes)
        for child in 0..<Self.fanout where meets[child] {
            let node = group << Self.fanoutShift | child
            if holds[child] {
                add(tables.slots(below: node, ofLevel: level))
            } else if level > 0 {
                visit(window, tables, level: level - 1, group: node, run: &run, body: body)
            } else {
                let inside = window.holds(tables.degrees[node])
                for lane in 0..<Self.fanout where inside[lane] {
                    let slot = node << Self.fanoutShift + lane
                    add(slot..<slot + 1)
                }
            }
        }
    }

    /// Returns how many positions are at most `radiusMeters` from `origin` on the WGS 84 ellipsoid. A position exactly
    /// at the radius counts. The result is 0 if the radius is less than 0 or NaN.
    ///
    /// - Complexity: O(log n + √m) on average, m positions in the circle. Nodes completely inside are not opened.
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
}

/// A box that does not cross the antimeridian, with its edges as floats, rounded outward and inward.
private struct Window {
    let box: BoundingBox
    let outerWest: Float
    let outerEast: Float
    let outerSouth: Float
    let outerNorth: Float
    let innerWest: Float
    let innerEast: Float
    let innerSouth: Float
    let innerNorth: Float

    init(_ box: BoundingBox) {
        self.box = box
        (outerWest, innerWest) = (Float(roundedDown: box.west), Float(roundedUp: box.west))
        (outerSouth, innerSouth) = (Float(roundedDown: box.south), Float(roundedUp: box.south))
        (innerEast, outerEast) = (Float(roundedDown: box.east), Float(roundedUp: box.east))
        (innerNorth, outerNorth) = (Float(roundedDown: box.north), Float(roundedUp: box.north))
    }

    /// Returns which of eight boxes may contain positions of the window.
    @inline(__always)
    func meets(_ boxes: DegreeBoxes) -> SIMDMask<SIMD8<Int32>> {
        boxes.west .<= outerEast .& boxes.east .>= outerWest .& boxes.south .<= outerNorth
            .& boxes.north .>= outerSouth
    }

    @inline(__always)
    func holds(_ boxes: DegreeBoxes) -> SIMDMask<SIMD8<Int32>> {
        boxes.west .>= innerWest .& boxes.east .<= innerEast .& boxes.south .>= innerSouth
            .& boxes.north .<= innerNorth
    }

    @inline(__always)
    func holds(_ leaf: LeafDegrees) -> SIMDMask<SIMD8<Int64>> {
        leaf.longitudes .>= box.west .& leaf.longitudes .<= box.east .& leaf.latitudes .>= box.south
            .& leaf.latitudes .<= box.north
    }
}
