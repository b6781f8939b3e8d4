/// The colors of a card: dark on paper, or light on a darkened photo.
///
/// Text has a contrast of at least 4.5 to its background, even over a white photo (WCAG 2.2, 1.4.3).
struct CardColors {
    let paper: String
    let text: String
    let soft: String
    let accent: String
    let land: String
    let border: String
    let chosen: String

    static let onPaper = CardColors(
        paper: "#F7F3EA", text: "#22201C", soft: "#6B645A", accent: "#1F6B5E", land: "#E9E2D3", border: "#BDB3A0",
        chosen: "#C9D9CC")
    static let onPhoto = CardColors(
        paper: "#000000", text: "#FFFFFF", soft: "#F0F0F0", accent: "#F2C879", land: "#7A7A7A", border: "#B8B8B8",
        chosen: "#98917F")
    /// The part of a photo's light that the layer above the photo absorbs.
    static let dimming = 0.6
}
