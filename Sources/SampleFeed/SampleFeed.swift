/// Pages of made-up bookstores, shaped byte for byte like those of the service TbSlibBookstoreInfo.
///
/// Every bookstore is invented. A row depends on the seed and its own number alone, so any page can be made without
/// those before it, in memory for one page, and a longer feed begins with the rows of a shorter one.
public struct SampleFeed: Sendable {
    /// Where the bookstores are.
    public enum Extent: Sendable, CaseIterable {
        /// In the 25 districts of Seoul, inside 37.428–37.702 N, 126.764–127.184 E.
        case seoul
        /// All over the globe, ±180° and the poles included; no districts.
        case world
    }

    /// How clean the rows are.
    public enum Dirt: Sendable, CaseIterable {
        /// About one row in twelve is odd, in the ways that the real feeds are.
        case asFound
        /// Each row is a good bookstore with an id and a point of its own.
        case none
    }

    /// What the portal gives at most in one answer.
    public static let maximumRowsPerPage = 1000

    /// What the pages are drawn from.
    public let seed: UInt64
    /// How many rows there are on all pages, dirty ones included.
    public let count: Int
    /// Where the bookstores are.
    public let extent: Extent
    /// How clean the rows are.
    public let dirt: Dirt
    private let atlas: Atlas

    /// The sample that comes with geocli: 606 rows in Seoul, as many as upstream had in September 2026.
    public static let bundled = SampleFeed(seed: 20_260_919, count: 606, extent: .seoul, dirt: .asFound)

    /// A feed of `count` rows, 0 or more.
    public init(seed: UInt64, count: Int, extent: Extent = .seoul, dirt: Dirt = .asFound) {
        precondition(count >= 0, "a feed can't have \(count) rows")
        self.seed = seed
        self.count = count
        self.extent = extent
        self.dirt = dirt
        atlas = Atlas(extent: extent, seed: seed)
    }

    /// How many pages hold all rows.
    ///
    /// - Edges: 0 for an empty feed; `rowsPerPage` is in 1…1000.
    public func pageCount(rowsPerPage: Int = maximumRowsPerPage) -> Int {
        precondition((1...Self.maximumRowsPerPage).contains(rowsPerPage), "a page has 1 to 1000 rows")
        return (count + rowsPerPage - 1) / rowsPerPage
    }

    /// The page number `index`, counted from 0, as the portal would answer.
    ///
    /// - Edges: past the last page it is the portal's answer INFO-200, "no data"; `rowsPerPage` is in 1…1000.
    /// - Complexity: O(`rowsPerPage`), whatever the index.
    public func page(_ index: Int, rowsPerPage: Int = maximumRowsPerPage) -> [UInt8] {
        guard (0..<pageCount(rowsPerPage: rowsPerPage)).contains(index) else { return answer(rows: 0..<0) }
        let first = index * rowsPerPage
        return answer(rows: first..<min(first + rowsPerPage, count))
    }

