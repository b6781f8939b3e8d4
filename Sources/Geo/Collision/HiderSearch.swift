/// What a search for a hider is after.
enum HiderGoal {
    /// Whether there is one, whichever it is.
    case any
    /// The one placed first.
    case first
    /// The one whose point is nearest, of equals the one placed first.
    case nearest
}

/// A marker that seeks its hider in a `CollisionGrid`, and what was found so far.
struct HiderSearch {
    let marker: RankedMarker
    /// The marker's box in units.
    let box: CollisionBox
    let goal: HiderGoal
    /// The best entry so far, or -1.
    private(set) var found: Int32 = -1
    /// Where a point must lie to be met, ends included; X may lie a world west or east.
    private(set) var west: Int64 = 0
    private(set) var east: Int64 = 0
    private(set) var north: Int64 = 0
    private(set) var south: Int64 = 0

    /// Entries placed here or later are no longer wanted.
    private var limit = Int32.max
    private var distanceSquared: UInt128 = 0

    /// A search that has found nothing yet.
    init(for marker: RankedMarker, box: CollisionBox, goal: HiderGoal) {
        self.marker = marker
        self.box = box
        self.goal = goal
    }

    /// Sets the bounds for boxes that reach no further than `reach` from their point.
    @inline(__always)
    mutating func setBounds(reach: CollisionBox) {
        // A point as far away as both reach together touches at most, hence the ones.
        west = marker.x - box.left - reach.right + 1
        east = marker.x + box.right + reach.left - 1
        north = max(marker.y - box.top - reach.bottom + 1, 0)
        south = min(marker.y + box.bottom + reach.top - 1, CollisionPlane.side)
    }

    /// Whether an entry placed at `entry` or later is no longer wanted.
    @inline(__always)
    func isSettled(before entry: Int32) -> Bool { entry >= limit }

    /// Takes a colliding entry if it is better than the best so far.
    @inline(__always)
    mutating func take(_ entry: Int32, eastward: Int64, southward: Int64) {
        switch goal {
        case .any: (found, limit) = (entry, 0)
        case .first: (found, limit) = (entry, entry)
        case .nearest: takeIfNearer(entry, eastward: eastward, southward: southward)
        }
    }

    private mutating func takeIfNearer(_ entry: Int32, eastward: Int64, southward: Int64) {
        let oneWay = eastward & (CollisionPlane.side - 1)
        let dx = UInt128(min(oneWay, CollisionPlane.side - oneWay))
        let dy = UInt128(southward.magnitude)
        let squared = dx * dx + dy * dy
        guard found < 0 || (squared, entry) < (distanceSquared, found) else { return }
        (found, distanceSquared) = (entry, squared)
    }
}
