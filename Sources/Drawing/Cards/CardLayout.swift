internal import GeocliGeo
internal import GeocliText

/// The positions of all parts of a card. Each text has its own box, so texts never overlap.
struct CardLayout {
    struct Placed {
        let name: String
        let block: CardBlock
        let left: Double
        let top: Double
        let width: Double
    }

    /// A story keeps its upper and lower 230 pixels free, because apps put their buttons there. In pixels.
    struct Edges {
        let margin: Double
        let top: Double
        let rule: Double
        let mark: Double
        let mapWidth: Double
        let footHeight: Double
        /// The size of the phrase's largest letters. All other texts are sized in proportion to `unit`.
        let largest: Double
        let largestOfMany: Double
        let unit: Double

        static let story = Edges(
            margin: 96, top: 230, rule: 1384, mark: 66, mapWidth: 280, footHeight: 210, largest: 108, largestOfMany: 80,
            unit: 1)
        static let square = Edges(
            margin: 80, top: 72, rule: 800, mark: 52, mapWidth: 220, footHeight: 160, largest: 92,
            largestOfMany: 68, unit: 0.88)
    }

    let edges: Edges
    let phrase: CardBlock
    let texts: [Placed]
    let map: CardMap?
    let hasFoot: Bool
    /// The upper left corner of the quotation mark.
    let mark: PlotPoint

    init(_ card: ShareCard, _ text: CardText) {
        let edges = card.size == .story ? Edges.story : .square
        let width = Double(card.size.width) - 2 * edges.margin
        let foot = Self.foot(card, edges, width)
        // Without a foot the phrase is in the middle of the card.
        let hasFoot = !foot.texts.isEmpty || foot.map != nil
        let bottom = hasFoot ? edges.rule - 60 * edges.unit : Double(card.size.height) - edges.top
        let head = Self.head(card, text, edges, width, bottom: bottom)
        (self.edges, self.hasFoot, map) = (edges, hasFoot, foot.map)
        (phrase, mark, texts) = (head.phrase, head.mark, head.texts + foot.texts)
    }

    /// Places the mark, the phrase and its book as one group, a little above the middle of the space above the rule.
    private static func head(
        _ card: ShareCard, _ text: CardText, _ edges: Edges, _ width: Double, bottom: Double
    ) -> (phrase: CardBlock, mark: PlotPoint, texts: [Placed]) {
        let (words, unit) = (CardWords(card), edges.unit)
        let title = CardBlock(
            words.title, .init(width: width, height: 140 * unit, largest: 44 * unit, smallest: 26, leading: 1.4))
        let byline = CardBlock(
            words.byline, .init(width: width, height: 96 * unit, largest: 34 * unit, smallest: 24, leading: 1.4))
        let markGap = edges.mark + 44 * unit
        let titleGap = title.lines.isEmpty && byline.lines.isEmpty ? 0 : 64 * unit
        let bylineGap = title.lines.isEmpty || byline.lines.isEmpty ? 0 : 14 * unit
        let others = markGap + titleGap + title.height + bylineGap + byline.height
        let room = bottom - edges.top - others
        let phrase = CardBlock(
            text,
            .init(
                width: width, height: room, largest: edges.largest, largestOfMany: edges.largestOfMany,
                smallest: ShareCard.easySize))
        let top = edges.top + (room - phrase.height) * 0.42
        let titleTop = top + markGap + phrase.height + titleGap
        let texts = [
            placed("phrase", phrase, edges, top + markGap, width), placed("title", title, edges, titleTop, width),
            placed("byline", byline, edges, titleTop + title.height + bylineGap, width),
        ]
        let markLeft = phrase.isRightToLeft ? edges.margin + width - edges.mark * 1.25 : edges.margin
        return (phrase, PlotPoint(x: markLeft, y: top), texts.compactMap { $0 })
    }

