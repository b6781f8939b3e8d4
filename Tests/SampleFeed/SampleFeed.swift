/// Pages of invented places, byte for byte in the form of the TbSlibBookstoreInfo service.
///
/// Each row depends only on the seed and its own number. So a page can be made without the pages before it, and the
/// memory for one page is enough. A longer feed begins with the rows of a shorter one.
package struct SampleFeed: Sendable {
    /// How many rows have flaws.
    package enum Dirt: Sendable, CaseIterable {
        /// About one row in twelve has a flaw of a kind that real feeds have.
        case asFound
        /// Each row is a valid place with its own id and its own point.
        case none
    }

    /// Maximum number of rows in one answer of the portal.
    package static let maximumRowsPerPage = 1000

    package let seed: UInt64
    /// The number of rows on all pages, including flawed rows.
    package let count: Int
    package let dirt: Dirt
    private let atlas: Atlas

    /// The sample that is part of geocli: 606 rows in Seoul, as many as the real feed had in September 2026.
    package static let bundled = SampleFeed(seed: 20_260_919, count: 606, extent: .seoul, dirt: .asFound)

    /// Makes a feed of `count` rows, 0 or more.
    package init(seed: UInt64, count: Int, extent: SampleExtent = .seoul, dirt: Dirt = .asFound) {
        precondition(count >= 0, "a feed can't have \(count) rows")
        self.seed = seed
        self.count = count
        self.dirt = dirt
        atlas = Atlas(extent: extent, seed: seed)
    }

    /// Returns the number of pages for all rows, 0 for an empty feed; `rowsPerPage` is in 1…1000.
    package func pageCount(rowsPerPage: Int = maximumRowsPerPage) -> Int {
        precondition((1...Self.maximumRowsPerPage).contains(rowsPerPage), "a page has 1 to 1000 rows")
        return (count + rowsPerPage - 1) / rowsPerPage
    }

    /// Returns the page at `index`, from 0, as the portal would answer; after the last page, its answer INFO-200, "no
    /// data". Takes O(`rowsPerPage`) for any index.
    package func page(_ index: Int, rowsPerPage: Int = maximumRowsPerPage) -> [UInt8] {
        guard (0..<pageCount(rowsPerPage: rowsPerPage)).contains(index) else { return answer(rows: 0..<0) }
        let first = index * rowsPerPage
        return answer(rows: first..<min(first + rowsPerPage, count))
    }

    /// Returns the portal's answer for these rows, counted from 0. The request `/START/END/` is `START - 1..<END`. Rows
    /// past the end are left out; without any rows, it is the answer INFO-200. The portal's limit of 1000 rows does not
    /// apply.
    package func answer(rows: Range<Int>) -> [UInt8] {
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

    /// Returns the position that a row prints, equal to the printed text read as `Double`; nil without a usable one,
    /// which includes the row in Tokyo and the one with swapped coordinates. Rows with other flaws still have a
    /// position.
    package func coordinate(ofRow row: Int) -> (latitude: Double, longitude: Double)? {
        precondition((0..<count).contains(row), "row \(row) is not one of \(count)")
        if case .point = flaw(ofRow: row) { return nil }
        let point = site(ofRow: placingRow(ofRow: row)).point
        return (point.latitude, point.longitude)
    }

    /// The row from which a row takes its position and district: itself, except for a copy and a place at the address
    /// of an earlier one.
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
        if row >= Self.phones, !draft.phone.isEmpty { draft.writePhone(number: row) }
    }

    /// From this row on, each row has a phone number of its own. Random phone numbers have only 10,000 different
    /// endings, so in a large feed a hundred places would share each number. No real feed is like that.
    private static let phones = 10_000

    /// Writes the id. Ids have gaps and are not ascending, so that code can't rely on the order of rows.
    private func writeID(ofRow row: Int, into draft: inout RowDraft) {
        var random = SplitMix64(seed: seed, row: row, stream: .id)
        // XOR changes the order of the numbers and keeps them different. 3 leaves room for the random 0, 1 or 2.
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
