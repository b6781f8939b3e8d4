internal import GeocliText

/// The words about the book, in the language of the card.
struct CardWords {
    /// The title in its quotation marks: 『소년이 온다』 or “Human Acts”.
    let title: CardText
    /// The author and the page.
    let byline: CardText

    init(_ card: ShareCard) {
        let isKorean = card.language == .korean
        let title = (card.bookTitle ?? "").trimmingBlanks()
        let hasMarks = title.first.map { "『「《〈“\"‘'<".contains($0) } ?? false
        self.title = CardText(title.isEmpty || hasMarks ? title : isKorean ? "『\(title)』" : "“\(title)”")
        var page = (card.page ?? "").trimmingBlanks()
        // Only numbers get "p." or 쪽. Other texts have a word of their own, such as "ch. 3".
        if !page.isEmpty, page.allSatisfy({ ("0"..."9").contains($0) || "-–~, ".contains($0) }) {
            page = isKorean ? "\(page)쪽" : page.contains(where: { "-–~,".contains($0) }) ? "pp. \(page)" : "p. \(page)"
        }
        let author = (card.author ?? "").trimmingBlanks()
        byline = CardText([author, page].filter { !$0.isEmpty }.joined(separator: " · "))
    }
}
