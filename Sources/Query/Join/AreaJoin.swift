package import GeocliGeo
package import GeocliText
internal import GeocliThreads

/// The areas of a join: the Features with polygons of a GeoJSON file, in memory.
///
/// - Complexity: memory for each vertex: about 50 bytes while they are read, 25 afterwards.
package struct JoinAreas: Sendable {
    /// The Feature of each area, by its number in the file, from 0.
    package private(set) var numbers: [Int] = []
    /// The texts of the properties, by area; empty for a blank one.
    package let texts: [TextColumn]
    /// The properties that no Feature has.
    package private(set) var missing: [String] = []
    /// All areas as one, so that one tree finds the rings around a position.
    private let all: MultiPolygon?
    /// The area of each polygon.
    private var areas: [Int32] = []

    /// Reads all areas.
    /// - Parameters:
    ///   - properties: the properties whose texts are kept.
    ///   - required: the number of the first properties that every area must have.
    /// - Throws: as `PolygonFile.next`; `PolygonFileError` for an area without a required property; read errors.
    package init(_ source: ByteSource, keeping properties: [String], required: Int) throws {
        let name = source.name
        var file = PolygonFile(source)
        var builder = AreaBuilder()
        texts = properties.map { _ in TextColumn() }
        missing = properties
        while let feature = try file.next(into: &builder) {
            missing.removeAll { key in feature.properties.contains { $0.name == key } }
            for (index, (key, column)) in zip(properties, texts).enumerated() {
                let text = feature.properties.last { $0.name == key }?.value.cellText ?? ""
                guard index >= required || !text.trimmingBlanks().isEmpty else {
                    throw PolygonFileError(name: name, what: .noName(key: key, feature: feature.number))
                }
                column.append(text)
            }
            areas += repeatElement(Int32(numbers.count), count: builder.polygonCount - areas.count)
            numbers.append(feature.number - 1)
        }
        all = builder.finish()
    }

    /// Calls `body` with each area that contains a position, edges included, in the order of the file.
    func forEachArea(around coordinate: Coordinate, _ search: inout PolygonSearch, _ body: (Int) throws -> Void)
        rethrows
    {
        all?.findPolygons(around: coordinate, &search)
        var last: Int32 = -1
        for polygon in search.polygons where areas[polygon] != last {
            last = areas[polygon]
            try body(Int(last))
        }
    }
}

/// An area that holds one of the points of a join; valid only while it is written.
package struct AreaAnswer {
    /// The points, among which this one has the index `row`.
    package let points: PointBlock
    package let row: Int
    /// The number of the answer among those of this point, from 1.
    package let rank: Int
    /// The index of the area; nil for a point in no area.
    package let area: Int?
}

/// "Which areas hold each of these?": for each point of a file, the areas of another file that contain it, edges included
/// (see `MultiPolygon`).
///
/// - Complexity: O(log n + k log v) for a point if boxes of areas overlap little, n areas, k around the point, v vertices.
package final class AreaJoin: BlockJoin, @unchecked Sendable {
    package typealias Answer = AreaAnswer

    private let areas: JoinAreas
    private let listsOutside: Bool
    private let monitor = Monitor()
    /// The number of points so far that are in no area. The lock protects it.
    private var outside = 0

    /// - Parameter listsOutside: whether a point in no area has an answer without one.
    package init(_ areas: JoinAreas, listsOutside: Bool) {
        self.areas = areas
        self.listsOutside = listsOutside
    }

    /// The number of points that are in no area, after the join.
    package var outsideCount: Int { monitor.locked { outside } }

    package func find(in block: PointBlock) -> PolygonSearch { PolygonSearch() }

    package func write<Rows: JoinRows>(
        _ block: PointBlock, from start: Int, _ search: inout PolygonSearch, most: Int, into rows: inout Rows
    ) throws -> Int where Rows.Answer == AreaAnswer {
        var (index, written, outside) = (start, 0, 0)
        while index < block.coordinates.count, written < most {
            var rank = 0
            try areas.forEachArea(around: block.coordinates[index], &search) { area in
                rank += 1
                try rows.write(AreaAnswer(points: block, row: index, rank: rank, area: area))
            }
            written += rank
            if rank == 0 {
                outside += 1
                if listsOutside {
                    try rows.write(AreaAnswer(points: block, row: index, rank: 1, area: nil))
                    written += 1
                }
            }
            index += 1
        }
        monitor.locked { self.outside += outside }
        return index
    }
}