    /// The portal's answer for these rows, counted from 0: what `/START/END/` asks for as `START - 1..<END`.
    ///
    /// - Edges: rows past the end are left out; with none left it is the answer INFO-200. No limit of 1000 here.
    public func answer(rows: Range<Int>) -> [UInt8] {
        let rows = rows.clamped(to: 0..<count)
        var page: [UInt8] = []
        guard !rows.isEmpty else {
            page.append(#"{"RESULT":{"CODE":"INFO-200","MESSAGE":"해당하는 데이터가 없습니다."}}"#)
            return page
        }
        page.reserveCapacity(512 * (rows.count + 1))
        page.append(#"{"TbSlibBookstoreInfo":{"list_total_count":"#)
        page.append(decimal: count)
        page.append(#","RESULT":{"CODE":"INFO-000","MESSAGE":"정상 처리되었습니다"},"row":["#)
        append(rows, to: &page)
        page.append("]}}")
        return page
    }

    /// The position that a row prints; nil for a row that has no usable one.
    ///
    /// - Units: degrees, equal to what reading the printed text as `Double` gives.
    /// - Edges: the row must exist. A row that is odd in another way, such as a clashing id, still has its position.
    ///   The row in Tokyo has none, nor has the one with swapped coordinates, for either extent.
    /// - Complexity: O(1).
    public func coordinate(ofRow row: Int) -> (latitude: Double, longitude: Double)? {
        precondition((0..<count).contains(row), "row \(row) is not one of \(count)")
        if case .point = flaw(ofRow: row) { return nil }
        let point = site(ofRow: placingRow(ofRow: row)).point
        return (point.latitude, point.longitude)
    }

    /// The district that a row states, as its index in `SampleDistrict.all`; nil for the globe.
    func district(ofRow row: Int) -> Int? { site(ofRow: placingRow(ofRow: row)).district }

    /// The row whose place and district a row prints: itself, but for copies and neighbours in one house.
    private func placingRow(ofRow row: Int) -> Int {
        switch flaw(ofRow: row) {
        case .copy(let rowsBack), .samePoint(let rowsBack): row - rowsBack
        default: row
        }
    }

    private func append(_ rows: Range<Int>, to page: inout [UInt8]) {
        var draft = RowDraft()
        for row in rows {
            if row > rows.lowerBound { page.append(",") }
            write(row, into: &draft)
            draft.append(to: &page)
        }
    }

    private func write(_ row: Int, into draft: inout RowDraft) {
        writeClean(row, into: &draft)
        if let flaw = flaw(ofRow: row) { apply(flaw, toRow: row, in: &draft) }
    }

    private func writeClean(_ row: Int, into draft: inout RowDraft) {
        draft.clear()
        writeID(ofRow: row, into: &draft)
        let site = site(ofRow: row)
        if let district = site.district { draft.writeDistrict(district) }
        draft.writePoint(site.point)
        var random = SplitMix64(seed: seed, row: row, stream: .text)
        draft.writeText(branch: site.place.map { atlas.places[$0].name } ?? [], using: &random)
    }

    /// Ids have gaps and don't ascend, so that nothing comes to rely on the order of rows.
    private func writeID(ofRow row: Int, into draft: inout RowDraft) {
        var random = SplitMix64(seed: seed, row: row, stream: .id)
        // Exclusive or with a constant takes each row to a number of its own; the gap of 3 leaves room for the draw.
        draft.id.append(decimal: 1001 + 3 * (row ^ 0b10101) + random.below(3))
        draft.id.append(".0")
    }

    private func site(ofRow row: Int) -> Atlas.Site {
        var random = SplitMix64(seed: seed, row: row, stream: .site)
        return atlas.site(using: &random)
    }

    private func flaw(ofRow row: Int) -> Flaw? {
        dirt == .asFound ? FlawSchedule.flaw(ofRow: row) : nil
    }

    private func apply(_ flaw: Flaw, toRow row: Int, in draft: inout RowDraft) {
        var random = SplitMix64(seed: seed, row: row, stream: .flaw)
        switch flaw {
        case .name(let flaw): draft.spoil(flaw, using: &random)
        case .phone(let flaw): draft.spoil(flaw, using: &random)
        case .website(let flaw): draft.spoil(flaw, using: &random)
        case .point(let flaw): draft.spoil(flaw)
        case .id(let flaw): draft.spoil(flaw)
        case .addressWithoutDistrict: draft.dropDistrictFromAddress()
        case .unknownKind: draft.writeUnknownKind()
        case .copy, .idClash, .samePoint, .sameName: borrow(flaw, row: row, into: &draft)
        }
    }

    /// Takes something over from an earlier row.
    private func borrow(_ flaw: Flaw, row: Int, into draft: inout RowDraft) {
        guard let rowsBack = flaw.rowsBack else { return }
        var earlier = RowDraft()
        writeClean(row - rowsBack, into: &earlier)
        switch flaw {
        case .copy: draft = earlier
        case .idClash: draft.id = earlier.id
        case .samePoint:
            (draft.latitude, draft.longitude) = (earlier.latitude, earlier.longitude)
            (draft.districtCode, draft.district) = (earlier.districtCode, earlier.district)
            draft.address = earlier.address
        default:
            (draft.name, draft.kindCode, draft.kindName) = (earlier.name, earlier.kindCode, earlier.kindName)
            (draft.website, draft.sns) = (earlier.website, earlier.sns)
        }
    }
}
