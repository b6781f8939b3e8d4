internal import GeocliGeo
internal import GeocliPlaces

/// The work of one thread on a batch: it finds answers in the index of points, and makes rows of the output from
/// answers.
///
/// It is a class, so that it keeps the memory of its last search. Only one thread at a time uses it.
final class BatchWorker<Rows: BatchRows, Source: PlaceArchive> where Rows.Listed == Source.Listed {
    /// The answers to some questions.
    struct Found {
        /// The answers, question after question, nearest first.
        var answers: [BatchAnswer] = []
        /// For each question, the number of answers up to its last one.
        var ends: [Int] = []
    }

    /// Rows of the output.
    struct Made {
        let piece: Rows.Piece
        /// For each row, the position of its answer.
        let positions: [Int32]
    }

    private let limits: BatchLimits
    /// The index in memory; nil if the catalog's own pages are searched.
    private let index: NearestIndex?
    private let filter: PlaceFilter
    private let catalog: Source
    private var rows: Rows
    private var search = NearestSearch()

    init(limits: BatchLimits, index: NearestIndex?, filter: PlaceFilter, catalog: Source, rows: Rows) {
        self.limits = limits
        self.index = index
        self.filter = filter
        self.catalog = catalog
        self.rows = rows
    }

    /// Returns the answers to the questions at `numbers`, in the order of `numbers`.
    func find(_ questions: [BatchQuestion], at numbers: ArraySlice<Int>) throws -> Found {
        var found = Found()
        for number in numbers {
            let question = questions[number]
            let start = found.answers.count
            try forEachNeighbor(of: question.origin) { id, distance in
                found.answers.append(
                    BatchAnswer(
                        query: question.number, rank: found.answers.count - start + 1, id: id, distanceMeters: distance)
                )
            }
            found.ends.append(found.answers.count)
        }
        return found
    }

    private func forEachNeighbor(of origin: Coordinate, body: (_ id: Int64, _ distanceMeters: Double) -> Void) throws {
        if let index {
            return index.forEachNeighbor(
                of: origin, count: limits.count, withinMeters: limits.withinMeters, using: &search, body: body)
        }
        let found = try catalog.nearest(
            to: origin, count: limits.count ?? .max, withinMeters: limits.withinMeters ?? .infinity, filter)
        for neighbor in found ?? [] { body(Int64(neighbor.index), neighbor.distanceMeters) }
    }

    /// Makes rows from the answers at `positions`, in the order of `positions`.
    func rows(from answers: [BatchAnswer], at positions: ArraySlice<Int32>) throws -> Made {
        // A copy, because these answers are far apart in memory, and each is used twice.
        let chosen = positions.map { answers[Int($0)] }
        var made: [Int32] = []
        made.reserveCapacity(chosen.count)
        var next = 0
        try catalog.forEachRow(ids: chosen.map(\.id)) { row in
            // In a damaged catalog, the index may contain a place that has no row. Such a place is skipped.
            while chosen[next].id != row.id { next += 1 }
            try rows.write(row, chosen[next])
            made.append(positions[positions.startIndex + next])
            next += 1
        }
        return Made(piece: try rows.take(), positions: made)
    }
}
