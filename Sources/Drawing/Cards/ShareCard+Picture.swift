internal import GeocliText

extension ShareCard {
    /// Draws the card.
    ///
    /// - Throws: `ShareCardError` if the phrase is empty or a text is too long.
    /// - Complexity: O(n² / w) for n words and w words on a line, plus the bytes of the photo.
    public func picture() throws(ShareCardError) -> Picture {
        let texts = [phrase, bookTitle, author, page, shopName, address, attribution].compactMap { $0 }
        for text in texts {
            // One character may have any number of marks, so scalars are counted.
            let length = text.unicodeScalars.count
            guard length <= Self.maximumCharacters else {
                throw .tooLong(text: DisplayText.truncated(text, columns: 40), characters: length)
            }
        }
        let text = CardText(phrase)
        guard !text.isEmpty else { throw .noPhrase }
        let layout = CardLayout(self, text)
        return Picture(
            svg: Array(CardSheet(card: self, layout: layout).svg.utf8), hasEmoji: texts.contains(where: Self.hasEmoji),
            phraseSizePixels: layout.phrase.size)
    }

    /// - Source: Unicode UTS #51: U+FE0F asks for a picture of a character that is usually shown as text.
    private static func hasEmoji(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }
    }
}
