import GeocliGeo
import GeocliPlaces
import GeocliProjection
import GeocliText
import TestSupport
import Testing

@testable import GeocliIngest

/// Nights on which many points move: because a publisher changed its coordinate system, or because the places moved.
@Suite struct AlikeMovesTests {
    private static let systems: [CRS] = [.epsg5174, .epsg5181, .epsg2097, .epsg5186, .katec]

    private let bench: IngestBench

    init() throws { bench = try IngestBench() }

    /// Ten points in each of seven cities.
    private static let points: [Coordinate] = {
        var random = SeededGenerator(seed: 7)
        let cities = [
            (126.98, 37.56), (129.07, 35.18), (128.60, 35.87), (126.85, 35.16), (127.38, 36.35), (126.53, 33.40),
            (128.88, 37.75),
        ]
        return (0..<70).map { index in
            let city = cities[index % cities.count]
            return Coordinate(
                uncheckedLongitude: city.0 + Double.random(in: -0.05...0.05, using: &random),
                latitude: city.1 + Double.random(in: -0.05...0.05, using: &random))
        }
    }()

    private static func feed(_ crs: CRS) throws -> Feed {
        let text = DeclarationTests.text.replacing("EPSG:4326", with: crs.description)
            .replacing("[126.7, 37.4, 127.2, 37.8]", with: "[124.5, 32.9, 132.0, 38.7]")
        return try DeclarationTests.feed(text)
    }

    private static func page(_ numbers: [(x: Double, y: Double)]) -> [UInt8] {
        let rows = numbers.enumerated().map { index, point in
            #"{"NO":"\#(index)","NAME":"카페 \#(index)","LON":"\#(point.x)","LAT":"\#(point.y)"}"#
        }
        return Array(
            #"{"response":{"header":{"resultCode":"00"},"body":{"items":{"item":[\#(rows.joined(separator: ","))]},"totalCount":\#(rows.count)}}}"#
                .utf8)
    }

    private static func page(of points: [Coordinate]) -> [UInt8] { page(points.map { ($0.longitude, $0.latitude) }) }

    private static func numbers(_ crs: CRS) throws -> [(x: Double, y: Double)] {
        let transform = try CoordinateTransform(from: crs)
        return try points.map { try transform.position(of: $0) }
    }

    private func value(_ name: String, _ report: Ingester.Report) -> String? {
        report.run.reasonData?.values.first { $0.name == name }?.value.scalarText
    }

    @Test(arguments: systems, systems) func anotherSystemIsNamed(former: CRS, now: CRS) throws {
        guard former != now else { return }
        let feed = try Self.feed(former)
        let (old, new) = (try Self.numbers(former), try Self.numbers(now))
        try bench.ingest([Self.page(old)], of: feed)
        // Six of ten rows, and all rows.
        let some = old.indices.map { $0 / 7 < 6 ? new[$0] : old[$0] }
        for (day, numbers) in [some, new].enumerated() {
            let report = try bench.ingest([Self.page(numbers)], of: feed, day: day + 1)
            #expect(report.run.reasonData?.code == "moved-alike", "\(report.refusal?.en ?? "published")")
            #expect(value("systems", report) == now.description)
            #expect(report.refusal?.en.contains("probably in \(now) now, and not in \(former)") == true)
        }
        let accepted = try bench.ingest([Self.page(new)], of: feed, day: 3, IngestBench.accepting())
        #expect(accepted.run.outcome == .published)
    }

