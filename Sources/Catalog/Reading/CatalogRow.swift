internal import GeocliDatabase
package import GeocliGeo
package import GeocliPlaces
internal import GeocliText

/// The place in the current row of a statement. Each value is read from SQLite only on request, so a listing of all
/// places reads only the values that it writes.
///
/// A row is valid until the statement's next step. A caller that needs the place for longer uses `entry`.
///
/// A class because all rows of a statement share one object, which owns the bytes of some texts.
package final class CatalogRow: ListedPlace {
    private let db: Database
    private let statement: Statement
    private let history: RowHistory
    package private(set) var kind = Kind.other
    package private(set) var listedSNS: ListedStrings?
    package private(set) var listedCorrected: ListedStrings?
    /// The row's feed and runs, as positions in `history`.
    private var feed = 0
    private var firstRun = 0
    private var lastRun = 0
    private var missingRun: Int?
    package private(set) var closedOn: String?
    /// The statement that reads the closing date of a correction and the feed's own history.
    private var correctedClosing: Statement?
    /// The statement that reads the date of the run in which the source said that a place is closed.
    private var statedClosing: Statement?
    package private(set) var coordinate: Coordinate?
    /// The buffer for the reference of a row.
    private var room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64)

    /// The columns that a statement selects from `place b`, in the order of `Column`. `RowHistory` has the other
    /// columns of the view `places_all`.
    static let columns = """
        b.id, b.feed, b.feed_id, b.name, b.kind, \(PointDistricts.sql), b.address, b.phone, b.phone_raw, b.website, \
        b.website_raw, b.sns, b.latitude, b.longitude, b.first_run, b.last_run, b.missing_run, b.point_source, \
        b.corrected, b.district IS NULL
        """

    private enum Column {
        static let id: Int32 = 0
        static let feed: Int32 = 1
        static let feedID: Int32 = 2
        static let name: Int32 = 3
        static let kind: Int32 = 4
        static let district: Int32 = 5
        static let address: Int32 = 6
        static let phone: Int32 = 7
        static let phoneRaw: Int32 = 8
        static let website: Int32 = 9
        static let websiteRaw: Int32 = 10
        static let sns: Int32 = 11
        static let latitude: Int32 = 12
        static let longitude: Int32 = 13
        static let firstRun: Int32 = 14
        static let lastRun: Int32 = 15
        static let missingRun: Int32 = 16
        static let pointSource: Int32 = 17
        static let corrected: Int32 = 18
        static let statesNoDistrict: Int32 = 19
        /// The column of the folded fields, which some statements select after `columns`.
        static let folded: Int32 = 20
    }

    init(_ db: Database, _ sql: String) throws {
        self.db = db
        statement = try Statement(db, sql)
        history = RowHistory(db)
    }

    deinit { room.deallocate() }

    func bind(_ values: [SQLValue]) { statement.bind(values) }

    func restart(id: Int64) {
        statement.reset()
        statement.bind(1, id)
    }

    /// Restarts the statement with a JSON list of these ids as its first value.
    func restart(ids: ArraySlice<Int64>) {
        var json = JSONWriter()
        json.beginArray()
        for id in ids { json.integer(id) }
        json.endArray()
        statement.reset()
        statement.bind(1, String(decoding: json.bytes, as: UTF8.self))
    }

    /// Restarts the statement with these numbers as its first two values.
    func restart(_ first: Int64, _ second: Int64) {
        restart(id: first)
        statement.bind(2, second)
    }

    /// Moves to the next place; returns false after the last one. Skips places whose run or feed does not
    /// exist, as the view `places_all` does.
    /// - Throws: `CatalogDamage` for a row that violates the constraints.
    func next() throws -> Bool {
        while try statement.step() { if try read() { return true } }
        return false
    }

    private func read() throws -> Bool {
        guard let feed = try history.feed(statement.integer(Column.feed)),
            let firstRun = try history.run(statement.integer(Column.firstRun))
        else { return false }
        self.feed = feed
        self.firstRun = firstRun
        lastRun = try run(Column.lastRun) ?? history.feeds[feed].lastRun
        missingRun = try run(Column.missingRun)
        closedOn = nil
        let corrected = try statement.lent(Column.corrected)
            .map { try Self.strings($0.bytes, of: statement.integer(Column.id)) }
        listedCorrected = corrected.map(ListedStrings.strings)
        if corrected?.contains(CorrectionField.closed.rawValue) == true {
            try readClosing()
        } else if missingRun != nil {
            try readStatedClosing()
        }
        let id = try statement.placeID(Column.id)
        guard let kind = statement.lent(Column.kind).flatMap({ Kind(bytes: $0.bytes) }), isFilled(Column.feedID),
            isFilled(Column.name),
            (missingRun.map { history.misses(since: $0, feed) } ?? 0) >= 0
        else {
            throw CatalogDamage.row(
                Words(en: "place \(id) lacks a required value", ko: "\(id)번 장소에 필수 값이 없습니다"))
        }
        self.kind = kind
        coordinate = try statement.point(longitude: Column.longitude, latitude: Column.latitude, id: Column.id)
        listedSNS = try statement.lent(Column.sns).map { json in
            JSONStrings.isPlain(json.bytes) ? .lent(json) : .strings(try Self.strings(json.bytes, of: id))
        }
        return true
    }

    /// Reads the feed's history of a place that a correction closed, because its columns in `place` no longer have it.
    private func readClosing() throws {
        let row =
            try correctedClosing
            ?? Statement(
                db,
                """
                SELECT c.value, u.last_run, u.missing_run FROM correction c JOIN upstream u ON u.id = c.place
                WHERE c.place = ? AND c.field = 'closed' AND c.state = 'applied'
                """)
        correctedClosing = row
        row.bind(1, statement.integer(Column.id))
        defer { row.reset() }
        guard try row.step() else { return }
        closedOn = try row.date(0)
        lastRun = try (row.isNull(1) ? nil : history.run(row.integer(1))) ?? history.feeds[feed].lastRun
        missingRun = row.isNull(2) ? nil : try history.run(row.integer(2))
    }

    private func readStatedClosing() throws {
        let row = try statedClosing ?? Statement(db, "SELECT \(StatedClosing.date(of: "?1", missingSince: "?2"))")
        statedClosing = row
        row.bind(1, statement.integer(Column.id))
        row.bind(2, statement.integer(Column.missingRun))
        defer { row.reset() }
        if try row.step(), !row.isNull(0) { closedOn = try row.date(0) }
    }

    private func isFilled(_ column: Int32) -> Bool { statement.lent(column)?.bytes.isEmpty == false }

    private static func strings(_ json: UnsafeBufferPointer<UInt8>, of id: Int64) throws -> [String] {
        do {
            return try JSONStrings.list(json)
        } catch {
            throw CatalogDamage.row(
                Words(en: "the sns of place \(id) is not a list", ko: "\(id)번 장소의 sns 값이 목록이 아닙니다"))
        }
    }

    /// Returns the position in `history` of the run in a column; nil for null or for a run that does not exist.
    private func run(_ column: Int32) throws -> Int? {
        statement.isNull(column) ? nil : try history.run(statement.integer(column))
    }

    // MARK: Values

    package var id: Int64 { statement.integer(Column.id) }
    /// The folded fields, in a statement that selects them after `columns`.
    var folded: String { required(Column.folded) }
    package var name: String { required(Column.name) }
    package var district: String? { statement.text(Column.district) }
    package var address: String? { statement.text(Column.address) }
    package var phone: String? { statement.text(Column.phone) }
    package var phoneRaw: String? { statement.text(Column.phoneRaw) }
    package var website: String? { statement.text(Column.website) }
    package var sns: [String]? { listedSNS?.strings }
    package var listedPointSource: ListedText? {
        guard coordinate != nil else { return nil }
        return statement.lent(Column.pointSource).map(ListedText.lent) ?? .string(CatalogEntry.ownPoint)
    }
    package var firstSeen: String { history.runs[firstRun].date }
    package var lastSeen: String { history.runs[history.runs[lastRun].read].date }
    package var missingRuns: Int { missingRun.map { history.misses(since: $0, feed) } ?? 0 }
    package var removedOn: String? { missingRun.map { history.runs[$0].date } }

    /// Returns the text of a field; nil if the place has none.
    package func listed(_ field: ListedField) -> ListedText? {
        switch field {
        case .ref: .lent(reference)
        case .name: text(Column.name)
        case .district: text(Column.district)
        case .address: text(Column.address)
        case .phone: text(Column.phone)
        case .phoneRaw: text(Column.phoneRaw)
        case .website: text(Column.website)
        case .kind: text(Column.kind)
        case .firstSeen: .lent(history.runs[firstRun].lentDate)
        case .lastSeen: .lent(history.runs[history.runs[lastRun].read].lentDate)
        }
    }

    @inline(__always)
    private func text(_ column: Int32) -> ListedText? { statement.lent(column).map(ListedText.lent) }

    /// The place's reference: the feed, a slash and the id in the feed, written into `room`.
    private var reference: BorrowedText {
        guard let id = statement.lent(Column.feedID)?.bytes else { return BorrowedText(UnsafeBufferPointer(room)) }
        return history.feeds[feed].prefix.withUnsafeBufferPointer { prefix in
            let count = prefix.count + id.count
            if room.count < count {
                room.deallocate()
                room = .allocate(capacity: 2 * count)
            }
            // `room` has at least `count` bytes, so both parts fit.
            if let target = room.baseAddress, let prefix = prefix.baseAddress, let start = id.baseAddress {
                target.update(from: prefix, count: count - id.count)
                (target + count - id.count).update(from: start, count: id.count)
            }
            return BorrowedText(UnsafeBufferPointer(rebasing: room[..<count]))
        }
    }

    /// A copy of this row that the caller can keep.
    package var entry: CatalogEntry {
        var contact = Place.Contact()
        contact.address = address
        contact.phone = phone
        contact.phoneRaw = phoneRaw
        contact.website = website
        contact.websiteRaw = statement.text(Column.websiteRaw)
        contact.sns = sns
        let place = Place(
            uncheckedFeedID: required(Column.feedID), name: name, kind: kind, district: district, contact: contact,
            coordinate: coordinate)
        var entry = CatalogEntry(
            id: id, feed: history.feeds[feed].id, place: place, firstSeen: firstSeen, lastSeen: lastSeen,
            missingRuns: missingRuns, removedOn: removedOn, closedOn: closedOn)
        entry.corrected = listedCorrected?.strings
        entry.isDistrictOfPoint = place.district != nil && statement.integer(Column.statesNoDistrict) != 0
        if coordinate != nil { entry.pointSource = statement.text(Column.pointSource) ?? CatalogEntry.ownPoint }
        return entry
    }

    /// Returns the text of a column. `read` has checked that it is not null.
    private func required(_ column: Int32) -> String { statement.text(column) ?? "" }
}

