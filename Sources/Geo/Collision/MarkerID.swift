/// What names a marker: a number, as in catalogs, or any text, as in files of others.
///
/// - Edges: two texts are the same id only if their UTF-8 bytes are, so `é` written in two ways is two ids.
public enum MarkerID: Hashable, Sendable, CustomStringConvertible {
    case integer(Int64)
    case text(String)

    /// The id as people read it: the decimal digits of a number, or the text itself.
    public var description: String {
        switch self {
        case .integer(let number): String(number)
        case .text(let text): text
        }
    }

    /// Whether both are numbers with one value, or both texts with the same bytes.
    public static func == (left: MarkerID, right: MarkerID) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        default: false
        }
    }

    /// Feeds what `==` looks at into `hasher`.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .integer(let number):
            hasher.combine(0 as UInt8)
            hasher.combine(number)
        case .text(let text):
            hasher.combine(1 as UInt8)
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }
}

extension MarkerID {
    /// The place of each id in the order of all: as numbers if all are numbers, else by the UTF-8 bytes of what
    /// `description` says.
    ///
    /// - Throws: `GeoError` for an id that occurs twice. Among texts the number 12 and the text "12" are one id,
    ///   because no order could tell them apart.
    /// - Complexity: O(n log n); O(n) for numbers that come in ascending order, as from a catalog.
    static func places(of ids: some Collection<MarkerID>) throws(GeoError) -> [Int32] {
        var numbers: [Int64] = []
        numbers.reserveCapacity(ids.count)
        for id in ids {
            guard case .integer(let number) = id else { return try places(of: ids.map(\.description)) }
            numbers.append(number)
        }
        return try places(of: numbers)
    }

    private static func places(of numbers: [Int64]) throws(GeoError) -> [Int32] {
        if zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) { return (0..<Int32(numbers.count)).map { $0 } }
        let sorted = zip(numbers, 0..<Int32(numbers.count)).sorted { $0.0 < $1.0 }
        for (left, right) in zip(sorted, sorted.dropFirst()) where left.0 == right.0 {
            throw duplicate(String(left.0))
        }
        return inverse(sorted.map(\.1))
    }

    private static func places(of texts: [String]) throws(GeoError) -> [Int32] {
        let sorted = zip(texts, 0..<Int32(texts.count)).sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
        for (left, right) in zip(sorted, sorted.dropFirst()) where left.0.utf8.elementsEqual(right.0.utf8) {
            throw duplicate(left.0)
        }
        return inverse(sorted.map(\.1))
    }

    private static func inverse(_ order: [Int32]) -> [Int32] {
        var places = [Int32](repeating: 0, count: order.count)
        for (place, index) in order.enumerated() { places[Int(index)] = Int32(place) }
        return places
    }

    private static func duplicate(_ id: String) -> GeoError {
        GeoError(
            .marker, en: "two markers have the id \(id); give each marker its own id",
            ko: "마커 두 개의 id가 \(id)(으)로 같습니다. 마커마다 다른 id를 주세요")
    }
}
