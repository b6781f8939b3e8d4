extension PackedRTree {
    /// Finds the `wanted` positions closest to `origin` within `limitMeters` for which `admits` returns true. The
    /// search compares chords, because they are cheap, and computes the geodesic where `GeodesicBounds` shows that a
    /// chord is not exact enough.
    ///
    /// - Units: meters on the WGS 84 ellipsoid.
    /// - Edges: the result has fewer positions if there are fewer. Equal distances are ordered by index, and the same
    ///   order decides which of them are in the result. A position exactly at `limitMeters` counts. The result is empty
    ///   if `wanted` is less than 1, or if the limit is less than 0 or NaN.
    /// - Parameter admits: called with the index of a position only if it is near enough to enter the result found so
    ///   far.
    /// - Complexity: O(log n + wanted) on average, n positions, if `admits` accepts all; 1/p times as high if it
    ///   accepts only a fraction p.
    package func nearest(
        to origin: Coordinate, count wanted: Int, withinMeters limitMeters: Double = .infinity,
        into search: inout NearestSearch, where admits: (Int) -> Bool = { _ in true }
    ) {
        search.neighbors.removeAll(keepingCapacity: true)
        search.ranked.removeAll(keepingCapacity: true)
        guard wanted > 0, count > 0, limitMeters >= 0 else { return }
        let place = frame.position(of: origin)
        let limit = limitMeters + GeodesicBounds.roundingMeters
        // The search also finds one position more than is wanted. If its chord is nearly as short as that of the last
        // wanted position, geodesics must decide between the two.
        let most = min(wanted, count) + 1
        search.found.reset(wanted: most, limit: limit * limit)
        withTables { findNearest(to: place, in: $0, into: &search.found, where: admits) }
        search.found.order()
        if search.isInDoubt(wanted, .chords) {
            let last = search.last(wanted)
            if last > Ruler.chords.farMeters {
                // A chord of this length is that of a geodesic of more than 17,500 km.
                guard last < GeodesicBounds.longestChordMeters,
                    collectFar(origin, count: wanted, within: limit, into: &search, where: admits)
                else {
                    return nearestByGeodesics(
                        to: origin, count: wanted, withinMeters: limitMeters, into: &search, where: admits)
                }
            } else {
                let all = min(Ruler.chords.highest(last), limit)
                search.found.reset(wanted: .max, limit: all * all)
                withTables { tables in
                    forEachLeaf(within: all * all, of: place, in: tables) { leaf in
                        look(inLeaf: leaf, of: tables, at: place, into: &search.found, where: admits)
                    }
                }
            }
        }
        rank(origin, place, limitMeters: limitMeters, into: &search)
        search.answer(count: wanted)
    }

    /// Finds the positions that can be among the `wanted` nearest by `Ruler.series`. Returns false if the series is not
    /// exact enough, near the antipode.
    private func collectFar(
        _ origin: Coordinate, count wanted: Int, within limit: Double, into search: inout NearestSearch,
        where admits: (Int) -> Bool
    ) -> Bool {
        let bound = BoxDistanceBound(origin: origin, unitsPerDegree: 1)
        func collect(_ most: Int, within limit: Double) {
            search.found.reset(wanted: most, limit: limit * limit)
            var reach = limit
            forEachLeaf(within: &reach, of: bound) { leaf, reach in
                let (x, y) = (degrees[leaf].longitudes, degrees[leaf].latitudes)
                let meters = bound.farMeters(west: x, south: y, east: x, north: y)
                // Unused lanes are infinite, and have no bound.
                for lane in 0..<Self.fanout where meters[lane] * meters[lane] <= search.found.limit && x[lane] <= 180 {
                    let slot = leaf << Self.fanoutShift + lane
                    if admits(Int(ids[slot])) { search.found.insert(meters[lane] * meters[lane], slot: slot) }
                }
                reach = min(reach, Ruler.series.highest(search.found.limit.squareRoot()))
            }
            search.found.order()
        }
        collect(wanted + 1, within: limit)
        guard search.isInDoubt(wanted, .series) else { return true }
        let reach = min(Ruler.series.highest(search.last(wanted)), limit)
        guard reach < .infinity else { return false }
        collect(.max, within: reach)
        return true
    }

    /// Finds the shortest chords, depth first; the nearest child of a group comes first.
    private func findNearest(
        to place: SIMD3<Double>, in tables: IndexTables, into found: inout ChordBuffer, where admits: (Int) -> Bool
    ) {
        let box = PointBox(place)
        var waiting = InlineArray<96, WaitingNode>(repeating: WaitingNode(square: 0, level: 0, node: 0))
        waiting[0].level = Int32(tables.topLevel)
        var depth = 1
        while depth > 0 {
            depth -= 1
            let next = waiting[depth]
            let limit = PointBox.limit(found.limit)
            guard next.square <= limit else { continue }
            guard next.level >= 0 else {
                look(inLeaf: Int(next.node), of: tables, at: place, into: &found, where: admits)
                continue
            }
            let squares = box.squaredGaps(
                to: tables.spaceBoxes[tables.levelStarts[Int(next.level)] + Int(next.node)])
            let bottom = depth
            for child in 0..<Self.fanout where squares[child] <= limit {
                let node = WaitingNode(
                    square: squares[child], level: next.level - 1,
                    node: next.node << Int32(Self.fanoutShift) | UInt32(child))
                var at = depth
                while at > bottom, waiting[at - 1].square < node.square {
                    waiting[at] = waiting[at - 1]
                    at -= 1
                }
                waiting[at] = node
                depth += 1
            }
        }
    }

    @inline(__always)
    private func look(
        inLeaf leaf: Int, of tables: IndexTables, at place: SIMD3<Double>, into found: inout ChordBuffer,
        where admits: (Int) -> Bool
    ) {
        let squares = tables.squaredChords(from: place, toLeaf: leaf)
        for lane in 0..<Self.fanout where squares[lane] <= found.limit {
            let slot = leaf << Self.fanoutShift + lane
            if admits(Int(tables.ids[slot])) { found.insert(squares[lane], slot: slot) }
        }
    }

    /// Calls `body` with each leaf that may contain a position whose squared chord is at most `limit`.
    private func forEachLeaf(
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

    /// Finds the nearest positions if they are so far away that chords are not exact enough: visits the nodes in the
    /// order of the lower bounds on the distances to their boxes, and computes a geodesic for each remaining position.
    private func nearestByGeodesics(
        to origin: Coordinate, count wanted: Int, withinMeters limitMeters: Double, into search: inout NearestSearch,
        where admits: (Int) -> Bool
    ) {
        let bound = BoxDistanceBound(origin: origin, unitsPerDegree: 1)
        // Of the positions with the shortest chords, take the farthest one: no result is farther away.
        var limit = limitMeters
        let place = frame.position(of: origin)
        var first: [Double] = []
        for number in 0..<wanted {
            first.append(
                Geodesic.distanceMeters(from: origin, to: coordinate(inSlot: Int(search.found[number].slot))))
        }
        if let farthest = first.max() { limit = min(limit, farthest) }
        var ranked: [RankedNeighbor] = []
        forEachLeaf(within: &limit, of: bound) { leaf, limit in
            let squares = withTables { $0.squaredChords(from: place, toLeaf: leaf) }
            for lane in 0..<Self.fanout where squares[lane].squareRoot() <= limit + GeodesicBounds.roundingMeters {
                let slot = leaf << Self.fanoutShift + lane
                let index = Int(ids[slot])
                guard admits(index) else { continue }
                let distance = Geodesic.distanceMeters(from: origin, to: coordinate(inSlot: slot))
                guard distance <= limit else { continue }
                ranked.append(RankedNeighbor(index: index, slot: slot, low: distance, high: distance))
                guard ranked.count / 2 >= wanted else { continue }
                ranked.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
                ranked.removeLast(ranked.count - wanted)
                limit = ranked[wanted - 1].distance
            }
        }
        ranked.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
        search.ranked = ranked
        search.answer(count: wanted)
    }

    /// Calls `body` with each leaf whose box may contain a position within the limit. The nearest of the eight children
    /// of a group comes first. `body` may lower the limit.
    private func forEachLeaf(
        within limit: inout Double, of bound: BoxDistanceBound, body: (Int, inout Double) -> Void
    ) {
        func visit(_ level: Int, _ group: Int, _ limit: inout Double) {
            let boxes = degreeBoxes[levelStarts[level] + group]
            let (west, east) = (SIMD8<Double>(boxes.west), SIMD8<Double>(boxes.east))
            let (south, north) = (SIMD8<Double>(boxes.south), SIMD8<Double>(boxes.north))
            let far = bound.farMeters(west: west, south: south, east: east, north: north)
            var children: [(bound: Double, node: Int)] = []
            for child in 0..<Self.fanout where west[child] <= east[child] && far[child] <= limit {
                let meters =
                    far[child] < BoxDistanceBound.farthestMeters
                    ? far[child]
                    : bound.meters(west: west[child], south: south[child], east: east[child], north: north[child])
                children.append((meters, group << Self.fanoutShift | child))
            }
            children.sort { $0.bound < $1.bound }
            for child in children where child.bound <= limit {
                if level > 0 { visit(level - 1, child.node, &limit) } else { body(child.node, &limit) }
            }
        }
        visit(levelStarts.count - 1, 0, &limit)
    }
}

/// A node to visit, and a lower bound on the square of its distance.
private struct WaitingNode {
    var square: Float
    /// The level of its children's boxes; -1 for a leaf.
    var level: Int32
    var node: UInt32
}
