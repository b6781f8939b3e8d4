extension PackedRTree {
    /// Finds the nearest positions if they are so far away that chords are not exact enough. Visits the nodes in the
    /// order of the lower bounds on the distances to their boxes on the ellipsoid, and computes a geodesic for each
    /// remaining position.
    func nearestByGeodesics(
        to origin: Coordinate, count wanted: Int, withinMeters limitMeters: Double, into search: inout NearestSearch,
        where admits: (Int) -> Bool
    ) {
        let sphere = AuxiliarySphere(origin: origin)
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
        forEachLeaf(within: &limit, of: sphere) { leaf, limit in
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
        within limit: inout Double, of sphere: AuxiliarySphere, body: (Int, inout Double) -> Void
    ) {
        func visit(_ level: Int, _ group: Int, _ limit: inout Double) {
            let boxes = degreeBoxes[levelStarts[level] + group]
            var children: [(bound: Double, node: Int)] = []
            for child in 0..<Self.fanout where boxes.west[child] <= boxes.east[child] {
                // An edge that was rounded outward may be beyond the pole or the antimeridian.
                let bound = sphere.lowerBoundMeters(
                    west: max(-180, Double(boxes.west[child])), south: max(-90, Double(boxes.south[child])),
                    east: min(180, Double(boxes.east[child])), north: min(90, Double(boxes.north[child])))
                children.append((bound, group << Self.fanoutShift | child))
            }
            children.sort { $0.bound < $1.bound }
            for child in children where child.bound <= limit {
                if level > 0 { visit(level - 1, child.node, &limit) } else { body(child.node, &limit) }
            }
        }
        visit(levelStarts.count - 1, 0, &limit)
    }
}
