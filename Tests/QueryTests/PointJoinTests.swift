internal import GeocliGeo
internal import GeocliText
internal import TestSupport
internal import Testing

@testable internal import GeocliQuery

/// Joins of two files, compared with a plain loop over all places.
@Suite struct PointJoinTests {
    private struct Rows: JoinRows {
        let places: JoinPlaces
        var lines: [String] = []

        mutating func write(_ answer: JoinAnswer) {
            let id =
                switch places.ids {
                case .numbers(let numbers): "\(numbers[answer.place])"
                case .texts(let texts): texts[answer.place].string
                }
            let meters = (answer.distanceMeters * 1000).rounded()
            lines.append("\(answer.questions.numbers[answer.row]) \(answer.rank) \(id) \(meters)")
        }

        mutating func take() -> [String] {
            defer { lines = [] }
            return lines
        }
    }

    private static func blocks(_ text: String, needsIDs: Bool, pieces: Int = 700) throws -> PointBlocks {
        var rest = Array(text.utf8)[...]
        let source = ByteSource(name: "points") {
            defer { rest = rest.dropFirst(pieces) }
            return Array(rest.prefix(pieces))
        }
        return try PointBlocks(source) { _ in
            var reading = PointReading()
            reading.needsIDs = needsIDs
            return reading
        }
    }

    private static func places(_ text: String, freeBytes: Int = 1 << 30, fileBytes: Int? = nil) throws -> JoinPlaces {
        try JoinPlaces(
            try blocks(text, needsIDs: true), threads: 2, keepsPositions: false,
            memory: JoinMemory(name: "points", fileBytes: fileBytes, freeBytes: freeBytes))
    }

    private static func join(
        _ places: String, _ questions: String, count: Int?, within: Double? = nil, isParallel: Bool = true
    ) throws -> [String] {
        let places = try Self.places(places)
        var lines: [String] = []
        _ = try PointJoin(places, count: count, withinMeters: within).run(
            try blocks(questions, needsIDs: false), threads: 2, isParallel: isParallel,
            rows: { Rows(places: places) }, put: { lines += $0 })
        return lines
    }

    private struct Point {
        let id: String
        let coordinate: Coordinate
    }

    /// Points with twins, at the poles, at both sides of the dateline, and in a few clusters.
    private static func draw(_ count: Int, seed: UInt64, ids: (Int) -> String) -> [Point] {
        var random = SeededGenerator(seed: seed)
        var points: [Point] = []
        for number in 0..<count {
            let coordinate: Coordinate
            switch Int.random(in: 0..<10, using: &random) {
            case 0 where !points.isEmpty: coordinate = points[Int.random(in: points.indices, using: &random)].coordinate
            case 1:
                coordinate = Coordinate(
                    uncheckedLongitude: [180, -180, 0].randomElement(using: &random)!, latitude: 90)
            case 2: coordinate = Coordinate(uncheckedLongitude: .random(in: -180...180, using: &random), latitude: -90)
            case 3:
                coordinate = Coordinate(
                    uncheckedLongitude: [180, -180, 179.9999, -179.9999].randomElement(using: &random)!,
                    latitude: .random(in: -1...1, using: &random)
                )
            case 4:
                coordinate = Coordinate(
                    uncheckedLongitude: .random(in: -180...180, using: &random),
                    latitude: .random(in: -90...90, using: &random))
            default:
                coordinate = Coordinate(
                    uncheckedLongitude: 127 + .random(in: -0.1...0.1, using: &random),
                    latitude: 37.5 + .random(in: -0.1...0.1, using: &random))
            }
            points.append(Point(id: ids(number), coordinate: coordinate))
        }
        return points
    }

    private static func csv(_ points: [Point]) -> String {
        "id,latitude,longitude\n"
            + points.map { "\($0.id),\($0.coordinate.latitude),\($0.coordinate.longitude)\n" }.joined()
    }

