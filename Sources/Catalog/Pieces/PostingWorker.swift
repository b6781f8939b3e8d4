internal import GeocliDatabase
internal import GeocliSearch
internal import GeocliText
internal import GeocliThreads

/// Builds the lists of pieces on another thread, while this thread writes finished lists.
///
/// This is not a `BoundedQueue`, whose giver does not wait until a value is taken: three builders would be in memory.
///
/// The conformance is unchecked: `monitor` protects `finished` and `isOver`. Only the other thread uses `order`,
/// `failure` and `readError` until this thread has joined it. If no thread starts, this thread does all the work.
final class PostingWorker: @unchecked Sendable {
    private let order: DocumentOrder
    private let monitor = Monitor()
    private var finished: PostingBuilder?
    private var isOver = false
    private var failure: (any Error)?
    /// The errno of the read that caused `failure` (`DiskFaults`).
    private var readError: Int32?

    private init(_ order: DocumentOrder) { self.order = order }

    /// Builds the lists of the places in `order`, and calls `body` with full builders, then with the last one, on
    /// this thread. Two builders are in memory at a time: the one that `body` has, and the next.
    static func run(_ order: DocumentOrder, _ body: (inout PostingBuilder) throws -> Void) throws {
        let worker = PostingWorker(order)
        let thread = WorkerThread { worker.run() }
        guard thread.isBeside else { return try worker.build(body) }
        do {
            while var builder = worker.take() { try body(&builder) }
        } catch {
            worker.end()
            thread.join()
            throw error
        }
        thread.join()
        guard let failure = worker.failure else { return }
        if let number = worker.readError { DiskFaults.note(number) }
        throw failure
    }

    private func build(_ hand: (inout PostingBuilder) throws -> Void) throws {
        var builder = PostingBuilder()
        try order.forEach { batch in
            guard !monitor.locked({ isOver }) else { throw CancellationError() }
            batch.forEach { builder.add($0, kind: $1, id: $2) }
            if builder.isFull { try hand(&builder) }
        }
        try hand(&builder)
    }

    // MARK: The other thread

    private func run() {
        do { try build(give) } catch {
            failure = error
            readError = DiskFaults.takeReadError()
        }
        end()
    }

    /// Hands over a builder, and waits until it is taken. Replaces it with an empty one.
    private func give(_ builder: inout PostingBuilder) throws {
        try monitor.locked {
            finished = builder
            builder = PostingBuilder()
            monitor.tell()
            monitor.wait { finished != nil && !isOver }
            guard !isOver else { throw CancellationError() }
        }
    }

    // MARK: This thread

    /// Waits for a builder, and takes it; returns nil after the last one.
    private func take() -> PostingBuilder? {
        monitor.locked {
            monitor.wait { finished == nil && !isOver }
            defer {
                finished = nil
                monitor.tell()
            }
            return finished
        }
    }

    private func end() {
        monitor.locked {
            isOver = true
            monitor.tell()
        }
    }
}

/// Puts places that come in the order of their ids into the order of their document numbers: by the length of the
/// name, then by id. Places that do not fit in memory wait on disk.
///
/// SQLite's own sorter takes longer, because it compares rows. Here, each row goes to the rows of the same length.
final class DocumentOrder {
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

/// Places for the index of pieces in a buffer, so that a table or another thread can take all of them at once.
///
///     id (8 bytes) │ bytes of the kind (4) │ bytes of the text (4) │ kind │ text │ id …
struct PostingBatch: Sendable {
    private struct Head: BitwiseCopyable {
        let id: Int64
        let kindCount: UInt32
        let textCount: UInt32
    }

    /// The buffer, in the byte order of this machine.
    private(set) var bytes: [UInt8] = []

    private(set) var textBytes = 0

    /// If a batch has at least this many bytes, it should be handed on.
    private static let fullBytes = 64 << 10

    init() {}

    /// Creates the batch with these `bytes`, which this process has written.
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = Array(bytes) }

    /// Adds a place. Returns whether the batch should now be handed on.
    mutating func add(_ text: UnsafeBufferPointer<UInt8>, kind: String, id: Int64) -> Bool {
        var kind = kind
        kind.withUTF8 { kind in
            // SQLite's values have fewer than 2^31 bytes.
            let head = Head(id: id, kindCount: UInt32(kind.count), textCount: UInt32(text.count))
            withUnsafeBytes(of: head) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: kind)
            bytes.append(contentsOf: text)
        }
        textBytes += text.count
        return bytes.count >= Self.fullBytes
    }

    /// Calls `body` with each place. The text is valid during the call.
    func forEach(_ body: (_ text: UnsafeBufferPointer<UInt8>, _ kind: String, _ id: Int64) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            var rest = bytes[...]
            func next(_ count: Int) -> UnsafeBufferPointer<UInt8> {
                defer { rest = rest.dropFirst(count) }
                return UnsafeBufferPointer(rebasing: rest.prefix(count))
            }
            while !rest.isEmpty {
                let head = UnsafeRawBufferPointer(next(MemoryLayout<Head>.size)).loadUnaligned(as: Head.self)
                let kind = String(decoding: next(Int(head.kindCount)), as: UTF8.self)
                body(next(Int(head.textCount)), kind, head.id)
            }
        }
    }
}
