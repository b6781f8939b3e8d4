import TestSupport
import Testing

@testable import GeocliText

@Suite struct SHA256Tests {
    private func hash(_ bytes: [UInt8], pieces size: Int = .max) -> String {
        var hash = SHA256()
        var rest = bytes[...]
        while !rest.isEmpty {
            hash.update(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return hash.hexDigest()
    }

    /// NIST, "Examples with Intermediate Values" for FIPS 180-4, and the vectors of its SHA-2 additional examples.
    @Test func knownAnswers() {
        let long =
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"
        let cases: [([UInt8], String)] = [
            ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (Array(long.utf8), "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
            ([0xBD], "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"),
            ([0xC9, 0x8C, 0x8E, 0x55], "7abc22c0ae5af26ce93dbb94433a0e0b2e119d014f8e7f65bd56c61ccccd9504"),
            (
                [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ]
        for (bytes, expected) in cases { #expect(hash(bytes) == expected, "\(bytes.count) bytes") }
    }

    /// Once, the second call for a hash gave the hash of nothing, and a feed whose pages were read
    /// twice was never compared again.
    @Test func askingChangesNothing() {
        var asked = SHA256()
        asked.update(Array("ab".utf8))
        let first = asked.hexDigest()
        #expect(first == hash(Array("ab".utf8)) && asked.hexDigest() == first)
        #expect(asked.head() == asked.head() && asked.base64Digest() == asked.base64Digest())
        asked.update(Array("c".utf8))
        #expect(asked.hexDigest() == hash(Array("abc".utf8)))
        let head = asked.head().0
        #expect(asked.hexDigest().hasPrefix(String(head, radix: 16)))
    }

    @Test func piecesMakeNoDifference() {
        var random = SeededGenerator(seed: 7)
        for count in [1, 55, 56, 63, 64, 65, 127, 128, 1000] {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let whole = hash(bytes)
            for size in [1, 2, 3, 63, 64, 65] { #expect(hash(bytes, pieces: size) == whole, "\(count) by \(size)") }
        }
        var empty = SHA256()
        empty.update([])
        #expect(empty.hexDigest() == hash([]))
    }
}
