/// Places for the index of pieces, one after the other in a buffer, so that a table or another thread can take all
/// of them at once.
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

    /// The number of bytes of the texts.
    private(set) var textBytes = 0

    /// If a batch has at least this many bytes, it should be handed on.
    private static let fullBytes = 64 << 10

    /// Creates a batch without places.
    init() {}

    /// Creates the batch with these `bytes`, which this process has written.
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = Array(bytes) }

    /// Adds a place. Returns whether the batch should now be handed on.
    ///
    /// - Parameters:
    ///   - text: its `FoldedFields.text`.
    ///   - kind: the code of its kind.
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
