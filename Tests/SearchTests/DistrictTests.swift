import Testing

@testable import GeocliSearch

@Suite struct DistrictTests {
    @Test func thereAreTwentyFiveInKoreanOrder() {
        #expect(District.all.count == 25)
        #expect(Set(District.all.map(\.name)).count == 25 && Set(District.all.map(\.romanized)).count == 25)
        #expect(
            District.all.map(\.name)
                == District.all.map(\.name).sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) })
        #expect(District.all.allSatisfy { $0.name.hasSuffix("구") && $0.romanized.hasSuffix("-gu") })
    }

    @Test(arguments: [
        "마포구", "마포", "mapo", "mapo-gu", "Mapo-gu", "MAPO", "mapogu", " mapo gu ", "mapo_gu",
        "\u{1106}\u{1161}\u{1111}\u{1169}\u{1100}\u{116E}", "ｍａｐｏ",
    ])
    func eachSpellingMeansMapo(text: String) { #expect(District.named(text)?.name == "마포구") }

    @Test func eachNameFindsItsDistrictAndNoOther() {
        for district in District.all {
            for text in [
                district.name, String(district.name.dropLast()), district.romanized,
                String(district.romanized.dropLast(3)),
            ] {
                #expect(District.named(text) == district, "\(text)")
            }
        }
        #expect(District.named("중")?.romanized == "Jung-gu")
        #expect(District.named("jung")?.name == "중구")
    }

    @Test(arguments: ["", "구", "gu", "-gu", "seoul", "서울", "마포구청", "map", "강", "mapo-gu-gu"])
    func otherWordsMeanNone(text: String) { #expect(District.named(text) == nil) }

    @Test(
        arguments: [
            ("mapp", ["마포구"]), ("마퍼구", ["마포구"]), ("gangnm", ["강남구"]), ("강나구", ["강남구"]), ("jongro", ["종로구"]),
            ("Yongsann-gu", ["용산구"]),
        ])
    func theNearestNamesComeFirst(text: String, names: [String]) {
        #expect(District.nearestNames(to: text, count: names.count).map(\.name) == names)
    }

    @Test(arguments: ["", "구", "홍대", "hongdae", "부산", "suwon", "xyz", "sdfghjkl", "책방"])
    func whatIsNotNearHasNone(text: String) { #expect(District.nearestNames(to: text, count: 25).isEmpty) }

    @Test func tiesAreInKoreanOrderAndTheCountIsKept() {
        #expect(District.nearestNames(to: "강구", count: 0).isEmpty)
        #expect(District.nearestNames(to: "강구", count: 4).map(\.name).first == "강남구")
        // Words that differ in one character from each of them.
        #expect(District.nearestNames(to: "강○구", count: 4).map(\.name) == ["강남구", "강동구", "강북구", "강서구"])
    }
}
