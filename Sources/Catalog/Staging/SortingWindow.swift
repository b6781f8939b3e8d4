/// Brings what comes nearly in order into order: holds so much, and gives the least of it when more comes.
///
/// - Complexity: O(log m) for each element, m elements held.
/// - Source: replacement selection, D. E. Knuth, "The Art of Computer Programming", vol. 3, §5.4.1.
struct SortingWindow<Element> {
    private struct Entry: Comparable {
        let number: Int64
        /// Of equal numbers the first that came is the least.
        let sequence: Int
        let slot: Int

        static func < (left: Entry, right: Entry) -> Bool {
            (left.number, left.sequence) < (right.number, right.sequence)
        }
    }

    private var heap = BinaryHeap<Entry>()
    private var slots: [Element?] = []
    private var free: [Int] = []
    private var sequence = 0

    /// How many elements it holds.
    var count: Int { slots.count - free.count }

    /// Takes an element in.
    mutating func insert(_ element: Element, _ number: Int64) {
        let slot: Int
        if let place = free.popLast() {
            slot = place
            slots[slot] = element
        } else {
            slot = slots.count
            slots.append(element)
        }
        heap.insert(Entry(number: number, sequence: sequence, slot: slot))
        sequence += 1
    }

    /// Takes the least out; nil where there is none.
    mutating func popLeast() -> Element? {
        guard let entry = heap.removeFirst() else { return nil }
        defer {
            slots[entry.slot] = nil
            free.append(entry.slot)
        }
        return slots[entry.slot]
    }

    /// Forgets all.
    mutating func removeAll() { self = SortingWindow() }
}
