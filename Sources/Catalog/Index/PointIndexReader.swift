internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces

/// What the index of places stores about a place besides its point: its district, its kind, and whether it was missing
/// from the last good run of its feed. With these traits, a search can skip places without reading their rows.
///
///     0 | code of the district, 0 for none (27 bits) | kind (2 bits) | missing (1 bit)
///
/// The three kinds of the bookstore feed have a code each. All other kinds share one code (`isShared`), so a search
/// reads the kind from the place's row.
enum PointTraits {
    /// One more than the greatest code of a district.
    static let districtLimit = Int64(1) << 27
    static let flagBits = TraitFilter.flagBits

    static func make(district: Int32, flags: Int32) -> Int32 { district << flagBits | flags }

    static func flags(_ kind: Kind, isMissing: Bool) -> Int32 { flags(code: code(of: kind), isMissing: isMissing) }

    /// Returns the code of a kind: 0–3.
    static func code(of kind: Kind) -> Int {
        switch kind {
        case .new: 0
        case .used: 1
        case .other: 2
        default: sharedCode
        }
    }

    private static let sharedCode = 3
    static let kindCodes = 4

    /// Whether other kinds have the same code.
    static func isShared(_ kind: Kind) -> Bool { code(of: kind) == sharedCode }

    static func flags(code: Int, isMissing: Bool) -> Int32 { Int32(code) << 1 | (isMissing ? 1 : 0) }

    private static let usualCodes = Kind.bookstoreKinds.map { "WHEN '\($0.rawValue)' THEN \(code(of: $0) << 1)" }
        .joined(separator: " ")

    /// The SQL for the traits of `place b`; null if `district_code` lacks the district.
    static let sql = """
        (CASE WHEN b.district IS NULL THEN 0 ELSE (SELECT d.code FROM district_code d WHERE d.name = b.district) END << 3
        | CASE b.kind \(usualCodes) ELSE \(sharedCode << 1) END
        | (b.missing_run IS NOT NULL))
        """
}

extension TraitFilter {
    /// The part of a filter that the index of points can check by `PointTraits`: kinds, districts and absence. It is
    /// exact, except for kinds that share a code.
    /// - Parameters:
    ///   - orNone: whether a filter of districts also admits places that state none.
    ///   - code: returns the code of a district; nil if no place states it.
    init(_ filter: PlaceFilter, orNone: Bool = false, code: (String) throws -> Int32?) rethrows {
        var flags: UInt8 = 0
        let kinds = filter.kinds.map { PointTraits.flags($0, isMissing: false) }
        let all = (0..<PointTraits.kindCodes).map { PointTraits.flags(code: $0, isMissing: false) }
        // The lowest bit of the flags says whether the place is missing.
        for kind in kinds.isEmpty ? all : kinds { flags |= (filter.includesClosed ? 3 : 1) << kind }
        let codes = try filter.districts.compactMap(code) + (orNone ? [0] : [])
        self.init(flags: flags, codes: filter.districts.isEmpty ? nil : codes)
    }
}

/// Reads the index of places on one connection. Keeps its statements: preparing them takes longer than a search.
final class PointIndexReader {
    final class Plan {
        let traits: TraitFilter
        /// Whether the rest of the filter needs the rows of places.
        let needsRows: Bool
        fileprivate let filter: PlaceFilter
        private let db: Database
        private let sql: String
        private let values: [SQLValue]
        /// The statement that reads a place's row; nil until it is needed. Most searches in pages never need it.
        private var rows: Statement?

