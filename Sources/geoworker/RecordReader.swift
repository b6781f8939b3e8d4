internal import GeocliGeo
internal import GeocliText
internal import Glibc

/// Lines of fields with a TAB between them, read one by one from a file descriptor into memory that is reused. A class,
/// for use by one thread.
/// - Edges: the last line must end with a line end like all others, because a number that was cut off in the middle can
///   be read as a different number. A line is at most 1 MiB long.
final class RecordReader {
    /// The maximum number of bytes of a record, so that input without line ends does not fill the memory.
    private static let longestLine = 1 << 20
    private static let chunkBytes = 256 << 10

    /// The line of the current record, from 1.
    private(set) var line = 0

    private let descriptor: Int32
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    /// The bytes that were read but not yet taken are from `start` to `end`, both within `buffer`.
    private var start = 0
    private var end = 0
    /// The rest of the record is from `cursor` to `lineEnd`; `cursor` is past `lineEnd` if no field is left.
    private var cursor = 0
    private var lineEnd = -1

    /// Reads the records of a file descriptor, which is not closed.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        buffer = .allocate(capacity: Self.longestLine + Self.chunkBytes)
    }

    deinit { buffer.deallocate() }

    /// Moves to the next record; returns false at the end. Throws for a line that is too long or has no end.
    func next() throws(PlainError) -> Bool {
        var looked = start
        while true {
            if looked < end, let found = memchr(buffer.baseAddress! + looked, 0x0A, end - looked) {
                lineEnd = UnsafeRawPointer(found) - UnsafeRawPointer(buffer.baseAddress!)
                cursor = start
                start = lineEnd + 1
                line += 1
                return true
            }
            looked = end - start
            guard looked <= Self.longestLine else {
                throw .line(
                    line + 1, en: "is longer than 1 MiB; check that the lines are separated by LF",
                    ko: "1MiB보다 깁니다. 행이 LF로 나뉘어 있는지 확인하세요")
            }
            guard try refill() else { break }
            looked += start
        }
        guard start == end else {
            throw .line(
                line + 1, en: "has no line end; check whether the input was cut off",
                ko: "끝에 줄바꿈이 없습니다. 입력이 잘리지 않았는지 확인하세요")
        }
        return false
    }

    /// Reads and discards the rest of the input, so that the program that writes it is not stopped.
    func drain() {
        var count = read(descriptor, buffer.baseAddress, buffer.count)
        while count > 0 || count < 0 && errno == EINTR { count = read(descriptor, buffer.baseAddress, buffer.count) }
    }

    private func refill() throws(PlainError) -> Bool {
        if start > 0 {
            memmove(buffer.baseAddress!, buffer.baseAddress! + start, end - start)
            (start, end) = (0, end - start)
        }
        var count = read(descriptor, buffer.baseAddress! + end, Self.chunkBytes)
        while count < 0, errno == EINTR { count = read(descriptor, buffer.baseAddress! + end, Self.chunkBytes) }
        guard count >= 0 else {
            let reason = SystemError.words(errno)
            throw PlainError(
                .inputOutput, en: "cannot read standard input: \(reason.en); check the program that sends the input",
                ko: "표준 입력을 읽을 수 없습니다: \(reason.ko). 입력을 보내는 프로그램을 확인하세요")
        }
        end += count
        return count > 0
    }

    /// Returns the next field. It is valid until the next record is read.
    func field(_ name: StaticString) throws(PlainError) -> UnsafeBufferPointer<UInt8> {
        guard cursor <= lineEnd else {
            throw .line(
                line, en: "ends before the \(name) field; write all fields", ko: "\(name) 필드부터 빠져 있습니다. 모든 필드를 쓰세요")
        }
        var fieldEnd = cursor
        while fieldEnd < lineEnd, buffer[fieldEnd] != 0x09 { fieldEnd += 1 }
        defer { cursor = fieldEnd + 1 }
        return UnsafeBufferPointer(rebasing: buffer[cursor..<fieldEnd])
    }

    /// Returns the rest of the record, with its TABs, including the TAB before it; empty if no field is left.
    func rest() -> UnsafeBufferPointer<UInt8> {
        defer { cursor = lineEnd + 1 }
        return UnsafeBufferPointer(rebasing: buffer[min(cursor - 1, lineEnd)..<lineEnd])
    }

    /// Returns a field that is a whole number of 64 bits.
    func integer(_ name: StaticString) throws(PlainError) -> Int64 {
        let bytes = try field(name)
        let isNegative = bytes.first == UInt8(ascii: "-")
        var value: Int64 = 0
        guard bytes.count > (isNegative ? 1 : 0) else { throw wrong(bytes, name, "a whole number", "정수") }
        for byte in bytes.dropFirst(isNegative ? 1 : 0) {
            let digit = byte &- 0x30
            let (tens, isTooLong) = value.multipliedReportingOverflow(by: 10)
            // The value is built as a negative number, because the lowest number has no positive counterpart.
            let (next, isTooLarge) = tens.subtractingReportingOverflow(Int64(digit))
            guard digit < 10, !isTooLong, !isTooLarge else { throw wrong(bytes, name, "a whole number", "정수") }
            value = next
        }
        if isNegative { return value }
        guard value != .min else { throw wrong(bytes, name, "a whole number", "정수") }
        return -value
    }

    func integer(_ name: StaticString, in range: ClosedRange<Int64>) throws(PlainError) -> Int64 {
        let value = try integer(name)
        guard range.contains(value) else {
            throw .line(
                line, en: "has \(name) \(value); write \(range.lowerBound) to \(range.upperBound)",
                ko: "\(name) 값이 \(value)입니다. \(range.lowerBound)에서 \(range.upperBound) 사이로 쓰세요")
        }
        return value
    }

    /// Returns a field that is a finite number.
    func number(_ name: StaticString) throws(PlainError) -> Double {
        let bytes = try field(name)
        guard let value = DecimalText.number(bytes: bytes) else {
            throw wrong(bytes, name, "a number", "숫자")
        }
        return value
    }

    func coordinate() throws(PlainError) -> Coordinate {
        let longitude = try number("longitude")
        let latitude = try number("latitude")
        do {
            return try Coordinate(longitude: longitude, latitude: latitude)
        } catch {
            throw .line(line, en: "has no valid position: \(error.words.en)", ko: error.words.ko)
        }
    }

    func endRecord() throws(PlainError) {
        guard cursor > lineEnd else {
            throw .line(
                line, en: "has too many fields; check whether a value contains a TAB",
                ko: "필드가 너무 많습니다. 값에 탭이 있는지 확인하세요")
        }
    }

    private func wrong(
        _ bytes: UnsafeBufferPointer<UInt8>, _ name: StaticString, _ en: String, _ ko: String
    ) -> PlainError {
        if bytes.elementsEqual("\\N".utf8) {
            return .line(
                line, en: "has NULL as \(name); leave out rows that have NULL",
                ko: "\(name)\(.subject) NULL입니다. 값이 NULL인 행은 빼세요")
        }
        let shown = DisplayText.truncated(
            DisplayText.singleLine(String(decoding: bytes, as: UTF8.self)), columns: 40)
        return .line(
            line, en: "has \(name) \"\(shown)\"; write \(en)", ko: "\(name) 값이 \"\(shown)\"입니다. \(ko)\(.by) 쓰세요")
    }
}

/// Makes sure that lines with the same key follow each other and that keys ascend.
struct KeyOrder {
    /// The current key; nil before the first line.
    private(set) var key: Int64?

    /// Takes the key of the next line; returns true if it differs from the key before it.
    mutating func take(_ next: Int64, line: Int) throws(PlainError) -> Bool {
        if let key {
            if next == key { return false }
            guard next > key else {
                throw .line(
                    line, en: "has key \(next) after key \(key); sort the lines by key, in numeric order",
                    ko: "키 \(key) 뒤에 키 \(next)\(.subject) 있습니다. 행을 키의 숫자 순서로 정렬하세요")
            }
        }
        key = next
        return true
    }
}

extension PlainError {
    /// Returns the error for an invalid line of standard input, counted from 1.
    static func line(_ number: Int, en: String, ko: String) -> PlainError {
        PlainError(.data, en: "line \(number) of standard input \(en)", ko: "표준 입력 \(number)행: \(ko)")
    }
}
