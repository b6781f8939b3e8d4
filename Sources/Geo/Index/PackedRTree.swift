/// A static index of positions in memory: boxes, circles and the nearest, all exact.
///
/// A tree of full nodes over positions in an order in which neighbours stand together. Nothing points anywhere: eight
/// positions are a leaf, eight nodes are a group, and where a node's children stand follows from its number.
///
///     ids      │ 7 3 9 0 5 2 8 1 │ 4 6 …       the index of the coordinate in each slot
///     degrees  │ longitudes ×8, latitudes ×8 │ …         a leaf: exact doubles, for boxes
///     places   │ east ×8, north ×8, up ×8 │ …            a leaf: meters in `frame`, for distances
///     level 0  │ boxes of leaves 0…7 │ of leaves 8…15 │ …
///     level 1  │ boxes of the groups 0…7 of level 0 │ …
///       ⋮
///     top      │ boxes of at most eight groups │
///
/// So the slots below child i of level l are 8^(l+1)·i and those up to the next child's, and a whole node is counted by a
/// subtraction. A group holds the boxes of its eight children one edge beside the other, so that one instruction
/// compares several children. Boxes are 32-bit floats rounded outward: they never leave out a position, and the doubles of
/// the leaves decide.
///
/// - Complexity: 44 bytes a position for its doubles and its id, 6 for the boxes.
/// - Source: implicit full trees, Guttman's R-tree packed by Kamel and Faloutsos, "On packing R-trees" (1993); the order
///   is that of a k-d tree instead of their Hilbert curve, because its leaves do not overlap (`SpatialOrder`).
public struct PackedRTree: Sendable {
    /// So many positions are a leaf, and so many nodes a group: what two or four vector registers hold.
    static let fanout = 8
    /// The fanout as a power of two.
    static let fanoutShift = 3
    /// Slots have 32 bits.
    private static let maximumCount = Int(UInt32.max) - fanout

    /// How many positions there are.
    public let count: Int
    let frame: EarthFrame
    let ids: [UInt32]
    let degrees: [LeafDegrees]
    let places: [LeafPlaces]
    let spaceBoxes: [SpaceBoxes]
    let degreeBoxes: [DegreeBoxes]
    /// Where the groups of each level begin, in both arrays of boxes.
    let levelStarts: [Int]

    /// An index of `coordinates`, each known by its place in the array from now on.
    ///
    /// - Edges: none, one and equal coordinates are fine.
    /// - Precondition: fewer than 2³² - 9 coordinates.
    /// - Complexity: O(n log n); 16 bytes a coordinate beside the index while it is made. The array is let go of early
    ///   where it is the caller's last use of it.
    ///
    /// - Parameter both: runs two pieces of work, on two threads if it likes, and returns when both are done; the index is
    ///   the same.
    public init(_ coordinates: consuming [Coordinate], both: Both = oneByOne) {
        var coordinates = consume coordinates
        precondition(coordinates.count <= Self.maximumCount)
        count = coordinates.count
        let order = SpatialOrder(coordinates, both)
        frame = EarthFrame(middle: order.middle)
        let ids = order.ids()
        let degrees = Self.degrees(coordinates, in: ids)
        coordinates = []
        places = Self.places(degrees, in: frame, count: count)
        self.ids = ids
        self.degrees = degrees
        (spaceBoxes, degreeBoxes, levelStarts) = Self.boxes(places, degrees)
    }

    /// Runs two pieces of work that share nothing.
    public typealias Both = (_ first: @escaping @Sendable () -> Void, _ second: () -> Void) -> Void

    /// Runs one after the other.
    public static var oneByOne: Both {
        { first, second in
            first()
            second()
        }
    }

    /// An order in which to ask about many positions: those near each other one after the other, so that what the index
    /// looks at for one is still at hand for the next.
    ///
    /// - Returns: places in `coordinates`.
    /// - Complexity: O(n log n).
    public static func order(of coordinates: [Coordinate]) -> [Int] { SpatialOrder(coordinates).ids().map(Int.init) }

