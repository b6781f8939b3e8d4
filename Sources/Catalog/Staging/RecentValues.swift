/// Counts values that come again and again, such as the districts of rows in any order. A value that is among the
/// recent ones is counted without creating a text.
///
/// Each value has one slot, which its bytes determine. A new value in a slot replaces the former one.
struct RecentValues {
    /// A value, and how often it has come since it was last returned.
    struct Counted {
        fileprivate(set) var bytes: [UInt8] = []
        fileprivate(set) var count = 0

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private var slots: [Counted]

    /// - Parameter count: the number of slots, a power of 2.
    init(count: Int) { slots = Array(repeating: Counted(), count: count) }

    /// Counts a value. Returns the value that it replaces, which must be added to a total; nil if there is none.
    mutating func count(_ value: UnsafeRawBufferPointer) -> Counted? {
        let slot = Int(truncatingIfNeeded: Self.hash(value)) & (slots.count - 1)
        if slots[slot].bytes.withUnsafeBytes({ Self.areEqual($0, value) }) {
            slots[slot].count += 1
            return nil
        }
        let former = slots[slot]
        slots[slot] = Counted(bytes: Array(value), count: 1)
        return former.count > 0 ? former : nil
    }

    /// Returns all values that have not been returned, and forgets them.
    mutating func takeAll() -> [Counted] {
        let counted = slots.filter { $0.count > 0 }
        slots = Array(repeating: Counted(), count: slots.count)
        return counted
    }

    // The functions below are plain loops for speed: this type is used twice for each row of a catalog.

    static func areEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
        guard one.count == other.count else { return false }
        for index in 0..<one.count where one[index] != other[index] { return false }
        return true
    }

    /// - Source: FNV-1a, 32 bits.
    static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var hash: UInt32 = 0x811c_9dc5
        for index in 0..<bytes.count { hash = (hash ^ UInt32(bytes[index])) &* 0x0100_0193 }
        return hash
    }
}

/// A text as a key of a dictionary. Two keys are equal if their bytes are equal.
///
/// Swift normalizes a `String` before it hashes or compares it. For a text with many combining marks in a row, such as
/// a hundred thousand, this takes quadratic time.
struct TextKey: Hashable {
    let text: String

    static func == (left: TextKey, right: TextKey) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
