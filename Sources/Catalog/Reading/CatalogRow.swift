internal import GeocliDatabase
public import GeocliGeo
public import GeocliPlaces
internal import GeocliText

/// The place in the current row of a statement. Each value is read from SQLite only on request, so a listing of all
/// places reads only the values that it writes.
///
/// A row is valid until the statement's next step. A caller that needs the place for longer uses `entry`.
///
/// A class because all rows of a statement share one object, which owns the bytes of some texts.
public final class CatalogRow: ListedPlace {
    private let db: Database
    private let statement: Statement
    private let history: RowHistory
    /// See `Place.kind`.
    public private(set) var kind = Kind.other
    /// See `Place.sns`.
    public private(set) var listedSNS: ListedStrings?
    /// See `CatalogEntry.corrected`.
    public private(set) var listedCorrected: ListedStrings?
    /// The row's feed and runs, as positions in `history`.
    private var feed = 0
    private var firstRun = 0
    private var lastRun = 0
    private var missingRun: Int?
    /// The day on which, according to a correction, the place closed.
    private var correctedClosing: String?
    /// The statement that reads `correctedClosing` and the feed's own history.
    private var closing: Statement?
    /// See `Place.coordinate`.
    public private(set) var coordinate: Coordinate?
    /// The buffer for the reference of a row.
    private var room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64)

    /// The columns that a statement selects from `place b`, in the order of `Column`. `RowHistory` has the other
    /// columns of `listing`.
    static let columns = """
        b.id, b.feed, b.feed_id, b.name, b.kind, b.district, b.address, b.phone, b.phone_raw, b.website, b.website_raw, \
        b.sns, b.latitude, b.longitude, b.first_run, b.last_run, b.missing_run, b.point_source, b.corrected
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
        /// The column of the folded fields, which some statements select after `columns`.
        static let folded: Int32 = 19
    }

    /// Prepares the statement `sql`, which selects `columns`.
    init(_ db: Database, _ sql: String) throws {
        self.db = db
        statement = try Statement(db, sql)
        history = RowHistory(db)
    }

    deinit { room.deallocate() }

    /// Binds values to the statement.
    func bind(_ values: [SQLValue]) { statement.bind(values) }

    /// Restarts the statement with this id as its first value.
    func ask(id: Int64) {
        statement.reset()
        statement.bind(1, id)
    }

    /// Restarts the statement with a JSON list of these ids as its first value.
    func ask(ids: ArraySlice<Int64>) {
        var json = JSONWriter()
        json.beginArray()
        for id in ids { json.integer(id) }
        json.endArray()
        statement.reset()
        statement.bind(1, String(decoding: json.bytes, as: UTF8.self))
    }

    /// Restarts the statement with these numbers as its first two values.
    func ask(_ first: Int64, _ second: Int64) {
        ask(id: first)
        statement.bind(2, second)
    }

    /// Moves to the next place; returns false after the last one. Skips places whose run or feed does not
    /// exist, as `listing` does.
    ///
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
        correctedClosing = nil
        let corrected = try statement.lent(Column.corrected)
            .map { try Self.strings($0.bytes, of: statement.integer(Column.id)) }
        listedCorrected = corrected.map(ListedStrings.strings)
        if corrected?.contains(CorrectionField.closed.rawValue) == true { try readClosing() }
        let id = try statement.placeID(Column.id)
        guard let kind = statement.lent(Column.kind).flatMap({ Kind(bytes: $0.bytes) }), isThere(Column.feedID),
            isThere(Column.name),
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

    /// Reads the history that the feed gives for a place that a correction closed. The columns in `place` no
    /// longer contain that history.
    private func readClosing() throws {
        let row =
            try closing
            ?? Statement(
                db,
                """
                SELECT c.value, u.last_run, u.missing_run FROM correction c JOIN upstream u ON u.id = c.place
                WHERE c.place = ? AND c.field = 'closed' AND c.state = 'applied'
                """)
        closing = row
        row.bind(1, statement.integer(Column.id))
        defer { row.reset() }
        guard try row.step() else { return }
        correctedClosing = try row.date(0)
        lastRun = try (row.isNull(1) ? nil : history.run(row.integer(1))) ?? history.feeds[feed].lastRun
        missingRun = row.isNull(2) ? nil : try history.run(row.integer(2))
    }

    private func isThere(_ column: Int32) -> Bool { statement.lent(column)?.bytes.isEmpty == false }

    private static func strings(_ json: UnsafeBufferPointer<UInt8>, of id: Int64) throws -> [String] {
        do {
            return try JSONStrings.list(json)
        } catch {
            throw CatalogDamage.row(
                Words(en: "the sns of place \(id) is not a list", ko: "\(id)번 장소의 sns 값이 목록이 아닙니다"))
        }
    }

    /// Returns the position in `history` of the run that a column names; nil if the column is null or the run does not
    /// exist.
    private func run(_ column: Int32) throws -> Int? {
        statement.isNull(column) ? nil : try history.run(statement.integer(column))
    }

    // MARK: Values

    /// See `CatalogEntry.id`.
    public var id: Int64 { statement.integer(Column.id) }
    /// The folded fields, in a statement that selects them after `columns`.
    var folded: String { required(Column.folded) }
    /// See `Place.name`.
    public var name: String { required(Column.name) }
    /// See `Place.district`.
    public var district: String? { statement.text(Column.district) }
    /// See `Place.address`.
    public var address: String? { statement.text(Column.address) }
    /// See `Place.phone`.
    public var phone: String? { statement.text(Column.phone) }
    /// See `Place.phoneRaw`.
    public var phoneRaw: String? { statement.text(Column.phoneRaw) }
    /// See `Place.website`.
    public var website: String? { statement.text(Column.website) }
    /// See `Place.sns`.
    public var sns: [String]? { listedSNS?.strings }
    /// See `CatalogEntry.pointSource`.
    public var listedPointSource: ListedText? {
        guard coordinate != nil else { return nil }
        return statement.lent(Column.pointSource).map(ListedText.lent) ?? .string(CatalogEntry.ownPoint)
    }
    /// See `CatalogEntry.firstSeen`.
    public var firstSeen: String { history.runs[firstRun].date }
    /// See `CatalogEntry.lastSeen`.
    public var lastSeen: String { history.runs[lastRun].date }
    /// See `CatalogEntry.missingRuns`.
    public var missingRuns: Int {
        let misses = missingRun.map { history.misses(since: $0, feed) } ?? 0
        // A place that a correction closed counts as one that the feed has closed.
        return correctedClosing == nil ? misses : max(misses, CatalogEntry.closingMisses)
    }
    /// See `CatalogEntry.closedOn`.
    public var closedOn: String? {
        if let correctedClosing { return correctedClosing }
        guard let missingRun, missingRuns >= CatalogEntry.closingMisses else { return nil }
        return history.runs[missingRun].date
    }

    /// Returns the text of a field; nil if the place has none.
    public func listed(_ field: ListedField) -> ListedText? {
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
        case .lastSeen: .lent(history.runs[lastRun].lentDate)
        }
    }

    @inline(__always)
    private func text(_ column: Int32) -> ListedText? { statement.lent(column).map(ListedText.lent) }

    /// The place's reference: the feed, a slash and the id in the feed, written into `room`.
    private var reference: LentText {
        guard let id = statement.lent(Column.feedID)?.bytes else { return LentText(UnsafeBufferPointer(room)) }
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
            return LentText(UnsafeBufferPointer(rebasing: room[..<count]))
        }
    }

    /// A copy of this row that the caller can keep.
    public var entry: CatalogEntry {
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
            missingRuns: missingRuns, closedOn: closedOn)
        entry.corrected = listedCorrected?.strings
        if coordinate != nil { entry.pointSource = statement.text(Column.pointSource) ?? CatalogEntry.ownPoint }
        return entry
    }

    /// Returns the text of a column. `read` has checked that it is not null.
    private func required(_ column: Int32) -> String { statement.text(column) ?? "" }
}

extension Catalog {
    /// Calls `body` with every place and its folded fields, ordered by id. Includes the places that the last
    /// good run did not have.
    ///
    /// - Complexity: O(n), n places in the catalog; memory does not grow with n.
    public func forEachEntryAndFields(body: (CatalogEntry, _ folded: String) throws -> Void) throws {
        try read { db in
            let rows = try CatalogRow(db, "SELECT \(Self.columns), b.folded FROM place b ORDER BY b.id")
            while try rows.next() { try body(rows.entry, rows.folded) }
        }
    }

    /// Calls `body` with each place that `filter` admits, ordered by id, at most `limit` times.
    ///
    /// - Complexity: O(n), n places in the catalog; memory does not grow with n.
    public func forEachEntry(
        _ filter: PlaceFilter, limit: Int? = nil, body: (CatalogEntry) throws -> Void
    ) throws {
        try forEachRow(filter, limit: limit) { try body($0.entry) }
    }

    /// Does the same as `forEachEntry`, but passes rows that read a value only on request. Use this for listings of all
    /// places.
    ///
    /// - Complexity: O(n), n places in the catalog; memory does not grow with n.
    public func forEachRow(
        _ filter: PlaceFilter, limit: Int? = nil, body: (CatalogRow) throws -> Void
    ) throws {
        let condition = try narrowed(filter).condition
        try read { db in
            let rows = try CatalogRow(
                db, "SELECT \(Self.columns) FROM place b WHERE \(condition.sql) ORDER BY b.id LIMIT ?")
            rows.bind(condition.values + [.integer(Int64(limit ?? -1))])
            while try rows.next() { try body(rows) }
        }
    }

    /// Returns the place with this id.
    ///
    /// - Throws: `CatalogError(.notFound)` if no place has this id.
    public func entry(id: Int64) throws -> CatalogEntry {
        let sql = "SELECT \(Self.columns) FROM place b WHERE b.id = ?"
        return try first(sql, [.integer(id)], called: String(id))
    }

    /// Returns the place with this reference, such as `seoul-bookstores/2283`.
    ///
    /// - Throws: `CatalogError(.notFound)` if no place has this reference.
    public func entry(ref: String) throws -> CatalogEntry {
        let place = PlaceRef(ref)
        let sql = """
            SELECT \(Self.columns) FROM place b
            WHERE b.feed = (SELECT key FROM feed WHERE id = ?) AND b.feed_id = ?
            """
        return try first(sql, [(place?.feed).sqlValue, (place?.feedID).sqlValue], called: ref)
    }

    /// Returns the id of the place with this reference; nil if there is none.
    public func id(ref: String) throws -> Int64? {
        try PlaceRef(ref).flatMap { place in
            let sql = "SELECT id FROM place WHERE feed = (SELECT key FROM feed WHERE id = ?) AND feed_id = ?"
            return try read { try $0.integer(sql, [.text(place.feed), .text(place.feedID)]) }
        }
    }

    /// Calls `body` with the places that have these ids, in the order of `ids`; skips unknown ids.
    ///
    /// - Complexity: O(m log n), m ids.
    public func forEachEntry(ids: some Sequence<Int64>, body: (CatalogEntry) throws -> Void) throws {
        try forEachRow(ids: ids) { try body($0.entry) }
    }

    /// Does the same as `forEachEntry`, but passes rows that read a value only on request.
    ///
    /// - Complexity: O(m log n), m ids; memory for a copy of the ids, unless they are an array.
    public func forEachRow(ids: some Sequence<Int64>, body: (CatalogRow) throws -> Void) throws {
        // `next` of a sequence whose type the compiler does not know takes as long as finding a row.
        let ids = Array(ids)
        guard ids.count < Self.fewestForList else { return try forEachRow(list: ids, body) }
        try read { db in
            let rows = try CatalogRow(db, "SELECT \(Self.columns) FROM place b WHERE b.id = ?")
            for id in ids {
                rows.ask(id: id)
                if try rows.next() { try body(rows) }
            }
        }
    }

    /// For fewer ids than this, one list takes longer than a statement for each id. At this number, `near` takes as many
    /// instructions in both ways (2026-11-27).
    private static let fewestForList = 64
    /// A list is one text, which SQLite reads as a whole. With this limit, the memory for it does not grow.
    private static let mostForList = 4096

    /// Passes rows as `forEachRow(ids:body:)` does. One statement finds the rows of many ids, because a statement for
    /// each id would release the memory of all its values after each row.
    private func forEachRow(list ids: [Int64], _ body: (CatalogRow) throws -> Void) throws {
        try read { db in
            // CROSS JOIN: SQLite keeps the order of the list.
            let rows = try CatalogRow(
                db,
                """
                SELECT \(Self.columns) FROM json_each(?) wanted CROSS JOIN place b ON b.id = wanted.value
                """)
            for start in stride(from: 0, to: ids.count, by: Self.mostForList) {
                rows.ask(ids: ids[start..<min(start + Self.mostForList, ids.count)])
                while try rows.next() { try body(rows) }
            }
        }
    }

    /// Returns the highest id; 0 in a catalog without places.
    public func lastID() throws -> Int64 {
        try read { try $0.integer("SELECT coalesce(max(id), 0) FROM place") ?? 0 }
    }

    /// Returns the districts that the places state, ordered by name. A district that no place states any more may
    /// remain until the index of points is built again.
    ///
    /// - Complexity: O(d), d districts; O(n) for the past and for the feed's own values, n places.
    public func districts() throws -> [String] {
        try read { db in
            // `Statement` returns whole texts, even with a NUL inside.
            let rows = try Statement(
                db,
                past == nil
                    ? "SELECT name FROM district_code ORDER BY 1"
                    : "SELECT DISTINCT district FROM place WHERE district <> '' ORDER BY 1")
            var names: [String] = []
            while try rows.step() { names.append(rows.text(0) ?? "") }
            return names
        }
    }

    /// The columns that `CatalogRow` reads, in the order that it expects.
    static let columns = CatalogRow.columns

    func forEach(_ sql: String, _ values: [SQLValue], _ body: (CatalogEntry) throws -> Void) throws {
        try read { db in
            let rows = try CatalogRow(db, sql)
            rows.bind(values)
            while try rows.next() { try body(rows.entry) }
        }
    }

    private func first(_ sql: String, _ values: [SQLValue], called name: String) throws -> CatalogEntry {
        var found: CatalogEntry?
        try forEach(sql, values) { found = $0 }
        guard let found else { throw try notFound(name) }
        return found
    }

    private func notFound(_ name: String) throws -> CatalogError {
        let noun = try placeWords().noun
        guard let day else {
            return CatalogError(
                .notFound,
                en: "\(path) has no \(noun.en) \(name); list all with 'geocli list --fields id,ref,name'",
                ko: "\(path)에 \(noun.ko) \(name)\(.subject) 없습니다. 'geocli list --fields id,ref,name'으로 확인하세요")
        }
        if let first = try firstDay(), first > day {
            return CatalogError(
                .notFound, en: "\(path) had no \(noun.en) \(name) on \(day); the first good run was on \(first)",
                ko: "\(day) 기준으로 \(path)에는 \(noun.ko) \(name)\(.subject) 없습니다. 처음 성공한 실행의 날짜는 \(first)입니다")
        }
        let list = "'geocli list --as-of \(day) --include-closed --fields id,ref,name'"
        return CatalogError(
            .notFound, en: "\(path) had no \(noun.en) \(name) on \(day); list all with \(list)",
            ko: "\(day) 기준으로 \(path)에는 \(noun.ko) \(name)\(.subject) 없습니다. \(list)\(.by) 확인하세요")
    }
}
