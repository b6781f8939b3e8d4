internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliProjection
internal import GeocliText
internal import Glibc

/// Finds out whether most points of a feed moved alike since the last good run, as they do when its publisher changes
/// the coordinate system. Such a move may be a few hundred meters long, so no other check shows it.
struct AlikeMoves {
    /// The share of moves that must be alike, in percent. Real changes of single points may come on the same day.
    private static let fewestPercent = 80.0
    /// How far a move may differ from the median move: in meters, or in percent of its length if that is more. Between
    /// two systems with different middle meridians, the move is not the same everywhere.
    private static let tolerance = (meters: 10.0, percent: 20.0)
    /// How far a point may be from where another system puts it, in meters. The definitions of KATEC differ by 5 m.
    private static let fitMeters = 10.0
    /// The degrees of Korea's former datum, with which a publisher may replace those of WGS 84.
    private static let formerDegrees = try? CRS(parsing: "EPSG:4162")

    private let moves: PointMoves
    private let feed: Feed
    /// The median move, in meters to the east and to the north.
    private let median: (east: Double, north: Double)

    /// Nil unless most of the compared points moved.
    init?(_ moves: PointMoves?, of feed: Feed) {
        guard let moves, moves.movedCount >= PointMoves.fewest, moves.movedCount * 2 > moves.comparedCount else {
            return nil
        }
        (self.moves, self.feed) = (moves, feed)
        let vectors = moves.sample.map(Self.vector)
        median = (Self.median(vectors.map(\.east)), Self.median(vectors.map(\.north)))
    }

    /// Why the snapshot must not be published; nil if the points did not move alike.
    var reason: Reason? {
        let systems = systems
        let pair = systems.isEmpty ? readings : nil
        guard isAlike || !systems.isEmpty || pair != nil else { return nil }
        let names = systems.map(\.description)
        var cause = Words(en: "", ko: "")
        if let pair {
            cause = Words(
                en: "they fit if the publisher now reads its numbers as \(pair.now), and not as \(pair.former)",
                ko: "제공 기관이 좌표를 \(pair.former) 대신 \(pair.now)\(.by) 읽어 변환하면 이렇게 됩니다")
        } else if !names.isEmpty {
            cause = Words(
                en: "they are probably in \(names.joined(separator: " or ")) now, and not in \(feed.crs.description)",
                ko:
                    "이제 \(feed.crs.description)\(.subject) 아니라 \(names.joined(separator: " 또는 ")) 좌표로 보입니다")
        }
        // A file of a person's own has no crs in its options.
        let isDeclared = feed.columns == nil && (!feed.crs.isWGS84 || !names.isEmpty)
        let advice =
            isDeclared
            ? Words(en: "check crs in the declaration", ko: "선언의 crs를 확인하세요")
            : Words(en: "compare some of them with a map", ko: "몇 곳을 지도와 비교해 보세요")
        let words = [cause, advice].filter { !$0.en.isEmpty }.reduce(moved) { $0.followed(by: $1) }
        return Reason(
            "moved-alike",
            [
                .init("moved", moves.movedCount), .init("compared", moves.comparedCount),
                .init("meters", Int(meters.rounded())), .init("systems", names.joined(separator: ", ")),
                .init("en", words.en), .init("ko", words.ko),
            ])
    }

    private var moved: Words {
        let distance =
            meters < 1000
            ? "\(Int(meters.rounded())) m" : "\(DecimalText.text(meters / 1000, maximumDecimals: 1)) km"
        let sector = Int((atan2(median.east, median.north) / .pi * 4).rounded()) & 7
        let direction = Self.directions[sector]
        return Words(
            en:
                "\(moves.movedCount) of \(moves.comparedCount) points moved alike, by about \(distance) to the \(direction.en)",
            ko: "좌표 \(moves.comparedCount)개 가운데 \(moves.movedCount)개가 똑같이 \(direction.ko)\(.by) 약 \(distance) 이동했습니다")
    }

    private static let directions = [
        Words(en: "north", ko: "북쪽"), Words(en: "northeast", ko: "북동쪽"), Words(en: "east", ko: "동쪽"),
        Words(en: "southeast", ko: "남동쪽"), Words(en: "south", ko: "남쪽"), Words(en: "southwest", ko: "남서쪽"),
        Words(en: "west", ko: "서쪽"), Words(en: "northwest", ko: "북서쪽"),
    ]

    // MARK: The moves themselves

    private var meters: Double { (median.east * median.east + median.north * median.north).squareRoot() }

    /// Whether most moves are like the median move.
    private var isAlike: Bool {
        // Short moves in all directions have a median near zero, and are not like it.
        let most = min(max(Self.tolerance.meters, meters * Self.tolerance.percent / 100), meters)
        return isMost(
            moves.sample.count { move in
                let vector = Self.vector(move)
                let (east, north) = (vector.east - median.east, vector.north - median.north)
                return (east * east + north * north).squareRoot() <= most
            })
    }

    private func isMost(_ count: Int) -> Bool { Percent.share(count, of: moves.sample.count) >= Self.fewestPercent }

    /// Returns a move in meters to the east and to the north. In Korea it is right to 1 %.
    private static func vector(_ move: PointMoves.Move) -> (east: Double, north: Double) {
        let metersPerDegree = 111_195.0
        let latitude = (move.from.latitude + move.to.latitude) / 2
        // The shorter way around the earth.
        let degrees = (move.to.longitude - move.from.longitude).remainder(dividingBy: 360)
        return (
            degrees * cos(latitude * .pi / 180) * metersPerDegree,
            (move.to.latitude - move.from.latitude) * metersPerDegree
        )
    }

    private static func median(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.sorted()[values.count / 2] }

    // MARK: Other systems

    private typealias Numbers = [(x: Double, y: Double)?]

    /// The systems in which the new points would be where the former ones were.
    private var systems: [CRS] {
        guard let own = Self.transform(feed.crs) else { return [] }
        let numbers = numbers(own)
        let others =
            own.sourceIsGeographic ? [CRS.wgs84, Self.formerDegrees].compactMap { $0 } : KnownSystem.korean
        return others.filter { $0 != feed.crs && (Self.transform($0).map { fits(numbers, $0) } ?? false) }
    }

    /// The system as which a publisher of degrees may now read its own numbers in meters, and the system as which it
    /// read them before; nil if there are none.
    private var readings: (now: String, former: String)? {
        guard feed.crs.isWGS84 else { return nil }
        let transforms = KnownSystem.korean.compactMap(Self.transform)
        for now in transforms {
            let numbers = numbers(now)
            if let former = transforms.first(where: { $0.source != now.source && fits(numbers, $0) }) {
                return (now.source.description, former.source.description)
            }
        }
        return nil
    }

    /// Returns nil without PROJ, or for a system that it does not know. Then no system is named.
    private static func transform(_ system: CRS) -> CoordinateTransform? { try? CoordinateTransform(from: system) }

    /// The new points, in the numbers of a system.
    private func numbers(_ transform: CoordinateTransform) -> Numbers {
        // A position that the system can't represent has no numbers.
        moves.sample.map { try? transform.position(of: $0.to) }
    }

    /// Whether most of the numbers, if they are read in this system, are where the points were.
    private func fits(_ numbers: Numbers, _ transform: CoordinateTransform) -> Bool {
        isMost(
            zip(numbers, moves.sample).count { number, move in
                // Numbers without a position in the system do not fit.
                guard let number, let point = try? transform.coordinate(x: number.x, y: number.y) else { return false }
                return Geodesic.distanceMeters(from: point, to: move.from) <= Self.fitMeters
            })
    }
}
