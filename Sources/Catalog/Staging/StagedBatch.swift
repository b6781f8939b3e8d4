public import GeocliPlaces

/// Bookstores of one page on their way into the temporary tables, laid out flat, so that another thread can make them.
public struct StagedBatch: Sendable {
    /// The page's place among all pages of the run, from 1, and its name.
    let page: (number: Int, name: String)
    private var bytes: [UInt8] = []
    private var starts: [Int] = []

    /// None yet, of a page.
    public init(pageNumber: Int, page: String) { self.page = (pageNumber, page) }

    /// How many bookstores it holds.
    public var count: Int { starts.count }

    /// How many bytes it takes.
    public var byteCount: Int { bytes.count }

    /// Takes a bookstore.
    ///
    /// - Parameter raw: the row as it came; UTF-8.
    public mutating func add(_ bookstore: Place, _ found: FoundRow, raw: UnsafeRawBufferPointer) {
        starts.append(bytes.count)
        StagedRecord.append(bookstore, found, raw: raw, to: &bytes)
    }

    /// Calls `body` with each, in order; valid during the call.
    func forEach(_ body: (StagedRecord) throws -> Void) rethrows {
        try bytes.withUnsafeBytes { bytes in
            for (index, start) in starts.enumerated() {
                let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
                try body(StagedRecord(bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<end])))
            }
        }
    }
}
