internal import GeocliPlaces

/// The bytes that show whether a rule for single rows may find something. No text is created for an ordinary row.
protocol IssueValues {
    /// UTF-8.
    typealias Bytes = UnsafeBufferPointer<UInt8>

    var name: Bytes? { get }
    var district: Bytes? { get }
    var address: Bytes? { get }
    var lacksPoint: Bool { get }
    /// Whether the feed gives a phone or a website that can't be used.
    var hasUnusableContact: Bool { get }
    /// Whether the kind is `other` because the row has a code that the feed does not explain.
    var hasUnknownCode: Bool { get }
}

extension IssueValues {
    /// Whether a rule for single rows may find something, other than a point outside the stated district.
    /// - Parameter explains: whether the feed explains its kinds; called only for a row with an unknown code.
    func isSuspect(explains: () throws -> Bool) rethrows -> Bool {
        if lacksPoint || hasUnusableContact { return true }
        if try hasUnknownCode && explains() { return true }
        if let name, NameBytes.mayBePlaceholder(name) || BrokenText.mayBe(name) { return true }
        if let address, BrokenText.mayBe(address) { return true }
        guard let district, let address else { return false }
        return !NameBytes.isFirstOfItsKind(district, in: address)
    }
}

/// Hashes of a row's name, phone, and road with house number, of which rows of one shop share some. Nil for a text that
/// is missing, or for a name that is not compared.
struct RowHashes {
    let name: UInt64?
    let phone: UInt64?
    let road: UInt64?

    /// Computes the hashes. Texts are UTF-8.
    init(
        name: UnsafeBufferPointer<UInt8>?, phone: UnsafeBufferPointer<UInt8>?, address: UnsafeBufferPointer<UInt8>?
    ) {
        self.name = name.flatMap(Self.name)
        self.phone = phone.map { Self.hash($0) }
        road = address.flatMap(Self.road)
    }

    init(name: UInt64?, phone: UInt64?, road: UInt64?) { (self.name, self.phone, self.road) = (name, phone, road) }

    /// Returns a hash of the name in the form of `LinkName.key`; nil for a name that is not compared.
    private static func name(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64? {
        guard bytes.count <= 4096 else { return nil }
        var hash = start
        var (position, length) = (0, 0)
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x20 || 0x09...0x0D ~= byte {
                position += 1
                continue
            }
            let step = byte < 0x80 ? 1 : 3
            guard step == 1 || NameBytes.isSyllable(bytes, position) else {
                return LinkName(String(decoding: bytes, as: UTF8.self)).map { Self.hash($0.key.utf8) }
            }
            for offset in 0..<step { hash = (hash ^ UInt64(bytes[position + offset])) &* prime }
            position += step
            length += step
        }
        return length > 0 ? hash : nil
    }

