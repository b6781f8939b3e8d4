import Testing

@testable import GeocliCatalog
@testable import GeocliPlaces

/// The quick look at the bytes of a name against the rule itself.
@Suite struct NameBytesTests {
    private static func mayBe(_ name: String) -> Bool {
        Array(name.utf8).withUnsafeBufferPointer(NameBytes.mayBePlaceholder)
    }

    /// Words of placeholders and of names, alone and together, with digits, blanks and punctuation around them.
    @Test func noPlaceholderIsPassedOver() {
        let words =
            PlaceholderName.openings.sorted() + ["1", "00", "x", "XX", "책", "무명", "시험공간", "Tester", "·", "é", "ㅁ", ""]
        var found = 0
        for one in words {
            for other in words {
                for joint in ["", " ", "-", "1", "(", "/", "\u{A0}", ". "] {
                    for name in [one + joint + other, (one + joint + other).uppercased(), joint + one + other + joint] {
                        guard PlaceholderName.isOne(name) else { continue }
                        found += 1
                        #expect(Self.mayBe(name), "\(name)")
                    }
                }
            }
        }
        #expect(found > 5000)
    }

    @Test func plainNamesNeedNoSecondLook() {
        for name in ["밤의 책방", "테스트리", "이상한책방", "임시정부기념관", "Lazy Springsun Book Room", "연필서림 69", "솔방울서재(Pinecone)"] {
            #expect(!Self.mayBe(name), "\(name)")
        }
        for name in ["테스트", "Test 2", "1 테스트", "책방 없음", "--", "xx", "책", "", "ㅇㅇ"] {
            #expect(Self.mayBe(name), "\(name)")
        }
    }
}
