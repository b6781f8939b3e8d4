package import GeocliText
internal import Glibc

/// The texts of a column, one after the other in memory: 4 bytes for each besides its own. A class, because it owns its
/// memory. It is `@unchecked Sendable` because one thread fills it before others read it, and the texts that it lends are
/// valid as long as it exists.
package final class TextColumn: @unchecked Sendable {
    private var bytes: UnsafeMutablePointer<UInt8>?
    private var room = 0
    /// For each text, the number of bytes up to its end.
    private var ends: [UInt32] = []
    package private(set) var byteCount = 0

    package init() {}

    deinit { free(bytes) }

    package var count: Int { ends.count }

    /// Whether another column can be added. All texts together have at most 4 GB.
    func hasRoom(for other: TextColumn) -> Bool { byteCount + other.byteCount <= Int(UInt32.max) }

    func append(_ text: UnsafeBufferPointer<UInt8>) {
        add(text.baseAddress, text.count)
        ends.append(UInt32(truncatingIfNeeded: byteCount))
    }

    func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Adds a text between quotes, in which the quotes are doubled.
    func append(doubled text: UnsafeBufferPointer<UInt8>) {
        let plain = [UInt8](unsafeUninitializedCapacity: text.count) { buffer, count in
            var index = 0
            while index < text.count {
                buffer[count] = text[index]
                count += 1
                index += text[index] == UInt8(ascii: "\"") ? 2 : 1
            }
        }
        plain.withUnsafeBufferPointer { append($0) }
    }

    /// - Precondition: `hasRoom(for: other)`.
    func append(contentsOf other: TextColumn) {
        let start = UInt32(byteCount)
        add(other.bytes, other.byteCount)
        ends.reserveCapacity(ends.count + other.count <= ends.capacity ? 0 : 2 * ends.capacity + other.count)
        for end in other.ends { ends.append(start + end) }
    }

    private func add(_ text: UnsafePointer<UInt8>?, _ count: Int) {
        guard let text, count > 0 else { return }
        if byteCount + count > room {
            room = max(2 * room, byteCount + count)
            guard let larger = realloc(bytes, room) else { fatalError("out of memory") }
            bytes = larger.assumingMemoryBound(to: UInt8.self)
        }
        (bytes! + byteCount).update(from: text, count: count)
        byteCount += count
    }

    /// The text of a row, valid as long as the column exists.
    package subscript(row: Int) -> BorrowedText {
        let start = row == 0 ? 0 : Int(ends[row - 1])
        guard let bytes, Int(ends[row]) > start else { return BorrowedText(UnsafeBufferPointer(start: nil, count: 0)) }
        return BorrowedText(UnsafeBufferPointer(start: bytes + start, count: Int(ends[row]) - start))
    }
}
