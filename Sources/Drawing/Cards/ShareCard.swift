public import GeocliGeo
public import GeocliText

/// A picture of a phrase from a book and the shop where it was read, for sharing: SVG that depends on these values
/// alone, with no script, no style sheet and no reference to anything outside.
///
/// The phrase is set in the largest letters that fit. Lines end between words, never inside one, and no text is ever
/// cut: if a phrase is long, or one word is very long, the letters become smaller.
public struct ShareCard: Sendable {
    /// The phrase. Its line ends are kept; other blanks are one blank.
    public var phrase: String
    /// The title of the book, without quotation marks; they are added.
    public var bookTitle: String?
    /// The author of the book.
    public var author: String?
    /// The page, as written: "37" or "37–38".
    public var page: String?
    /// The name of the shop; nothing is written for an empty one.
    public var shopName: String
    /// The shop's district or address.
    public var address: String?
    /// The shop's point, for the small map.
    public var coordinate: Coordinate?
    /// The areas of the small map, such as districts: for each polygon its rings, the outer one first.
    ///
    /// There is a map only if the shop's point is among them.
    public var outlines: [[[Coordinate]]] = []
    /// The origin and license of `outlines`, written below the map.
    public var attribution: String?
    /// A photo behind the text, which is darkened so that the text can be read.
    public var photo: BarePhoto?
    /// The size of the picture.
    public var size = CardSize.story
    /// The language of the words that the card adds.
    public var language = Language.korean

    /// Maximum length of each text, in characters.
    public static let maximumCharacters = 4000
    /// The smallest letters of a phrase that are easy to read on a phone, in pixels of the picture.
    ///
    /// A phone shows 1080 pixels on about 390 points, so these are letters of 11 points.
    public static let easySize = 30.0

    /// A finished card.
    public struct Picture: Sendable {
        /// The SVG file.
        public let svg: [UInt8]
        /// The size of the phrase's letters in pixels. Below `easySize` the reader deserves a warning.
        public let phraseSizePixels: Double
    }

    /// Makes a card of a phrase and a shop.
    public init(phrase: String, shopName: String) {
        (self.phrase, self.shopName) = (phrase, shopName)
    }

    /// Draws the card.
    ///
    /// - Throws: `ShareCardError` if the phrase is empty or a text is too long.
    /// - Complexity: O(n² / w) for n words and w words on a line, plus the bytes of the photo.
    public func picture() throws(ShareCardError) -> Picture {
        for text in [phrase, bookTitle, author, page, shopName, address, attribution].compactMap({ $0 }) {
            // A character may have any number of marks.
            let length = text.unicodeScalars.count
            guard length <= Self.maximumCharacters else {
                throw .tooLong(text: DisplayText.truncated(text, columns: 40), characters: length)
            }
        }
        let text = CardText(phrase)
        guard !text.isEmpty else { throw .noPhrase }
        let layout = CardLayout(self, text)
        return Picture(svg: Array(CardSheet(card: self, layout: layout).svg.utf8), phraseSizePixels: layout.phrase.size)
    }
}
