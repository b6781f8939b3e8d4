/// A static index of positions in memory, with exact answers for boxes, circles and nearest neighbors.
///
/// It is a tree of full nodes whose positions are in an order that keeps neighbors together. The tree has no pointers:
/// eight positions are a leaf, eight nodes are a group, and the number of a node gives the numbers of its children.
///
///     ids      │ 7 3 9 0 5 2 8 1 │ 4 6 …       the index of the coordinate in each slot
///     degrees  │ longitudes ×8, latitudes ×8 │ …         a leaf: exact doubles, for boxes
///     places   │ east ×8, north ×8, up ×8 │ …            a leaf: meters in `frame`, for distances
///     level 0  │ boxes of leaves 0…7 │ of leaves 8…15 │ …
///     level 1  │ boxes of the groups 0…7 of level 0 │ …
///       ⋮
///     top      │ boxes of at most eight groups │
///
/// So the slots below child i of level l begin at 8^(l+1)·i and end where those of the next child begin. One
/// subtraction gives the number of positions below a child. A group stores the boxes of its eight children edge by
/// edge, so that one instruction compares several children. Boxes are 32-bit floats rounded outward, so they contain
/// all their positions. The doubles in the leaves make the final decision.
///
/// - Complexity: 44 bytes per position for its doubles and its id, and 6 bytes for the boxes.
/// - Source: implicit full trees, Guttman's R-tree packed by Kamel and Faloutsos, "On packing R-trees" (1993); the
///   order is that of a k-d tree instead of their Hilbert curve, because its leaves do not overlap (`SpatialOrder`).
public struct PackedRTree: Sendable {
    /// The number of positions in a leaf and of nodes in a group: the size of two or four vector registers.
    static let fanout = 8
    /// The binary logarithm of the fanout.
    static let fanoutShift = 3
    /// The maximum number of coordinates, because slot numbers have 32 bits.
    private static let maximumCount = Int(UInt32.max) - fanout

    /// The number of positions in the index.
    public let count: Int
    let frame: EarthFrame
    let ids: [UInt32]
    let degrees: [LeafDegrees]
    let places: [LeafPlaces]
    let spaceBoxes: [SpaceBoxes]
    let degreeBoxes: [DegreeBoxes]
    /// Where the groups of each level begin, in both arrays of boxes.
    let levelStarts: [Int]

    /// Creates an index of `coordinates`. Search results identify a coordinate by its index in the array.
    ///
    /// - Edges: the array may be empty, and coordinates may be equal.
    /// - Precondition: at most 2³² - 9 coordinates.
    /// - Complexity: O(n log n). Building needs 16 bytes per coordinate in addition to the memory of the finished
    ///   index. The array is freed early if this is the caller's last use of it.
    ///
    /// - Parameter both: runs two pieces of work, perhaps on two threads, and returns when both are done. The resulting
    ///   index is the same with one thread and with two.
    public init(_ coordinates: consuming [Coordinate], both: TwoTasks.Runner = TwoTasks.oneByOne) {
        var coordinates = consume coordinates
        precondition(coordinates.count <= Self.maximumCount)
        count = coordinates.count
        let order = SpatialOrder(coordinates, leafSize: Self.fanout, both)
        frame = EarthFrame(middle: order.middle)
        let ids = order.ids()
        let degrees = Self.degrees(coordinates, in: ids)
        coordinates = []
        places = Self.places(degrees, in: frame, count: count)
        self.ids = ids
        self.degrees = degrees
        (spaceBoxes, degreeBoxes, levelStarts) = Self.boxes(places, degrees)
    }

    /// Returns an order for queries at many positions. Positions that are near each other are close together in this
    /// order. So the parts of the index that one query reads are still in the processor's cache for the next query.
    ///
    /// - Returns: indices in `coordinates`.
    /// - Complexity: O(n log n).
    public static func order(of coordinates: [Coordinate]) -> [Int] {
        SpatialOrder(coordinates, leafSize: fanout, TwoTasks.oneByOne).ids().map(Int.init)
    }

    /// Calls `body` with the tables as pointers, because retaining arrays and checking bounds would take half of a
    /// query's time.
    ///
    /// No bounds check is needed, because the numbers of groups and leaves are always inside the tables. A query finds
    /// these numbers only through the boxes of the group above. A child that does not exist has an empty box, which
    /// meets no query. The sizes of all tables follow from the same count.
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
}

extension PackedRTree: SlottedPositions {
    func index(ofSlot slot: Int) -> Int { Int(ids[slot]) }

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

    /// Returns the slots below a child of a group of this level.
    @inline(__always)
    func slots(below child: Int, ofLevel level: Int) -> Range<Int> {
        let shift = PackedRTree.fanoutShift * (level + 1)
        return child << shift..<min((child + 1) << shift, count)
    }

    /// Returns the squares of the chords to a leaf's positions; infinity in unused lanes.
    @inline(__always)
    func squaredChords(from place: SIMD3<Double>, toLeaf leaf: Int) -> SIMD8<Double> {
        let places = places[leaf]
        let east = places.east - place.x
        let north = places.north - place.y
        let up = places.up - place.z
        return east * east + north * north + up * up
    }
}

/// The coordinates of a leaf. Unused lanes hold infinity, which is in no box.
struct LeafDegrees: Sendable {
    var longitudes: SIMD8<Double>
    var latitudes: SIMD8<Double>
}

/// The positions of a leaf in meters. Unused lanes hold infinity, which is never near.
struct LeafPlaces: Sendable {
    var east: SIMD8<Double>
    var north: SIMD8<Double>
    var up: SIMD8<Double>
}

/// The boxes of a group's eight children in meters; empty for children that do not exist.
struct SpaceBoxes: Sendable {
    var west = SIMD8<Float>(repeating: .infinity)
    var east = SIMD8<Float>(repeating: -.infinity)
    var south = SIMD8<Float>(repeating: .infinity)
    var north = SIMD8<Float>(repeating: -.infinity)
    var bottom = SIMD8<Float>(repeating: .infinity)
    var top = SIMD8<Float>(repeating: -.infinity)
}

/// The boxes of a group's eight children in degrees; empty for children that do not exist.
struct DegreeBoxes: Sendable {
    var west = SIMD8<Float>(repeating: .infinity)
    var east = SIMD8<Float>(repeating: -.infinity)
    var south = SIMD8<Float>(repeating: .infinity)
    var north = SIMD8<Float>(repeating: -.infinity)
}
