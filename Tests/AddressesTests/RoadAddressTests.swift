import Testing

@testable import GeocliAddresses

@Suite struct RoadAddressTests {
    /// Address texts as feeds write them, and what they say: words before the road, road, level, main, sub.
    @Test(arguments: [
        ("서울특별시 마포구 와우산로29길 42-5 지하1층", "서울특별시 마포구|와우산로29길|0|42|5"),
        ("서울 종로구 자하문로 94", "서울 종로구|자하문로|0|94|0"),
        ("(03045) 서울특별시 종로구 자하문로 94 (청운동)", "서울특별시 종로구|자하문로|0|94|0"),
        ("03045 서울특별시 종로구 자하문로 94, 2층", "서울특별시 종로구|자하문로|0|94|0"),
        ("서울특별시 강남구 강남대로 지하 396 (역삼동)", "서울특별시 강남구|강남대로|1|396|0"),
        ("서울특별시 강남구 강남대로 지하396", "서울특별시 강남구|강남대로|1|396|0"),
        ("서울특별시 마포구 월드컵북로 4길 8", "서울특별시 마포구|월드컵북로4길|0|8|0"),
        ("서울특별시 마포구 월드컵북로 4길8", "서울특별시 마포구|월드컵북로4길|0|8|0"),
        ("서울 마포구 와우산로29길42-5", "서울 마포구|와우산로29길|0|42|5"),
        ("자하문로94", "|자하문로|0|94|0"),
        ("경기 안양시 동안구 흥안대로 460 1층", "경기 안양시 동안구|흥안대로|0|460|0"),
        ("세종특별자치시 한누리대로 1811", "세종특별자치시|한누리대로|0|1811|0"),
        ("부산광역시 수영구 수영로 510번길 12-3, 지하 1층", "부산광역시 수영구|수영로510번길|0|12|3"),
        ("대구광역시 중구 달구벌대로447길 72-1", "대구광역시 중구|달구벌대로447길|0|72|1"),
        ("서울 성동구 왕십리로8길 21-1 (성수동1가)", "서울 성동구|왕십리로8길|0|21|1"),
        ("충남 홍성군 홍북읍 청사로 123", "충남 홍성군 홍북읍|청사로|0|123|0"),
        ("서울 강서구 하늘길 지하 77", "서울 강서구|하늘길|1|77|0"),
        ("서울 마포구 가양대로 공중 1", "서울 마포구|가양대로|2|1|0"),
        ("대한민국 서울특별시 종로구 종로 12", "서울특별시 종로구|종로|0|12|0"),
        // Decomposed Hangul.
        (
            "\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF} \u{110C}\u{1169}\u{11BC}\u{1105}\u{1169}\u{1100}\u{116E} \u{110C}\u{1161}\u{1112}\u{1161}\u{1106}\u{116E}\u{11AB}\u{1105}\u{1169} 94",
            "서울 종로구|자하문로|0|94|0"
        ),
    ])
    func textsOfFeedsAreRead(_ text: String, _ wanted: String) throws {
        let address = try #require(RoadAddress(text), "\(text)")
        let found =
            "\(address.region.joined(separator: " "))|\(address.road)|\(address.level.rawValue)|\(address.main)|\(address.sub)"
        #expect(found == wanted)
    }

