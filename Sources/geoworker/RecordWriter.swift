internal import Glibc
internal import Text

/// Lines of fields with a TAB between them, written to a file descriptor in pieces.
///
/// A class because writing moves it on. Used by one thread.
final class RecordWriter {
    private static let pieceBytes = 64 << 10
    /// No number takes so many bytes.
    private static let longestNumber = 32

    /// How many records were written.
    private(set) var count: Int64 = 0
    private let descriptor: Int32
    /// What was added lies before `end`. A record begins below `pieceBytes`, and each field makes sure of its room.
    private var buffer: UnsafeMutableBufferPointer<UInt8>
    private var end = 0

    /// Records for a file descriptor, which is not closed.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        buffer = .allocate(capacity: Self.pieceBytes + 4096)
    }

    deinit { buffer.deallocate() }

    /// Adds a field and what separates it from the next.
    func add(_ value: Int64) {
        makeRoom(Self.longestNumber)
        addDigits(value.magnitude, isNegative: value < 0, decimals: 0)
        put(0x09)
    }

    /// Adds a number with three decimals, rounded as everywhere.
    func add(thousandths value: Double) {
        let scaled = value * 1000
        // Far from the middle between two thousandths the product may be rounded; near it the exact way is taken.
        if value >= 0, scaled < 1e12, abs(scaled - scaled.rounded(.down) - 0.5) > 1e-3 {
            makeRoom(Self.longestNumber)
            addDigits(UInt64(scaled.rounded()), isNegative: false, decimals: 3)
            put(0x09)
        } else {
            add { DecimalText.append(value, decimals: 3, to: &$0) }
        }
    }

    /// Adds the shortest text that reads back as the same number.
    func add(shortest value: Double) { add { DecimalText.append(shortest: value, to: &$0) } }

    /// Adds text as it is.
    func add(text: String) { add(bytes: Array(text.utf8)) }

    /// Ends a record, behind its last field or `rest`, which begins with what separates it.
    func endRecord(_ rest: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0)) throws(WorkerError) {
        end -= 1
        add(bytes: rest)
        makeRoom(1)
        put(0x0A)
        count += 1
        if end >= Self.pieceBytes { try flush() }
    }

    /// Writes all that was added.
    func flush() throws(WorkerError) {
        var written = 0
        while written < end {
            let count = write(descriptor, buffer.baseAddress! + written, end - written)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .inputOutput(errno, isWriting: true) }
            written += count
        }
        end = 0
    }

    private func add(_ body: (inout [UInt8]) -> Void) {
        var bytes: [UInt8] = []
        body(&bytes)
        add(bytes: bytes)
        makeRoom(1)
        put(0x09)
    }

    private func add(bytes: some Collection<UInt8>) {
        makeRoom(bytes.count)
        _ = UnsafeMutableBufferPointer(rebasing: buffer[end..<end + bytes.count]).initialize(fromContentsOf: bytes)
        end += bytes.count
    }

    private func put(_ byte: UInt8) {
        buffer[end] = byte
        end += 1
    }

    private func addDigits(_ magnitude: UInt64, isNegative: Bool, decimals: Int) {
        if isNegative { put(UInt8(ascii: "-")) }
        var digits = 1
        var bound: UInt64 = 10
        while digits < 20, magnitude >= bound {
            digits += 1
            // Of twenty digits the bound would not fit, and none is needed.
            bound = digits < 20 ? bound &* 10 : .max
        }
        digits = max(digits, decimals + 1)
        let length = decimals > 0 ? digits + 1 : digits
        var rest = magnitude
        var place = end + length
        for digit in 0..<digits {
            if digit == decimals, decimals > 0 {
                place -= 1
                buffer[place] = UInt8(ascii: ".")
            }
            place -= 1
            buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        end += length
    }

    /// Makes room for so many more bytes.
    private func makeRoom(_ wanted: Int) {
        guard end + wanted > buffer.count else { return }
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: (end + wanted) * 2)
        _ = larger.update(fromContentsOf: buffer[..<end])
        buffer.deallocate()
        buffer = larger
    }
}
