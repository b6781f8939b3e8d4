public import GeocliExport
internal import GeocliGeo
public import GeocliPlaces

extension Plot {
    /// Writes the plot of the places that `filter` admits.
    ///
    /// Up to 5000 places are drawn one by one, with names that appear under the pointer. If there are more, all
    /// places in one square of half a pixel are drawn as one dot, and the picture has a note about this. The width
    /// of the squares is doubled until at most 200,000 of them have a dot.
    ///
    /// - Parameter onDrawn: called with each place that is drawn.
    /// - Precondition: `width` is in `widths`.
    /// - Complexity: O(n + v), n places, v vertices of outlines. Memory does not grow with n.
    @discardableResult
    public func write(
        _ catalog: some PlaceArchive, _ filter: PlaceFilter, to sink: ByteSink,
        onDrawn: @escaping (CatalogEntry) -> Void = { _ in }
    ) throws -> Summary {
        precondition(Self.widths.contains(width))
        let outlines = try catalog.districtOutlines()
        let layout = PlotLayout(width: width)
        let frame = PlotFrame(
            showing: try box ?? extent(outlines, catalog, filter), left: layout.margin, top: layout.mapTop,
            width: width - 2 * layout.margin)
        let dots = try PlotDots(in: frame, onDrawn: onDrawn) { try catalog.forEachEntry(filter, body: $0) }
        let areas = PlotAreas(outlines, in: frame, language)
        let ground = PlotGround(try catalog.baseLayers(), in: frame)
        // A dense picture has no room for landmarks.
        let landmarks =
            dots.isDense ? DrawnLandmarks([]) : try DrawnLandmarks(of: catalog) { frame.point(of: $0) != nil }
        let captions = PlotCaptions(
            self, dots, outlines: areas.named.isEmpty ? nil : try catalog.outlineSource(), ground: ground,
            landmarks: landmarks)
        let names = PlotNames(of: areas, landmarks, among: dots, in: frame, layout)
        let sheet = PlotSheet(
            plot: self, layout: layout, frame: frame, dots: dots, captions: captions, areas: areas, ground: ground,
            names: names)
        try sheet.write(to: sink)
        return Summary(
            drawn: dots.drawn, withoutPoint: dots.withoutPoint,
            outside: dots.total - dots.drawn - dots.withoutPoint)
    }

    /// Returns the area to show if none is given: the area around the outlines, or else around the places, or else
    /// Seoul.
    private func extent(
        _ outlines: [DistrictOutline], _ catalog: some PlaceArchive, _ filter: PlaceFilter
    ) throws -> BoundingBox {
        var extent = PlotExtent()
        for outline in outlines {
            for ring in outline.area.polygons.flatMap(\.rings) { ring.forEach { extent.add($0) } }
        }
        if let box = extent.box { return box.padded(by: 0.03, atLeast: 0.0001) }
        try catalog.forEachEntry(filter) { entry in
            if let coordinate = entry.coordinate { extent.add(coordinate) }
        }
        if let box = extent.box { return box.padded(by: 0.05, atLeast: 0.005) }
        return BoundingBox(checkedWest: 126.764, south: 37.428, east: 127.184, north: 37.702)
    }
}