        /// - Parameter isOpen: whether some places with a point state no district.
        fileprivate init(_ db: Database, _ filter: PlaceFilter, isOpen: Bool) throws {
            self.filter = filter
            var rest = filter
            // The row of a place that states no district tells its district (`PointDistricts`).
            traits = try TraitFilter(filter, orNone: isOpen) { name in
                let code = try db.integer("SELECT code FROM district_code WHERE name = ?", [.text(name)])
                // A number that does not fit into 32 bits can't be a code, so it is treated as no code.
                return code.flatMap(Int32.init(exactly:))
            }
            rest.includesClosed = true
            if !isOpen { rest.districts = [] }
            if !filter.kinds.contains(where: PointTraits.isShared) { rest.kinds = [] }
            let condition = rest.condition
            needsRows = condition.sql != "true"
            // The length of names is read only for text searches.
            let length = filter.text == nil ? "0" : "instr(b.folded, char(10)) - 1"
            sql = """
                SELECT b.longitude, b.latitude, \(length), b.id FROM place b
                WHERE b.id = ? AND b.latitude IS NOT NULL AND \(condition.sql)
                """
            values = condition.values
            self.db = db
        }

        private func row() throws -> Statement {
            if let rows { return rows }
            let row = try Statement(db, sql)
            for (offset, value) in values.enumerated() { row.bind(Int32(offset + 2), value) }
            rows = row
            return row
        }

        /// Returns the point, and in a text search the length of the folded name; nil if the filter does not admit it.
        func place(_ id: Int64) throws -> (coordinate: Coordinate, nameLength: Int)? {
            let row = try row()
            row.bind(1, id)
            defer { row.reset() }
            guard try row.step(), let point = try row.point(longitude: 0, latitude: 1, id: 3) else { return nil }
            return (point, Int(row.integer(2)))
        }
    }

    let pages: PageReader
    /// The last search in pages. It is kept so that its memory can be used again.
    private var pageSearch = PageSearch()
    private let db: Database
    private let version: Statement
    private let seenVersion: Int64
    private var lastPlan: Plan?
    /// The ids of places without a point; `.some(nil)` if there are too many. The ids stay valid until another
    /// connection changes the catalog. After that, this reader is outdated.
    private var pointless: [Int64]??
    /// `hasPlacesWithoutDistrict`, valid as long as `pointless` is; nil before the first call.
    private var hasOpenPlaces: Bool?

    init(_ db: Database) throws {
        version = try Statement(db, "PRAGMA data_version")
        seenVersion = try Self.number(version)
        pages = try PageReader(db)
        self.db = db
    }

    /// Whether another connection has changed the catalog, perhaps even its schema, since this reader was created.
    func isOutdated() throws -> Bool { try Self.number(version) != seenVersion }

    func plan(_ db: Database, _ filter: PlaceFilter) throws -> Plan {
        if let lastPlan, lastPlan.filter == filter { return lastPlan }
        let plan = try Plan(db, filter, isOpen: try !filter.districts.isEmpty && hasPlacesWithoutDistrict())
        lastPlan = plan
        return plan
    }

    /// Whether some places with a point state no district.
    /// - Complexity: O(1) if no place does, because the pages have the least code of their places.
    func hasPlacesWithoutDistrict() throws -> Bool {
        if let hasOpenPlaces { return hasOpenPlaces }
        var isThere = false
        _ = try PageBoxSearch(.world).run(in: pages, traits: TraitFilter(flags: .max, codes: [0])) { _ in
            isThere = true
            return false
        }
        hasOpenPlaces = isThere
        return isThere
    }

    /// Returns the last search in pages. A search that runs inside another one gets a new object.
    func takePageSearch() -> PageSearch {
        defer { pageSearch = PageSearch() }
        return pageSearch
    }

    func keep(_ search: PageSearch) { pageSearch = search }

    /// The maximum number of places without a point whose ids are kept in memory; the ids take half a megabyte.
    private static let maximumPointless = 1 << 16

    /// Returns the ids of the places without a point, in ascending order; nil if there are too many to keep.
    /// - Complexity: O(n) on the first call, n places. It counts the places and the points of the index, and reads the
    ///   rows of places only if the index has fewer points than there are places.
    func idsWithoutPoint(_ db: Database) throws -> [Int64]? {
        if let pointless { return pointless }
        var withPoint: Int64 = 0
        try PageUpdate.forEachPoint(of: pages) { _ in withPoint += 1 }
        var ids: [Int64] = []
        if try db.integer("SELECT count(*) FROM place") ?? 0 != withPoint {
            let rows = try Statement(db, "SELECT id FROM place WHERE latitude IS NULL ORDER BY id LIMIT ?")
            rows.bind([.integer(Int64(Self.maximumPointless) + 1)])
            while try rows.step() { ids.append(rows.integer(0)) }
        }
        let found = ids.count <= Self.maximumPointless ? ids : nil
        pointless = .some(found)
        return found
    }

