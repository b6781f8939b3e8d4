internal import GeocliText

/// The texts that a person may have meant by a text without matches, most likely first. Guesses contain only syllables
/// that are in the index, so there are few guesses. Each guess must still be tried.
package final class SearchGuesses {
    private let text: SearchText
    private let original: String
    private let source: any PostingSource
    private var known: [Piece: Bool] = [:]
    private var neighboring: [SearchText]?

    /// Maximum number of words, and of bytes, in a text for which guesses are made.
    private static let maximumWords = 6
    private static let maximumBytes = 400
    private static let maximumReadings = 32
    /// Maximum number of texts in the other alphabet whose misspellings are tried.
    private static let fewTexts = 4

    /// The minimum number of characters of each part of a split word.
    private static let leastPart = 2

    /// Creates the guesses for `original`, the typed form of `text`.
    package init(_ text: SearchText, original: String, in source: any PostingSource) {
        self.text = text
        self.original = original
        self.source = source
    }

    /// Returns the first guess that has a matching text, with only its matching texts; nil if no guess matches.
    package func first(where isMatched: (SearchReading) throws -> Bool) throws -> SearchReading? {
        // No real search has this many words, and each word adds guesses.
        guard text.words.count <= Self.maximumWords, text.folded.utf8.count <= Self.maximumBytes else { return nil }
        let makers: [() throws -> SearchReading] = [
            { try self.partial(self.text) }, { try self.typos(isForNames: true) }, { try self.spaced() },
            { self.fewer() }, { try self.typos(isForNames: false) }, { try self.keyboard() },
            { try self.misspelledKeyboard() }, { try self.romanized() }, { try self.omitted() },
        ]
        for make in makers {
            let reading = try make().keeping(isMatched)
            if !reading.texts.isEmpty { return reading }
        }
        return nil
    }

    // MARK: Guesses

    private func searchText(_ guess: String) -> SearchText? { SearchText(guess) }

    private func partial(_ text: SearchText) throws -> SearchReading {
        let completions = try PartialSyllable.completions(text.folded).filter { completion in
            let word = completion.split(separator: " ").last ?? ""
            return try InitialsPattern(String(word)) != nil || isKnown(String(word))
        }
        return SearchReading(.partial, completions.compactMap(searchText))
    }

    private func typos(isForNames: Bool) throws -> SearchReading {
        let texts = try neighboring ?? neighbors(text)
        neighboring = texts
        return SearchReading(.typo, texts, isForNames: isForNames)
    }

    /// Returns the texts in which one word is replaced by a word that differs in one letter.
    private func neighbors(_ text: SearchText) throws -> [SearchText] {
        let words = text.folded.split(separator: " ").map(String.init)
        var texts: [SearchText] = []
        for (position, word) in words.enumerated() {
            for neighbor in Typo.neighbors(word) where try isKnown(neighbor) {
                let others = words[..<position] + [neighbor] + words[(position + 1)...]
                let text = SearchText(
                    typo: others.joined(separator: " "), in: position, isShort: Typo.isShort(word))
                if let text { texts.append(text) }
            }
        }
        return texts
    }

    /// If the text is one word, returns it as two words, once for each possible cut: 마포 책방 for 마포책방. At least one of
    /// the two characters next to a cut must be a Hangul syllable.
    private func spaced() throws -> SearchReading {
        let characters = Array(text.folded.unicodeScalars)
        guard text.words.count == 1, !text.folded.contains(" "), characters.count >= 2 * Self.leastPart else {
            return SearchReading(.spaced, [])
        }
        let cuts = try (Self.leastPart...characters.count - Self.leastPart).compactMap { cut -> SearchText? in
            guard Hangul.isSyllable(characters[cut - 1]) || Hangul.isSyllable(characters[cut]) else { return nil }
            let parts = [characters[..<cut], characters[cut...]].map { String(String.UnicodeScalarView($0)) }
            return try parts.allSatisfy(isKnown) ? searchText(parts.joined(separator: " ")) : nil
        }
        return SearchReading(.spaced, cuts)
    }

    /// Returns the text without the words that only name a kind of place or the city: 고래서가 for 고래서가 서점.
    private func fewer() -> SearchReading {
        let words = text.folded.split(separator: " ").map(String.init)
        let proper = words.filter { !Self.genericWords.contains($0) }
        var texts = proper.isEmpty || proper.count == words.count ? [] : [proper]
        if let last = proper.last, let suffix = Self.genericWords.first(where: last.hasSuffix) {
            let start = String(last.dropLast(suffix.count))
            if !start.isEmpty { texts.append(proper.dropLast() + [start]) }
        }
        return SearchReading(.fewer, texts.compactMap { searchText($0.joined(separator: " ")) })
    }

    /// If the text is one word, returns it as two words, once for each possible cut. If a syllable was left out at the
    /// cut, the name contains both parts.
    private func omitted() throws -> SearchReading {
        let characters = Array(text.folded.unicodeScalars)
        guard text.words.count == 1, characters.count >= Self.leastPart + 1, characters.allSatisfy(Hangul.isSyllable)
        else {
            return SearchReading(.typo, [])
        }
        let cuts = try (1..<characters.count).compactMap { cut -> SearchText? in
            let parts = [characters[..<cut], characters[cut...]]
            guard try parts.allSatisfy({ try isKnown(Array($0)) }) else { return nil }
            return searchText(parts.map { String(String.UnicodeScalarView($0)) }.joined(separator: " "))
        }
        return SearchReading(.typo, cuts, isForNames: true)
    }

    /// Words that people add to names. A word comes before every shorter word that it ends with: 헌책방 before 책방.
    private static let genericWords = [
        "독립서점", "동네서점", "동네책방", "중고서점", "중고책방", "헌책방", "서점", "책방", "문고", "서적", "북스", "북카페", "서울특별시", "서울시", "서울",
        "주식회사", "전화번호",
        "전화", "bookstore", "bookshop", "books", "seoul",
    ]

    /// Returns texts in which each word is either as typed or what the same keys type in the other alphabet.
    private func keyboard() throws -> SearchReading {
        var texts = [""]
        for word in original.split(whereSeparator: \.isWhitespace).map(String.init) {
            let folded = Folding.folded(word)
            let others = KeyboardLayout.hangul(word) + [KeyboardLayout.latin(folded)].compactMap { $0 }
            // If a word is in the index, it may be meant as typed.
            let choices = try others.isEmpty || isKnown(folded) ? others + [folded] : others
            texts = Array(texts.flatMap { text in choices.map { text + " " + $0 } }.prefix(Self.maximumReadings))
        }
        return SearchReading(.keyboard, texts.compactMap(searchText).filter { $0 != text })
    }

    private func misspelledKeyboard() throws -> SearchReading {
        let texts = try keyboard().texts.prefix(Self.fewTexts).flatMap { try partial($0).texts + neighbors($0) }
        return SearchReading(.keyboard, texts)
    }

    private func romanized() throws -> SearchReading {
        var romanization = Romanization { former, syllable in
            if let former { return try self.isKnown([former, syllable]) }
            return try self.isKnown([syllable])
        }
        var texts = [""]
        var isAny = false
        for word in text.words {
            let isLatin = word.squeezed.utf8.allSatisfy { 0x61...0x7A ~= $0 }
            let readings =
                isLatin && word.squeezed.utf8.count > Self.leastPart ? try romanization.readings(word.squeezed) : []
            isAny = isAny || !readings.isEmpty
            // A district's name may also be part of a place's name.
            let choices = readings.isEmpty || word.district != nil ? [word.squeezed] + readings : readings
            texts = Array(texts.flatMap { text in choices.map { text + " " + $0 } }.prefix(Self.maximumReadings))
        }
        return SearchReading(.romanized, isAny ? texts.compactMap(searchText) : [])
    }

    // MARK: The index

    /// Returns whether all of a word's pieces are in names, or all are in addresses, or the word spells the name of a
    /// district in Latin letters.
    private func isKnown(_ word: String) throws -> Bool {
        let squeezed = Array(Folding.squeezed(word).unicodeScalars)
        if !squeezed.isEmpty, try isKnown(squeezed) { return true }
        return SearchWord(word)?.district != nil
    }

    private func isKnown(_ scalars: [Unicode.Scalar]) throws -> Bool {
        for field in [Piece.Source.name, .address] {
            if try Piece.pieces(scalars, in: field).allSatisfy(isKnown) { return true }
        }
        return false
    }

    private func isKnown(_ piece: Piece) throws -> Bool {
        if let answer = known[piece] { return answer }
        let answer = try source.block(of: piece.key, reaching: 0, after: nil) != nil
        known[piece] = answer
        return answer
    }
}
