internal import GeocliDatabase
internal import Glibc

enum Schema {
    /// "geoc" in ASCII, in the header of every catalog. It distinguishes a catalog from a file of another program.
    static let applicationID: Int32 = 0x6765_6F63

    /// A step from one schema to the next. A released step is never edited.
    struct Upgrade: Sendable {
        let name: String
        let sql: String
    }

    /// The steps after version 1, oldest first.
    static let upgrades: [Upgrade] = []

    static var version: Int { 1 + upgrades.count }

    /// Returns the version of a file's schema; 0 for a catalog without tables, which a killed first run leaves.
    static func version(of db: Database) throws -> Int { try db.count("PRAGMA user_version") }

    /// Whether a catalog has its tables. They come with the first run.
    static func hasTables(_ db: Database) throws -> Bool { try version(of: db) > 0 }

    /// - Throws: `CatalogError` for a version that this program does not support.
    static func checkedVersion(_ db: Database, _ path: String) throws -> Int {
        let version = try version(of: db)
        guard version >= 0 else { throw CatalogError.nonsense(path, version: version) }
        // Before version 1 was settled, catalogs had other tables and higher numbers.
        let tables = try db.texts("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND sql IS NOT NULL")
        guard !tables.contains("bookstore_rtree") || tables.contains("place") else {
            throw CatalogError.prerelease(path)
        }
        guard version <= Self.version else { throw CatalogError.newer(path, version: version) }
        return version
    }

    /// Creates the tables, or takes the steps that the catalog has not had yet. All of this belongs to the transaction
    /// of the change that needs it: if that change is stopped, the file keeps its former schema.
    static func prepare(_ db: Database, upgrades: [Upgrade] = upgrades) throws {
        let current = try version(of: db)
        guard current <= upgrades.count else { return }
        if current == 0 { try db.execute(tables) }
        for upgrade in upgrades.dropFirst(max(0, current - 1)) { try db.execute(upgrade.sql) }
        try db.execute("PRAGMA user_version = \(1 + upgrades.count)")
    }

    /// The SQL that makes version 1.
    static let tables = storage + PublicView.all.map { $0.sql + ";\n" }.joined()

    /// The tables and indexes of version 1. Each definition begins a line with CREATE, and a semicolon ends its last line.
    static let storage = places + indexes + pages + geography + links + corrections + issues + seals
}

/// The result of comparing a file's tables with those of its schema.
///
/// The objects under our names must be ours: a table with a different definition, or a view in place of a table, could
/// return anything. Objects with other names are left alone, except triggers, because triggers may act on our tables.
///
/// The views for other programs are not among them, because every query would read their text, and no command reads them
/// except `sql`. `sql` and `verify` ask for them (`strangeViews`).
struct SchemaCheck {
    /// The names of the triggers in the file. None of them is ours, and none ever runs (`CatalogConnection`).
    let triggers: [String]
    /// The names of our objects that are missing, differ from those of the schema, or belong to a later schema.
    private(set) var damage: [String] = []

    private struct Object {
        let type: String
        let name: String
        let sql: String
    }

    /// Checks the objects of a file that has schema `version`.
    /// - Complexity: O(n), n objects in the file; reads all names and definitions.
    init(_ db: Database, version: Int) throws {
        // Every query makes this check, so it must be fast. Usually the definitions are those that the schema writes. Then
        // no definition is copied, and our tables are not created in memory, which takes longer than most queries.
        let file = try Self.read(db)
        triggers = file.triggers
        guard !file.isWritten || version != 1 else { return }
        damage = try Self.differences(Self.objects(db).filter(Self.isOurs), version)
    }

    /// Returns whether the objects under our names, except triggers and views, have the exact definitions of version 1,
    /// and the names of the triggers. SQLite itself refuses a definition under another name.
    private static func read(_ db: Database) throws -> (isWritten: Bool, triggers: [String]) {
        var (isWritten, count, triggers) = (true, 0, [String]())
        // VACUUM keeps the order of tables and that of indexes.
        let rows = try Statement(db, select("type <> 'view'", order: "type = 'index', rowid"))
        while try rows.step() {
            let name = rows.text(1) ?? ""
            guard rows.text(0) != "trigger" else {
                triggers.append(name)
                continue
            }
            guard names.contains(name) else { continue }
            isWritten = isWritten && count < written.count && rows.withText(2) { isEqual(written[count], $0) }
            count += 1
        }
        return (isWritten && count == written.count, triggers)
    }

    private static func isEqual(_ one: ArraySlice<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = other.baseAddress, one.count == other.count else { return false }
        return one.withUnsafeBytes { $0.baseAddress.map { memcmp($0, start, other.count) == 0 } ?? false }
    }

