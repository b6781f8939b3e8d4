/// A byte-by-byte folding of ASCII and Hangul syllables into a buffer, with the same result as `Folding.folded` and
/// `Folding.squeezed`. For any other text its functions return false; the caller then folds the text with these two
/// functions.
package struct PlainFolding {
    private let output: UnsafeMutableBufferPointer<UInt8>
    package private(set) var count = 0

    /// - Precondition: `output` has room for all that is written. Folding never makes a text longer.
    package init(into output: UnsafeMutableBufferPointer<UInt8>) { self.output = output }

    package static let maximumBytes = 4096

    package mutating func endLine() { write(0x0A) }

    @inline(__always)
    package mutating func write(_ byte: UInt8) {
        precondition(count < output.count)
        output[count] = byte
        count += 1
    }

    /// Appends the folded text, a line end, the squeezed text if it differs, and a line end; false for a text that is
    /// not plain.
    package mutating func appendBoth(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = count
        guard let isSqueezed = append(text, squeezed: false) else { return false }
        let end = count
        endLine()
        if !isSqueezed {
            guard append(UnsafeBufferPointer(rebasing: output[start..<end]), squeezed: true) != nil else {
                return false
            }
        }
        endLine()
        return true
    }

    /// Appends the squeezed text and a line end; false for a text that is not plain.
    package mutating func appendSqueezed(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard append(text, squeezed: true) != nil else { return false }
        endLine()
        return true
    }

    /// Returns whether the squeezed text equals the folded one; nil if the text is not plain.
    private mutating func append(_ text: UnsafeBufferPointer<UInt8>, squeezed: Bool) -> Bool? {
        // The code below never writes more bytes than it reads, so this check covers all its writes.
        guard text.count <= Self.maximumBytes else { return nil }
        precondition(output.count - count >= text.count)
        var end = count
        var index = 0
        var isSpaced = false
        var isSqueezed = true
        while index < text.count {
            let byte = text[index]
            if byte < 0x80, !Self.isLetterOrDigit(byte) {
                let isVisible = 0x21...0x7E ~= byte
                isSpaced = isSpaced || byte == 0x20 || 0x09...0x0D ~= byte
                isSqueezed = isSqueezed && !isVisible
                if squeezed || !isVisible {
                    index += 1
                    continue
                }
            }
            if isSpaced, end > count, !squeezed {
                isSqueezed = false
                output[end] = 0x20
                end += 1
            }
            isSpaced = false
            if byte < 0x80 {
                output[end] = byte &- 0x41 < 26 ? byte | 0x20 : byte
                index += 1
                end += 1
                continue
            }
            while index < text.count, text[index] >= 0x80 {
                guard Self.isSyllable(text, at: index) else { return nil }
                output[end] = text[index]
                output[end + 1] = text[index + 1]
                output[end + 2] = text[index + 2]
                index += 3
                end += 3
            }
        }
        count = end
        return isSqueezed
    }

    @inline(__always)
    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
    }

    /// Returns whether a whole syllable of U+AC00 to U+D77F is at `index`.
    @inline(__always)
    private static func isSyllable(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index + 2 < text.count else { return false }
        return 0xEAB0...0xED9D ~= UInt16(text[index]) << 8 | UInt16(text[index + 1])
    }
}
