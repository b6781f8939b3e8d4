package import GeocliExport
internal import GeocliGeo
package import GeocliPlaces
internal import GeocliText

extension Plot {
    /// Writes the plot of the places that `filter` admits.
    ///
    /// Up to 5000 places are drawn one by one, with names that appear under the pointer. If there are more, all places
    /// in one square of half a pixel are one dot, and a note says so. The squares are doubled until at most 200,000
    /// have a dot.
    ///
    /// - Precondition: `width` is in `widths`.
    /// - Complexity: O(n + v), n places, v vertices of outlines. Memory does not grow with n.
    @discardableResult
    package func write(
        _ catalog: some PlaceArchive, _ filter: PlaceFilter, to sink: ByteSink,
        onDrawn: @escaping (CatalogEntry) -> Void = { _ in }
    ) throws -> Summary {
        precondition(Self.widths.contains(width))
        let outlines = try catalog.districtOutlines()
        let layout = PlotLayout(width: width)
        let frame = PlotFrame(
            showing: try part?.box ?? extent(outlines, catalog, filter), left: layout.margin, top: layout.mapTop,
            width: width - 2 * layout.margin)
        let dots = try PlotDots(in: frame, onDrawn: onDrawn) { try catalog.forEachEntry(filter, body: $0) }
        let areas = PlotAreas(outlines, in: frame, language, chosen: filter.districts)
        let ground = PlotGround(try catalog.baseLayers(), in: frame)
        // A dense picture, and one of a whole country, have no room for landmarks.
        let landmarks =
            dots.isDense || frame.metersPerPixel * layout.unit > Self.mostMetersPerPixel
            ? DrawnLandmarks([])
            : try DrawnLandmarks(of: catalog) { frame.point(of: $0) != nil }.named(in: language)
        let captions = PlotCaptions(
            self, dots, outlines: areas.named.isEmpty ? nil : try catalog.outlineSource(), ground: ground,
            landmarks: landmarks)
        let names = PlotNames(of: areas, landmarks, among: dots, in: frame, layout, part: part)
        let sheet = PlotSheet(
            plot: self, layout: layout, frame: frame, dots: dots, captions: captions, areas: areas, ground: ground,
            names: names)
        try sheet.write(to: sink)
        return Summary(
            drawn: dots.drawn, withoutPoint: dots.withoutPoint,
            outside: dots.total - dots.drawn - dots.withoutPoint)
    }

    /// Maximum width of a pixel, at a width of 1000 pixels, in a picture with landmarks.
    private static let mostMetersPerPixel = 150.0

    /// The area around the outlines of the chosen districts, or else around all outlines, or else around the places, or
    /// else Seoul.
    private func extent(
        _ outlines: [DistrictOutline], _ catalog: some PlaceArchive, _ filter: PlaceFilter
    ) throws -> BoundingBox {
        var extent = PlotExtent()
        let chosen = outlines.filter { filter.districts.contains($0.name) }
        for outline in chosen.isEmpty ? outlines : chosen {
            for ring in outline.area.polygons.flatMap(\.rings) { ring.forEach { extent.add($0) } }
        }
        if let box = extent.box { return box.padded(by: 0.03, atLeast: 0.0001) }
        try extent.addPlaces(of: catalog, filter)
        if let box = extent.box { return box.padded(by: 0.05, atLeast: 0.005) }
        return BoundingBox(checkedWest: 126.764, south: 37.428, east: 127.184, north: 37.702)
    }
}

/// Writes a plot as SVG 1.1 with presentation attributes, without style sheets or scripts, so that it looks the same in
/// every viewer.
struct PlotSheet {
    let plot: Plot
    let layout: PlotLayout
    let frame: PlotFrame
    let dots: PlotDots
    let captions: PlotCaptions
    let areas: PlotAreas
    let ground: PlotGround
    let names: PlotNames

    private var theme: PlotTheme { plot.theme }
    private var map: PlotBox { frame.box }
    private var noteLines: [String] {
        captions.notes.flatMap { SVGText.wrapped($0, size: layout.sourceSize, width: frame.width) }
    }