    /// The definitions of version 1 as SQLite stores them: those of tables, then those of indexes.
    private static let written: [ArraySlice<UInt8>] = {
        let text = Array(Schema.storage.utf8)
        var (tables, indexes) = ([ArraySlice<UInt8>](), [ArraySlice<UInt8>]())
        var start: Int?
        for line in text.split(separator: UInt8(ascii: "\n")) {
            if start == nil, line.starts(with: "CREATE ".utf8) { start = line.startIndex }
            guard let first = start, line.last == UInt8(ascii: ";") else { continue }
            let definition = text[first..<line.endIndex - 1]
            let isTable = definition.starts(with: "CREATE TABLE".utf8)
            if isTable { tables.append(definition) } else { indexes.append(definition) }
            start = nil
        }
        return tables + indexes
    }()

    /// Whether the short way knows the definitions of a catalog; for tests.
    static func isWritten(_ db: Database) throws -> Bool { try read(db).isWritten }

    /// - Throws: `CatalogDamage.definition` for the first object that differs.
    func requireOurs() throws {
        if let name = damage.first { throw CatalogDamage.definition(name) }
    }

    /// - Throws: `CatalogDamage` for the first object that differs, or for the first trigger.
    func requireOursAlone() throws {
        try requireOurs()
        if let name = triggers.first { throw CatalogDamage.trigger(name) }
    }

    /// Returns the names of the views for other programs (`PublicView`) that are missing or are not exactly ours.
    static func strangeViews(_ db: Database) throws -> [String] {
        let there = try objects(db).filter { $0.type == "view" }
        return PublicView.all.filter { view in !there.contains { $0.name == view.name && $0.sql == view.sql } }.map(
            \.name)
    }

    private static func isOurs(_ object: Object) -> Bool { names.contains(object.name) && object.type != "trigger" }

    private static func select(_ condition: String, order: String = "name, type") -> String {
        "SELECT type, name, sql FROM main.sqlite_schema WHERE sql IS NOT NULL AND \(condition) ORDER BY \(order)"
    }

    private static func objects(_ db: Database) throws -> [Object] {
        let rows = try Statement(db, select("true"))
        var objects: [Object] = []
        while try rows.step() {
            objects.append(
                Object(type: rows.text(0) ?? "", name: rows.text(1) ?? "", sql: rows.text(2) ?? ""))
        }
        return objects
    }

    private static func differences(_ ours: [Object], _ version: Int) throws -> [String] {
        let wanted = try made(version)
        var differences: [String] = []
        for object in wanted {
            let there = ours.filter { $0.name == object.name }
            guard there.count == 1, there[0].type == object.type, squeezed(there[0].sql) == squeezed(object.sql) else {
                differences.append(object.name)
                continue
            }
        }
        // These objects belong to a later schema than that of the catalog.
        let strangers = ours.filter { object in !wanted.contains { $0.name == object.name } }
        return differences + strangers.map(\.name)
    }

    /// Returns the objects of a version of the schema; none for version 0.
    private static func made(_ version: Int) throws -> [Object] {
        version > 0 ? try objects(database(version)).filter { $0.type != "view" } : []
    }

    private static func database(_ version: Int) throws -> Database {
        let db = try Database()
        try Schema.prepare(db, upgrades: Array(Schema.upgrades.prefix(version - 1)))
        return db
    }

    /// Returns a definition without comments and whitespace.
    private static func squeezed(_ sql: String) -> String {
        let lines = sql.split(separator: "\n").map { line in
            String(line.firstRange(of: "--").map { line[..<$0.lowerBound] } ?? line)
        }
        return lines.joined().filter { !$0.isWhitespace }
    }

    static let names: Set<String> = [
        "feed", "removed_feed", "run", "place", "change", "change_closed", "reported_point", "reject", "raw_page",
        "page",
        "page_sha256",
        "posting",
        "outline_source", "district_outline", "district_code", "base_layer", "base_feature",
        "landmark", "landmark_key",
        "link", "link_high", "link_decision", "link_key", "link_state",
        "issue", "issue_place", "issue_place_of_place", "issue_label", "issue_rule", "issue_crowd", "issue_event",
        "issue_event_issue", "issue_event_correction", "upstream", "correction", "correction_current", "pending",
        "point_page", "posting_change", "seal",
    ]

    /// Returns the names of the objects of a version; for tests.
    static func names(version: Int) throws -> Set<String> { Set(try made(version).map(\.name)) }
}

extension PublicView {
    /// The names of the tables and indexes behind the views, sorted.
    package static var internalNames: [String] { SchemaCheck.names.sorted() }
}
