public import GeocliText

/// An error for a text that can't be put on a card.
public enum ShareCardError: ExplainedError, Equatable {
    /// The phrase has no visible character.
    case noPhrase
    /// A text has more Unicode scalars than `ShareCard.maximumCharacters`; `text` is its beginning.
    case tooLong(text: String, characters: Int)

    /// The exit status of a command that ends with this error.
    public var exit: ExitStatus { .data }

    /// What happened and what to try.
    public var words: Words {
        switch self {
        case .noPhrase:
            Words(
                en: "the note has no phrase to put on a card; add one with --phrase",
                ko: "카드에 담을 구절이 없습니다. --phrase로 구절을 넣으세요")
        case .tooLong(let text, let characters):
            Words(
                en: "the text has \(characters) characters, but a card holds at most "
                    + "\(ShareCard.maximumCharacters): \(text)",
                ko: "글이 \(characters)자입니다. 카드에는 \(ShareCard.maximumCharacters)자까지 담을 수 있습니다: \(text)")
        }
    }
}