    private static func foot(
        _ card: ShareCard, _ edges: Edges, _ width: Double
    ) -> (map: CardMap?, texts: [Placed]) {
        let unit = edges.unit
        let top = edges.rule + 36 * unit
        let map = CardMap(
            card, right: edges.margin + width, top: top, width: edges.mapWidth, height: edges.footHeight)
        let shopWidth = width - (map.map { $0.width + 48 } ?? 0)
        let shop = CardBlock(
            CardText(card.shopName),
            .init(width: shopWidth, height: edges.footHeight * 0.5, largest: 44 * unit, smallest: 26, leading: 1.35))
        let gap = shop.lines.isEmpty ? 0 : 12 * unit
        let address = CardBlock(
            CardText(card.address ?? ""),
            .init(
                width: shopWidth, height: edges.footHeight - shop.height - gap, largest: 31 * unit, smallest: 22,
                leading: 1.4))
        let attribution = CardBlock(
            CardText(map == nil ? "" : card.attribution ?? ""),
            .init(width: width, height: 40, largest: 18, smallest: 16, leading: 1.2))
        let texts = [
            placed("shop", shop, edges, top, shopWidth),
            placed("address", address, edges, top + shop.height + gap, shopWidth),
            placed("attribution", attribution, edges, top + edges.footHeight + 14, width),
        ]
        return (map, texts.compactMap { $0 })
    }

    private static func placed(
        _ name: String, _ block: CardBlock, _ edges: Edges, _ top: Double, _ width: Double
    ) -> Placed? {
        guard !block.lines.isEmpty else { return nil }
        return Placed(name: name, block: block, left: edges.margin - hanging(block), top: top, width: width)
    }

    /// How far a line that begins with a wide bracket moves to the left, because the left half of the bracket is empty.
    private static func hanging(_ block: CardBlock) -> Double {
        guard block.lines.count == 1, let first = block.lines[0].text.first, "『「《〈".contains(first) else { return 0 }
        return 0.44 * block.size
    }
}

struct CardWords {
    /// The title in its quotation marks: 『소년이 온다』 or “Human Acts”.
    let title: CardText
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

/// The small map of a card: the areas, which of them contain the shop, and the shop's point.
struct CardMap {
    let areas: [String]
    /// The indices of the areas that contain the shop.
    let chosen: Set<Int>
    let point: PlotPoint
    let width: Double
    let height: Double

    /// Nil if the shop has no point or its point is outside the areas' box. `right` is the right edge of box and map.
    init?(_ card: ShareCard, right: Double, top: Double, width: Double, height: Double) {
        let corners = card.outlines.lazy.flatMap { $0 }.flatMap { $0 }
        guard let coordinate = card.coordinate, let box = BoundingBox(enclosing: Array(corners)),
            box.contains(coordinate)
        else { return nil }
        // The map has the proportions of the areas. A map that is too tall is made narrower.
        let shape = PlotFrame(showing: box, left: 0, top: 0, width: width)
        self.width = width * min(1, height / shape.height)
        let frame = PlotFrame(showing: box, left: right - self.width, top: top, width: self.width)
        self.height = frame.height
        guard let point = frame.point(of: coordinate) else { return nil }
        self.point = point
        var areas: [String] = []
        var chosen: Set<Int> = []
        for polygon in card.outlines {
            let rings = polygon.flatMap { frame.rings(of: $0) }
            let path = rings.map(Self.path).joined()
            guard !path.isEmpty else { continue }
            if point.isInside(rings) { chosen.insert(areas.count) }
            areas.append(path)
        }
        (self.areas, self.chosen) = (areas, chosen)
    }

    /// Returns a closed path. A corner less than a pixel from the corner before it is not visible and is left out.
    private static func path(_ ring: [PlotPoint]) -> String {
        guard let first = ring.first else { return "" }
        var (text, last, corners) = ("M\(text(first))", first, 1)
        for point in ring.dropFirst() where abs(point.x - last.x) + abs(point.y - last.y) >= 1 {
            text += "L\(Self.text(point))"
            (last, corners) = (point, corners + 1)
        }
        return corners > 2 ? text + "Z" : ""
    }

    private static func text(_ point: PlotPoint) -> String { "\(SVGText.number(point.x)) \(SVGText.number(point.y))" }
}
