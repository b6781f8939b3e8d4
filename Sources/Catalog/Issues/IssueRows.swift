internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// Reads the rows that the rules for issues judge: the listed rows of all feeds of places, including the sample.
final class IssueRows {
    static let columns = """
        b.id, b.feed, b.feed_id, b.name, b.kind, b.district, b.address, b.phone, b.phone_raw, b.website, b.website_raw, \
        b.longitude, b.latitude, b.fingerprint, b.corrected, b.point_source
        """
    static let listed = "FROM place b NOT INDEXED WHERE b.missing_run IS NULL"

    private let db: Database
    private let one: Statement
    /// The words of feeds, and the results of `explains` so far.
    private var words: [Int64: FeedWords?] = [:]
    private var explaining: [Int64: Bool] = [:]
    /// The rows for which the feed gives a point that can't be used, each with that point's problem.
    var problems: [Int64: IssueRow.PointProblem] {
        get throws {
            if let read { return read }
            let problems = try readProblems()
            read = problems
            return problems
        }
    }

    private var read: [Int64: IssueRow.PointProblem]?

    init(_ db: Database) throws {
        self.db = db
        one = try Statement(db, "SELECT \(Self.columns) FROM place b WHERE b.id = ? AND b.missing_run IS NULL")
    }

    private func words(of feed: Int64) throws -> FeedWords? {
        if let known = words[feed] { return known }
        let read = try db.text("SELECT words FROM feed WHERE key = ?", [.integer(feed)]).flatMap(FeedWords.init(json:))
        words[feed] = .some(read)
        return read
    }

    /// Whether the feed explains its kinds, but not `other`. This is true if some of its rows have a kind other than
    /// `other`, and its words have no title for `other`. In a feed without kinds, all places are `other`.
    private func explains(_ feed: Int64) throws -> Bool {
        if let known = explaining[feed] { return known }
        var isExplained = try words(of: feed)?.kinds.contains { $0.kind == .other } ?? false
        if !isExplained {
            isExplained = try !db.flag(
                """
                SELECT EXISTS (SELECT 1 FROM place NOT INDEXED
                    WHERE feed = ? AND kind <> 'other' AND missing_run IS NULL)
                """, [.integer(feed)])
        }
        explaining[feed] = !isExplained
        return !isExplained
    }

    /// Reads the problems from each feed's last run that published rows. Later unchanged runs have the same problems.
    private func readProblems() throws -> [Int64: IssueRow.PointProblem] {
        var problems: [Int64: IssueRow.PointProblem] = [:]
        try db.forEachRow(
            """
            SELECT b.id, x.reason, x.value FROM feed f CROSS JOIN reject x ON x.run = (
                SELECT max(id) FROM run WHERE feed = f.key AND outcome = 'published')
            CROSS JOIN place b ON b.feed = f.key AND b.feed_id = x.feed_id
            WHERE f.role = 'places' AND x.kept = 1
                AND x.reason <> '\(RejectionReason.coordinateMissing.rawValue)' AND b.missing_run IS NULL
            """
        ) { row in
            problems[row.integer(0)] = IssueRow.PointProblem(reason: row.text(1) ?? "", value: row.text(2))
        }
        return problems
    }

    func row(_ id: Int64) throws -> IssueRow? {
        one.bind(1, id)
        defer { one.reset() }
        return try one.step() ? row(one) : nil
    }

    /// Calls `body` with a finding for each pair of these rows that are the same shop, and with their ids, the lower
    /// one first. Reads only rows of pairs that `isWanted` accepts and whose hints match.
    /// - Parameter isWanted: returns whether two rows are compared at all.
    /// - Complexity: O(m²), m rows.
    func forEachRepeat(
        among entries: ArraySlice<IssueKeyEntry>, where isWanted: (Int64, Int64) -> Bool = { _, _ in true },
        _ body: (IssueFinding, _ low: Int64, _ high: Int64) throws -> Void
    ) throws {
        var members: [Int: LinkRow?] = [:]
        func member(_ index: Int) throws -> LinkRow? {
            if let known = members[index] { return known }
            let member = try row(entries[index].id)?.linkRow
            members[index] = .some(member)
            return member
        }
        for index in entries.indices {
            let entry = entries[index]
            for next in entries.indices[(index + 1)...] where entry.hint.mayRepeat(entries[next].hint) {
                guard isWanted(entry.id, entries[next].id), let one = try member(index), let other = try member(next),
                    let finding = IssueJudge.repeated(one, other)
                else { continue }
                try body(finding, min(one.id, other.id), max(one.id, other.id))
            }
        }
    }