    /// Texts without one certain road and number are no address: nothing is guessed.
    @Test(arguments: [
        "", "   ", "서울특별시 마포구 서교동 332-1", "서울 마포구 와우산로29길", "서울 마포구 와우산로29길 42 - 5", "서울 마포구 와우산로29길 42~44",
        "서울 마포구 와우산로29길 42- 5", "서울 마포구 와우산로29길 42-5-6", "종로구 세종로 81 번지", "종로구 세종로 81번지", "자하문로 0", "자하문로 123456",
        "자하문로 지하",
        "자하문로 지하 지하3", "로 94", "길 1", "자하문로 -94", "자하문로 (94)", "서울 중구 을지로1가 16", "서울 종로구 종로 1가 24", "자하문로 ９４",
        "94 자하문로",
        "자하문로 94/2", "자하문로 94 / 2",
        // A branch or a part of a road, written apart from its number; two numbers.
        "서울 종로구 종로 1 길 3", "서울 종로구 종로 1 길3", "서울 종로구 종로 1 가 24", "종로 1 및 3", "종로 1 & 3",
        "종로 12 3",
    ])
    func uncertainTextsAreNoAddress(_ text: String) {
        #expect(RoadAddress(text) == nil, "\(text): \(String(describing: RoadAddress(text)))")
    }

    /// Texts that could mean two numbers, also if a later road or the first number alone could be read.
    @Test(arguments: [
        "서울 마포구 독막로 165 및 독막로 167", "독막로 165 또는 167", "독막로 12~14 세종대로 3", "독막로 165 - 2 월드컵로 12", "독막로 12·14 세종대로 3",
        "독막로 165번지 세종대로 3", "독막로165번지 세종대로 3", "월드컵북로 4길8번지 세종대로 3", "독막로 ９４ 세종대로 3", "수영로 510 번길 12",
        "강남대로 지하 396앞 세종대로 3", "독막로 165앞 세종대로 3",
        "독막로 165, 167", "독막로 165,167", "독막로 165, 167~169", "독막로 165, 167번지", "독막로 165, 167 번지", "독막로 165, 및 167",
        "독막로 165, 167앞", "독막로 165, 302", "독막로 165, 독막로 167", "독막로 165, 독막로167",
    ])
    func aTextThatCouldMeanTwoNumbersIsNoAddress(_ text: String) {
        #expect(RoadAddress(text) == nil, "\(text): \(String(describing: RoadAddress(text)))")
    }

    @Test(arguments: ["맞은편", "옆", "인근", "건너편", "부근", "앞", "뒤", "근처", "옆에", "(맞은편)", ", 앞"])
    func aPlaceNearANumberIsNotAtIt(_ word: String) {
        #expect(RoadAddress("서울 마포구 독막로 165 \(word)") == nil)
        #expect(RoadAddress("서울 마포구 독막로 165\(word)") == nil)
    }

    /// Floors, units, buildings and parts of districts are not second numbers.
    @Test(arguments: [
        "독막로 165, 2층", "독막로 165, 2,3층", "독막로 165, 2~3층", "독막로 165, 3 층", "독막로 165, 301호", "독막로 165, 1001-1호",
        "독막로 165, 101동 302호", "독막로 165, 지하 1층", "독막로 165, 지하1", "독막로 165, 63빌딩", "독막로 165, 번영빌딩", "독막로 165, 서교빌딩 302",
        "독막로 165, (서교동)", "독막로 165 (합정역 앞)", "독막로 165 옆집책방", "독막로 165 합정역 1번출구 앞", "독막로 165, 마포대로 2층",
        "독막로 165, 2층, 302", "을지로1가 독막로 165", "을지로 1가 독막로 165", "종로1.2.3.4가동 독막로 165", "책방가는길 2호점 독막로 165",
    ])
    func aFloorAUnitOrABuildingIsNoSecondNumber(_ text: String) {
        #expect(RoadAddress(text)?.text == "독막로 165", "\(text): \(String(describing: RoadAddress(text)))")
    }

    @Test func longAndHostileTextsEnd() {
        for text in [
            String(repeating: "(", count: 1 << 20), String(repeating: "로", count: 1 << 20),
            String(repeating: "가로 1길 ", count: 1 << 18), "\0\u{FFFD}\u{202E}자하문로 94\0",
            String(repeating: "\u{301}", count: 100_000),
        ] {
            _ = RoadAddress(text)
        }
        #expect(RoadAddress(String(repeating: "서", count: 200) + " 자하문로 94") == nil)
    }
}
