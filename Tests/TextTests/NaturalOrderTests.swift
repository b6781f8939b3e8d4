import Testing

@testable import GeocliText

@Suite struct NaturalOrderTests {
    private func sorted(_ names: [String]) -> [String] { names.sorted(by: NaturalOrder.isBefore) }

    @Test func numbersInNamesCompareByValue() {
        #expect(sorted(["page_10", "page_2", "page_1", "page_100"]) == ["page_1", "page_2", "page_10", "page_100"])
        #expect(sorted(["p9-11", "p10-1", "p9-2"]) == ["p9-2", "p9-11", "p10-1"])
        #expect(sorted(["page_00010.json", "page_00002.json"]) == ["page_00002.json", "page_00010.json"])
        #expect(
            sorted(["a18446744073709551616", "a9223372036854775808"]) == [
                "a9223372036854775808", "a18446744073709551616",
            ])
    }

    @Test func numbersWithZerosInFrontCompareByValueToo() {
        #expect(sorted(["page_10", "page_09", "page_1"]) == ["page_1", "page_09", "page_10"])
        #expect(sorted(["page_010", "page_09", "page_9"]).last == "page_010")
        #expect(NaturalOrder.isBefore("page_1", "page_02"))
        #expect(NaturalOrder.isBefore("page_09", "page_010"))
    }

    @Test func everythingElseComparesByItsBytes() {
        #expect(NaturalOrder.isBefore("B", "a"))
        #expect(NaturalOrder.isBefore("a", "b"))
        #expect(NaturalOrder.isBefore("z", "가"))
        #expect(NaturalOrder.isBefore("가", "나"))
        #expect(NaturalOrder.isBefore("", "a"))
        #expect(NaturalOrder.isBefore("a", "ab"))
    }

    @Test func nothingComesBeforeItself() {
        for name in ["", "a", "page_2", "페이지 10"] { #expect(!NaturalOrder.isBefore(name, name)) }
    }
}
