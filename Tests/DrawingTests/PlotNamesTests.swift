import GeocliGeo
import GeocliPlaces
import GeocliText
import Testing

@testable import GeocliDrawing

/// Names of districts have their room, and landmarks give way to them. The boxes are computed here again.
@Suite struct PlotNamesTests {
    private static let box = BoundingBox(checkedWest: 127, south: 37.5, east: 127.2, north: 37.6)

    /// Stations on a grid, some of them below every possible name.
    private static func stations(_ columns: Int, _ rows: Int) throws -> [Landmark] {
        try (0..<columns * rows).map { number in
            let point = try Coordinate(
                longitude: 127 + 0.2 * (Double(number % columns) + 0.5) / Double(columns),
                latitude: 37.5 + 0.1 * (Double(number / columns) + 0.5) / Double(rows))
            return Landmark(
                feed: "stations", feedID: "\(number)", name: "역 \(number)", kind: .station, line: nil, coordinate: point
            )
        }
    }

    private static func areas(in frame: PlotFrame) throws -> PlotAreas {
        let outlines = try [("마포구", 127.0), ("Seodaemun-gu", 127.1)].map { name, west in
            let ring = try [(west, 37.5), (west + 0.1, 37.5), (west + 0.1, 37.6), (west, 37.6), (west, 37.5)].map {
                try Coordinate(longitude: $0.0, latitude: $0.1)
            }
            return DistrictOutline(name: name, area: try MultiPolygon([Polygon(exterior: ring)]))
        }
        return PlotAreas(outlines, in: frame, .korean)
    }

    private func names(_ landmarks: [Landmark], width: Double) throws -> (PlotNames, PlotFrame, PlotLayout) {
        let layout = PlotLayout(width: width)
        let frame = PlotFrame(showing: Self.box, left: 10, top: 20, width: width)
        let dots = PlotDots(in: frame) { _ in }
        let names = PlotNames(
            of: try Self.areas(in: frame), DrawnLandmarks(landmarks), among: dots, in: frame, layout)
        return (names, frame, layout)
    }

    @Test(arguments: [320.0, 1000, 2500], [(8, 5), (40, 12)])
    func noLandmarkLiesUnderTheNameOfADistrict(width: Double, grid: (Int, Int)) throws {
        let stations = try Self.stations(grid.0, grid.1)
        let (names, frame, layout) = try names(stations, width: width)
        #expect(names.districts.count == 2)
        // A letter of Hangul is one em wide, a Latin one at most 0.56 on average.
        let boxes = names.districts.map { label -> [Double] in
            let em = label.text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 0.56 : 1) }
            let (half, height) = (em * label.size / 2, label.size / 2)
            return [label.middle.x - half, label.middle.y - height, label.middle.x + half, label.middle.y + height]
        }
        let reach = 2.5 * layout.unit
        func isUnder(_ point: PlotPoint) -> Bool {
            boxes.contains {
                point.x + reach > $0[0] && point.x - reach < $0[2] && point.y + reach > $0[1]
                    && point.y - reach < $0[3]
            }
        }
        #expect(!names.rings.contains(where: isUnder))
        let size = layout.landmarkSize
        for name in names.landmarks {
            let half = name.text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 0.56 : 1) } * size / 2
            let meets = boxes.contains {
                name.middle.x + half > $0[0] && name.middle.x - half < $0[2] && name.middle.y + size / 2 > $0[1]
                    && name.middle.y - size / 2 < $0[3]
            }
            #expect(!meets, "\(name.text)")
        }
        // All others are drawn: those that are clear of every name with a margin of a few pixels, or a fifth of a letter.
        let margin = max(3, 0.2 * (names.districts.map(\.size).max() ?? 0))
        let all = stations.compactMap { $0.coordinate.flatMap(frame.point) }
        let clear = all.filter { point in
            !boxes.contains {
                point.x + reach > $0[0] - margin && point.x - reach < $0[2] + margin
                    && point.y + reach > $0[1] - margin && point.y - reach < $0[3] + margin
            }
        }
        #expect(names.rings.count >= clear.count && names.rings.count <= all.count)
        if grid.0 == 40, width == 320 { #expect(names.rings.count < all.count, "no name is free of such a crowd") }
        // A name belongs to a ring that is drawn.
        #expect(names.landmarks.count <= names.rings.count)
    }

    @Test func aNamePrefersAPlaceWithoutLandmarks() throws {
        let (alone, _, layout) = try names([], width: 1000)
        let label = try #require(alone.districts.first)
        let frame = PlotFrame(showing: Self.box, left: 10, top: 20, width: 1000)
        // One station exactly where the name would be.
        let x = 127 + 0.2 * (label.middle.x - 10) / 1000
        let stations = try (0...1000).map { step in
            try Coordinate(longitude: x, latitude: 37.5 + 0.0001 * Double(step))
        }
        let nearest = try #require(
            stations.min {
                abs((frame.point(of: $0)?.y ?? 0) - label.middle.y)
                    < abs((frame.point(of: $1)?.y ?? 0) - label.middle.y)
            })
        let (with, _, _) = try names(
            [Landmark(feed: "stations", feedID: "1", name: "역", kind: .station, line: nil, coordinate: nearest)],
            width: 1000)
        #expect(with.rings.count == 1 && layout.unit == 1)
        #expect(with.districts.map(\.text) == alone.districts.map(\.text))
    }
}
