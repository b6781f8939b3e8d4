internal import Glibc
internal import Text

/// Lines of fields with a TAB between them, written to a file descriptor in pieces.
///
/// A class because writing moves it on. Used by one thread.
final class RecordWriter {
    private static let pieceBytes = 64 << 10

    /// How many records were written.
    private(set) var count: Int64 = 0
    private let descriptor: Int32
    private var bytes: [UInt8] = []

    /// Records for a file descriptor, which is not closed.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        bytes.reserveCapacity(Self.pieceBytes + 1024)
    }

    /// Adds a field and what separates it from the next.
    func add(_ value: Int64) {
        DecimalText.append(value, to: &bytes)
        bytes.append(0x09)
    }

    /// Adds a number with three decimals.
    func add(thousandths value: Double) {
        DecimalText.append(value, decimals: 3, to: &bytes)
        bytes.append(0x09)
    }

    /// Adds the shortest text that reads back as the same number.
    func add(shortest value: Double) {
        DecimalText.append(shortest: value, to: &bytes)
        bytes.append(0x09)
    }

    /// Adds text as it is.
    func add(text: String) { bytes += text.utf8 }

    /// Ends a record, behind its last field or `rest`, which begins with what separates it.
    func endRecord(_ rest: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0)) throws(WorkerError) {
        bytes.removeLast()
        bytes.append(contentsOf: rest)
        bytes.append(0x0A)
        count += 1
        if bytes.count >= Self.pieceBytes { try flush() }
    }

    /// Writes all that was added.
    func flush() throws(WorkerError) {
        var failure: Int32 = 0
        bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let count = write(descriptor, buffer.baseAddress! + written, buffer.count - written)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else {
                    failure = errno
                    return
                }
                written += count
            }
        }
        bytes.removeAll(keepingCapacity: true)
        guard failure == 0 else { throw .inputOutput(failure, isWriting: true) }
    }
}
