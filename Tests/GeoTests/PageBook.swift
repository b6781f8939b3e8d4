@testable internal import GeocliGeo

/// The pages of an index in memory.
final class PageBook: PageSource {
    struct Damage: Error, Equatable { let page: Int64 }

    var pages: [Int64: [UInt8]] = [:]
    /// The number of pages that searches have read.
    private(set) var reads = 0
    /// The pages that the current walk has read.
    private var walked: Set<Int64> = []

    /// Writes the positions, in the order of the curve.
    init(_ points: [PagedPoint] = []) throws {
        var writer = PageWriter { self.pages[$0] = [UInt8]($1) }
        let sorted = points.map { (HilbertCurve.position(of: $0), $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }
        for (_, point) in sorted { try writer.add(point) }
        try writer.finish()
    }

    func begin() { walked = [] }

    func withPage(_ number: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        reads += 1
        guard let bytes = pages[number], walked.insert(number).inserted else { throw damage(number) }
        // Nothing may rely on where the bytes begin.
        try ([0] + bytes).withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[1...])) }
    }

    func damage(_ number: Int64) -> any Error { Damage(page: number) }

    func points() throws -> [PagedPoint] {
        var all: [PagedPoint] = []
        try PageUpdate.forEachPoint(of: self) { all.append($0) }
        return all
    }
}

extension PagedPoint {
    var coordinate: Coordinate { Coordinate(uncheckedLongitude: longitude, latitude: latitude) }

    /// Positions with ids from 1; the traits are 0 to 9.
    static func all(_ coordinates: [Coordinate]) -> [PagedPoint] {
        coordinates.enumerated().map { index, coordinate in
            PagedPoint(
                id: Int64(index) + 1, longitude: coordinate.longitude, latitude: coordinate.latitude,
                traits: Int32(index % 10))
        }
    }
}