    @Test func theSentenceSaysHowFarAndWhere() throws {
        let feed = try Self.feed(.epsg5174)
        let old = try Self.numbers(.epsg5174).enumerated().filter { $0.offset % 7 == 0 }.map(\.element)
        let new = try Self.numbers(.epsg2097).enumerated().filter { $0.offset % 7 == 0 }.map(\.element)
        try bench.ingest([Self.page(old)], of: feed)
        let refusal = try bench.ingest([Self.page(new)], of: feed, day: 1).refusal
        #expect(
            refusal?.en
                == "10 of 10 points moved alike, by about 255 m to the east; they are probably in EPSG:2097 now, and not in EPSG:5174; check crs in the declaration"
        )
        #expect(
            refusal?.ko
                == "좌표 10개 가운데 10개가 똑같이 동쪽으로 약 255 m 이동했습니다. 이제 EPSG:5174가 아니라 EPSG:2097 좌표로 보입니다. 선언의 crs를 확인하세요"
        )
        #expect(try bench.runs().last?.outcome == .refused)
        // The person follows the advice: nothing has moved. If crs was wrong before, all points may move.
        #expect(try bench.ingest([Self.page(new)], of: Self.feed(.epsg2097), day: 2).run.counts.changed == 0)
        #expect(try bench.ingest([Self.page(new)], of: feed, day: 3).refusal == nil)
    }

    /// A publisher of degrees reads its own numbers in another system, or publishes the degrees of the former datum.
    @Test func aFeedInDegreesMayComeFromAnotherSystem() throws {
        let feed = try Self.feed(.wgs84)
        let transform = try CoordinateTransform(from: .epsg2097)
        let misread = try Self.numbers(.epsg5174).map { try transform.coordinate(x: $0.x, y: $0.y) }
        try bench.ingest([Self.page(of: Self.points)], of: feed)
        let refusal = try bench.ingest([Self.page(of: misread)], of: feed, day: 1).refusal
        #expect(
            refusal?.en.hasSuffix(
                "to the west; they fit if the publisher now reads its numbers as EPSG:2097, and not as EPSG:5174; compare some of them with a map"
            ) == true, "\(refusal?.en ?? "")")
        let former = try Self.numbers(CRS(parsing: "EPSG:4162"))
        let report = try bench.ingest([Self.page(former)], of: feed, day: 2)
        #expect(value("systems", report) == "EPSG:4162", "\(report.refusal?.en ?? "")")
        let shifted = Self.points.map {
            Coordinate(uncheckedLongitude: $0.longitude + 0.01, latitude: $0.latitude + 0.008)
        }
        let plain = try bench.ingest([Self.page(of: shifted)], of: feed, day: 3)
        #expect(
            plain.refusal?.en.hasSuffix("km to the northeast; compare some of them with a map") == true,
            "\(plain.refusal?.en ?? "")")
        #expect(value("systems", plain) == "")
    }

    /// One row in five is a district that really moved; so are 49 of 100.
    @Test(arguments: [20, 49]) func aPartThatMovesPasses(percent: Int) throws {
        let feed = try Self.feed(.wgs84)
        try bench.ingest([Self.page(of: Self.points)], of: feed)
        let count = Self.points.count * percent / 100
        let moved = Self.points.enumerated().map { index, point in
            index < count
                ? Coordinate(uncheckedLongitude: point.longitude + 0.003, latitude: point.latitude) : point
        }
        let report = try bench.ingest([Self.page(of: moved)], of: feed, day: 1)
        #expect(report.refusal == nil && report.run.counts.changed == count)
    }

    /// Another geocoder moves each point in another direction.
    @Test(arguments: [7.0, 30, 300, 3000]) func movesInAllDirectionsPass(meters: Double) throws {
        let feed = try Self.feed(.wgs84)
        try bench.ingest([Self.page(of: Self.points)], of: feed)
        let moved = Self.points.enumerated().map { index, point in
            let (east, north) = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][index % 4]
            let degrees = meters / 111_195
            return Coordinate(
                uncheckedLongitude: point.longitude + east * degrees / 0.8, latitude: point.latitude + north * degrees)
        }
        let report = try bench.ingest([Self.page(of: moved)], of: feed, day: 1)
        #expect(report.refusal == nil && report.run.counts.changed == moved.count)
    }

    @Test func fourMovesAreNoEvidence() throws {
        let feed = try Self.feed(.wgs84)
        let four = Array(Self.points.prefix(4))
        try bench.ingest([Self.page(of: four)], of: feed)
        let moved = four.map { Coordinate(uncheckedLongitude: $0.longitude + 0.003, latitude: $0.latitude) }
        #expect(try bench.ingest([Self.page(of: moved)], of: feed, day: 1).refusal == nil)
    }

    @Test func landmarksAreComparedToo() throws {
        let text = DeclarationTests.text.replacing("kind = \"new\"", with: "kind = \"station\"\nrole = \"landmarks\"")
            .replacing("[126.7, 37.4, 127.2, 37.8]", with: "[124.5, 32.9, 132.0, 38.7]")
        let feed = try DeclarationTests.feed(text)
        try bench.ingest([Self.page(of: Self.points)], of: feed)
        let moved = Self.points.map { Coordinate(uncheckedLongitude: $0.longitude + 0.003, latitude: $0.latitude) }
        #expect(try bench.ingest([Self.page(of: moved)], of: feed, day: 1).run.reasonData?.code == "moved-alike")
    }
}

/// The sample of moves stays small and is spread over all moves.
@Suite struct PointMovesTests {
    @Test func theSampleIsSpreadEvenly() throws {
        var moves = PointMoves(unmovedCount: 3)
        for number in 0..<12_345 {
            let from = try Coordinate(longitude: Double(number) / 1000, latitude: 0)
            moves.add(from: from, to: from)
            moves.add(from: from, to: try Coordinate(longitude: from.longitude, latitude: 0.01))
        }
        #expect(moves.comparedCount == 3 + 2 * 12_345 && moves.movedCount == 12_345)
        let found = moves.sample.map { Int(($0.from.longitude * 1000).rounded()) }
        #expect(250...500 ~= found.count && found.first == 0 && (found.last ?? 0) > 12_000)
        #expect(Set(zip(found, found.dropFirst()).map { $1 - $0 }).count == 1)
    }
}