/// What the source says about places that closed: rows of `change` with `closed`.
enum StatedClosing {
    /// Returns the SQL for the date of the run in which the source said that the place is closed; null if it has not
    /// said so since the run in which the place became missing. A run after the end of a past day does not count.
    static func date(of place: String, missingSince run: String) -> String {
        """
        (SELECT r.date FROM change x JOIN run r ON r.id = x.run JOIN feed f ON f.key = r.feed
            WHERE x.place = \(place) AND x.what = 'closed' AND x.run >= \(run) AND x.run <= f.last_good_run
                AND r.taken_back IS NULL)
        """
    }
}

/// The runs and feeds that places refer to, each read once; the view `places_all` looks them up for every place.
///
/// An instance is used for one read of the catalog. A class because it owns statements.
final class RowHistory {
    struct Run {
        let date: String
        /// The bytes of the date, which belong to the history.
        let lentDate: BorrowedText
        /// The run's number among the good runs of its feed, and the number by which misses are counted (`run.night`);
        /// nil for a refused run. A place refers to a refused run only in a damaged catalog.
        let good: (run: Int64, night: Int64)?
        /// The position of the run that read the places: for an undo, of the one whose places it brought back.
        let read: Int
    }

    struct Feed {
        let id: String
        /// The feed's id and a slash: the start of its references.
        let prefix: [UInt8]
        /// The position of the feed's last good run in `runs`.
        let lastRun: Int
    }

