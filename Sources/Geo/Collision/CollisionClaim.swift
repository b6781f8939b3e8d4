/// A visible marker that can hide others. `CollisionField` explains ranks and spots.
struct Claim {
    let rank: Int32
    let spot: Int32
    let point: PlanePoint
    /// In plane units.
    let box: CollisionBox
    /// The bounds of the points of markers that can collide with this marker, ends included. They are split in two at
    /// the seam of ±180° before they are searched.
    var reach: SpotBounds
    /// Whether all points within `reach` collide. This can be true only if all boxes are equal.
    var isReachExact = false
    /// The other markers that the marker collides with, hidden or not.
    var company = Company()
    /// Whether the marker only takes over hidden markers, namely those that are nearer to it than to their hiders.
    var isForNearest = false
    /// Only markers with a greater rank number than this are compared. A greater number means a lower rank.
    var highestRank: Int32 = -1

    init(rank: Int32, spot: Int32, point: PlanePoint, box: CollisionBox) {
        (self.rank, self.spot, self.point, self.box) = (rank, spot, point, box)
        reach = SpotBounds(point)
    }

    /// Sets `reach`, if the other boxes reach no further than `other`. Returns false if no point can collide.
    /// - Edges: `reach.east` may be beyond the seam; `reach` never goes around the world more than once.
    @inline(__always)
    mutating func setReach(of other: CollisionBox) -> Bool {
        let side = CollisionPlane.side
        // At a distance equal to the sum of both reaches, boxes only touch. So each bound is one unit closer.
        reach.north = max(point.y &- box.top &- other.bottom &+ 1, 0)
        reach.south = min(point.y &+ box.bottom &+ other.top &- 1, side)
        let width = box.right &+ other.left &+ box.left &+ other.right &- 1
        guard width > 0, reach.north <= reach.south else { return false }
        reach.west = width < side ? (point.x &- box.left &- other.right &+ 1) & (side &- 1) : 0
        reach.east = reach.west &+ min(width, side) &- 1
        return true
    }

    @inline(__always)
    func meets(_ other: PlanePoint, _ otherBox: CollisionBox) -> Bool {
        box.meets(otherBox, eastward: other.x &- point.x, southward: other.y &- point.y)
    }
}

extension PlanePoint {
    /// Returns the square of the distance to another point, in the shorter direction around the world.
    func distanceSquared(to other: PlanePoint) -> UInt128 {
        let oneWay = (other.x - x) & (CollisionPlane.side - 1)
        let dx = UInt128(min(oneWay, CollisionPlane.side - oneWay))
        let dy = UInt128((other.y - y).magnitude)
        return dx * dx + dy * dy
    }
}

/// The spots of up to three markers that a visible marker collides with. If there are more, this is a *crowd* without
/// spots. When the zoom increases, markers only move apart, so the list has all markers that collide at a higher zoom.
struct Company {
    private(set) var first: Int32 = -1
    private(set) var second: Int32 = -1
    private(set) var third: Int32 = -1

    /// The value for a company that is unknown or has too many markers to list.
    static let crowd = Company(first: -2)

    init() {}

    private init(first: Int32) { self.first = first }

    var isEmpty: Bool { first == -1 }

    var isCrowd: Bool { first == -2 }

    @inline(__always)
    mutating func append(_ spot: Int32) {
        if first == -1 {
            first = spot
        } else if second == -1 {
            second = spot
        } else if third == -1 {
            third = spot
        } else {
            self = .crowd
        }
    }
}