    private static func loop(_ places: [Point], _ questions: [Point], count: Int?, within: Double?) -> [String] {
        let areNumbers = places.allSatisfy { Int64($0.id).map(String.init) == $0.id }
        func isBefore(_ left: String, _ right: String) -> Bool {
            areNumbers ? Int64(left)! < Int64(right)! : left.utf8.lexicographicallyPrecedes(right.utf8)
        }
        return questions.enumerated().flatMap { number, question in
            let found = places.map {
                (id: $0.id, meters: Geodesic.distanceMeters(from: question.coordinate, to: $0.coordinate))
            }
            .filter { $0.meters <= within ?? .infinity }
            .sorted { $0.meters < $1.meters || $0.meters == $1.meters && isBefore($0.id, $1.id) }
            return found.prefix(count ?? .max).enumerated().map {
                "\(number) \($0 + 1) \($1.id) \(($1.meters * 1000).rounded())"
            }
        }
    }

    @Test(arguments: [1, 5, 40, 1000], [1, 2] as [UInt64])
    func answersAreThoseOfAPlainLoop(count: Int, seed: UInt64) throws {
        let kinds: [(Int) -> String] = [
            { "\($0 * 3 - 100)" }, { "\(1000 - $0)" }, { "n\(997 * $0 % 1009)" },
            { "서점-\($0 % 50 < 25 ? "같은" : "다른")-\($0)" },
        ]
        for ids in kinds {
            let (places, questions) = (Self.draw(300, seed: seed, ids: ids), Self.draw(120, seed: ~seed) { "\($0)" })
            let wanted = Self.loop(places, questions, count: count, within: nil)
            #expect(try Self.join(Self.csv(places), Self.csv(questions), count: count) == wanted, "seed \(seed)")
            #expect(
                try Self.join(Self.csv(places), Self.csv(questions), count: count, isParallel: false) == wanted,
                "seed \(seed)")
        }
    }

    @Test(arguments: [0, 5000, 20_100_000] as [Double], [3, 4] as [UInt64])
    func allWithinADistance(meters: Double, seed: UInt64) throws {
        let (places, questions) = (
            Self.draw(200, seed: seed) { "\($0)" }, Self.draw(60, seed: ~seed) { "\($0)" }
        )
        let wanted = Self.loop(places, questions, count: nil, within: meters)
        #expect(
            try Self.join(Self.csv(places), Self.csv(questions), count: nil, within: meters) == wanted, "seed \(seed)")
    }

    @Test func emptyFilesHaveNoAnswers() throws {
        let (none, one) = ("id,lat,lon\n", "id,lat,lon\n1,37,127\n")
        #expect(try Self.join(none, one, count: 5).isEmpty)
        #expect(try Self.join(one, none, count: 5).isEmpty)
        #expect(try Self.join(one, one, count: 5) == ["0 1 1 0.0"])
        #expect(try Self.join(one, one, count: 0).isEmpty)
    }

    @Test func withoutIDsTheRowsAreNumbered() throws {
        #expect(
            try Self.join("lat,lon\n37,127\n,\n37,127\n", "lat,lon\n37,127\n", count: 5) == ["0 1 0 0.0", "0 2 2 0.0"])
    }

    @Test func aBadRowEndsTheJoinAfterTheAnswersBeforeIt() throws {
        let places = try Self.places("id,lat,lon\n1,37,127\n")
        var lines: [String] = []
        let error = #expect(throws: PointFileError.self) {
            try PointJoin(places, count: 1, withinMeters: nil).run(
                try Self.blocks("lat,lon\n37,127\n37,x\n37,127\n", needsIDs: false), threads: 2, isParallel: true,
                rows: { Rows(places: places) }, put: { lines += $0 })
        }
        #expect(error?.row == 2 && lines == ["0 1 1 0.0"])
        #expect(throws: PointFileError.self) { try Self.places("id,lat,lon\n1,37,127\n,37,127\n") }
    }

    /// From the size of the file and its first rows, or while it is read.
    @Test func morePlacesThanFitAreRefused() throws {
        let text = Self.csv(Self.draw(500, seed: 5) { "\($0)" })
        for fileBytes in [nil, 10_000_000] {
            let error = #expect(throws: PlainError.self) {
                try Self.places(text, freeBytes: 10_000, fileBytes: fileBytes)
            }
            #expect(error?.exit == .usage && error?.words.en.contains("geocli ingest") == true)
        }
        #expect(try Self.places(text, fileBytes: text.utf8.count).count == 500)
    }
}
