import Foundation
import SampleFeed
import Testing

@Suite struct PageTests {
    @Test func rowHasTheShapeOfTheLiveFeed() {
        let page = String(decoding: SampleFeed(seed: 1, count: 1, dirt: .none).page(0), as: UTF8.self)
        let point = #""XCNTS":"37\.\d{1,13}","YDNTS":"12[67]\.\d{1,12}""#
        let shape =
            #"^\{"TbSlibBookstoreInfo":\{"list_total_count":1,"RESULT":\{"CODE":"INFO-000","#
            + #""MESSAGE":"정상 처리되었습니다"\},"row":\[\{"STORE_SEQ_NO":\d+\.0,"STORE_NAME":"[^"]+","GU_CODE":"\d{3}","#
            + #""CODE_VALUE":"[^"]+구","ADRES":"[^"]+","TEL_NO":"[^"]*","HMPG_URL":"[^"]*","STORE_TYPE":"000[12]","#
            + #""STORE_TYPE_NAME":"[새헌]책방 {6}","# + point + #","SNS":"[^"]*"\}\]\}\}$"#
        #expect(page.range(of: shape, options: .regularExpression) != nil, "\(page)")
    }

    @Test(arguments: [1, 7, 100, 999, 1000])
    func pagesTogetherAreAllRows(rowsPerPage: Int) throws {
        let feed = SampleFeed(seed: 2, count: 1300)
        let pages = (0..<feed.pageCount(rowsPerPage: rowsPerPage)).map { feed.page($0, rowsPerPage: rowsPerPage) }
        let joined = try pages.map(rowText).joined(separator: ",")
        #expect(try joined == rowText(feed.answer(rows: 0..<1300)))
        #expect(try rows(pages[0]).count == rowsPerPage)
    }

    @Test(arguments: SampleExtent.allCases)
    func longerFeedBeginsWithTheShorter(extent: SampleExtent) throws {
        let long = SampleFeed(seed: 3, count: 10_000_000, extent: extent)
        let short = SampleFeed(seed: 3, count: 700, extent: extent)
        #expect(try rowText(long.answer(rows: 0..<700)) == rowText(short.page(0)))
        #expect(try rows(long.page(9_999)).count == 1000)
    }

    @Test(arguments: SampleExtent.allCases, SampleFeed.Dirt.allCases)
    func sameSeedSameBytesOtherSeedOtherBytes(extent: SampleExtent, dirt: SampleFeed.Dirt) throws {
        let feed = SampleFeed(seed: 4, count: 650, extent: extent, dirt: dirt)
        #expect(feed.page(0) == SampleFeed(seed: 4, count: 650, extent: extent, dirt: dirt).page(0))
        #expect(feed.page(0) != SampleFeed(seed: 5, count: 650, extent: extent, dirt: dirt).page(0))
        #expect(try rows(feed.page(0)).count == 650)
    }

    @Test func pastTheEndThePortalSaysNoData() {
        let noData = #"{"RESULT":{"CODE":"INFO-200","MESSAGE":"해당하는 데이터가 없습니다."}}"#
        #expect(SampleFeed.bundled.page(1) == Array(noData.utf8))
        #expect(SampleFeed(seed: 1, count: 0).page(0) == Array(noData.utf8))
        #expect(SampleFeed(seed: 1, count: 0).pageCount() == 0)
        #expect(SampleFeed.bundled.page(Int.max, rowsPerPage: 1000) == Array(noData.utf8))
        #expect(SampleFeed.bundled.answer(rows: 606..<700) == Array(noData.utf8))
    }

    @Test func idsOfCleanRowsAreUnique() throws {
        let feed = SampleFeed(seed: 6, count: 20_000, dirt: .none)
        let ids = try (0..<feed.pageCount()).flatMap { try column("STORE_SEQ_NO", of: feed.page($0)) }
        #expect(Set(ids).count == 20_000)
    }

    @Test func idsOfDirtyRowsRepeatOnlyOnPurpose() throws {
        let ids = try column("STORE_SEQ_NO", of: SampleFeed.bundled.page(0))
        #expect(ids.count == 606)
        #expect(Set(ids).count == 604)  // One copy and one clash; the row without an id counts as one id.
        #expect(ids.filter(\.isEmpty).count == 1)
    }

    @Test func kindsAndDistrictsKeepTheirShares() throws {
        let feed = SampleFeed(seed: 7, count: 1000, dirt: .none)
        let used = try column("STORE_TYPE", of: feed.page(0)).filter { $0 == "0001" }.count
        #expect((110...190).contains(used))
        #expect(Set(try column("CODE_VALUE", of: feed.page(0))).count == 25)
    }

    @Test func worldHasNoDistricts() throws {
        let page = SampleFeed(seed: 8, count: 606, extent: .world).page(0)
        #expect(try column("CODE_VALUE", of: page).allSatisfy(\.isEmpty))
        #expect(try column("GU_CODE", of: page).allSatisfy(\.isEmpty))
        #expect(try column("ADRES", of: page).allSatisfy { !$0.isEmpty && !$0.contains("구 ") })
    }
}
