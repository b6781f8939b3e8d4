internal import GeocliText

/// The id of a marker: a number, as in catalogs, or any text, as in other files.
///
/// - Edges: two texts are the same id only if their UTF-8 bytes are equal, so the two encodings of `é` are two ids.
public enum MarkerID: Hashable, Sendable, CustomStringConvertible {
    case integer(Int64)
    case text(String)

    /// The id as text: the decimal digits of a number, or the text itself.
    public var description: String {
        switch self {
        case .integer(let number): String(number)
        case .text(let text): text
        }
    }

    /// Returns whether both are numbers with the same value, or both are texts with the same bytes.
    public static func == (left: MarkerID, right: MarkerID) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        default: false
        }
    }

    /// Feeds the parts that `==` compares into `hasher`.
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

    /// Returns the indices of `ids` in ascending order of the ids: by value if all are whole numbers, otherwise by the
    /// UTF-8 bytes of their texts. Equal ids keep the order of the input.
    ///
    /// - Complexity: O(n) for numbers, otherwise O(n log n) comparisons.
    public static func ascending(_ ids: [MarkerID]) -> [Int] {
        var list = MarkerIDList()
        list.reserveCapacity(ids.count)
        for id in ids { list.append(id) }
        return list.sorted().map(Int.init)
    }
}

/// The ids of markers: as numbers if all are numbers, otherwise as text.
struct MarkerIDList {
    private var numbers: [Int64] = []
    /// All ids as text, if any id is text.
    private var texts: [String] = []
    private var areNumbers = true
    /// Whether all ids are numbers and each is greater than the one before, as in a catalog.
    private var areAscending = true

    /// Makes room for `count` numbers.
    mutating func reserveCapacity(_ count: Int) { numbers.reserveCapacity(count) }

    /// Adds an id.
    mutating func append(_ id: MarkerID) {
        if areNumbers, case .integer(let number) = id {
            if let last = numbers.last, last >= number { areAscending = false }
            numbers.append(number)
            return
        }
        if areNumbers {
            texts = numbers.map { String($0) }
            (numbers, areNumbers, areAscending) = ([], false, false)
        }
        texts.append(id.description)
    }

    /// Returns the indices of the ids in ascending order of the ids: as numbers if all are numbers, otherwise by the
    /// UTF-8 bytes of `description`.
    func sorted() -> [Int32] {
        var order = (0..<Int32(areNumbers ? numbers.count : texts.count)).map { $0 }
        if areAscending { return order }
        if areNumbers {
            // With the sign bit flipped, negative numbers come first.
            RadixSort.sort(&order) { UInt64(bitPattern: numbers[Int($0)]) ^ 1 << 63 }
        } else {
            order.sort { left, right in
                let (one, other) = (texts[Int(left)].utf8, texts[Int(right)].utf8)
                return one.lexicographicallyPrecedes(other) || (left < right && one.elementsEqual(other))
            }
        }
        return order
    }

    /// Returns the same as `sorted()`, after checking that all ids differ.
    ///
    /// - Throws: `GeoError` for an id that occurs twice. If any id is text, the number 12 and the text "12" are the
    ///   same id, because they have the same bytes.
    func ascending() throws(GeoError) -> [Int32] {
        let order = sorted()
        if areAscending { return order }
        for (left, right) in zip(order, order.dropFirst()) where isEqual(Int(left), Int(right)) {
            let id = areNumbers ? String(numbers[Int(left)]) : DisplayText.shown(texts[Int(left)])
            throw GeoError(
                .marker, en: "two markers have the id \(id); give each marker its own id",
                ko: "마커 두 개의 id가 \(id)\(.by) 같습니다. 마커마다 다른 id를 쓰세요")
        }
        return order
    }

    private func isEqual(_ left: Int, _ right: Int) -> Bool {
        areNumbers ? numbers[left] == numbers[right] : texts[left].utf8.elementsEqual(texts[right].utf8)
    }
}
