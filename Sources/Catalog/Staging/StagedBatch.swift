public import GeocliPlaces

/// Places of one page that will be written to the temporary tables. Their flat format lets another thread create
/// them.
public struct StagedBatch: Sendable {
    /// A place of the batch.
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

    /// Creates an empty batch of a page.
    public init(pageNumber: Int, page: String) { self.page = (pageNumber, page) }

    /// The number of places.
    public var count: Int { entries.count }

    /// The size in bytes.
    public var byteCount: Int { bytes.count }

    /// Adds a place.
    ///
    /// - Parameter raw: the original row, in UTF-8.
    public mutating func add(_ place: Place, _ found: FoundRow, raw: UnsafeRawBufferPointer) {
        let start = bytes.count
        let number = StagedRecord.append(place, found, raw: raw, to: &bytes)
        entries.append(Entry(number: number ?? 0, start: start, end: bytes.count))
        if number == nil { isNumbered = false }
    }

    /// Sorts the places by their numbers; those with equal numbers stay in order. Does nothing if a place has no
    /// number.
    public mutating func sort() {
        guard isNumbered else { return }
        entries.sort { ($0.number, $0.start) < ($1.number, $1.start) }
    }

    /// The number of the place at a position, 0 for an id that is not a whole number; nil if the batch has no such
    /// position.
    func number(_ index: Int) -> Int64? { index < entries.count ? entries[index].number : nil }

    /// Returns a batch with only the places from a position on.
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

    /// Calls `body` with each place, in order. The record is valid only during the call.
    func forEach(_ body: (StagedRecord) throws -> Void) rethrows {
        for index in entries.indices { try withRecord(index, body) }
    }
}
