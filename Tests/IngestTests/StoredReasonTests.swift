import GeocliFetching
import GeocliText
import Testing

@testable import GeocliIngest

/// A run's reason is stored as a code and values, and spoken in the reader's language.
@Suite struct StoredReasonTests {
    @Test func aStoredReasonIsSpokenInBothLanguages() {
        let lost = Reason(
            code: "known-lost", json: #"{"removed":601,"known":1000,"limit":20}"#)
        #expect(
            lost.flatMap(StoredReason.words)
                == Words(
                    en: "601 of 1000 known bookstores are missing (more than 20 %); check the feed",
                    ko: "등록된 책방 1000곳 가운데 601곳이 누락되었습니다(20% 초과). 피드를 확인하세요"))
    }

    @Test func keptPagesAreSaidInBothLanguages() {
        let error = Reason("http-status-busy", [.init("page", "p"), .init("status", 503)])
        let one = StoredReason.words(error.adding("kept_pages", 1))
        #expect(one?.en.hasSuffix("; 1 page is kept; to continue, add --resume to the same command") == true)
        #expect(StoredReason.words(error.adding("kept_pages", 0)) == StoredReason.words(error))
        #expect(StoredReason.words(error.adding("kept_pages", 2))?.ko.contains("받은 페이지 2개를 보관했습니다") == true)
    }

    @Test(arguments: ["known-lost", "http-status", "kind-lost", "no such code", ""])
    func damagedReasonsAreNotSpoken(code: String) {
        #expect(StoredReason.words(Reason(code)) == nil)
        #expect(StoredReason.words(Reason(code, [.init("removed", "many")])) == nil)
    }

    /// Every error of a run has words of its own, not only its page's name.
    @Test(arguments: [
        IngestError.Code.empty, .notAPage, .html, .wrongService(found: "a", wanted: "b"), .missingField("f"),
        .notRows("7"),
        .result(code: "INFO-100", message: "m"), .result(code: "ERROR-500", message: "m"),
        .result(code: "30", message: "m"),
        .result(code: "x", message: "m"), .noPages([".json"]), .pageTotal(3, rows: 2), .samePage, .moreThanTotal(3),
        .shortPage(rows: 1, asked: 2), .tooManyPages(9), .emptyPage(code: "00"), .rowsAfterEmpty,
        .badTotal("total", "x"), .otherColumns(fields: 1, columns: 17, delimiter: 0x7C),
        .missingPath(key: "rows", path: "a.b", start: "a", members: ["c"]),
        .unlistedCode("00", message: "m", good: ["0"], empty: []),
    ])
    func everyErrorOfAPageHasWords(code: IngestError.Code) {
        for error in [IngestError(code, page: "p.json"), IngestError(code, page: "p.json").ofSavedPage] {
            #expect(StoredReason.words(error.reason) == error.words)
            #expect(error.words.en.count > "p.json".count + 10 && error.words.ko != error.words.en)
            #expect(!error.words.en.contains("{") && !error.words.ko.contains("{"))
        }
    }

    @Test func codesAreUniqueAndPlain() {
        #expect(StoredReason.byCode.count > 40)
        #expect(StoredReason.byCode.keys.allSatisfy { $0.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil })
    }
}
