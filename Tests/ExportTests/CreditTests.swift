import GeocliText
import Testing

@testable import GeocliExport

@Suite struct CreditTests {
    private func credit(_ publisher: String, _ license: String, english: String? = "Bookstores in Seoul (OA-21062)")
        -> Credit
    {
        Credit(
            SourceStatement(
                feed: "seoul-bookstores", title: "서울 책방 현황정보 (OA-21062)", englishTitle: english, publisher: publisher,
                license: license, dataDate: "2026-12-06", runStartedAt: "2026-12-06T00:00:00Z",
                sha256: String(repeating: "a", count: 64)))
    }

    @Test func aSourceIsCreditedInTheReadersLanguage() {
        let credit = credit(
            "Seoul Open Data Plaza, https://data.seoul.go.kr/dataList/OA-21062/S/1/datasetView.do",
            "as stated on the source's page (the portal marks its sets KOGL Type 1, attribution)")
        #expect(
            credit.line
                == Words(
                    en:
                        "Source: Seoul Open Data Plaza, \"Bookstores in Seoul (OA-21062)\" · KOGL Type 1 (attribution) · "
                        + "as of 2026-12-06 · https://data.seoul.go.kr/dataList/OA-21062/S/1/datasetView.do",
                    ko: "출처: 서울 열린데이터광장 '서울 책방 현황정보 (OA-21062)' · 공공누리 제1유형(출처표시) · 2026-12-06 기준 · "
                        + "https://data.seoul.go.kr/dataList/OA-21062/S/1/datasetView.do"))
    }

    /// A license that only refers to a page is left out: the line has the address of the page.
    @Test(
        arguments: [
            ("as stated on the source's page", nil), ("unknown", nil), ("not stated", nil), ("", nil), ("MIT", "MIT"),
            ("CC BY 4.0", "CC BY 4.0"), ("KOGL Type 3", "공공누리 제3유형(출처표시+변경금지)"),
        ] as [(String, String?)])
    func aLicenseHasTheNameThatTheSourceStates(stated: String, korean: String?) {
        #expect(credit("p", stated).license?.ko == korean)
    }

    @Test func aPublisherMayBeUnknownOrOnlyAnAddress() {
        let credit = credit("https://example.org/a", "unknown", english: nil)
        #expect(credit.page == "https://example.org/a" && credit.publisher.en.isEmpty)
        #expect(credit.line.en == "Source: \"서울 책방 현황정보 (OA-21062)\" · as of 2026-12-06 · https://example.org/a")
        #expect(
            self.credit("page.json", "MIT").line.ko == "출처: page.json '서울 책방 현황정보 (OA-21062)' · MIT · 2026-12-06 기준")
    }
}
