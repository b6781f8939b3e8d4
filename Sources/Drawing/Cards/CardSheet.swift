internal import GeocliText

extension ShareCard {
    /// Draws the card in O(n² / w) for n words and w words on a line, plus the bytes of the photo. Throws
    /// `ShareCardError` if the phrase is empty or a text is too long.
    package func picture() throws(ShareCardError) -> Picture {
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

/// Writes a card as SVG with presentation attributes, without style sheets or scripts, so that it looks the same in
/// every viewer.
///
/// Each line states its measured width as `textLength`. A viewer that lacks the font stretches or squeezes the letters
/// of another font to that width, so no line leaves its box. `data-box` is the box of a text (left, top, width,
/// height).
struct CardSheet {
    let card: ShareCard
    let layout: CardLayout

    private var colors: CardColors { card.photo == nil ? .onPaper : .onPhoto }
    private var width: Double { Double(card.size.width) }
    private var height: Double { Double(card.size.height) }

    var svg: String {
        [opening, photo, mark, rule, map, layout.texts.map(text).joined(separator: "\n"), "</svg>\n"]
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func n(_ pixels: Double) -> String { SVGText.number(pixels) }

    private var opening: String {
        let box = "width=\"\(n(width))\" height=\"\(n(height))\""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" \
            \(box) viewBox="0 0 \(n(width)) \(n(height))" role="img" font-family="\(CardFace.measured.families)">
            <title>\(SVGText.escaped(card.shopName))</title>
            <desc>\(SVGText.escaped(card.phrase))</desc>
            <rect \(box) fill="\(colors.paper)"/>
            """
    }

    /// The photo, turned and cropped to fill the card, below a layer that darkens it.
    private var photo: String {
        guard let photo = card.photo else { return "" }
        let scale = max(width / Double(photo.width), height / Double(photo.height))
        let (left, top) = ((width - scale * Double(photo.width)) / 2, (height - scale * Double(photo.height)) / 2)
        let (storedWidth, storedHeight) = (Double(photo.storedWidth), Double(photo.storedHeight))
        let matrix = photo.orientation.matrix(width: storedWidth, height: storedHeight)
        let place = [
            "translate(\(n(left)) \(n(top)))", "scale(\(DecimalText.text(scale, maximumDecimals: 9)))",
            "matrix(\(matrix.map(n).joined(separator: " ")))",
        ].joined(separator: " ")
        let box = "width=\"\(n(width))\" height=\"\(n(height))\""
        // The edges of the inner picture crop the photo, even if the card is embedded in a page.
        return """
            <svg \(box) overflow="hidden">
            <image transform="\(place)" width="\(photo.storedWidth)" height="\(photo.storedHeight)" \
            preserveAspectRatio="none" xlink:href="data:\(photo.format.mediaType);base64,\(Base64.text(photo.bytes))"/>
            <rect \(box) fill="#000000" fill-opacity="\(DecimalText.text(CardColors.dimming, maximumDecimals: 2))"/>
            </svg>
            """
    }

    /// A quotation mark, drawn as a shape so that it does not depend on a font.
    private var mark: String {
        let size = layout.edges.mark
        let comma = "M0 62 A22 22 0 1 0 22 40 Q22 22 38 8 L32 0 Q0 22 0 62 Z"
        let turn = layout.phrase.isRightToLeft ? " translate(102 0) scale(-1 1)" : ""
        return """
            <g fill="\(colors.accent)" transform="translate(\(n(layout.mark.x)) \(n(layout.mark.y))) \
            scale(\(DecimalText.text(size / 84, maximumDecimals: 4)))\(turn)"><path d="\(comma)"/>\
            <path transform="translate(56 0)" d="\(comma)"/></g>
            """
    }

    private var rule: String {
        guard layout.hasFoot else { return "" }
        let (left, right, y) = (n(layout.edges.margin), n(width - layout.edges.margin), n(layout.edges.rule))
        return "<path d=\"M\(left) \(y)H\(right)\" stroke=\"\(colors.border)\" stroke-width=\"2\"/>"
    }

    private var map: String {
        guard let map = layout.map else { return "" }
        let areas = map.areas.enumerated().map { index, path in
            "<path fill=\"\(map.chosen.contains(index) ? colors.chosen : colors.land)\" d=\"\(path)\"/>"
        }
        let spot = "cx=\"\(n(map.point.x))\" cy=\"\(n(map.point.y))\""
        return """
            <g class="map" stroke="\(colors.border)" stroke-width="1.2" stroke-linejoin="round" fill-rule="evenodd">
            \(areas.joined(separator: "\n"))
            <circle \(spot) r="9" fill="\(colors.accent)" stroke="\(colors.paper)" stroke-width="3"/>
            </g>
            """
    }

    private func text(_ placed: CardLayout.Placed) -> String {
        let block = placed.block
        let isSoft = ["byline", "address", "attribution"].contains(placed.name)
        let box = [placed.left, placed.top, placed.width, block.height].map(n).joined(separator: " ")
        let lines = block.lines.map { line in
            // A text that is read from right to left starts at its right end.
            let isAtStart = line.isRightToLeft == block.isRightToLeft
            let direction = line.isRightToLeft ? " direction=\"rtl\" unicode-bidi=\"embed\"" : ""
            let x = block.isRightToLeft ? placed.left + placed.width : placed.left
            return """
                <text x="\(n(x))" y="\(n(placed.top + line.baseline))"\(direction)\(isAtStart ? "" : " text-anchor=\"end\"") \
                textLength="\(n(line.width))" lengthAdjust="spacingAndGlyphs">\(SVGText.escaped(line.text))</text>
                """
        }
        let family = block.face == .measured ? "" : " font-family=\"\(block.face.families)\""
        let weight = placed.name == "shop" ? " font-weight=\"bold\"" : ""
        return """
            <g class="\(placed.name)" data-box="\(box)" font-size="\(DecimalText.text(block.size, maximumDecimals: 2))" \
            fill="\(isSoft ? colors.soft : colors.text)"\(family)\(weight)>
            \(lines.joined(separator: "\n"))
            </g>
            """
    }
}

/// The colors of a card: dark on paper, or light on a darkened photo. Text has a contrast of at least 4.5, even over a
/// white photo (WCAG 2.2, 1.4.3).
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
