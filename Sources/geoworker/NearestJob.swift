internal import GeocliGeo
internal import GeocliText

/// `geoworker nearest`: the nearest places of a cell, for each query of that cell.
///
/// A line is `cell 0 id longitude latitude` for a place or `cell 1 id longitude latitude` for a query; the places of a
/// cell come before its queries. With `--merge` a sixth field is the distance in meters beyond which no answers are
/// wanted. An answer is `0 query place meters order`, and the last line is `1 lines answers 0 0`.
/// - Complexity: memory for the places of one cell, about 80 bytes each, and for 8192 queries.
struct NearestJob {
    /// Maximum number of queries that wait, so that neighboring queries are answered one after the other.
    private static let maximumWaiting = 8192

    private let reader: RecordReader
    private let writer: RecordWriter
    private let options: NearestOptions
    private var order = KeyOrder()
    private var ids: [Int64] = []
    private var coordinates: [Coordinate] = []
    /// The index of the cell's places; made before the first query of the cell is answered.
    private var tree = PackedRTree([])
    private var isTreeMade = false
    private var waiting: [Query] = []
    private var search = NearestSearch()

    private struct Query {
        let id: Int64
        let origin: Coordinate
        let limitMeters: Double
    }

    init(_ reader: RecordReader, _ writer: RecordWriter, _ options: NearestOptions) {
        (self.reader, self.writer, self.options) = (reader, writer, options)
    }

    mutating func run() throws(PlainError) {
        while try reader.next() {
            if try order.take(try reader.integer("cell"), line: reader.line) {
                try answerWaiting()
                ids.removeAll(keepingCapacity: true)
                coordinates.removeAll(keepingCapacity: true)
                isTreeMade = false
            }
            let isQuery = try reader.integer("kind", in: 0...1) == 1
            let id = try reader.integer("id")
            let coordinate = try reader.coordinate()
            let limitMeters = options.isForMerging ? try limit() : .infinity
            try reader.endRecord()
            if isQuery {
                waiting.append(Query(id: id, origin: coordinate, limitMeters: limitMeters))
                if waiting.count == Self.maximumWaiting { try answerWaiting() }
            } else {
                guard !isTreeMade, waiting.isEmpty else {
                    throw .line(
                        reader.line,
                        en:
                            "is a place that comes after a query of the same cell; sort the lines by cell, then by kind",
                        ko: "같은 칸에서 장소가 기준 지점보다 뒤에 있습니다. 행을 칸, 종류 순으로 정렬하세요")
                }
                ids.append(id)
                coordinates.append(coordinate)
            }
        }
        try answerWaiting()
    }

    private func limit() throws(PlainError) -> Double {
        let limit = try reader.number("limit")
        guard limit >= 0 else {
            throw .line(
                reader.line, en: "has limit \(limit); write a distance in meters, 0 or more",
                ko: "limit 값이 \(limit)입니다. 0 이상의 거리를 미터로 쓰세요")
        }
        return limit
    }

    /// Writes the nearest places of the cell for each waiting query, ordered by distance, then by id.
    private mutating func answerWaiting() throws(PlainError) {
        guard !waiting.isEmpty else { return }
        if !isTreeMade {
            tree = makeTree()
            isTreeMade = true
        }
        for index in PackedRTree.order(of: waiting.map(\.origin)) {
            let query = waiting[index]
            tree.nearest(to: query.origin, count: options.count, withinMeters: query.limitMeters, into: &search)
            for (rank, neighbor) in search.neighbors.enumerated() {
                writer.add(0)
                writer.add(query.id)
                writer.add(ids[neighbor.index])
                writer.add(thousandths: neighbor.distanceMeters)
                if options.isForMerging {
                    // The index's distance is exact enough to show, but not to compare with one from another index.
                    writer.add(
                        shortest: Geodesic.distanceMeters(from: query.origin, to: coordinates[neighbor.index]))
                } else {
                    writer.add(Int64(rank + 1))
                }
                try writer.endRecord()
            }
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// The places are in the order of their ids, so that smaller ids have smaller indices.
    private mutating func makeTree() -> PackedRTree {
        if zip(ids, ids.dropFirst()).contains(where: { $0 > $1 }) {
            let sorted = ids.indices.sorted { ids[$0] < ids[$1] }
            (ids, coordinates) = (sorted.map { ids[$0] }, sorted.map { coordinates[$0] })
        }
        return PackedRTree(coordinates)
    }
}
