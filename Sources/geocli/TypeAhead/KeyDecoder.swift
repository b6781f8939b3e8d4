internal import GeocliText

/// A decoder that turns a terminal's bytes, in pieces of any size, into keys.
///
/// Source: ECMA-48 §5.4 (control sequences) and §5.6 (control strings), xterm's ctlseqs (keys, bracketed paste).
struct KeyDecoder {
    /// The decoder's state between two bytes.
    private enum State {
        case text
        /// After ESC.
        case escape
        /// After ESC [, until a final byte.
        case control
        /// After ESC O.
        case function
        /// Inside a terminal's own message, such as ESC ] … BEL, which is not a key.
        case string
        /// After an ESC inside such a message, which may end the message.
        case stringEnd
    }

    private var place = State.text
    /// The bytes between ESC [ and the final byte.
    private var parameters: [UInt8] = []
    /// The first bytes of an incomplete character.
    private var character: [UInt8] = []
    private var isPasting = false
    /// Characters that are not yet in `keys`. They are collected, so that a paste is one key.
    private var text = ""
    private var keys: [KeyPress] = []

    /// Whether the last bytes may be the start of a sequence or the ESC key; only waiting shows which.
    var isUndecided: Bool { place != .text }

    /// Returns the keys that are complete after `bytes`. Invalid UTF-8 and sequences that are not keys are skipped.
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [KeyPress] {
        for byte in bytes { take(byte) }
        return taken()
    }

    /// Returns the keys that are complete because no more bytes follow. A lone ESC is then the ESC key.
    mutating func timeOut() -> [KeyPress] {
        if place == .escape, !isPasting { emit(.leave) }
        place = .text
        return taken()
    }

    private mutating func taken() -> [KeyPress] {
        flushText()
        defer { keys = [] }
        return keys
    }

    private mutating func take(_ byte: UInt8) {
        // Ctrl-C leaves any state, so a terminal that never ends a paste cannot trap the user.
        if byte == 0x03 {
            (place, isPasting, character) = (.text, false, [])
            return emit(.leave)
        }
        switch place {
        case .text: takeText(byte)
        case .escape: takeEscaped(byte)
        case .control: takeControl(byte)
        case .function:
            (place, parameters) = (.text, [])
            if 0x40...0x7E ~= byte { emitSequence(final: byte) } else { takeText(byte) }
        case .string:
            if byte == 0x07 { place = .text } else if byte == 0x1B { place = .stringEnd }
        case .stringEnd:
            place = .escape
            if byte == UInt8(ascii: "\\") { place = .text } else { takeEscaped(byte) }
        }
    }

    private mutating func takeText(_ byte: UInt8) {
        if byte >= 0x80 { return takeCharacter(byte) }
        character = []
        switch byte {
        case 0x1B: place = .escape
        case 0x20...0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
        // Pasted characters are text, and a pasted line end does not choose a row.
        case 0x09...0x0D: if isPasting { text.append(" ") } else { emitControl(byte) }
        default: if !isPasting { emitControl(byte) }
        }
    }

    private mutating func emitControl(_ byte: UInt8) {
        switch byte {
        case 0x01: emit(.home)
        case 0x02: emit(.left)
        case 0x04: emit(.delete)
        case 0x05: emit(.end)
        case 0x06: emit(.right)
        case 0x07: emit(.leave)
        case 0x08, 0x7F: emit(.backspace)
        case 0x0A, 0x0D: emit(.enter)
        case 0x0E: emit(.down)
        case 0x10: emit(.up)
        case 0x15: emit(.clear)
        case 0x17: emit(.deleteWord)
        default: break
        }
    }

    private mutating func takeCharacter(_ byte: UInt8) {
        if byte >= 0xC0 { character = [byte] } else if !character.isEmpty { character.append(byte) }
        guard let lead = character.first, character.count == Self.length(lead) else { return }
        // This is nil for bytes that are not a character; such bytes are not a key either.
        let whole = String(validating: character, as: UTF8.self)
        character = []
        guard let whole, !whole.unicodeScalars.contains(where: DisplayText.isUnsafe) else { return }
        text += whole
    }

    /// Returns the number of bytes of a character with this first byte.
    private static func length(_ lead: UInt8) -> Int {
        switch lead {
        case 0..<0xE0: 2
        case 0..<0xF0: 3
        default: 4
        }
    }

    private mutating func takeEscaped(_ byte: UInt8) {
        place = .text
        switch byte {
        case 0x1B:
            // The first ESC was a key by itself.
            if !isPasting { emit(.leave) }
            place = .escape
        case UInt8(ascii: "["): (place, parameters) = (.control, [])
        case UInt8(ascii: "O"): place = .function
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            place = .string
        case 0x08, 0x7F: if !isPasting { emit(.deleteWord) }
        case 0x80...: takeText(byte)
        // Other keys with Alt have no meaning here.
        default: break
        }
    }

    private mutating func takeControl(_ byte: UInt8) {
        switch byte {
        // The Linux console sends F1 as ESC [ [ A; its second bracket does not end the sequence.
        case UInt8(ascii: "[") where parameters.isEmpty: parameters.append(byte)
        // No key has more parameter bytes, and a longer sequence matches no key.
        case 0x20...0x3F: if parameters.count < 16 { parameters.append(byte) }
        case 0x40...0x7E:
            place = .text
            if parameters.first != UInt8(ascii: "[") { emitSequence(final: byte) }
            parameters = []
        default:
            place = .text
            takeText(byte)
        }
    }

    private mutating func emitSequence(final byte: UInt8) {
        let number = byte == UInt8(ascii: "~") ? String(decoding: parameters, as: UTF8.self) : ""
        if number == "201" { isPasting = false }
        guard !isPasting else { return }
        switch (byte, number) {
        case (UInt8(ascii: "A"), _): emit(.up)
        case (UInt8(ascii: "B"), _): emit(.down)
        case (UInt8(ascii: "C"), _): emit(.right)
        case (UInt8(ascii: "D"), _): emit(.left)
        case (UInt8(ascii: "H"), _), (_, "1"), (_, "7"): emit(.home)
        case (UInt8(ascii: "F"), _), (_, "4"), (_, "8"): emit(.end)
        case (_, "3"): emit(.delete)
        case (_, "5"): emit(.pageUp)
        case (_, "6"): emit(.pageDown)
        case (_, "200"): isPasting = true
        default: break
        }
    }

    private mutating func emit(_ key: KeyPress) {
        flushText()
        keys.append(key)
    }

    private mutating func flushText() {
        guard !text.isEmpty else { return }
        keys.append(.text(text))
        text = ""
    }
}
