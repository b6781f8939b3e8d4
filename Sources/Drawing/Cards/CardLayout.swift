internal import GeocliText

/// Where everything is on a card. Each text has a box of its own, so no two texts can meet.
struct CardLayout {
    /// A text and its place.
    struct Placed {
        let name: String
        let block: CardBlock
        let left: Double
        let top: Double
        let width: Double
        /// The height that the text may take.
        let room: Double
    }

    /// The edges of a size, in pixels. A story keeps its upper and lower 230 pixels free, because apps lay their
    /// buttons there.
    struct Edges {
        let margin: Double
        let top: Double
        let rule: Double
        let mark: Double
        let mapWidth: Double
        let footHeight: Double
        /// The largest letters of the phrase; all other texts are set in proportion to `unit`.
        let largest: Double
        let unit: Double

        static let story = Edges(
            margin: 96, top: 230, rule: 1384, mark: 66, mapWidth: 280, footHeight: 210, largest: 108, unit: 1)
        static let square = Edges(
            margin: 80, top: 72, rule: 800, mark: 52, mapWidth: 220, footHeight: 160, largest: 92, unit: 0.85)
    }

    let edges: Edges
    let phrase: CardBlock
    let texts: [Placed]
    let map: CardMap?
    /// The upper left corner of the quotation mark.
    let mark: PlotPoint

    init(_ card: ShareCard, _ text: CardText) {
        let edges = card.size == .story ? Edges.story : .square
        self.edges = edges
        let width = Double(card.size.width) - 2 * edges.margin
        let words = CardWords(card)
        let title = CardBlock(
            words.title, .init(width: width, height: 130 * edges.unit, largest: 42 * edges.unit, smallest: 24, leading: 1.4))
        let byline = CardBlock(
            words.byline,
            .init(width: width, height: 90 * edges.unit, largest: 32 * edges.unit, smallest: 22, leading: 1.4))
        // The mark, the phrase and its book are one group in the middle of what is above the rule.
        let markGap = edges.mark + 44 * edges.unit
        let (titleGap, bylineGap) = (
            title.lines.isEmpty && byline.lines.isEmpty ? 0 : 64 * edges.unit,
            title.lines.isEmpty || byline.lines.isEmpty ? 0 : 14 * edges.unit
        )
        let others = markGap + titleGap + title.height + bylineGap + byline.height
        let room = edges.rule - 60 * edges.unit - edges.top
        let phraseRoom = room - others
        phrase = CardBlock(
            text, .init(width: width, height: phraseRoom, largest: edges.largest, smallest: ShareCard.easySize))
        let top = edges.top + (room - others - phrase.height) * 0.42
        var texts: [Placed] = []
        func place(_ name: String, _ block: CardBlock, _ top: Double, _ width: Double, _ room: Double) {
            guard !block.lines.isEmpty else { return }
            texts.append(Placed(name: name, block: block, left: edges.margin, top: top, width: width, room: room))
        }
        place("phrase", phrase, top + markGap, width, phrase.height)
        let titleTop = top + markGap + phrase.height + titleGap
        place("title", title, titleTop, width, title.height)
        place("byline", byline, titleTop + title.height + bylineGap, width, byline.height)
        let end = edges.margin + width
        mark = PlotPoint(x: phrase.isRightToLeft ? end - edges.mark * 1.25 : edges.margin, y: top)

        let footTop = edges.rule + 36 * edges.unit
        map = CardMap(card, right: end, top: footTop, width: edges.mapWidth, height: edges.footHeight)
        let shopWidth = width - (map.map { $0.width + 48 } ?? 0)
        let shop = CardBlock(
            CardText(card.shopName),
            .init(
                width: shopWidth, height: edges.footHeight * 0.5, largest: 42 * edges.unit, smallest: 24, leading: 1.35))
        place("shop", shop, footTop, shopWidth, shop.height)
        let addressTop = footTop + shop.height + 12 * edges.unit
        let addressRoom = edges.footHeight - shop.height - 12 * edges.unit
        let address = CardBlock(
            CardText(card.address ?? ""),
            .init(width: shopWidth, height: addressRoom, largest: 28 * edges.unit, smallest: 20, leading: 1.4))
        place("address", address, addressTop, shopWidth, address.height)
        if let map {
            let attribution = CardBlock(
                CardText(card.attribution ?? ""), .init(width: width, height: 40, largest: 18, smallest: 16, leading: 1.2))
            place("attribution", attribution, footTop + max(edges.footHeight, map.height) + 14, width, attribution.height)
        }
        self.texts = texts
    }
}