    /// Calls `body` with the tables as pointers: retaining arrays and checking bounds take half of a query's time.
    ///
    /// Groups and leaves are asked for by what a group above holds, and a child that is not there has an empty box, which is
    /// near nothing and meets nothing; so all numbers lie in the tables, whose sizes follow from the same count.
    @inline(__always)
    func withTables<Result>(_ body: (IndexTables) -> Result) -> Result {
        spaceBoxes.withUnsafeBufferPointer { space in
            degreeBoxes.withUnsafeBufferPointer { flat in
                places.withUnsafeBufferPointer { places in
                    degrees.withUnsafeBufferPointer { degrees in
                        ids.withUnsafeBufferPointer { ids in
                            levelStarts.withUnsafeBufferPointer { starts in
                                body(
                                    IndexTables(
                                        count: count, levelStarts: starts, spaceBoxes: space, degreeBoxes: flat,
                                        places: places, degrees: degrees, ids: ids))
                            }
                        }
                    }
                }
            }
        }
    }

    /// The coordinate in a slot, as it was given.
    func coordinate(inSlot slot: Int) -> Coordinate {
        let leaf = degrees[slot >> Self.fanoutShift]
        let lane = slot & (Self.fanout - 1)
        return Coordinate(uncheckedLongitude: leaf.longitudes[lane], latitude: leaf.latitudes[lane])
    }
}

/// The tables of a `PackedRTree`, valid within `withTables`.
struct IndexTables {
    let count: Int
    let levelStarts: UnsafeBufferPointer<Int>
    let spaceBoxes: UnsafeBufferPointer<SpaceBoxes>
    let degreeBoxes: UnsafeBufferPointer<DegreeBoxes>
    let places: UnsafeBufferPointer<LeafPlaces>
    let degrees: UnsafeBufferPointer<LeafDegrees>
    let ids: UnsafeBufferPointer<UInt32>

    var topLevel: Int { levelStarts.count - 1 }

    /// The slots below a node: a child of a group of this level.
    @inline(__always)
    func slots(below child: Int, ofLevel level: Int) -> Range<Int> {
        let shift = PackedRTree.fanoutShift * (level + 1)
        return child << shift..<min((child + 1) << shift, count)
    }

    /// The squares of the chords to a leaf's positions; infinity where there is none.
    @inline(__always)
    func squaredChords(from place: SIMD3<Double>, toLeaf leaf: Int) -> SIMD8<Double> {
        let places = places[leaf]
        let east = places.east - place.x
        let north = places.north - place.y
        let up = places.up - place.z
        return east * east + north * north + up * up
    }
}

/// The coordinates of a leaf; behind the last one infinity, which is in no box.
struct LeafDegrees: Sendable {
    var longitudes: SIMD8<Double>
    var latitudes: SIMD8<Double>
}

/// The same as meters; behind the last one infinity, which is near nothing.
struct LeafPlaces: Sendable {
    var east: SIMD8<Double>
    var north: SIMD8<Double>
    var up: SIMD8<Double>
}

/// The boxes of a group's eight children in meters; those of children that are not there are empty.
struct SpaceBoxes: Sendable {
    var west = SIMD8<Float>(repeating: .infinity)
    var east = SIMD8<Float>(repeating: -.infinity)
    var south = SIMD8<Float>(repeating: .infinity)
    var north = SIMD8<Float>(repeating: -.infinity)
    var bottom = SIMD8<Float>(repeating: .infinity)
    var top = SIMD8<Float>(repeating: -.infinity)
}

/// The same in degrees.
struct DegreeBoxes: Sendable {
    var west = SIMD8<Float>(repeating: .infinity)
    var east = SIMD8<Float>(repeating: -.infinity)
    var south = SIMD8<Float>(repeating: .infinity)
    var north = SIMD8<Float>(repeating: -.infinity)
}