    func write(to sink: ByteSink) throws {
        try put(opening, sink)
        try put("<g clip-path=\"url(#map)\">", sink)
        try put(box(map, fill: background), sink)
        if !hasBearings { try put(graticule, sink) }
        let land = areas.named.filter { !$0.isFaint }.flatMap(\.rings)
        try writeAreas(areas.named.filter(\.isFaint).flatMap(\.rings), fill: theme.faint, stroke: true, sink)
        try writeAreas(land, fill: theme.land, stroke: ground.layers.isEmpty, sink)
        try writeGround(sink)
        if !ground.layers.isEmpty { try writeAreas(land, fill: "none", stroke: true, sink) }
        try writeLandmarks(sink)
        try writeSurroundings(sink)
        try writeDots(sink)
        try put("</g>", sink)
        try writeNames(sink)
        try put(hasBearings ? "" : graticuleLabels, sink)
        try put(box(map, stroke: theme.border), sink)
        try put(heading + legend + scale + north + notes + "</svg>", sink)
    }

    private func put(_ text: String, _ sink: ByteSink) throws {
        guard !text.isEmpty else { return }
        sink.bytes.append(contentsOf: text.utf8)
        sink.bytes.append(UInt8(ascii: "\n"))
        try sink.flushIfFull()
    }

    // MARK: The map

