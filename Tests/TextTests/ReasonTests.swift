import Testing

@testable import GeocliText

@Suite struct ReasonTests {
    private static let template = ReasonTemplate(
        "lost", en: "{removed} of {known} in {place} are missing",
        ko: "{place}{topic} {known}곳 가운데 {removed}{object} 잃었습니다")

    private static func words(_ removed: Int, _ place: String) -> Words? {
        template.words(Reason("lost", [.init("removed", removed), .init("known", 30), .init("place", place)]))
    }

    @Test func aTemplateTakesTheValuesAndItsParticlesFitThem() {
        #expect(
            Self.words(3, "마포구") == Words(en: "3 of 30 in 마포구 are missing", ko: "마포구는 30곳 가운데 3을 잃었습니다"))
        #expect(Self.words(9, "서울")?.ko == "서울은 30곳 가운데 9를 잃었습니다")
    }

    @Test func aVerbAgreesWithItsNumber() {
        let template = ReasonTemplate("lost", en: "{removed} of 30 {removed:is|are} missing", ko: "{removed}곳")
        func words(_ removed: Int) -> String? { template.words(Reason("lost", [.init("removed", removed)]))?.en }
        #expect(words(0) == "0 of 30 are missing" && words(1) == "1 of 30 is missing")
        #expect(words(2) == "2 of 30 are missing" && words(11) == "11 of 30 are missing")
        #expect(template.words(Reason("lost")) == nil)
    }

    @Test func aReasonWithoutItsValuesHasNoWords() {
        #expect(Self.template.words(Reason("lost", [.init("removed", 1)])) == nil)
        #expect(Self.template.words(Reason("other")) == nil)
        #expect([Self.template].words(Reason("lost")) == nil)
        let list = Reason("lost", [.init("removed", .array([])), .init("known", 1), .init("place", "x")])
        #expect(Self.template.words(list) == nil)
    }

    /// Values come from a file that anyone may have written: their braces are text.
    @Test func aValueIsNeverATemplate() {
        #expect(Self.words(1, "{removed}")?.en == "1 of 30 in {removed} are missing")
        #expect(Self.words(1, "{")?.en == "1 of 30 in { are missing")
    }

    @Test func aReasonSurvivesItsStorage() {
        let reason = Reason("lost", [.init("removed", 3), .init("place", "마포 \"x\"\n")])
        #expect(Reason(code: reason.code, json: reason.json) == reason)
        #expect(reason.json == #"{"removed":3,"place":"마포 \"x\"\n"}"#)
        #expect(Reason(code: nil, json: "{}") == nil)
        for damaged in [nil, "", "{", "[]", "7", "{\"a\":}"] {
            #expect(Reason(code: "lost", json: damaged) == Reason("lost"))
        }
    }
}
