/// A visible hider that claims the markers it collides with.
struct Claim {
    let rank: Int32
    /// Its own spot.
    let spot: Int32
    let point: PlanePoint
    /// Its box in units.
    let box: CollisionBox
    /// Where points must lie to be met, ends included; X is not beyond the seam.
    var reach: SpotBounds
    /// Whether all points within `reach` are met, as where all boxes are alike.
    var isReachExact = false
    /// The others that it collides with, hidden or not.
    var company = Company()
    /// Whether hidden markers are compared with the hiders that they have, rather than claimed.
    var isForNearest = false
    /// The rank that those compared are below.
    var highestRank: Int32 = -1

    /// A claim that has seen nobody yet.
    init(rank: Int32, spot: Int32, point: PlanePoint, box: CollisionBox) {
        (self.rank, self.spot, self.point, self.box) = (rank, spot, point, box)
        reach = SpotBounds(point)
    }

    /// Sets where points must lie whose boxes reach no further than `other`; false if there is no such place.
    ///
    /// - Edges: `reach.east` may lie beyond the seam; it never goes round the world more than once.
    @inline(__always)
    mutating func setReach(of other: CollisionBox) -> Bool {
        let side = CollisionPlane.side
        // A point as far away as both reach together touches at most, hence the ones.
        reach.north = max(point.y &- box.top &- other.bottom &+ 1, 0)
        reach.south = min(point.y &+ box.bottom &+ other.top &- 1, side)
        let width = box.right &+ other.left &+ box.left &+ other.right &- 1
        guard width > 0, reach.north <= reach.south else { return false }
        reach.west = width < side ? (point.x &- box.left &- other.right &+ 1) & (side &- 1) : 0
        reach.east = reach.west &+ min(width, side) &- 1
        return true
    }

    /// Whether the box of a marker at `other` meets this one.
    @inline(__always)
    func meets(_ other: PlanePoint, _ otherBox: CollisionBox) -> Bool {
        box.meets(otherBox, eastward: other.x &- point.x, southward: other.y &- point.y)
    }
}

extension PlanePoint {
    /// The square of the distance to another point, the shorter way round the world.
    func distanceSquared(to other: PlanePoint) -> UInt128 {
        let oneWay = (other.x - x) & (CollisionPlane.side - 1)
        let dx = UInt128(min(oneWay, CollisionPlane.side - oneWay))
        let dy = UInt128((other.y - y).magnitude)
        return dx * dx + dy * dy
    }
}

/// The spots of up to three markers that a visible one collides with, or only that there are more.
///
/// While zooming in markers only separate, so that whoever collides at a higher zoom is among them.
struct Company {
    private(set) var first: Int32 = -1
    private(set) var second: Int32 = -1
    private(set) var third: Int32 = -1

    /// Not known, or too many to be listed.
    static let crowd = Company(first: -2)

    /// Nobody.
    init() {}

    private init(first: Int32) { self.first = first }

    /// Whether there is nobody.
    var isEmpty: Bool { first == -1 }

    /// Whether there are more than are listed.
    var isCrowd: Bool { first == -2 }

    /// Adds a spot.
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