    private var opening: String {
        let size = "\(n(layout.width)) \(n(height))"
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" \
            width="\(n(layout.width))" height="\(n(height))" viewBox="0 0 \(size)" role="img" \
            font-family="\(SVGText.fonts)">
            <title>\(SVGText.escaped(captions.title))</title>
            <desc>\(SVGText.escaped(([captions.subtitle] + captions.notes).joined(separator: ". ")))</desc>
            <defs>
            <clipPath id="map">\(box(map))</clipPath>
            \(kinds.map(symbol).joined(separator: "\n"))
            </defs>
            <rect width="100%" height="100%" fill="\(theme.page)"/>
            """
    }

    private var height: Double {
        frame.top + frame.height + layout.sourcesDrop + Double(max(noteLines.count - 1, 0)) * layout.sourceStep
            + layout.margin * 0.7
    }

    /// The background color of the map. Without outlines and without a land layer, the background is land.
    private var background: String {
        ground.hasLand ? theme.water : areas.named.isEmpty ? theme.land : theme.around
    }

    /// Whether readers can see where the map is even without a graticule.
    private var hasBearings: Bool { areas.canBeSeen || ground.canBeSeen }

    private func writeAreas(
        _ areas: [[[PlotPoint]]], fill: String, stroke hasBorder: Bool, _ sink: ByteSink
    ) throws {
        guard areas.contains(where: { !$0.isEmpty }) else { return }
        // If no borders are drawn, a thin line in the fill color closes the gaps between neighboring areas.
        let (color, width) = hasBorder ? (theme.border, 1.2 * layout.unit) : (fill, 0.5)
        try put(
            "<g fill=\"\(fill)\" stroke=\"\(color)\" stroke-width=\"\(n(width))\" stroke-linejoin=\"round\" fill-rule=\"evenodd\">",
            sink)
        for rings in areas where !rings.isEmpty { try put("<path d=\"\(rings.map { path($0) }.joined())\"/>", sink) }
        try put("</g>", sink)
    }

    private func writeGround(_ sink: ByteSink) throws {
        for layer in ground.layers {
            let color = theme.color(of: layer.role)
            if !layer.areas.isEmpty {
                try put(
                    "<path fill=\"\(color)\" stroke=\"\(color)\" stroke-width=\"\(n(0.8 * layout.unit))\" d=\"", sink)
                for rings in layer.areas { try put(rings.map { path($0) }.joined(), sink) }
                try put("\"/>", sink)
            }
            guard !layer.lines.isEmpty else { continue }
            let width = (layer.role == .rail ? 2.2 : 1.8) * layout.unit
            let look = "fill=\"none\" stroke-linejoin=\"round\""
            let lines = layer.lines.map { path($0, isClosed: false) }
            try put(
                "<path \(look) stroke=\"\(color)\" stroke-width=\"\(n(width))\" stroke-linecap=\"round\" d=\"", sink)
            for line in lines { try put(line, sink) }
            try put("\"/>", sink)
            guard layer.role == .rail else { continue }
            let dash = n(6 * layout.unit)
            try put(
                "<path \(look) stroke=\"\(theme.land)\" stroke-width=\"\(n(layout.unit))\" stroke-dasharray=\"\(dash) \(dash)\" d=\"",
                sink)
            for line in lines { try put(line, sink) }
            try put("\"/>", sink)
        }
    }

    /// Returns a line through the points. A point less than half a pixel from the point before it is left out.
    private func path(_ ring: [PlotPoint], isClosed: Bool = true) -> String {
        var text = ""
        var last: PlotPoint?
        for point in ring {
            if let last, abs(point.x - last.x) + abs(point.y - last.y) < 0.5 { continue }
            text += "\(last == nil ? "M" : "L")\(n(point.x)) \(n(point.y))"
            last = point
        }
        return isClosed ? text + "Z" : text
    }

    /// The kinds in the picture: those of the bookstore feed, and other kinds that have dots.
    private var kinds: [Kind] { Kind.inOrder(Kind.bookstoreKinds + Array(dots.counts.keys)) }

    /// The kinds in the order of drawing; later ones are drawn on top.
    private var drawingOrder: [Kind] { [.new, .other] + kinds.filter { !$0.isUsual } + [.used] }

    private func writeDots(_ sink: ByteSink) throws {
        for kind in drawingOrder where dots.counts[kind, default: 0] > 0 {
            if dots.isDense {
                try writeCells(of: kind, sink)
            } else {
                try put("<g>", sink)
                for dot in dots.singles where dot.kind == kind {
                    let name = SVGText.escaped(DisplayText.truncated(dot.name, columns: 80))
                    let place = "x=\"\(n(dot.point.x))\" y=\"\(n(dot.point.y))\""
                    try put("<use xlink:href=\"#\(kind.rawValue)\" \(place)><title>\(name)</title></use>", sink)
                }
                try put("</g>", sink)
            }
        }
    }

    /// Writes all squares of a kind as one path of segments of almost no length, whose line ends become dots.
    private func writeCells(of kind: Kind, _ sink: ByteSink) throws {
        guard let cells = dots.cells[kind] else { return }
        // If there are many squares, they touch. With a wide pen, the kind drawn last would cover the others.
        let isCrowded = dots.cells.values.reduce(0) { $0 + $1.count } > 20 * PlotDots.maximumSingle
        let pen = isCrowded ? max(cells.side, 1) : max(2 * layout.dotRadius(count: dots.drawn), cells.side)
        let shape = shape(of: kind)
        let cap = shape == .disc ? "round" : "square"
        try put(
            "<path fill=\"none\" stroke=\"\(theme.color(ofLook: plot.words.look(of: kind)))\" stroke-width=\"\(n(pen))\" stroke-linecap=\"\(cap)\" d=\"",
            sink)
        let stroke = shape == .diamond ? "l.01.01" : "h.01"
        try cells.forEach { middle in
            try put("M\(n(frame.left + middle.x)) \(n(frame.top + middle.y))\(stroke)", sink)
        }
        try put("\"/>", sink)
    }

    private enum Shape { case disc, diamond, square }

    /// Returns the shape of a kind, so that readers can tell new, used and other books apart without colors.
    private func shape(of kind: Kind) -> Shape {
        switch plot.words.look(of: kind) {
        case 0, 3, 6: .disc
        case 1, 4: .diamond
        default: .square
        }
    }

    private func symbol(_ kind: Kind) -> String {
        let radius = layout.dotRadius(count: dots.isDense ? 0 : dots.drawn)
        let look =
            "id=\"\(kind.rawValue)\" fill=\"\(theme.color(ofLook: plot.words.look(of: kind)))\" stroke=\"\(theme.land)\" stroke-width=\"\(n(0.8 * layout.unit))\""
        switch shape(of: kind) {
        case .disc: return "<circle \(look) r=\"\(n(radius))\"/>"
        case .diamond:
            let reach = n(radius * 1.3)
            return "<path \(look) d=\"M0 -\(reach)L\(reach) 0L0 \(reach)L-\(reach) 0Z\"/>"
        case .square:
            let half = radius * 0.9
            return
                "<rect \(look) x=\"\(n(-half))\" y=\"\(n(-half))\" width=\"\(n(2 * half))\" height=\"\(n(2 * half))\"/>"
        }
    }

    private func writeNames(_ sink: ByteSink) throws {
        // The middle of a line of text is about a third of the letter size above its baseline.
        for label in names.districts {
            let place = PlotPoint(x: label.middle.x, y: label.middle.y + label.size * 0.36)
            try put(haloed(label.text, at: place, size: label.size, color: theme.label, halo: theme.land), sink)
        }
        let size = layout.landmarkSize
        for name in names.landmarks {
            let place = PlotPoint(x: name.middle.x, y: name.middle.y + size * 0.36)
            try put(haloed(name.text, at: place, size: size, color: theme.soft, halo: theme.land), sink)
        }
    }

    private func writeLandmarks(_ sink: ByteSink) throws {
        guard !names.rings.isEmpty else { return }
        let look = "fill=\"\(theme.land)\" stroke=\"\(theme.soft)\" stroke-width=\"\(n(layout.unit))\""
        try put("<g \(look) stroke-opacity=\"0.75\">", sink)
        for point in names.rings {
            try put("<circle cx=\"\(n(point.x))\" cy=\"\(n(point.y))\" r=\"\(n(layout.landmarkRadius))\"/>", sink)
        }
        try put("</g>", sink)
    }

    /// Writes a veil over everything outside the part, and the part's edge.
    private func writeSurroundings(_ sink: ByteSink) throws {
        let rings = frame.rings(of: plot.part?.ring ?? [])
        guard !rings.isEmpty else { return }
        let hole = rings.map { path($0) }.joined()
        let outside = "M\(n(map.left)) \(n(map.top))H\(n(map.right))V\(n(map.bottom))H\(n(map.left))Z"
        try put(
            "<path fill=\"\(background)\" fill-opacity=\"0.65\" fill-rule=\"evenodd\" d=\"\(outside)\(hole)\"/>", sink)
        try put(
            "<path fill=\"none\" stroke=\"\(theme.label)\" stroke-width=\"\(n(1.2 * layout.unit))\" d=\"\(hole)\"/>",
            sink)
    }

    // MARK: The graticule

    private var graticule: String {
        let lines = PlotGraticule(of: frame)
        let meridians = lines.meridians.map { "M\(n($0.place)) \(n(map.top))V\(n(map.bottom))" }
        let parallels = lines.parallels.map { "M\(n(map.left)) \(n($0.place))H\(n(map.right))" }
        return
            "<path fill=\"none\" stroke=\"\(theme.grid)\" stroke-width=\"\(n(layout.unit))\" d=\"\((meridians + parallels).joined())\"/>"
    }

    private var graticuleLabels: String {
        let lines = PlotGraticule(of: frame)
        let size = layout.gridSize
        let meridians = lines.meridians.compactMap { line -> String? in
            let width = SVGText.width(line.label, size: size)
            // The labels of the parallels have priority in the corner.
            guard line.place - width / 2 > map.left + 7 * size, line.place + width / 2 < map.right else { return nil }
            let place = PlotPoint(x: line.place, y: map.bottom - 0.6 * size)
            return haloed(line.label, at: place, size: size, color: theme.soft, halo: background)
        }
        let parallels = lines.parallels.compactMap { line -> String? in
            guard line.place > map.top + size, line.place < map.bottom - size else { return nil }
            let place = PlotPoint(
                x: map.left + 0.6 * size + SVGText.width(line.label, size: size) / 2, y: line.place + 0.36 * size)
            return haloed(line.label, at: place, size: size, color: theme.soft, halo: background)
        }
        return (meridians + parallels).joined(separator: "\n")
    }

    // MARK: Around the map

    private var heading: String {
        let titleSize = min(
            layout.titleSize, layout.titleSize * frame.width / SVGText.width(captions.title, size: layout.titleSize))
        return text(
            captions.title, at: PlotPoint(x: map.left, y: layout.titleLine), size: titleSize, color: theme.text,
            more: " font-weight=\"700\"")
            + text(
                captions.subtitle, at: PlotPoint(x: map.left, y: layout.subtitleLine), size: layout.subtitleSize,
                color: theme.soft)
    }

    /// The kinds in the legend.
    private var shownKinds: [Kind] { kinds.filter { dots.counts[$0, default: 0] > 0 } }

    private var legend: String {
        var x = map.left + layout.legendSize * 0.4
        var items = ""
        for kind in shownKinds {
            let label = "\(captions.name(of: kind))  \(SVGText.grouped(dots.counts[kind, default: 0]))"
            let y = layout.legendLine
            items += "<use xlink:href=\"#\(kind.rawValue)\" x=\"\(n(x))\" y=\"\(n(y - layout.legendSize * 0.36))\"/>\n"
            items += text(
                label, at: PlotPoint(x: x + layout.legendSize * 0.8, y: y), size: layout.legendSize, color: theme.text)
            x += SVGText.width(label, size: layout.legendSize) + layout.legendSize * 2
        }
        return items
    }

    private var scale: String {
        guard let scale = PlotScale(of: frame, most: frame.width * 0.22) else { return "" }
        let y = map.bottom + layout.scaleDrop
        let tick = 4 * layout.unit
        let bar = "M\(n(map.left)) \(n(y - tick))V\(n(y))h\(n(scale.pixels))V\(n(y - tick))"
        return
            "<path id=\"scale\" fill=\"none\" stroke=\"\(theme.text)\" stroke-width=\"\(n(1.4 * layout.unit))\" d=\"\(bar)\"/>\n"
            + text(
                scale.label, at: PlotPoint(x: map.left + scale.pixels + 8 * layout.unit, y: y),
                size: layout.sourceSize, color: theme.text)
    }

    private var north: String {
        let (x, y, unit) = (map.right - 6 * layout.unit, map.bottom + layout.scaleDrop, layout.unit)
        let arrow =
            "M\(n(x)) \(n(y - 14 * unit))L\(n(x + 5 * unit)) \(n(y))L\(n(x)) \(n(y - 4 * unit))L\(n(x - 5 * unit)) \(n(y))Z"
        let label = Words(en: "N", ko: "북").text(plot.language)
        return "<path fill=\"\(theme.text)\" d=\"\(arrow)\"/>\n"
            + text(
                label, at: PlotPoint(x: x - 9 * unit, y: y), size: layout.sourceSize, color: theme.text,
                more: " text-anchor=\"end\"")
    }

    private var notes: String {
        let top = map.bottom + layout.sourcesDrop
        return noteLines.enumerated().map { index, line in
            text(
                line, at: PlotPoint(x: map.left, y: top + Double(index) * layout.sourceStep), size: layout.sourceSize,
                color: theme.soft)
        }.joined()
    }

    // MARK: Pieces of SVG

    private func n(_ pixels: Double) -> String { SVGText.number(pixels) }

    private func box(_ box: PlotBox, fill: String = "none", stroke: String? = nil) -> String {
        let look = stroke.map { " stroke=\"\($0)\" stroke-width=\"\(n(layout.unit))\"" } ?? ""
        return "<rect x=\"\(n(box.left))\" y=\"\(n(box.top))\" width=\"\(n(box.right - box.left))\" "
            + "height=\"\(n(box.bottom - box.top))\" fill=\"\(fill)\"\(look)/>"
    }

    private func text(
        _ text: String, at place: PlotPoint, size: Double, color: String, more: String = ""
    ) -> String {
        "<text x=\"\(n(place.x))\" y=\"\(n(place.y))\" font-size=\"\(n(size))\" fill=\"\(color)\"\(more)>\(SVGText.escaped(text))</text>\n"
    }

    /// Text centered at a position, with a rim in the background color, so that it is readable over dots and lines.
    private func haloed(_ words: String, at place: PlotPoint, size: Double, color: String, halo: String) -> String {
        let middle = " text-anchor=\"middle\""
        let rim =
            "\(middle) stroke=\"\(halo)\" stroke-width=\"\(n(size * 0.28))\" stroke-linejoin=\"round\" stroke-opacity=\"0.85\""
        return text(words, at: place, size: size, color: halo, more: rim)
            + text(words, at: place, size: size, color: color, more: middle)
    }
}
