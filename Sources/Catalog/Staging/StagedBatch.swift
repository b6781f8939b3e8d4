internal import GeocliGeo
package import GeocliPlaces

/// Places of one page for the temporary tables, in a flat format that another thread can create.
package struct StagedBatch: Sendable {
    private struct Entry {
        /// `StagedRecord.number`; 0 for an id that is not a whole number.
        let number: Int64
        let start: Int
        let end: Int
    }

    /// The page's number among all pages of the run, from 1, and the page's name.
    let page: (number: Int, name: String)
    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    /// Whether the ids of all places are whole numbers.
    private(set) var isNumbered = true

    package init(pageNumber: Int, page: String) { self.page = (pageNumber, page) }

    package var count: Int { entries.count }

    package var byteCount: Int { bytes.count }

    /// Adds a place.
    /// - Parameter raw: the original row, in UTF-8.
    package mutating func add(_ place: Place, _ found: RowContext, raw: UnsafeRawBufferPointer) {
        let start = bytes.count
        let number = StagedRecord.append(place, found, raw: raw, to: &bytes)
        entries.append(Entry(number: number ?? 0, start: start, end: bytes.count))
        if number == nil { isNumbered = false }
    }

    /// Sorts the places by their numbers; those with equal numbers stay in order. Does nothing if a place has no
    /// number.
    package mutating func sort() {
        guard isNumbered else { return }
        entries.sort { ($0.number, $0.start) < ($1.number, $1.start) }
    }

    /// The number of the place at a position, 0 for an id that is not a whole number; nil if the batch has no such
    /// position.
    func number(_ index: Int) -> Int64? { index < entries.count ? entries[index].number : nil }

    func suffix(from index: Int) -> StagedBatch {
        var rest = StagedBatch(pageNumber: page.number, page: page.name)
        rest.isNumbered = isNumbered
        for entry in entries[index...] {
            let start = rest.bytes.count
            rest.bytes += bytes[entry.start..<entry.end]
            rest.entries.append(Entry(number: entry.number, start: start, end: rest.bytes.count))
        }
        return rest
    }

    /// Calls `body` with the place at a position. The record is valid only during the call.
    func withRecord(_ index: Int, _ body: (StagedRecord) throws -> Void) rethrows {
        try bytes.withUnsafeBytes { bytes in
            let entry = entries[index]
            try body(StagedRecord(bytes: UnsafeRawBufferPointer(rebasing: bytes[entry.start..<entry.end])))
        }
    }

    func forEach(_ body: (StagedRecord) throws -> Void) rethrows {
        for index in entries.indices { try withRecord(index, body) }
    }
}

/// A window that sorts places that arrive nearly in the order of their numbers. When it is full, the caller takes the
/// place with the least number.
///
/// Each batch is sorted. Its places stay in it: only its last eighth is copied, because otherwise a few places with
/// great numbers would keep whole batches in memory.
///
/// - Complexity: O(log m) for each place, m batches in the window.
/// - Source: replacement selection, D. E. Knuth, "The Art of Computer Programming", vol. 3, §5.4.1, here with sorted
///   batches.
struct SortingWindow {
    /// The next place of each batch.
    private var heads = BinaryHeap<Head>()
    private var batches: [StagedBatch?] = []
    private var free: [Int] = []
    private var sequence = 0

    private(set) var count = 0
    /// The size in bytes of all batches that have places in the window.
    private(set) var byteCount = 0

    /// Inserts the places of a batch whose places all have numbers.
    mutating func insert(_ batch: StagedBatch) {
        var batch = batch
        // The reading thread has usually sorted the batch; then sorting takes one comparison for each place.
        batch.sort()
        guard let number = batch.number(0) else { return }
        let slot: Int
        if let index = free.popLast() {
            slot = index
            batches[slot] = batch
        } else {
            slot = batches.count
            batches.append(batch)
        }
        heads.insert(Head(number: number, sequence: sequence, slot: slot, index: 0))
        sequence += 1
        count += batch.count
        byteCount += batch.byteCount
    }

    /// Removes the place with the least number, and calls `body` with it; does nothing if there is none. Among places
    /// with equal numbers, the one that was inserted first is the least. The record is valid only during the call.
    mutating func takeLeast(_ body: (StagedRecord) throws -> Void) rethrows {
        guard let head = heads.first, let batch = batches[head.slot] else { return }
        try batch.withRecord(head.index, body)
        count -= 1
        var next = head.index + 1
        if let number = batch.number(next) {
            if next == batch.count - batch.count / 8, next > 0 {
                let rest = batch.suffix(from: next)
                byteCount -= batch.byteCount - rest.byteCount
                batches[head.slot] = rest
                next = 0
            }
            heads.replaceFirst(with: Head(number: number, sequence: head.sequence, slot: head.slot, index: next))
        } else {
            _ = heads.removeFirst()
            byteCount -= batch.byteCount
            batches[head.slot] = nil
            free.append(head.slot)
        }
    }

    mutating func removeAll() { self = SortingWindow() }

    private struct Head: Comparable {
        let number: Int64
        /// The order of insertion of the batch.
        let sequence: Int
        let slot: Int
        /// The position in the sorted batch.
        let index: Int

        static func < (left: Head, right: Head) -> Bool {
            left.number != right.number ? left.number < right.number : left.sequence < right.sequence
        }
    }
}
