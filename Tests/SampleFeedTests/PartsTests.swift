import Foundation
import Testing

@testable import SampleFeed

@Suite struct PartsTests {
    /// The first outputs of the published C code for seed 1234567, as Rosetta Code lists them under "Pseudo-random
    /// numbers/Splitmix64".
    @Test func splitMix64GivesThePublishedNumbers() {
        var random = SplitMix64(seed: 1_234_567)
        let published: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
        ]
        #expect(published.map { _ in random.next() } == published)
    }

    @Test func bellHasMeanZeroAndDeviationOne() {
        var random = SplitMix64(seed: 21)
        let draws = (0..<20_000).map { _ in random.bell() }
        let mean = draws.reduce(0, +) / 20_000
        let variance = draws.reduce(0) { $0 + $1 * $1 } / 20_000
        #expect(abs(mean) < 0.03, "seed 21")
        #expect(abs(variance - 1) < 0.05, "seed 21")
    }

    @Test(arguments: [
        (375_573_847_248_586, 13, "37.5573847248586"), (126_922_886_096_614, 12, "126.922886096614"),
        (375_000_000_000_000, 13, "37.5"), (370_000_000_000_000, 13, "37.0"), (0, 12, "0.0"),
        (-1_000_000, 12, "-0.000001"), (-1_800_000_000_000_00, 12, "-180.0"),
    ])
    func fixedPointDropsTrailingZeros(number: Int, decimals: Int, text: String) {
        var bytes: [UInt8] = []
        bytes.append(fixedPoint: number, decimals: decimals)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test(arguments: [(0, 1, "0"), (7, 4, "0007"), (10, 1, "10"), (99_999, 2, "99999"), (0, 4, "0000")])
    func decimalIsPadded(number: Int, width: Int, text: String) {
        var bytes: [UInt8] = []
        bytes.append(decimal: number, width: width)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test(arguments: ["달빛책방 (2호점)", "Ink & Fox", "가힣각", ""])
    func hangulIsTakenApartAsFoundationDoes(text: String) {
        let expected = Array(text.decomposedStringWithCanonicalMapping.utf8)
        #expect(NormalFormD.decomposed(Array(text.utf8)) == expected)
    }

    @Test func roughCosineIsNearTheTrueOne() {
        for degrees in stride(from: -90.0, through: 90, by: 0.5) {
            #expect(abs(roughCosine(degrees: degrees) - cos(degrees * .pi / 180)) < 0.0017)
        }
    }

    @Test func flawsBorrowFromEarlierCleanRows() {
        #expect(Set(FlawSchedule.entries.map(\.row)).count == FlawSchedule.entries.count)
        for entry in FlawSchedule.entries {
            guard let rowsBack = entry.flaw.rowsBack else { continue }
            #expect((0..<entry.row).contains(entry.row - rowsBack))
            #expect(FlawSchedule.flaw(ofRow: entry.row - rowsBack) == nil, "row \(entry.row)")
        }
    }

    @Test func wordListsMatch() {
        #expect(Vocabulary.nouns.count == Vocabulary.english.count)
        #expect(Vocabulary.nouns.count == Vocabulary.slugs.count)
        #expect(SampleDistrict.all.count == 25)
        #expect(Set(Neighborhood.seoul.compactMap(\.district)).count == 25)
    }
}
