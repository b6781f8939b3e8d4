internal import GeocliGeo

/// An answer to one of the questions of a join; valid only while it is written.
package struct JoinAnswer {
    /// The questions, among which this one has the index `row`.
    package let questions: PointBlock
    package let row: Int
    package let rank: Int
    /// The row of the place (see `JoinPlaces`).
    package let place: Int
    package let distanceMeters: Double
}

/// "What is near each of these?" of two files: for each point of one, the places of the other that are nearest or within
/// a distance, by exact geodesics; ties are ordered by id.
///
/// - Edges: as in `NearestQuery`. A distance may differ from the geodesic by up to 50 µm; both round to the same
///   millimeter.
/// - Complexity: O(log n + k) on average for a question, n places, k answers.
package struct PointJoin: BlockJoin {
    package typealias Answer = JoinAnswer

    private let places: JoinPlaces
    private let count: Int?
    private let withinMeters: Double?

    /// The answers to a block that are kept as numbers. They are found for neighboring questions one after the other.
    private static let mostFound = 1 << 18

    /// - Parameters:
    ///   - count: nil for all; a value below 1 gives no answers.
    ///   - withinMeters: nil for any distance; a negative value or NaN gives no answers.
    package init(_ places: JoinPlaces, count: Int?, withinMeters: Double?) {
        self.places = places
        self.count = count
        self.withinMeters = withinMeters
    }

    package struct Found {
        /// The answers to all questions of a block; empty if they may be many.
        fileprivate var answers: [IndexedNeighbor] = []
        /// For each question, the range of its answers; nil if they are found when they are written.
        fileprivate var ranges: [Range<Int32>]?
        fileprivate var search = NearestSearch()
    }

    package func find(in block: PointBlock) -> Found {
        var found = Found()
        let asked = block.coordinates
        guard let count, asked.count * max(0, min(count, places.count)) <= Self.mostFound else { return found }
        found.answers.reserveCapacity(asked.count * max(0, min(count, places.count)))
        var ranges = Array(repeating: Int32(0)..<0, count: asked.count)
        for index in PackedRTree.order(of: asked) {
            let start = Int32(found.answers.count)
            places.tree.nearest(
                to: asked[index], count: count, withinMeters: withinMeters ?? .infinity, into: &found.search)
            found.answers += found.search.neighbors
            ranges[index] = start..<Int32(found.answers.count)
        }
        found.ranges = ranges
        return found
    }

    package func write<Rows: JoinRows>(
        _ block: PointBlock, from start: Int, _ found: inout Found, most: Int, into rows: inout Rows
    ) throws -> Int where Rows.Answer == JoinAnswer {
        var (index, written) = (start, 0)
        while index < block.coordinates.count, written < most {
            if let range = found.ranges?[index] {
                try write(found.answers[Int(range.lowerBound)..<Int(range.upperBound)], to: block, index, &rows)
                written += range.count
            } else {
                places.tree.nearest(
                    to: block.coordinates[index], count: count ?? .max, withinMeters: withinMeters ?? .infinity,
                    into: &found.search)
                try write(found.search.neighbors[...], to: block, index, &rows)
                written += found.search.neighbors.count
            }
            index += 1
        }
        return index
    }

    private func write<Rows: JoinRows>(
        _ answers: ArraySlice<IndexedNeighbor>, to block: PointBlock, _ row: Int, _ rows: inout Rows
    ) throws where Rows.Answer == JoinAnswer {
        var rank = 0
        for answer in answers {
            rank += 1
            try rows.write(
                JoinAnswer(
                    questions: block, row: row, rank: rank, place: places.row(of: answer.index),
                    distanceMeters: answer.distanceMeters))
        }
    }
}
