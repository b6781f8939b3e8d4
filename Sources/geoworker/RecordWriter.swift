internal import GeocliText
internal import Glibc

/// Lines of fields with a TAB between them, written to a file descriptor in pieces. A class, for use by one thread.
final class RecordWriter {
    private static let pieceBytes = 64 << 10
    /// The maximum number of bytes of a number.
    private static let longestNumber = 32

    private(set) var count: Int64 = 0
    private let descriptor: Int32
    /// The added bytes are before `end`, less than `pieceBytes` when a record begins. Each field makes room for itself.
    private var buffer: UnsafeMutableBufferPointer<UInt8>
    private var end = 0
    private let pairs: UnsafeMutablePointer<UInt8>

    /// Writes records to a file descriptor, which is not closed.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        buffer = .allocate(capacity: Self.pieceBytes + 4096)
        pairs = .allocate(capacity: 200)
        for number in 0..<100 {
            pairs[2 * number] = UInt8(ascii: "0") + UInt8(number / 10)
            pairs[2 * number + 1] = UInt8(ascii: "0") + UInt8(number % 10)
        }
    }

    deinit {
        buffer.deallocate()
        pairs.deallocate()
    }

    /// Adds a field and the separator after it.
    func add(_ value: Int64) {
        makeRoom(Self.longestNumber + 2)
        addDigits(value.magnitude, isNegative: value < 0, decimals: 0)
        put(0x09)
    }

    /// Adds a number with three decimals, rounded like all decimals of geocli.
    func add(thousandths value: Double) {
        let scaled = value * 1000
        // Near the middle between two thousandths, the rounded product is not exact enough.
        if value >= 0, scaled < 1e12, abs(scaled - scaled.rounded(.down) - 0.5) > 1e-3 {
            makeRoom(Self.longestNumber + 2)
            addDigits(UInt64(scaled.rounded()), isNegative: false, decimals: 3)
            put(0x09)
        } else {
            add { DecimalText.append(value, decimals: 3, to: &$0) }
        }
    }

    /// Adds the shortest text that reads back as the same number.
    func add(shortest value: Double) { add { DecimalText.append(shortest: value, to: &$0) } }

    func add(text: String) { add(bytes: Array(text.utf8)) }

    /// Ends a record after its last field, or after `rest`, which begins with its separator.
    func endRecord(_ rest: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0)) throws(PlainError) {
        end -= 1
        add(bytes: rest)
        makeRoom(1)
        put(0x0A)
        count += 1
        if end >= Self.pieceBytes { try flush() }
    }

    func flush() throws(PlainError) {
        var written = 0
        while written < end {
            let count = write(descriptor, buffer.baseAddress! + written, end - written)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                let reason = SystemError.words(errno)
                throw PlainError(
                    .inputOutput,
                    en:
                        "cannot write to standard output: \(reason.en); check the program that reads the output and the free disk space",
                    ko: "표준 출력에 쓸 수 없습니다: \(reason.ko). 출력을 읽는 프로그램과 디스크 공간을 확인하세요")
            }
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

    /// Adds a number that is given in thousandths or in ones. The digits are written from the last to the first, those
    /// of the whole part two at a time.
    @inline(__always)
    private func addDigits(_ magnitude: UInt64, isNegative: Bool, decimals: Int) {
        if isNegative { put(UInt8(ascii: "-")) }
        // The digits are written at the end of a space for the longest number, and then moved to its start.
        let space = buffer.baseAddress! + end
        var offset = Self.longestNumber
        var rest = magnitude
        for _ in 0..<decimals {
            offset -= 1
            space[offset] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        if decimals > 0 {
            offset -= 1
            space[offset] = UInt8(ascii: ".")
        }
        while rest >= 100 {
            offset -= 2
            let pair = Int(truncatingIfNeeded: rest % 100)
            rest /= 100
            (space[offset], space[offset + 1]) = (pairs[2 * pair], pairs[2 * pair + 1])
        }
        if rest >= 10 {
            offset -= 2
            (space[offset], space[offset + 1]) = (pairs[2 * Int(rest)], pairs[2 * Int(rest) + 1])
        } else {
            offset -= 1
            space[offset] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
        }
        let length = Self.longestNumber - offset
        // The digits move to the left, the leftmost first, so none is overwritten before it has moved.
        for index in 0..<length { space[index] = space[offset + index] }
        end += length
    }

    private func makeRoom(_ wanted: Int) {
        guard end + wanted > buffer.count else { return }
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: (end + wanted) * 2)
        _ = larger.update(fromContentsOf: buffer[..<end])
        buffer.deallocate()
        buffer = larger
    }
}
