/// A heap that repeatedly returns the least of many values.
///
/// `HeapModule` also finds the greatest value, which would double the comparisons here. Public because the compiler
/// specializes only public types in other modules.
/// - Source: J. W. J. Williams, "Algorithm 232: Heapsort", CACM 7 (1964).
package struct BinaryHeap<Element: Comparable> {
    /// The element at i is not greater than those at 2i + 1 and 2i + 2.
    @usableFromInline var elements: [Element] = []

    @inlinable package init() {}

    /// The least element; nil if the heap is empty.
    @inlinable package var first: Element? { elements.first }

    /// Removes all elements and keeps the memory.
    @inlinable package mutating func removeAll() { elements.removeAll(keepingCapacity: true) }

    /// Adds an element in O(log n), on average O(1).
    @inlinable package mutating func insert(_ element: Element) {
        elements.append(element)
        var index = elements.count - 1
        while index > 0 {
            let parent = (index - 1) / 2
            guard element < elements[parent] else { break }
            elements[index] = elements[parent]
            index = parent
        }
        elements[index] = element
    }

    /// Removes and returns the least element in O(log n); nil if the heap is empty.
    @inlinable package mutating func removeFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let first = elements.first else { return last }
        replaceFirst(with: last)
        return first
    }

    /// Replaces the least element. The heap must not be empty.
    @inlinable package mutating func replaceFirst(with element: Element) {
        var index = 0
        while true {
            var child = 2 * index + 1
            guard child < elements.count else { break }
            if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
            guard elements[child] < element else { break }
            elements[index] = elements[child]
            index = child
        }
        elements[index] = element
    }
}

extension BinaryHeap: Sendable where Element: Sendable {}
