internal import GeocliDrawing

/// The drawing of a card.
struct SharedPicture {
    /// The SVG file.
    let svg: [UInt8]
    /// The size of the card.
    let size: CardSize
    /// Whether any text on the card has emoji.
    let hasEmoji: Bool
}
