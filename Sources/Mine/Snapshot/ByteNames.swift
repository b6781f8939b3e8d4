/// Names as bytes. Each name has a number, from 0 in the order of first appearance.
///
/// The bytes of all names are in one array, so that a million ids do not need a million strings.
struct ByteNames {
    private var bytes: [UInt8] = []
    /// Where each name begins. The last element is the end of all names.
    private var starts = [0]
    /// A hash table with open addressing. A slot holds a name's number plus 1; 0 is a free slot. The table's size is a
    /// power of two, and the table is at most half full.
    private var slots = [UInt32](repeating: 0, count: 64)

    /// The number of names.
    var count: Int { starts.count - 1 }

    /// The total number of bytes of all names.
    var byteCount: Int { bytes.count }

    /// Returns the number of a name. A new name is added.
    ///
    /// - Complexity: O(length) on average. The hash has a random seed, so that no log can make the lookup slow.
    mutating func number(of name: UnsafeRawBufferPointer) -> Int {
        var slot = Self.slot(name, slots.count)
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            if equals(number, name) { return number }
            slot = (slot + 1) & (slots.count - 1)
        }
        bytes.append(contentsOf: name)
        starts.append(bytes.count)
        slots[slot] = UInt32(count)
        if count * 2 > slots.count { grow() }
        return count - 1
    }

    /// Returns the number of a name. A new name is added.
    mutating func number(of name: String) -> Int {
        var name = name
        return name.withUTF8 { number(of: UnsafeRawBufferPointer($0)) }
    }

    /// Calls `body` with the bytes of a name.
    func withName<Result>(_ number: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[starts[number]..<starts[number + 1]])) }
    }

    /// Returns a name as text.
    func name(_ number: Int) -> String { withName(number) { String(decoding: $0, as: UTF8.self) } }

    /// Frees the hash table, after the last `number(of:)`.
    mutating func finish() { slots = [] }

    private func equals(_ number: Int, _ name: UnsafeRawBufferPointer) -> Bool {
        let start = starts[number]
        guard starts[number + 1] - start == name.count else { return false }
        return bytes.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[start..<start + name.count]).same(as: name) }
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for number in 0..<count {
            var slot = withName(number) { Self.slot($0, slots.count) }
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(number + 1)
        }
    }

    private static func slot(_ name: UnsafeRawBufferPointer, _ count: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: name)
        return hasher.finalize() & (count - 1)
    }
}
