public import GeocliPlaces

/// Bookstores of one page that will be written to the temporary tables. Their flat format lets another thread create
/// them.
public struct StagedBatch: Sendable {
    /// The page's number among all pages of the run, from 1, and the page's name.
    let page: (number: Int, name: String)
    private var bytes: [UInt8] = []
    private var starts: [Int] = []

    /// Creates an empty batch of a page.
    public init(pageNumber: Int, page: String) { self.page = (pageNumber, page) }

    /// The number of bookstores.
    public var count: Int { starts.count }

    /// The size in bytes.
    public var byteCount: Int { bytes.count }

    /// Adds a bookstore.
    ///
    /// - Parameter raw: the original row, in UTF-8.
    public mutating func add(_ bookstore: Place, _ found: FoundRow, raw: UnsafeRawBufferPointer) {
        starts.append(bytes.count)
        StagedRecord.append(bookstore, found, raw: raw, to: &bytes)
    }

    /// Calls `body` with each bookstore, in order. The record is valid only during the call.
    func forEach(_ body: (StagedRecord) throws -> Void) rethrows {
        try bytes.withUnsafeBytes { bytes in
            for (index, start) in starts.enumerated() {
                let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
                try body(StagedRecord(bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<end])))
            }
        }
    }
}
