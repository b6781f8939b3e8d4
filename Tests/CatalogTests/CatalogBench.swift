import Foundation
import GeocliGeo
import GeocliText
import TestSupport

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// A place to stage. A test sets the values that it checks; the others are made up.
struct Shop: Equatable {
    var id: String
    var name = "책방"
    var kind = Kind.new
    var district: String? = "마포구"
    var contact = Place.Contact()
    var coordinate: Coordinate?
    var page = 1

    init(_ id: String, name: String = "책방", at coordinate: Coordinate? = nil) {
        self.id = id
        self.name = name
        self.coordinate = coordinate
    }

    var place: Place {
        Place(
            uncheckedFeedID: id, name: name, kind: kind, district: district, contact: contact, coordinate: coordinate)
    }

    var problem: RejectionReason? { coordinate == nil ? .coordinateMissing : nil }

    /// The fingerprint of the original row. A test has no such row, so this uses the text of the place.
    var fingerprint: RowFingerprint {
        Array("\(place)".utf8).withUnsafeBytes { RowFingerprint(of: $0, readBy: SHA256()) }
    }
}

/// The settings of one night's run.
struct Night {
    /// Days after 2026-09-02 in Seoul.
    var day = 0
    var feed = "seoul-bookstores"
    var role = FeedRole.places
    var source = "test"
    /// The hash of the bytes; a run with the same hash as the last one is an unchanged night.
    var bytes: String?
    var acceptedBecause: String?
    var isDryRun = false
    var refusal: String?
    var rejects: [RejectedRecord] = []
    /// Whether known rows are also read.
    var comparesAll = false
    /// Whether all links and issues are found again.
    var findsAllAgain = false
    /// Ids of rows that are left out because the source says that their places are closed.
    var closed: [String] = []
}

extension IngestSession {
    /// Stages a place with the settings that most tests use.
    func stage(
        _ place: Place, from origin: RowOrigin, problem: RejectionReason?, value: String?, raw: String,
        fingerprint: RowFingerprint? = nil
    ) throws {
        var row = RowContext(origin, fingerprint: fingerprint)
        row.problem = problem
        row.value = value
        var batch = StagedBatch(pageNumber: origin.pageNumber, page: origin.page)
        Array(raw.utf8).withUnsafeBytes { batch.add(place, row, raw: $0) }
        try stage(batch)
    }
}

/// A catalog in a folder of its own.
final class CatalogBench {
    let folder: URL
    private var nights = 0
    /// What fills blank points.
    var pointFinder: (any PointFinder)?
    /// Whether SQLite evaluated CHECK constraints after the last night.
    private(set) var evaluatesChecks = true
    var path: String { folder.appendingPathComponent("catalog.sqlite").path }

    init() throws { folder = try TestSupport.temporaryFolder() }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @discardableResult
    func publish(_ shops: [Shop], _ night: Night = Night()) throws -> RunReport {
        nights += 1
        // 2026-09-01T18:00:00Z is 2026-09-02 03:00 in Seoul.
        let start = SeoulTime(unixSeconds: 1_788_285_600 + Int64(night.day) * 86400)
        let bytes = night.bytes ?? "night \(nights)"
        var run = RunDescription(
            feed: night.feed, source: night.source, sha256: Self.hash(bytes), startedAt: start, toolVersion: "1.0",
            acceptedBecause: night.acceptedBecause)
        run.role = night.role
        let described = run
        let writer = try CatalogWriter(path: path)
        return try writer.ingest(canRepeat: true) { session in
            session.pointFinder = pointFinder
            try session.begin(
                feed: night.feed, role: night.role, comparesAll: night.comparesAll, findsAllAgain: night.findsAllAgain)
            do {
                try stage(shops, in: session)
            } catch RereadError.contradiction {
                try session.startOver(comparesAll: true)
                try stage(shops, in: session)
            }
            for reject in night.rejects { try session.reject(reject) }
            try session.noteClosed(night.closed)
            _ = try session.settleDuplicates()
            let report = try session.publish(described, isDryRun: night.isDryRun) { _, _ in
                RunJudgement(refusal: night.refusal, acceptedBecause: night.acceptedBecause)
            }
            evaluatesChecks = try session.db.integer("PRAGMA ignore_check_constraints") == 0
            return report
        }
    }

    private func stage(_ shops: [Shop], in session: IngestSession) throws {
        var rows: [Int: Int] = [:]
        for shop in shops {
            rows[shop.page, default: 0] += 1
            let origin = RowOrigin(pageNumber: shop.page, page: "page \(shop.page)", row: rows[shop.page] ?? 0)
            if try session.isKnown(shop.id, shop.fingerprint, pageNumber: shop.page) { continue }
            try session.stage(
                shop.place, from: origin, problem: shop.problem, value: shop.problem.map { _ in ", " },
                raw: "{\"id\":\"\(shop.id)\",\"name\":\"\(shop.name)\"}", fingerprint: shop.fingerprint)
        }
    }

