internal import GeocliText

/// A part of a line that is never broken: a word with its punctuation.
struct CardPiece: Equatable {
    /// The text, without blanks at its start and its end.
    var text: String
    /// The width of the blank before the piece on the same line, in units of `CardFont`; 0 without a blank.
    var blankBefore: Int
    /// The width of the text, in units of `CardFont`.
    var units: Int
}

/// Splits a line into the pieces that are never broken.
///
/// A piece is a word: the text between two blanks. Punctuation that is separated from its word by a blank stays with
/// it, so that no line begins with a closing sign or ends with an opening one. A line may also end between Chinese
/// characters or kana, which are written without blanks, but never within a word that contains Hangul.
enum CardPieces {
    static func pieces(of line: String, _ face: CardFace = .measured) -> [CardPiece] {
        let words = line.split { $0.isWhitespace && $0 != "\u{A0}" && $0 != "\u{202F}" }
        var pieces: [CardPiece] = []
        var quotes: [Character: Int] = [:]
        var joinsNext = false
        let blank = CardFont.units(" ", face)
        for word in words {
            let isJoined = joinsNext || beginsClosing(word, quotes)
            for character in word where isStraight(character) { quotes[character, default: 0] += 1 }
            joinsNext = endsOpening(word, quotes)
            for (index, part) in parts(of: word).enumerated() {
                let text = String(part)
                let units = CardFont.units(text, face)
                if index == 0, isJoined, !pieces.isEmpty {
                    pieces[pieces.count - 1].text += " \(text)"
                    pieces[pieces.count - 1].units += blank + units
                } else {
                    pieces.append(CardPiece(text: text, blankBefore: index == 0 ? blank : 0, units: units))
                }
            }
        }
        return pieces
    }

    /// Returns whether a piece must not begin a line: a closing sign, or only signs without a letter.
    private static func beginsClosing(_ word: Substring, _ quotes: [Character: Int]) -> Bool {
        guard let first = word.first else { return false }
        if isStraight(first) { return word.count == 1 && quotes[first, default: 0] % 2 == 1 }
        // A line of speech may begin with an ellipsis before a letter.
        return isClosing(first) || "…·%".contains(first) && word.allSatisfy { isClosing($0) || "…·%".contains($0) }
    }

    /// - Parameter quotes: how many straight quotation marks there are up to the end of the word.
    private static func endsOpening(_ word: Substring, _ quotes: [Character: Int]) -> Bool {
        guard let last = word.last else { return false }
        return isStraight(last) ? word.count == 1 && quotes[last, default: 0] % 2 == 1 : isOpening(last)
    }

    private static func isStraight(_ character: Character) -> Bool { character == "\"" || character == "'" }

    /// Returns whether a sign opens something that follows.
    static func isOpening(_ character: Character) -> Bool {
        switch character.unicodeScalars.first?.properties.generalCategory {
        case .openPunctuation, .initialPunctuation: true
        default: character == "¿" || character == "¡"
        }
    }

    /// Returns whether a sign closes what is before it.
    static func isClosing(_ character: Character) -> Bool {
        switch character.unicodeScalars.first?.properties.generalCategory {
        case .closePunctuation, .finalPunctuation: true
        default: ",.!?;:、。，．！？：；‥々〜".contains(character)
        }
    }

    /// Returns the parts of a word. A line may end between two parts.
    private static func parts(of word: Substring) -> [Substring] {
        guard !word.unicodeScalars.contains(where: { Hangul.isSyllable($0) }) else { return [word] }
        var parts: [Substring] = []
        var start = word.startIndex
        for index in word.indices.dropFirst() {
            let (before, after) = (word[word.index(before: index)], word[index])
            let isGap = before == "\u{200B}" || isFree(before, after)
            if isGap {
                parts.append(word[start..<index])
                start = index
            }
        }
        parts.append(word[start...])
        return parts.filter { $0 != "\u{200B}" }
    }

    /// Returns whether a line may end between two characters of a text that is written without blanks.
    private static func isFree(_ before: Character, _ after: Character) -> Bool {
        guard isIdeograph(before) || isIdeograph(after), !isOpening(before), !isClosing(after) else { return false }
        // Small kana and the long vowel sign belong to the character before them.
        return !"ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ…·".contains(after) && !isStraight(after) && !isStraight(before)
    }

    private static func isIdeograph(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        return scalar.properties.isIdeographic || 0x3041...0x30FF ~= scalar.value
    }
}
