/// The least of many values, again and again.
///
/// `HeapModule` finds the greatest as well, which costs twice the comparisons here where only the least is asked for.
/// - Source: J. W. J. Williams, "Algorithm 232: Heapsort", CACM 7 (1964).
struct BinaryHeap<Element: Comparable> {
    /// The element at i is not greater than those at 2i + 1 and 2i + 2.
    private var elements: [Element] = []

    /// The least; nil where there is none.
    var first: Element? { elements.first }

    var isEmpty: Bool { elements.isEmpty }

    mutating func removeAll() { elements.removeAll(keepingCapacity: true) }

    /// - Complexity: O(log n), on average O(1).
    mutating func insert(_ element: Element) {
        elements.append(element)
        var place = elements.count - 1
        while place > 0 {
            let parent = (place - 1) / 2
            guard element < elements[parent] else { break }
            elements[place] = elements[parent]
            place = parent
        }
        elements[place] = element
    }

    /// Takes the least out; nil where there is none.
    ///
    /// - Complexity: O(log n).
    mutating func removeFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let first = elements.first else { return last }
        replaceFirst(with: last)
        return first
    }

    /// Puts `element` in place of the least.
    ///
    /// - Precondition: there is one.
    mutating func replaceFirst(with element: Element) {
        var place = 0
        while true {
            var child = 2 * place + 1
            guard child < elements.count else { break }
            if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
            guard elements[child] < element else { break }
            elements[place] = elements[child]
            place = child
        }
        elements[place] = element
    }
}
