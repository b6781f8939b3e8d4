internal import GeocliDatabase
internal import GeocliGeo

/// A best-first walk through the index of places. It visits the nearest candidates first, and skips everything beyond
/// the limit.
///
/// A node's bound is never more than the distance of any bookstore in it. So if the least bound of all waiting
/// candidates is beyond the limit, all remaining bookstores are beyond it, too.
/// - Source: G. R. Hjaltason and H. Samet, "Distance Browsing in Spatial Databases", ACM TODS 24 (1999).
struct TreeNearest {
    /// A candidate for the next step: a node or a bookstore.
    struct Candidate: Comparable {
        /// The lower bound of the candidate's distance.
        let meters: Double
        /// A node's number or a bookstore's id.
        let id: Int64
        /// The number of levels below a node; -1 for a bookstore.
        let depth: Int

        static func < (left: Candidate, right: Candidate) -> Bool { left.meters < right.meters }
    }

    private let bound: BoxDistanceBound
    private let filter: TraitFilter
    private var limitMeters: Double
    private var waiting: BinaryHeap<Candidate>

    /// - Parameter heap: an empty heap, whose memory is used again.
    init(from origin: Coordinate, withinMeters limit: Double, _ filter: TraitFilter, heap: BinaryHeap<Candidate>) {
        bound = BoxDistanceBound(origin: origin, unitsPerDegree: IndexCell.unitsPerDegree)
        self.filter = filter
        limitMeters = limit
        waiting = heap
    }

    /// Calls `body` with the bookstores that the filter admits, ordered by the bounds of their cells. Stops when no
    /// other bookstore can be within the limit that `body` returned last.
    ///
    /// - Returns: the heap, emptied.
    mutating func run(in tree: RTreeReader, body: (Int64) throws -> Double) throws -> BinaryHeap<Candidate> {
        var walk = RTreeReader.Walk()
        try tree.read(RTreeLayout.root, depth: nil, on: &walk) { take($0) }
        while let candidate = waiting.removeFirst(), candidate.meters <= limitMeters {
            if candidate.depth < 0 {
                limitMeters = try body(candidate.id)
            } else {
                try tree.read(candidate.id, depth: candidate.depth, on: &walk) { take($0) }
            }
        }
        waiting.removeAll()
        return waiting
    }

    /// Adds the cells of a node to the waiting candidates.
    private mutating func take(_ node: RTreeNode) {
        for index in 0..<node.count {
            let cell = node[index]
            guard filter.mayAdmit(cell.leastTraits, cell.greatestTraits) else { continue }
            let meters = bound.meters(
                west: Double(cell.west), south: Double(cell.south), east: Double(cell.east), north: Double(cell.north))
            if meters <= limitMeters { waiting.insert(Candidate(meters: meters, id: cell.id, depth: node.depth - 1)) }
        }
    }
}
