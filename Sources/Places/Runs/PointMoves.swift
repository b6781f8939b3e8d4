package import GeocliGeo

/// How the points of the places that a catalog knows have moved since the last good run. Only points that the feed
/// itself gives are compared.
package struct PointMoves: Sendable, Equatable {
    package struct Move: Sendable, Equatable {
        package let from: Coordinate
        package let to: Coordinate
    }

    /// The smallest number of moves that is evidence of a change in how the feed gives points.
    package static let fewest = 5
    /// The smallest distance that counts as a move, in meters. Versions of PROJ differ by less.
    private static let leastMeters = 5.0
    private static let maximumSample = 500

    package private(set) var comparedCount: Int
    package private(set) var movedCount = 0
    /// Up to 500 moves, spread evenly over the moved places.
    package private(set) var sample: [Move] = []
    private var stride = 1

    /// - Parameter unmovedCount: the number of places that are known to be at the same point.
    package init(unmovedCount: Int = 0) { comparedCount = unmovedCount }

    package mutating func add(from former: Coordinate, to now: Coordinate) {
        comparedCount += 1
        guard former != now, Geodesic.distanceMeters(from: former, to: now) > Self.leastMeters else { return }
        if movedCount % stride == 0 {
            if sample.count == Self.maximumSample {
                sample = sample.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
                stride *= 2
            }
            if movedCount % stride == 0 { sample.append(Move(from: former, to: now)) }
        }
        movedCount += 1
    }
}
