/// Pointers to the tables of a field, for hot loops; valid only within `withTables`.
struct CollisionTables {
    let points: UnsafeBufferPointer<PlanePoint>
    let rankOfSpot: UnsafeBufferPointer<Int32>
    let kindOfSpot: UnsafeBufferPointer<Int32>
    let spotOfRank: UnsafeBufferPointer<Int32>
    let kinds: UnsafeBufferPointer<MarkerKind>
    let bounds: UnsafeBufferPointer<SpotBounds>
    let wideBounds: UnsafeBufferPointer<SpotBounds>
}

extension CollisionField {
    /// Calls `body` with the tables. `body` must not keep them.
    @inline(__always)
    func withTables(_ body: (CollisionTables) -> Void) {
        points.withUnsafeBufferPointer { points in
            rankOfSpot.withUnsafeBufferPointer { rankOfSpot in
                kindOfSpot.withUnsafeBufferPointer { kindOfSpot in
                    spotOfRank.withUnsafeBufferPointer { spotOfRank in
                        withBounds { kinds, bounds, wideBounds in
                            body(
                                CollisionTables(
                                    points: points, rankOfSpot: rankOfSpot, kindOfSpot: kindOfSpot,
                                    spotOfRank: spotOfRank, kinds: kinds, bounds: bounds, wideBounds: wideBounds))
                        }
                    }
                }
            }
        }
    }

    @inline(__always)
    private func withBounds(
        _ body: (
            UnsafeBufferPointer<MarkerKind>, UnsafeBufferPointer<SpotBounds>, UnsafeBufferPointer<SpotBounds>
        ) -> Void
    ) {
        kinds.withUnsafeBufferPointer { kinds in
            bounds.withUnsafeBufferPointer { bounds in
                wideBounds.withUnsafeBufferPointer { body(kinds, bounds, $0) }
            }
        }
    }
}