    private static func number(_ statement: Statement) throws -> Int64 {
        defer { statement.reset() }
        _ = try statement.step()
        return statement.integer(0)
    }
}

/// A reader of the pages of the index of points. It keeps its prepared statements.
final class PageReader: PageSource {
    private let pages: Statement
    private let size: Statement
    /// The number of pages that one walk may read before the number of existing pages is checked.
    private let uncheckedPages: Int
    private var pagesLeft: Int
    private var isCounted = false
    private var kept: KeptPages?

    init(_ db: Database, uncheckedPages: Int = 1000) throws {
        self.uncheckedPages = uncheckedPages
        pagesLeft = uncheckedPages
        pages = try Statement(db, "SELECT data FROM point_page WHERE number = ?")
        size = try Statement(db, "SELECT max(number) FROM point_page")
    }

    func begin() {
        pagesLeft = uncheckedPages
        isCounted = false
    }

    /// Keeps branches in memory for later walks. Use this for many walks through one snapshot.
    /// - Precondition: the reader is not used after the catalog has changed.
    func keepPages() { if kept == nil { kept = KeptPages() } }

    /// - Throws: `CatalogDamage` if this page is missing, or if a walk reads more pages than exist. In the second case,
    ///   pages refer to each other in a circle.
    func withPage(_ number: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        pagesLeft -= 1
        if pagesLeft < 0 { try count() }
        if let page = kept?[number] { return try body(page) }
        pages.bind(1, number)
        defer { pages.reset() }
        guard try pages.step() else { throw damage(number) }
        try pages.withBytes(0) { bytes in
            // Most walks meet other leaves, but the same branches.
            if PageLayout.isBranch(bytes) { kept?.keep(number, bytes) }
            try body(bytes)
        }
    }

    func damage(_ number: Int64) -> any Error { CatalogDamage.placeIndex(node: number) }

    private func count() throws {
        defer { size.reset() }
        guard !isCounted, try size.step() else { throw damage(PageLayout.root) }
        isCounted = true
        // No file has 2^32 pages. This limit keeps a damaged number from making a search endless.
        pagesLeft = Int(min(max(size.integer(0), 0), 1 << 32)) - uncheckedPages
    }
}

/// Copies of some branches, which SQLite would find and copy for each walk. A class because it owns its memory.
private final class KeptPages {
    /// Each page has one slot, which the page that was read last takes. Neighboring pages have different slots. The
    /// memory is small enough for the processor's second cache.
    private static let slots = 64
    /// No page of the index is larger.
    private static let slotBytes = 4096

    private let memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: slots * slotBytes, alignment: 16)
    private var numbers = [Int64](repeating: .min, count: slots)
    private var sizes = [Int](repeating: 0, count: slots)

    deinit { memory.deallocate() }

    /// The bytes of a page, valid until another page is kept; nil if the page is not kept.
    subscript(number: Int64) -> UnsafeRawBufferPointer? {
        let slot = Int(truncatingIfNeeded: number) & (Self.slots - 1)
        guard numbers[slot] == number else { return nil }
        let start = slot * Self.slotBytes
        return UnsafeRawBufferPointer(rebasing: memory[start..<start + sizes[slot]])
    }

    func keep(_ number: Int64, _ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= Self.slotBytes else { return }
        let slot = Int(truncatingIfNeeded: number) & (Self.slots - 1)
        (numbers[slot], sizes[slot]) = (number, bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: memory[(slot * Self.slotBytes)...]).copyMemory(from: bytes)
    }
}
