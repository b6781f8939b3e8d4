internal import Geo
internal import Text

/// `geoworker nearest`: for each query of a cell the nearest places of that cell.
///
/// A line is `cell 0 id longitude latitude` for a place or `cell 1 id longitude latitude` for a query, the places of a
/// cell before its queries; with `--merge` a sixth field is the distance in meters beyond which nothing is wanted. An
/// answer is `0 query place meters order`, and the last line `1 lines answers 0 0`.
///
/// - Complexity: memory for the places of one cell, about 80 bytes each.
struct NearestJob {
    private let reader: RecordReader
    private let writer: RecordWriter
    private let options: NearestOptions
    private var order = KeyOrder()
    private var ids: [Int64] = []
    private var coordinates: [Coordinate] = []
    /// The places of the cell, once a query has come.
    private var tree: PackedRTree?
    private var search = NearestSearch()

    init(_ reader: RecordReader, _ writer: RecordWriter, _ options: NearestOptions) {
        (self.reader, self.writer, self.options) = (reader, writer, options)
    }

    /// Answers all lines.
    mutating func run() throws(WorkerError) {
        while try reader.next() {
            if try order.take(try reader.integer("cell"), line: reader.line) {
                ids.removeAll(keepingCapacity: true)
                coordinates.removeAll(keepingCapacity: true)
                tree = nil
            }
            let isQuery = try reader.integer("kind", in: 0...1) == 1
            let id = try reader.integer("id")
            let coordinate = try reader.coordinate()
            let limitMeters = options.isForMerging ? try limit() : .infinity
            try reader.endRecord()
            if isQuery {
                try answer(id, at: coordinate, withinMeters: limitMeters)
            } else {
                guard tree == nil else {
                    throw .line(
                        reader.line, en: "is a place behind a query of its cell; sort the lines by cell and kind",
                        ko: "칸의 질의 뒤에 장소가 있습니다; 칸과 종류 순서로 정렬하세요")
                }
                ids.append(id)
                coordinates.append(coordinate)
            }
        }
    }

    private func limit() throws(WorkerError) -> Double {
        let limit = try reader.number("limit")
        guard limit >= 0 else {
            throw .line(
                reader.line, en: "has limit \(limit); write meters, 0 or more", ko: "limit \(limit); 0 이상의 미터로 쓰세요")
        }
        return limit
    }

    /// Writes the nearest places of the cell: by distance, equal ones by id.
    private mutating func answer(
        _ query: Int64, at origin: Coordinate, withinMeters limit: Double
    ) throws(WorkerError) {
        let tree = self.tree ?? makeTree()
        self.tree = tree
        tree.nearest(to: origin, count: options.count, withinMeters: limit, into: &search)
        for (rank, neighbor) in search.neighbors.enumerated() {
            writer.add(0)
            writer.add(query)
            writer.add(ids[neighbor.index])
            writer.add(thousandths: neighbor.distanceMeters)
            if options.isForMerging {
                // What one tree reports is near enough for people, and not for comparison with what another one reports.
                writer.add(
                    shortest: Geodesic.distanceMeters(from: origin, to: coordinates[neighbor.index]))
            } else {
                writer.add(Int64(rank + 1))
            }
            try writer.endRecord()
        }
    }

    /// The index of the cell's places, in the order of their ids, so that ties by index are ties by id.
    private mutating func makeTree() -> PackedRTree {
        if zip(ids, ids.dropFirst()).contains(where: { $0 > $1 }) {
            let sorted = ids.indices.sorted { ids[$0] < ids[$1] }
            (ids, coordinates) = (sorted.map { ids[$0] }, sorted.map { coordinates[$0] })
        }
        return PackedRTree(coordinates)
    }
}