    /// Sixty-four characters that are the same for the same text.
    static func hash(_ text: String) -> String {
        let hex = text.utf8.map { String(format: "%02x", $0) }.joined()
        return String((hex + String(repeating: "0", count: 64)).prefix(64))
    }

    /// All places, including those that are not listed.
    func entries(_ change: (inout PlaceFilter) -> Void = { $0.includesClosed = true }) throws -> [CatalogEntry] {
        var filter = PlaceFilter()
        change(&filter)
        var found: [CatalogEntry] = []
        try Catalog(path: path).forEachEntry(filter) { found.append($0) }
        return found
    }

    /// The rows of a query, as `column:value` side by side.
    func rows(_ sql: String) throws -> [String] {
        try reader().rows(sql).map { row in
            row.columns.map { "\($0.name):\(Self.text($0.value))" }.joined(separator: " ")
        }
    }

    private static func text(_ value: OtherProgram.Value) -> String {
        switch value {
        case .null: "NULL"
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let text): text
        case .blob(let bytes): bytes.map { String(format: "%02x", $0) }.joined()
        }
    }

    /// A connection that only reads, as another program would open it.
    func reader() throws -> OtherProgram { try OtherProgram(path, writes: false) }

    /// Runs SQL on the file as another program could.
    func execute(_ sql: String) throws { try OtherProgram(path).rows("PRAGMA foreign_keys = ON; " + sql) }

    /// Runs SQL on the file as geocli itself would, so that the seals fit afterwards.
    func write(_ sql: String) throws {
        let db = try GeocliDatabase.Database(path: path)
        try Seals.watch(db)
        try db.transaction(.immediate) { try $0.execute(sql) }
    }

    /// Keeps a page under a run; returns its hash.
    func keepPage(_ text: String, run: Int) throws -> String {
        let bytes = Array(text.utf8)
        var hash = SHA256()
        hash.update(bytes)
        let digest = hash.hexDigest()
        let packed = Deflate.packed(bytes).map { String(format: "%02x", $0) }.joined()
        try write(
            """
            INSERT INTO raw_page VALUES ('\(digest)', \(bytes.count), x'\(packed)');
            INSERT INTO page VALUES (\(run), 1, 'p', '2026-09-01T18:00:00Z', '\(digest)');
            """)
        return digest
    }

    /// Adds one outline: a square around the middle of Seoul with the name 마포구.
    func importSquare() throws {
        let ring = [at(126.9, 37.5), at(127, 37.5), at(127, 37.6), at(126.9, 37.6), at(126.9, 37.5)]
        let outline = DistrictOutline(name: "마포구", area: try MultiPolygon([Polygon(exterior: ring)]))
        let source = OutlineSource(
            title: "a sketch", license: "CC0", sha256: Self.hash("file"), importedOn: "2026-09-02")
        try CatalogWriter(path: path).replaceOutlines(with: [outline], from: source)
    }

    /// The places and all data that refers to them, without runs.
    func content() throws -> [String] {
        try rows("SELECT * FROM place ORDER BY id") + indexedPoints().map { "\($0)" }
            + rows("SELECT * FROM change ORDER BY run, place, what, field")
    }

    /// The problems that SQLite finds in the file; empty without any.
    func faults() throws -> [String] {
        let file = try reader()
        let checks = try file.rows("PRAGMA integrity_check").compactMap(\.[0].text)
        return try checks.filter { $0 != "ok" } + file.rows("PRAGMA foreign_key_check").map { "\($0.columns)" }
    }

    /// The points of the index, ordered by id.
    func indexedPoints() throws -> [PagedPoint] {
        var points: [PagedPoint] = []
        try PageUpdate.forEachPoint(of: PageReader(Database(path: path, .reading))) { points.append($0) }
        return points.sorted { $0.id < $1.id }
    }

    /// The differences between the index of points and the table, in both directions.
    func indexMismatches() throws -> [String] {
        let index = try indexedPoints().map { [Double($0.id), $0.longitude, $0.latitude] }
        let table = try reader().rows(
            "SELECT id, longitude, latitude FROM place WHERE latitude IS NOT NULL ORDER BY id"
        ).map { row in [row[0].integer.map(Double.init), row[1].number, row[2].number] }
        return index == table ? [] : ["index \(index)", "table \(table)"]
    }
}

/// A position as a test writes it.
func at(_ longitude: Double, _ latitude: Double) -> Coordinate {
    Coordinate(uncheckedLongitude: longitude, latitude: latitude)
}

/// The file's bytes, nil if there is none.
func bytes(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

func names(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
}
