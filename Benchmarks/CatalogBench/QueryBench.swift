internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliPlaces
internal import Glibc

/// The queries of a file, run one after the other.
final class QueryBench {
    private let catalog: Catalog
    private let options: BenchOptions
    private let origins: [Coordinate]
    private let boxes: [BoundingBox]

    var count: Int { origins.count + boxes.count }

    init(_ options: BenchOptions) throws {
        self.options = options
        catalog = try Catalog(path: options.catalog)
        // The peer in C keeps the whole catalog in memory, too.
        try catalog.keepInMemory(bytes: 1 << 30, isMapped: true)
        try catalog.holdSnapshot()
        let numbers = try Self.numbers(options.queries ?? "")
        let isNearest = options.task == "nearest"
        let each = isNearest ? 2 : 4
        let rows = stride(from: 0, to: numbers.count / each * each, by: each).map { Array(numbers[$0..<$0 + each]) }
        origins = try isNearest ? rows.map { try Coordinate(longitude: $0[0], latitude: $0[1]) } : []
        boxes = try isNearest ? [] : rows.map { try BoundingBox(west: $0[0], south: $0[1], east: $0[2], north: $0[3]) }
    }

    func run() throws {
        for origin in origins { _ = try nearest(origin) }
        for box in boxes { _ = try number(in: box) }
    }

    /// Returns a line for each query.
    func answers() throws -> [String] {
        let nearest = try origins.map { origin in
            try self.nearest(origin).map { "\($0.id):\(Int64(($0.meters * 1000).rounded()))" }.joined(separator: " ")
        }
        return try nearest + boxes.map { String(try number(in: $0)) }
    }

    private func nearest(_ origin: Coordinate) throws -> [(id: Int64, meters: Double)] {
        let count = options.count
        if let found = try catalog.nearest(to: origin, count: count, withinMeters: .infinity, options.filter) {
            return found.map { (Int64($0.index), $0.distanceMeters) }
        }
        // The filter names its places.
        var best: [(id: Int64, meters: Double)] = []
        try catalog.forEachCandidate(near: origin, withinMeters: .infinity, options.filter) { id, coordinate in
            let meters = Geodesic.distanceMeters(from: origin, to: coordinate)
            let place = best.lastIndex { ($0.meters, $0.id) < (meters, id) }.map { $0 + 1 } ?? 0
            if place < count {
                if best.count == count { best.removeLast() }
                best.insert((id, meters), at: place)
            }
            return best.count < count ? .infinity : best[count - 1].meters
        }
        return best
    }

    private func number(in box: BoundingBox) throws -> Int {
        try catalog.count(in: box, options.filter)
    }

    private static func numbers(_ path: String) throws -> [Double] {
        guard let file = fopen(path, "r") else { throw BenchError(description: "cannot read \(path)") }
        defer { fclose(file) }
        var bits: [UInt64] = []
        var next: UInt64 = 0
        while fread(&next, 8, 1, file) == 1 { bits.append(next) }
        return bits.map { Double(bitPattern: UInt64(littleEndian: $0)) }
    }
}