    /// Returns a hash of the last byte before 로 or 길 and of the first part of the house number, at the place where
    /// `LinkAddress.road` finds them. Returns nil if there are none. 개포로110길 54 and 개포로 110길 54 have the same hash.
    static func road(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64? {
        guard bytes.allSatisfy({ $0 < 0x80 || 0xEA...0xED ~= $0 || 0x80...0xBF ~= $0 }) else {
            guard let road = IssueJudge.road(String(decoding: bytes, as: UTF8.self)) else { return nil }
            return Array(road.utf8).withUnsafeBufferPointer { plainRoad($0) }
        }
        return plainRoad(bytes)
    }

    private static func plainRoad(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64? {
        var position = 1
        while position + 3 < bytes.count {
            defer { position += 1 }
            guard isRoad(bytes, position) else { continue }
            var next = position + 3
            while next < bytes.count, bytes[next] == 0x20 { next += 1 }
            if bytes[next...].starts(with: underground) { next += underground.count }
            while next < bytes.count, bytes[next] == 0x20 { next += 1 }
            var number: UInt64 = 0
            let first = next
            while next < bytes.count, 0x30...0x39 ~= bytes[next] {
                number = number &* 10 &+ UInt64(bytes[next] - 0x30)
                next += 1
            }
            guard next > first, next + 2 >= bytes.count || !isRoad(bytes, next) else { continue }
            return mix(UInt64(bytes[position - 1]), number)
        }
        return nil
    }

    private static let underground = Array("지하".utf8)

    @inline(__always)
    private static func isRoad(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
        bytes[position] == 0xEB && bytes[position + 1] == 0xA1 && bytes[position + 2] == 0x9C
            || bytes[position] == 0xEA && bytes[position + 1] == 0xB8 && bytes[position + 2] == 0xB8
    }

    private static let start: UInt64 = 0xcbf2_9ce4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01b3

    @inline(__always)
    static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(start) { ($0 ^ UInt64($1)) &* prime }
    }

    /// - Source: the finalizer of splitmix64.
    @inline(__always)
    static func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
        var z = one &* 0x9E37_79B9_7F4A_7C15 ^ other
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}

/// Quick checks of the UTF-8 of names and addresses, so that a pass over all rows creates no texts for ordinary rows.
enum NameBytes {
    /// Whether `PlaceholderName` must check a name. No check is needed if the name has at least two letters and no
    /// placeholder begins with its first word. This function decides only about names in Hangul syllables and ASCII.
    static func mayBePlaceholder(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard name.count <= 64 else { return false }
        var word = OpeningWord()
        var position = 0
        while position < name.count {
            let byte = name[position]
            guard byte >= 0x80 else {
                word.add(ascii: byte)
                position += 1
                continue
            }
            guard isSyllable(name, position) else { return true }
            word.add(syllable: (byte, name[position + 1], name[position + 2]))
            position += 3
        }
        return word.letters < 2 || openings.contains(word.hash)
    }

    /// The first word of a name as `PlaceholderName` compares it: in lower case, without the digits at its end.
    private struct OpeningWord {
        /// The number of letters in the whole name, not counting x, because x is also used as a filler.
        var letters = 0
        private(set) var hash = start
        /// A hash of the word, including the digits so far.
        private var withDigits = start
        private var isComplete = false
        private var hasBegun = false

        static let start: UInt64 = 0xcbf2_9ce4_8422_2325

        mutating func add(ascii byte: UInt8) {
            let small = 0x41...0x5A ~= byte ? byte | 0x20 : byte
            let isLetter = 0x61...0x7A ~= small
            if isLetter, small != UInt8(ascii: "x") { letters += 1 }
            guard isLetter || 0x30...0x39 ~= byte || byte == UInt8(ascii: "/") else {
                if hasBegun { isComplete = true }
                return
            }
            add(small)
            if isLetter || byte == UInt8(ascii: "/"), !isComplete { hash = withDigits }
        }

        mutating func add(syllable: (UInt8, UInt8, UInt8)) {
            letters += 1
            add(syllable.0)
            add(syllable.1)
            add(syllable.2)
            if !isComplete { hash = withDigits }
        }

        private mutating func add(_ byte: UInt8) {
            hasBegun = true
            if !isComplete { withDigits = (withDigits ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
    }

    /// Hashes of the first words of placeholders, and of an empty word, for names whose first word has only digits.
    private static let openings = Set(PlaceholderName.openings.map(hash) + [OpeningWord.start])

    /// - Source: FNV-1a, 64 bits.
    private static func hash(_ word: String) -> UInt64 {
        word.utf8.reduce(OpeningWord.start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// Whether a Hangul syllable is at this position.
    @inline(__always)
    static func isSyllable(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
        guard position + 2 < bytes.count else { return false }
        let (one, two, three) = (bytes[position], bytes[position + 1], bytes[position + 2])
        guard one >= 0xEA, one <= 0xED else { return false }
        if one == 0xEA { return two >= 0xB0 }
        if one == 0xED { return two < 0x9E || two == 0x9E && three <= 0xA3 }
        return true
    }

    /// Whether the first word in `text` with the same last syllable as `word` is `word` itself.
    static func isFirstOfItsKind(
        _ word: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard word.count > 3 else { return false }
        let ending = word[(word.count - 3)...]
        var start = 0
        while start < text.count {
            var end = start
            while end < text.count, text[end] != 0x20 { end += 1 }
            if end - start >= 3, text[(end - 3)..<end].elementsEqual(ending) {
                return text[start..<end].elementsEqual(word)
            }
            start = end + 1
        }
        return false
    }
}
