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
    static let fanoutShift = 3
    /// The maximum number of coordinates, because slot numbers have 32 bits.
    private static let maximumCount = Int(UInt32.max) - fanout

    public let count: Int
    let frame: EarthFrame
    let ids: [UInt32]
    let degrees: [LeafDegrees]
    let places: [LeafPlaces]
    let spaceBoxes: [SpaceBoxes]
    let degreeBoxes: [DegreeBoxes]
    /// Where the groups of each level begin, in both arrays of boxes.
    let levelStarts: [Int]

    /// Creates an index of `coordinates`, which may be equal. Results have the index of a coordinate in this array.
    ///
    /// - Precondition: at most 2³² - 9 coordinates.
    /// - Complexity: O(n log n). Building needs 16 bytes per coordinate more than the finished index. The array is
    ///   freed early if this is the caller's last use of it.
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

    /// Returns the indices of `coordinates` in an order for queries: near positions are close together, so the parts of
    /// the index that one query reads are still in the processor's cache for the next one.
    ///
    /// - Complexity: O(n log n).
    public static func order(of coordinates: [Coordinate]) -> [Int] {
        SpatialOrder(coordinates, leafSize: fanout, TwoTasks.oneByOne).ids().map(Int.init)
    }

    /// Calls `body` with the tables as pointers, because retaining arrays and checking bounds would take half of a
    /// query's time. No bounds check is needed: a query finds the numbers of groups and leaves only through the boxes
    /// of the group above, where a child that does not exist has an empty box, which meets no query; the sizes of all
    /// tables follow from the same count.
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

    func bounds(from place: SIMD3<Double>, toSlot slot: Int) -> GeodesicBounds {
        let leaf = places[slot >> Self.fanoutShift]
        let lane = slot & (Self.fanout - 1)
        let target = SIMD3(leaf.east[lane], leaf.north[lane], leaf.up[lane])
        let way = target - place
        let chord = (way.x * way.x + way.y * way.y + way.z * way.z).squareRoot()
        return GeodesicBounds(from: place, to: target, chord: chord, in: frame)
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

extension PackedRTree {
    /// Returns the coordinates in the order of `ids`, in leaves of eight.
    static func degrees(_ coordinates: [Coordinate], in ids: [UInt32]) -> [LeafDegrees] {
        let leafCount = (ids.count + fanout - 1) / fanout
        let nowhere = SIMD8<Double>(repeating: .infinity)
        return [LeafDegrees](unsafeUninitializedCapacity: leafCount) { buffer, count in
            for leaf in 0..<leafCount {
                var values = LeafDegrees(longitudes: nowhere, latitudes: nowhere)
                let start = leaf * fanout
                for lane in 0..<min(fanout, ids.count - start) {
                    let coordinate = coordinates[Int(ids[start + lane])]
                    values.longitudes[lane] = coordinate.longitude
                    values.latitudes[lane] = coordinate.latitude
                }
                buffer.initializeElement(at: leaf, to: values)
            }
            count = leafCount
        }
    }

    static func places(_ degrees: [LeafDegrees], in frame: EarthFrame, count: Int) -> [LeafPlaces] {
        var places = degrees.map { leaf in
            let place = frame.positions(longitudes: leaf.longitudes, latitudes: leaf.latitudes)
            return LeafPlaces(east: place.east, north: place.north, up: place.up)
        }
        for slot in count..<places.count * fanout {
            places[slot / fanout].east[slot % fanout] = .infinity
            places[slot / fanout].north[slot % fanout] = .infinity
            places[slot / fanout].up[slot % fanout] = .infinity
        }
        return places
    }

    static func boxes(
        _ places: [LeafPlaces], _ degrees: [LeafDegrees]
    ) -> (space: [SpaceBoxes], degrees: [DegreeBoxes], starts: [Int]) {
        var space: [SpaceBoxes] = []
        var flat: [DegreeBoxes] = []
        var starts = [0]
        // Each level has an eighth of the groups of the level below.
        space.reserveCapacity(places.count / 7 + 8)
        flat.reserveCapacity(places.count / 7 + 8)
        for first in stride(from: 0, to: places.count, by: fanout) {
            var (box, flatBox) = (SpaceBoxes(), DegreeBoxes())
            for leaf in first..<min(first + fanout, places.count) {
                box.set(leaf - first, around: places[leaf])
                flatBox.set(leaf - first, around: degrees[leaf])
            }
            space.append(box)
            flat.append(flatBox)
        }
        var below = 0..<space.count
        while below.count > 1 {
            starts.append(below.upperBound)
            for first in stride(from: below.lowerBound, to: below.upperBound, by: fanout) {
                var (box, flatBox) = (SpaceBoxes(), DegreeBoxes())
                for group in first..<min(first + fanout, below.upperBound) {
                    box.set(group - first, around: space[group])
                    flatBox.set(group - first, around: flat[group])
                }
                space.append(box)
                flat.append(flatBox)
            }
            below = below.upperBound..<space.count
        }
        return (space, flat, starts)
    }
}

extension SpaceBoxes {
    fileprivate mutating func set(_ child: Int, around leaf: LeafPlaces) {
        (west[child], east[child]) = leaf.east.extentRoundedOutward
        (south[child], north[child]) = leaf.north.extentRoundedOutward
        (bottom[child], top[child]) = leaf.up.extentRoundedOutward
    }

    fileprivate mutating func set(_ child: Int, around group: SpaceBoxes) {
        (west[child], east[child]) = (group.west.least, group.east.greatest)
        (south[child], north[child]) = (group.south.least, group.north.greatest)
        (bottom[child], top[child]) = (group.bottom.least, group.top.greatest)
    }
}

extension DegreeBoxes {
    fileprivate mutating func set(_ child: Int, around leaf: LeafDegrees) {
        (west[child], east[child]) = leaf.longitudes.extentRoundedOutward
        (south[child], north[child]) = leaf.latitudes.extentRoundedOutward
    }

    fileprivate mutating func set(_ child: Int, around group: DegreeBoxes) {
        (west[child], east[child]) = (group.west.least, group.east.greatest)
        (south[child], north[child]) = (group.south.least, group.north.greatest)
    }
}

extension SIMD8<Double> {
    /// The least and the greatest of the finite values in the vector, as floats rounded outward.
    fileprivate var extentRoundedOutward: (Float, Float) {
        let finite = replacing(with: -.infinity, where: self .== .infinity)
        let four = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
        let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
        let upperFour = finite.lowHalf.replacing(with: finite.highHalf, where: finite.highHalf .> finite.lowHalf)
        let upperTwo = upperFour.lowHalf.replacing(
            with: upperFour.highHalf, where: upperFour.highHalf .> upperFour.lowHalf)
        return (
            Float(roundedDown: Swift.min(two.x, two.y)), Float(roundedUp: Swift.max(upperTwo.x, upperTwo.y))
        )
    }
}

extension SIMD8<Float> {
    fileprivate var least: Float {
        let four = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
        return Swift.min(Swift.min(four.x, four.y), Swift.min(four.z, four.w))
    }

    fileprivate var greatest: Float {
        let four = lowHalf.replacing(with: highHalf, where: highHalf .> lowHalf)
        return Swift.max(Swift.max(four.x, four.y), Swift.max(four.z, four.w))
    }
}

extension Float {
    /// Creates the greatest float that is not greater than the number.
    init(roundedDown value: Double) {
        let nearest = Float(value)
        self = Double(nearest) > value ? nearest.nextDown : nearest
    }

    /// Creates the least float that is not less than the number.
    init(roundedUp value: Double) {
        let nearest = Float(value)
        self = Double(nearest) < value ? nearest.nextUp : nearest
    }
}

/// The smallest box of floats around a position. The computed gaps between it and other boxes are never too wide,
/// except for the rounding error that `limit` allows for.
struct PointBox {
    private let west: Float
    private let east: Float
    private let south: Float
    private let north: Float
    private let bottom: Float
    private let top: Float

    init(_ place: SIMD3<Double>) {
        (west, east) = (Float(roundedDown: place.x), Float(roundedUp: place.x))
        (south, north) = (Float(roundedDown: place.y), Float(roundedUp: place.y))
        (bottom, top) = (Float(roundedDown: place.z), Float(roundedUp: place.z))
    }

    /// The squared limit plus the rounding error of gaps, which is below a millionth after a few operations on floats.
    /// It is finite, so that the infinite gap to an empty box is always greater.
    @inline(__always)
    static func limit(_ square: Double) -> Float { min(Float(square) * 1.000001, .greatestFiniteMagnitude) }

    /// Returns the squares of the distances to eight boxes, to a millionth; infinite for empty ones.
    @inline(__always)
    func squaredGaps(to boxes: SpaceBoxes) -> SIMD8<Float> {
        let eastward = Self.gap(boxes.west - east, west - boxes.east)
        let northward = Self.gap(boxes.south - north, south - boxes.north)
        let upward = Self.gap(boxes.bottom - top, bottom - boxes.top)
        return eastward * eastward + northward * northward + upward * upward
    }

    /// Returns the squares of the distances to the farthest corners of eight boxes, to a millionth.
    @inline(__always)
    func squaredReaches(to boxes: SpaceBoxes) -> SIMD8<Float> {
        let eastward = Self.greater(boxes.east - west, east - boxes.west)
        let northward = Self.greater(boxes.north - south, north - boxes.south)
        let upward = Self.greater(boxes.top - bottom, top - boxes.bottom)
        return eastward * eastward + northward * northward + upward * upward
    }

    /// Returns the gap along one axis, on either side; 0 where the box contains the position.
    @inline(__always)
    private static func gap(_ one: SIMD8<Float>, _ other: SIMD8<Float>) -> SIMD8<Float> {
        let greater = greater(one, other)
        return greater.replacing(with: 0, where: greater .< 0)
    }

    @inline(__always)
    private static func greater(_ one: SIMD8<Float>, _ other: SIMD8<Float>) -> SIMD8<Float> {
        one.replacing(with: other, where: other .> one)
    }
}
