internal import GeocliDatabase
internal import GeocliSearch
internal import GeocliText

/// Puts places that come in the order of their ids into the order of their document numbers: by the length of the
/// name, then by id. Places that do not fit in memory wait on disk.
///
/// SQLite's own sorter takes longer, because it compares rows. Here, each row goes to the rows of the same length.
final class DocumentOrder {
    /// The maximum number of bytes that wait in memory.
    private let maximumBytes: Int
    /// The places that wait in memory, by the length of the name.
    private var waiting: [Int: PostingBatch] = [:]
    private var waitingBytes = 0
    private var blocks: WaitingBlocks?
    /// The number of batches in `blocks`, by the length of the name.
    private var stored: [Int: Int64] = [:]
    private var lastID = Int64.min

    /// - Parameter maximumBytes: other values are for tests.
    init(maximumBytes: Int = 8 << 20) { self.maximumBytes = maximumBytes }

    /// Adds a place, whose id is greater than those of all places before it.
    ///
    /// - Parameters:
    ///   - text: its `FoldedFields.text`.
    ///   - kind: the code of its kind.
    /// - Throws: `CatalogDamage` for an id that is not greater. SQLite reads such ids from a table whose pages are
    ///   damaged.
    func add(_ text: UnsafeBufferPointer<UInt8>, kind: String, id: Int64) throws {
        guard id > lastID else {
            throw CatalogDamage.row(
                Words(en: "place \(id) comes after place \(lastID)", ko: "\(id)번 장소가 \(lastID)번 장소 뒤에 있습니다"))
        }
        lastID = id
        let length = DocumentNumber.length(FoldedFields(text).nameLength)
        let isFull = waiting[length, default: PostingBatch()].add(text, kind: kind, id: id)
        waitingBytes += text.count
        if isFull { try store(length) }
        if waitingBytes > maximumBytes { for length in Array(waiting.keys) { try store(length) } }
    }

    /// Calls `body` with all places, in the order of their document numbers. Then forgets them.
    func forEach(_ body: (PostingBatch) throws -> Void) throws {
        for length in Set(stored.keys).union(waiting.keys).sorted() {
            for number in 0..<(stored[length] ?? 0) {
                let batch = try blocks?.take(Self.key(length, number), PostingBatch.init)
                guard let batch else { throw CatalogDamage.lostBlock }
                try body(batch)
            }
            if let batch = waiting[length] { try body(batch) }
        }
        (waiting, waitingBytes, blocks, stored, lastID) = ([:], 0, nil, [:], .min)
    }

    /// Moves the waiting places whose names have this length to the disk.
    private func store(_ length: Int) throws {
        guard let batch = waiting.removeValue(forKey: length) else { return }
        waitingBytes -= batch.textBytes
        let blocks = try blocks ?? WaitingBlocks()
        self.blocks = blocks
        let number = stored[length] ?? 0
        try batch.bytes.withUnsafeBytes { try blocks.store($0, Self.key(length, number)) }
        stored[length] = number + 1
    }

    private static func key(_ length: Int, _ number: Int64) -> Int64 { Int64(length) << 32 | number }
}