    private(set) var runs: [Run] = []
    private(set) var feeds: [Feed] = []
    /// The positions in `runs` and `feeds`, by the number in the catalog; nil for a run or feed that does not exist.
    private var runIndices: [Int64: Int?] = [:]
    private var feedIndices: [Int64: Int?] = [:]
    /// The last results. They are kept because most places have the same run and feed.
    private var lastRun: (number: Int64, index: Int)?
    private var lastFeed: (number: Int64, index: Int)?
    private let db: Database
    private var runStatement: Statement?

    init(_ db: Database) { self.db = db }

    deinit { for run in runs { run.lentDate.bytes.deallocate() } }

    /// Returns the position of a run in `runs`; nil if the run does not exist.
    @inline(__always)
    func run(_ number: Int64) throws -> Int? {
        if let lastRun, lastRun.number == number { return lastRun.index }
        return try findRun(number)
    }

    /// Returns the position of a feed in `feeds`; nil if the feed does not exist or has no good run.
    @inline(__always)
    func feed(_ number: Int64) throws -> Int? {
        if let lastFeed, lastFeed.number == number { return lastFeed.index }
        return try findFeed(number)
    }

    /// Returns how many good runs a feed has had from `run` on, both as positions, without those that were taken back;
    /// below 0 only in a damaged catalog.
    func misses(since run: Int, _ feed: Int) -> Int {
        guard let first = runs[run].good, let last = runs[feeds[feed].lastRun].good else { return 0 }
        // All numbers are within `CatalogNumbers.runs`.
        guard last.run >= first.run else { return -1 }
        // After an undo, a place that went missing in a run that was taken back has been missed once.
        return Int(max(last.night - first.night + 1, 1))
    }

