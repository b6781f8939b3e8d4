internal import GeocliPlaces
internal import GeocliText

/// Hashes of a row's name, phone, and road with house number. Two rows of the same shop have at least some of them in
/// common. A hash is nil if its text is missing, or is a name that is not compared.
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

    /// Whether 로 or 길 is at this position.
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
