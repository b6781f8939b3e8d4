import TestSupport

/// Changes a seed in ways that break parsers; the same number gives the same changes.
struct Mutator {
    private var random: SeededGenerator
    private let other: [UInt8]

    /// Bytes and words that have a meaning in some format.
    private static let pieces: [[UInt8]] =
        [
            "\"", "\\", ",", ":", "[", "]", "{", "}", "<", ">", "&", "\n", "\r\n", "-", "+", ".", "e", "0", "9", "%",
            "/", "@",
            "http://", "\\ud83d", "1e999", "nan", "null", "</row>", "\u{FEFF}", "\u{202E}", "\u{301}", "책", "\u{3000}",
            "ａ",
        ].map { Array($0.utf8) } + [[0], [0x80], [0xC2], [0xED, 0xA0, 0x80], [0xF4, 0x90], [0xFF], [0xB0]]

    init(seed: UInt64, other: [UInt8]) {
        random = SeededGenerator(seed: seed)
        self.other = other
    }

    mutating func mutated(_ seed: [UInt8]) -> [UInt8] {
        var bytes = seed
        for _ in 0...number(below: 3) { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = number(below: bytes.count + 1)
        let length = min(1 + number(below: 8), bytes.count - place)
        switch number(below: 6) {
        case 0: bytes.insert(contentsOf: Self.pieces[number(below: Self.pieces.count)], at: place)
        case 1: bytes.removeSubrange(place..<place + length)
        case 2: if place < bytes.count { bytes[place] ^= 1 << UInt8(number(below: 8)) }
        case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
        case 4: bytes.removeSubrange(place...)
        default: bytes.replaceSubrange(place..., with: other.dropFirst(number(below: other.count + 1)))
        }
    }

    private mutating func number(below bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &random) }
}
