internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliProjection
package import GeocliText

/// What a check of a declaration found in saved pages.
package struct FeedFinding: Sendable, Equatable {
    package enum Level: String, Sendable, CaseIterable {
        case ok
        /// Something is unusual, and a person should check it.
        case alarm
        /// Something is wrong: an ingest would refuse the data or list places wrongly.
        case fault
    }

    /// The subject: `rows`, `field`, `ids`, `kinds`, `filter`, `status`, `points`, `crs`, `total`, `ingest`.
    package let check: String
    package let level: Level
    /// The field of the declaration; nil if the finding is about the page as a whole.
    package let field: String?
    /// The number of rows that the sentence is about.
    package let count: Int
    package let total: Int
    package let words: Words
}

/// Compares the points of rows with the districts that the rows state, in the declared coordinate system and in other
/// ones.
///
/// The result is only an alarm: no point is corrected, and the declaration still applies.
struct DistrictFit {
    private struct Row {
        let x: Double
        let y: Double
        let areas: [MultiPolygon]
    }

    private static let candidates = KnownSystem.korean + [.wgs84]
    /// The maximum number of rows that are tested. The smallest shift between two systems, 255 m, moves a point out of
    /// its district only near the border. In a district 5 km wide, this happens to about one point in twenty, or 150 of
    /// 3,000 rows. Far fewer rows have a wrong district. More rows would only take more time, because each row is
    /// tested in every system and with both orders of its axes.
    private static let maximumRows = 3000
    /// The smallest gain that counts, in rows and in percent of all rows. One or two rows may fit another system by
    /// chance, because their district is wrong or their point is at the border. The smallest shift moves 5 % of the
    /// points. The percentage is lower, so that this shift still counts.
    private static let fewestGained = (rows: 3, percent: 2.0)
    /// The share of points in their district, in percent, below which there is always an alarm, even if no other system
    /// fits better. Typing errors can't put most points into other districts.
    private static let fewestPercent = 50.0

    private let feed: Feed
    private let map: DistrictMap
    private var rows: [Row] = []

    init(feed: Feed, outlines: [DistrictOutline]) {
        self.feed = feed
        map = DistrictMap(outlines)
    }

    mutating func add(x: String, y: String, _ place: Place) {
        guard rows.count < Self.maximumRows, let district = place.district, !map.isEmpty,
            let x = DecimalText.number(x), let y = DecimalText.number(y), x != 0 || y != 0
        else { return }
        let areas = map.areas(stated: district, address: place.address)
        if !areas.isEmpty { rows.append(Row(x: x / feed.pointDivisor, y: y / feed.pointDivisor, areas: areas)) }
    }

    /// Whether nothing can be compared: no outlines were given, or no row has both a point and a district with an
    /// outline.
    var isEmpty: Bool { map.isEmpty || rows.isEmpty }

    func findings() throws -> [FeedFinding] {
        guard !isEmpty else { return [] }
        let own = try count(feed.crs, swapped: false)
        var best: (crs: CRS, swapped: Bool, count: Int) = (feed.crs, false, own)
        for crs in Self.candidates {
            for swapped in [false, true] {
                let count = try count(crs, swapped: swapped)
                if count > best.count { best = (crs, swapped, count) }
            }
        }
        let gained = best.count - own
        let isAlarm =
            gained >= Self.fewestGained.rows && Percent.share(gained, of: rows.count) >= Self.fewestGained.percent
        let isLost = Percent.share(own, of: rows.count) < Self.fewestPercent
        let other = best.swapped ? " with x and y swapped" : ""
        let inDistrict =
            own == 1 ? "is in the district that its row states" : "are in the district that their row states"
        let otherKorean = best.swapped ? " x와 y를 바꿔" : ""
        return [
            FeedFinding(
                check: "crs", level: isAlarm || isLost ? .alarm : .ok, field: nil, count: own, total: rows.count,
                words: isAlarm
                    ? Words(
                        en:
                            "if the points are read as \(feed.crs), \(own) of \(rows.count) \(inDistrict); if they are read as \(best.crs)\(other), \(best.count) of them are; ask the publisher which coordinate system is right",
                        ko:
                            "\(feed.crs)\(.by) 읽으면 좌표 \(rows.count)개 가운데 \(own)개가 행에 적힌 자치구 안에 있지만, \(best.crs)\(.by)\(otherKorean) 읽으면 \(best.count)개가 안에 있습니다. 어느 좌표계가 맞는지 제공 기관에 확인하세요"
                    )
                    : Words(
                        en: "\(own) of \(rows.count) points \(inDistrict)",
                        ko: "좌표 \(rows.count)개 가운데 \(own)개가 행에 적힌 자치구 안에 있습니다"))
        ]
    }

    /// Returns how many points are in their district if they are read in this coordinate system.
    private func count(_ crs: CRS, swapped: Bool) throws -> Int {
        let transform = try CoordinateTransform(from: crs)
        return rows.count { row in
            let (x, y) = swapped ? (row.y, row.x) : (row.x, row.y)
            guard abs(x) <= 180 && abs(y) <= 90 || !crs.isWGS84 else { return false }
            // A point that the system can't represent is not in the district.
            guard let position = try? transform.coordinate(x: x, y: y) else { return false }
            return row.areas.contains { $0.contains(position) }
        }
    }
}
