internal import GeocliText

/// A command to the type-ahead screen, given with one key.
enum KeyPress: Equatable {
    /// Characters, typed or pasted; never empty, without control characters.
    case text(String)
    case backspace
    case delete
    case deleteWord
    case clear
    case left
    case right
    case home
    case end
    case up
    case down
    case pageUp
    case pageDown
    case enter
    case leave

    /// Whether the key acts on the list. If so, the list must first show the rows for the current text.
    var concernsList: Bool {
        switch self {
        case .up, .down, .pageUp, .pageDown, .enter: true
        default: false
        }
    }
}

/// A decoder that turns a terminal's bytes, in pieces of any size, into keys.
///
/// Source: ECMA-48 §5.4 (control sequences) and §5.6 (control strings), xterm's ctlseqs (keys, bracketed paste).
struct KeyDecoder {
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

/// A line of text that the user is typing, with a cursor that is never inside a character.
struct EditedLine: Equatable {
    /// A search text is short. A search for a whole pasted file would take long and find nothing.
    static let maximumBytes = 512

    private(set) var before = ""
    private(set) var after = ""

    var text: String { before + after }

    /// Inserts `new` before the cursor. If the line would be too long, the end of `new` is left out.
    mutating func insert(_ new: String) {
        before += new.head(bytes: max(0, Self.maximumBytes - text.utf8.count))
        settle()
    }

    /// Deletes the character before the cursor: a whole syllable, in any normal form.
    mutating func deleteBackward() {
        _ = before.popLast()
        settle()
    }

    mutating func deleteForward() {
        if !after.isEmpty { after.removeFirst() }
        settle()
    }

    /// Deletes the word before the cursor and the blanks after it.
    mutating func deleteWord() {
        while let last = before.last, last.isWhitespace { before.removeLast() }
        while let last = before.last, !last.isWhitespace { before.removeLast() }
        settle()
    }

    mutating func clear() { self = EditedLine() }

    mutating func moveLeft() {
        guard let last = before.popLast() else { return }
        after = String(last) + after
    }

    mutating func moveRight() {
        guard !after.isEmpty else { return }
        before.append(after.removeFirst())
    }

    mutating func moveToStart() { (before, after) = ("", text) }

    mutating func moveToEnd() { (before, after) = (text, "") }

    /// Keeps the cursor between characters. An edit may join text on both sides into one character, for example an
    /// initial typed before a vowel. That character then moves to one side of the cursor.
    private mutating func settle() {
        while let last = before.last, let next = after.first, (String(last) + String(next)).count == 1 { moveRight() }
    }
}