    /// Returns the current row of a statement that selects `columns`.
    func row(_ row: Statement) throws -> IssueRow {
        let id = try row.placeID(0)
        let kind = try row.kind(4, id: 0)
        var contact = Place.Contact()
        contact.address = row.text(6)
        contact.phone = row.text(7)
        contact.phoneRaw = row.text(8)
        contact.website = row.text(9)
        contact.websiteRaw = row.text(10)
        let point = try row.point(longitude: 11, latitude: 12, id: 0)
        let feed = row.integer(1)
        return IssueRow(
            id: id, feed: feed,
            place: Place(
                uncheckedFeedID: try row.filled(2, "place.feed_id"), name: try row.filled(3, "place.name"),
                kind: kind, district: row.text(5), contact: contact, coordinate: point),
            country: try words(of: feed)?.country,
            // A corrected point is no longer a problem of the feed.
            pointProblem: point == nil ? try problems[id] : nil,
            hasUnknownKind: try kind == .other && Self.hasUnknownCode(row) && explains(feed))
    }

    /// Whether a rule for single rows may find something in the current row of a statement that selects `columns`. For
    /// most rows, this returns false without creating a text for any column.
    /// - Parameter map: the outlines of districts; nil if points are not compared with them.
    func isSuspect(_ row: Statement, _ map: DistrictMap?) throws -> Bool {
        let values = IssueColumns(row: row)
        return try values.isSuspect { try explains(values.feed) } || isMisplaced(row, map)
    }

    /// Whether a point is outside the stated district. `RowJudge` then decides whether it is far outside.
    private func isMisplaced(_ row: Statement, _ map: DistrictMap?) throws -> Bool {
        guard let map, !row.isNull(5), let point = try row.point(longitude: 11, latitude: 12, id: 0) else {
            return false
        }
        return map.verdict(on: point, stated: row.text(5), address: row.text(6)) != .agrees
    }

    /// Whether the row has a code of a kind that the feed does not explain. A row with such a code has no fingerprint
    /// (`RowFingerprint`). Rows to which the feed gives no point have no fingerprint either, so this returns false for
    /// them. It also returns false for a corrected row, because a corrected kind is not a code.
    static func hasUnknownCode(_ row: Statement) -> Bool {
        row.isNull(13) && !row.isNull(11) && row.isNull(14) && row.isNull(15)
    }
}

/// The current row of a statement that selects `IssueRows.columns`.
struct IssueColumns: KeyValues, IssueValues {
    let row: Statement

    var feed: Int64 { row.integer(1) }
    var hashes: RowHashes { RowHashes(name: name, phone: row.lent(7)?.bytes, address: address) }
    var point: Coordinate? { get throws { try row.point(longitude: 11, latitude: 12, id: 0) } }
    var name: Bytes? { row.lent(3)?.bytes }
    var district: Bytes? { row.lent(5)?.bytes }
    var address: Bytes? { row.lent(6)?.bytes }
    var lacksPoint: Bool { row.isNull(11) }
    var hasUnusableContact: Bool { row.isNull(7) && !row.isNull(8) || row.isNull(9) && !row.isNull(10) }

    var hasUnknownCode: Bool {
        row.lent(4)?.bytes.elementsEqual(Self.other) ?? false && IssueRows.hasUnknownCode(row)
    }

    private static let other = Array("other".utf8)
}

struct RowJudge {
    /// The outlines of districts; nil if points are not compared with them.
    let map: DistrictMap?

    func findings(_ row: IssueRow) -> [IssueFinding] {
        var findings = IssueJudge.findings(row)
        guard let map, let point = row.place.coordinate, let district = row.place.district else { return findings }
        let stated = map.name(district, address: row.place.address, at: point)
        if case .lies(let other) = map.verdict(on: point, stated: stated),
            map.isFarOut(point, stated: stated, liesIn: other),
            let finding = IssueJudge.misplaced(row, liesIn: other)
        {
            findings.append(finding)
        }
        return findings
    }
}

extension DistrictMap {
    /// Whether a point outside the stated district is too far from it for an error of the simplified outlines.
    /// - Parameter other: the district of the point; nil if it is in none. If the point is also outside the boxes of
    ///   all outlines, the result is false: such a point is in another city, which may have districts with the same
    ///   names.
    fileprivate func isFarOut(_ point: Coordinate, stated: DistrictName, liesIn other: String?) -> Bool {
        if other == nil, !covers(point) { return false }
        // Most points outside the stated district are far from it. For these, no geodesic has to be computed.
        if minimumMeters(from: point, to: stated) > IssueJudge.borderMeters + 1 { return true }
        return !stride(from: 0.0, to: 360, by: 30).contains { bearing in
            let near = Geodesic.destination(
                from: point, bearingDegrees: bearing, distanceMeters: IssueJudge.borderMeters)
            return verdict(on: near, stated: stated) == .agrees
        }
    }
}
