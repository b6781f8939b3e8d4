import TestSupport
import Testing

@testable import GeocliSearch

@Suite struct PostingBlockTests {
    private func decoded(_ bytes: [UInt8], first: UInt64 = 1) -> [UInt64]? {
        bytes.withUnsafeBytes { PostingBlock.decoded($0, first: first) }
    }

    /// A number of about this many bits.
    private func number(bits: UInt64, _ random: inout SeededGenerator) -> UInt64 {
        UInt64.random(in: 1...(1 << UInt64.random(in: 1...bits, using: &random)), using: &random)
    }

    @Test func numbersComeBackAsTheyWent() {
        for seed in UInt64(1)...1000 {
            var random = SeededGenerator(seed: seed)
            var numbers = [UInt64.random(in: 0...9, using: &random)]
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                numbers.append(numbers[numbers.count - 1] + number(bits: 55, &random))
            }
            let code = PostingBlock.encoded(numbers.dropFirst(), after: numbers[0])
            #expect(decoded(code, first: numbers[0]) == numbers, "seed \(seed)")
        }
    }

    @Test func theCodeIsThatOfTheBook() {
        // The textbook's example of differences, with the bits in reverse order: 5 takes one byte, 214577 three.
        #expect(PostingBlock.encoded([829, 215_406], after: 824) == [0x05, 0xB1, 0x8C, 0x0D])
        #expect(PostingBlock.encoded([127], after: 0) == [0x7F])
        #expect(PostingBlock.encoded([128], after: 0) == [0x80, 0x01])
        #expect(PostingBlock.encoded([], after: 9) == [])
        #expect(decoded([], first: 9) == [9])
        #expect(decoded([0x05, 0xB1, 0x8C, 0x0D], first: 824) == [824, 829, 215_406])
    }

    @Test(arguments: [
        [0x80], [0x05, 0x80], [0x00], [0x05, 0x00], [0x80, 0x00], [0x80, 0x80, 0x80, 0x00],
        [UInt8](repeating: 0x80, count: 9), [UInt8](repeating: 0xFF, count: 9) + [0x01],
        [UInt8](repeating: 0xFF, count: 20), [UInt8](repeating: 0xFF, count: 8) + [0x7F, 0x7F, 0x80],
    ])
    func bytesThatAreNoBlockAreRefused(bytes: [UInt8]) { #expect(decoded(bytes) == nil) }

    @Test func aNumberBeyondTheLargestIsRefused() {
        #expect(decoded([0x01], first: .max) == nil)
        let last = UInt64.max
        #expect(decoded([0x01], first: last - 1) == [last - 1, last])
        #expect(decoded([0x01, 0x01], first: last - 1) == nil)
        #expect(decoded([], first: .max) == [.max])
    }

    @Test func randomBytesAreRefusedOrAscendAndEncodeToThemselves() {
        var good = 0
        for seed in UInt64(1)...6000 {
            var random = SeededGenerator(seed: seed)
            let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random) & (Bool.random(using: &random) ? 0x7F : 0xFF)
            }
            let first = Bool.random(using: &random) ? 7 : UInt64.max - UInt64.random(in: 0...300, using: &random)
            let numbers = decoded(bytes, first: first)
            let block = bytes.withUnsafeBytes { PostingNumbers($0, first: first) }
            #expect(block?.last == numbers?.last && (block == nil) == (numbers == nil), "seed \(seed)")
            guard let numbers else { continue }
            good += 1
            #expect(numbers[0] == first && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
            let again = PostingBlock.encoded(numbers.dropFirst(), after: first)
            #expect(again == bytes, "seed \(seed)")
        }
        #expect(300...5700 ~= good)
    }

    /// Differences of one, two and more bytes in any mixture, and steps of any size.
    @Test func aWalkFindsWhatASearchInTheNumbersFinds() throws {
        for seed in UInt64(1)...3000 {
            var random = SeededGenerator(seed: seed)
            let bits = [3, 7, 8, 9, 14, 15, 40][Int(seed) % 7]
            var numbers = [UInt64.random(in: 1...9, using: &random)]
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                numbers.append(numbers[numbers.count - 1] + number(bits: UInt64(bits), &random))
            }
            let block = try #require(PostingNumbers(numbers))
            #expect(block.numbers == numbers && block.last == numbers[numbers.count - 1], "seed \(seed)")
            var walk = PostingWalk(first: block.first)
            var document = numbers[0]
            while document <= block.last {
                walk.advance(to: document, in: block.code)
                #expect(walk.number == numbers.first { $0 >= document }, "seed \(seed), document \(document)")
                document = walk.number + UInt64.random(in: 1...(1 << UInt64(bits + 4)), using: &random)
            }
        }
    }

    // MARK: Document numbers

    @Test func shorterNamesComeFirstThenSmallerIDs() {
        for seed in UInt64(1)...2000 {
            var random = SeededGenerator(seed: seed)
            func one() -> (length: Int, id: Int64) {
                (
                    Int.random(in: 0...(Bool.random(using: &random) ? 3 : 70_000), using: &random),
                    Int64.random(in: 1...(Bool.random(using: &random) ? 3 : 1 << 32 - 1), using: &random)
                )
            }
            let left = one()
            let right = one()
            let numbers = [left, right].map { DocumentNumber.number(id: $0.id, nameLength: $0.length) }
            let isBefore = (min(left.length, 32_767), left.id) < (min(right.length, 32_767), right.id)
            #expect((numbers[0] < numbers[1]) == isBefore, "seed \(seed)")
            #expect(DocumentNumber.id(numbers[0]) == left.id && DocumentNumber.id(numbers[1]) == right.id)
            let isOneLength = min(left.length, 32_767) == min(right.length, 32_767)
            #expect(DocumentNumber.haveOneLength(numbers[0], numbers[1]) == isOneLength)
            #expect(DocumentNumber.all(nameLength: left.length).contains(numbers[0]))
            #expect(DocumentNumber.all(nameLength: left.length).contains(numbers[1]) == isOneLength)
            #expect(DocumentNumber.all.contains(numbers[0]))
        }
    }

    @Test func theLargestNumberFitsASignedOne() {
        let largest = DocumentNumber.number(id: 1 << 32 - 1, nameLength: .max)
        #expect(largest == 1 << 47 - 1 && largest < DocumentCursor.end)
        #expect(DocumentNumber.number(id: 1, nameLength: 0) == 1)
        #expect(DocumentNumber.all(nameLength: .max).upperBound == 1 << 47)
    }
}