    private func findRun(_ number: Int64) throws -> Int? {
        let index = try runIndices[number] ?? readRun(number)
        if let index { lastRun = (number, index) }
        return index
    }

    private func findFeed(_ number: Int64) throws -> Int? {
        let index = try feedIndices[number] ?? readFeed(number)
        if let index { lastFeed = (number, index) }
        return index
    }

    private func readRun(_ number: Int64) throws -> Int? {
        let statement =
            try runStatement
            ?? Statement(
                db,
                "SELECT date, good_run, \(TakenBack.night(of: "r")), restores FROM run r WHERE id = ?"
            )
        runStatement = statement
        defer { statement.reset() }
        statement.bind(1, number)
        var index: Int?
        if try statement.step() {
            let date = try statement.date(0)
            let good = statement.isNull(1) ? nil : (run: try statement.runNumber(1), night: try statement.runNumber(2))
            let restored = statement.isNull(3) ? nil : try statement.runNumber(3)
            statement.reset()
            let read = try restored.flatMap(run)
            index = runs.count
            let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: date.utf8.count)
            _ = bytes.initialize(from: date.utf8)
            runs.append(
                Run(
                    date: date, lentDate: BorrowedText(UnsafeBufferPointer(bytes)), good: good,
                    read: read ?? runs.count))
        }
        runIndices[number] = .some(index)
        return index
    }

    private func readFeed(_ number: Int64) throws -> Int? {
        let statement = try Statement(db, "SELECT id, good_runs, last_good_run FROM feed WHERE key = ?")
        statement.bind(1, number)
        var index: Int?
        if try statement.step(), let id = statement.text(0), !statement.isNull(2),
            let lastRun = try run(statement.integer(2))
        {
            // A damaged number of good runs must not pass unnoticed.
            _ = try statement.runNumber(1)
            index = feeds.count
            feeds.append(Feed(id: id, prefix: Array("\(id)/".utf8), lastRun: lastRun))
        }
        feedIndices[number] = .some(index)
        return index
    }
}
