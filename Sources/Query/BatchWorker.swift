internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliThreads

/// The work of one thread: it takes chunks of questions, answers them, and passes the answers on when it is its turn.
///
/// It is a class, so that the thread and its starter share one object. It is `@unchecked Sendable` because only one
/// thread uses it at a time. The starter hands it to one thread, together with its catalog and rows, and reads them
/// again only after that thread has ended.
final class BatchWorker<Rows: BatchRows, Source: PlaceArchive>: @unchecked Sendable
where Rows.Listed == Source.Listed {
    private let limits: BatchLimits
    /// The index in memory; nil if the catalog's own pages are searched.
    private let index: NearestIndex?
    private let filter: PlaceFilter
    private let catalog: Source
    private let turns: Turns<BatchQuestion>
    private var rows: Rows
    private let put: (Rows.Piece) throws -> Void
    private let onProgress: (Int) -> Void
    private var search = NearestSearch()
    private var answers: [BatchAnswer] = []

    init(
        limits: BatchLimits, index: NearestIndex?, filter: PlaceFilter, catalog: Source, turns: Turns<BatchQuestion>,
        rows: Rows,
        put: @escaping (Rows.Piece) throws -> Void, onProgress: @escaping (Int) -> Void
    ) {
        self.limits = limits
        self.index = index
        self.filter = filter
        self.catalog = catalog
        self.turns = turns
        self.rows = rows
        self.put = put
        self.onProgress = onProgress
    }

    /// Answers chunks until none is left. Reports an error to `turns`.
    func run() {
        do {
            while let chunk = turns.chunk() {
                try answer(chunk)
                let piece = try rows.take()
                try turns.finish(chunk) { [put, onProgress] in
                    try put(piece)
                    if let failure = chunk.failure { throw failure }
                    onProgress(chunk.start + chunk.items.count)
                }
            }
        } catch {
            turns.fail(error)
        }
    }

    private func answer(_ chunk: Chunk<BatchQuestion>) throws {
        try find(chunk)
        var position = 0
        try catalog.forEachRow(ids: answers.map { $0.id }) { row in
            // In a damaged catalog, the index may contain a place that has no row. Such a place is skipped.
            while answers[position].id != row.id { position += 1 }
            let answer = answers[position]
            position += 1
            try rows.write(
                NeighborRow(
                    row: row, distanceMeters: answer.distanceMeters, query: answer.query, rank: answer.rank))
            guard rows.isFull else { return }
            try turns.wait(for: chunk)
            try put(try rows.take())
        }
    }

    /// Finds the answers of a chunk, in the order of its questions. Questions at neighboring positions are answered one
    /// after the other, because the part of the index that they need is then still in the processor's cache.
    private func find(_ chunk: Chunk<BatchQuestion>) throws {
        var found: [BatchAnswer] = []
        var ranges = [Range<Int>](repeating: 0..<0, count: chunk.items.count)
        let origins = chunk.items.map(\.origin)
        for number in PackedRTree.order(of: origins) {
            let start = found.count
            try forEachNeighbor(of: origins[number]) { id, distance in
                found.append(
                    BatchAnswer(
                        query: chunk.items[number].number, rank: found.count - start + 1, id: id,
                        distanceMeters: distance))
            }
            ranges[number] = start..<found.count
        }
        answers.removeAll(keepingCapacity: true)
        for range in ranges { answers += found[range] }
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
}

/// One answer to one question. It is not nested in the generic class, so that the compiler knows its type.
private struct BatchAnswer {
    let query: Int
    let rank: Int
    let id: Int64
    let distanceMeters: Double
}
