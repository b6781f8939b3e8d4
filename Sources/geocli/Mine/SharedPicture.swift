internal import GeocliDrawing

/// A card, drawn.
struct SharedPicture {
    /// The SVG file.
    let svg: [UInt8]
    /// Its size.
    let size: CardSize
}
