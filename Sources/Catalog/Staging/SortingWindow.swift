internal import HeapModule

/// A window that sorts elements that arrive nearly in order. When the window is full, the caller removes the least
/// element.
///
/// - Complexity: O(log m) for each element, m elements in the window.
/// - Source: replacement selection, D. E. Knuth, "The Art of Computer Programming", vol. 3, §5.4.1.
struct SortingWindow<Element> {
    private var heap = Heap<WindowEntry>()
    private var slots: [Element?] = []
    private var free: [Int] = []
    private var sequence = 0

    /// The number of elements.
    var count: Int { slots.count - free.count }

    /// Inserts an element.
    mutating func insert(_ element: Element, _ number: Int64) {
        let slot: Int
        if let index = free.popLast() {
            slot = index
            slots[slot] = element
        } else {
            slot = slots.count
            slots.append(element)
        }
        heap.insert(WindowEntry(number: number, sequence: sequence, slot: slot))
        sequence += 1
    }

    /// Removes and returns the least element; nil if there is none.
    mutating func popLeast() -> Element? {
        guard let entry = heap.popMin() else { return nil }
        defer {
            slots[entry.slot] = nil
            free.append(entry.slot)
        }
        return slots[entry.slot]
    }

    /// Removes all elements.
    mutating func removeAll() { self = SortingWindow() }
}

/// The place of an element in a window. This type is not nested in `SortingWindow`, because the compiler would not
/// specialize the heap for a type inside a generic type. For the same reason, the window uses a heap that its module
/// declares public.
private struct WindowEntry: Comparable {
    let number: Int64
    /// The order of insertion. Among elements with equal numbers, the one that was inserted first is the least.
    let sequence: Int
    let slot: Int

    static func < (left: WindowEntry, right: WindowEntry) -> Bool {
        left.number != right.number ? left.number < right.number : left.sequence < right.sequence
    }
}
