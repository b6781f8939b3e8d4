package import GeocliGeo
package import GeocliText

/// A picture for sharing, with a phrase from a book and the shop where it was read. It is SVG that depends only on
/// these values, without scripts, style sheets or references to other files.
///
/// The phrase has the largest letters that fit. Lines end between words, never inside a word, and no text is ever cut.
/// If a phrase or a single word is very long, the letters become smaller.
package struct ShareCard: Sendable {
    /// The phrase. Its line ends are kept; each run of other blanks becomes one blank.
    package var phrase: String
    /// The title of the book, without quotation marks; the card adds them.
    package var bookTitle: String?
    package var author: String?
    /// The page, as written: "37" or "37–38".
    package var page: String?
    /// The name of the shop; the card omits an empty name.
    package var shopName: String
    /// The shop's district or address.
    package var address: String?
    /// The shop's point, for the small map.
    package var coordinate: Coordinate?
    /// The areas of the small map, such as districts: the rings of each polygon, the outer ring first. The card has a
    /// map only if the shop's point is within the box around them.
    package var outlines: [[[Coordinate]]] = []
    /// The origin and license of `outlines`, written below the map.
    package var attribution: String?
    /// A photo under the text. It is darkened so that the text is readable.
    package var photo: StrippedPhoto?
    package var size = CardSize.story
    /// The language of the words that the card itself adds.
    package var language = Language.korean

    /// Maximum length of each text, in Unicode scalars.
    package static let maximumCharacters = 4000
    /// The smallest letters of a phrase that are easy to read, in pixels of the picture: 11 points on a phone, which
    /// shows 1080 pixels on about 390 points.
    package static let easySize = 30.0

    /// A finished card.
    package struct Picture: Sendable {
        package let svg: [UInt8]
        /// Whether any text on the card has emoji, which not every program can draw (`CardConverter.drawsEmoji`).
        package let hasEmoji: Bool
        /// The size of the phrase's letters in pixels. Warn the user if it is below `easySize`.
        package let phraseSizePixels: Double
    }

    package init(phrase: String, shopName: String) {
        (self.phrase, self.shopName) = (phrase, shopName)
    }
}

/// The size of a share card, in pixels.
package enum CardSize: String, Sendable, CaseIterable {
    /// 1080 × 1920, for stories.
    case story
    /// 1080 × 1080, for posts.
    case square

    /// The width in pixels.
    package var width: Int { 1080 }
    /// The height in pixels.
    package var height: Int { self == .story ? 1920 : 1080 }
}

/// An error for a text that can't be put on a card.
package enum ShareCardError: ExplainedError, Equatable {
    case noPhrase
    /// A text has more Unicode scalars than `ShareCard.maximumCharacters`; `text` is its beginning.
    case tooLong(text: String, characters: Int)

    package var exit: ExitStatus { .data }

    package var words: Words {
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
