internal import GeocliGeo
package import GeocliPlaces
internal import GeocliText

/// The base map under the outlines in the form that the page draws, in at most `maximumBytes`.
package struct PageBaseMap: Sendable {
    /// Maximum size of the base map in a page, in bytes.
    package static let maximumBytes = 150_000
    /// The lowest zoom for which lines are simplified. Then the smallest features are left out.
    private static let coarsest = 7.0

    /// The layers, the lowest first; each shows at least one feature.
    package let layers: [BaseLayer]
    /// The zoom for which the lines are simplified to half a pixel, below `BaseLayer.zoom` if `maximumBytes` require
    /// it.
    package private(set) var zoom = BaseLayer.zoom
    /// The number of features left out, smallest first, because the lowest zoom was still too large.
    package private(set) var droppedCount = 0
    let json: [UInt8]

    /// Reads the part of a catalog's base map near the outlines of districts or, without them, near the places that
    /// `filter` admits.
    ///
    /// - Throws: `CatalogError(.corrupt)` for a damaged base map.
    /// - Complexity: O(v log v), v positions.
    package init(of catalog: some PlaceArchive, _ filter: PlaceFilter) throws {
        let all = try catalog.baseLayers()
        let area = all.isEmpty ? nil : try Self.area(of: catalog, filter)
        self.init(all, within: area)
    }

    /// Takes the areas and lines of `layers` that meet `area`; nil takes all of them.
    init(_ layers: [BaseLayer], within area: BoundingBox? = nil, maximumBytes: Int = maximumBytes) {
        let near = layers.compactMap { Self.layer($0) { $0.filtered { line in area?.meets(line) ?? true } } }
        var (zoom, dropped) = (BaseLayer.zoom, 0)
        var shown = near
        var json = Self.json(shown)
        while json.count > maximumBytes, zoom > Self.coarsest {
            zoom -= 0.25
            shown = near.compactMap { Self.layer($0) { $0.simplified(zoom: zoom) } }
            json = Self.json(shown)
        }
        while json.count > maximumBytes {
            let before = shown.reduce(0) { $0 + $1.features.count }
            shown = Self.withoutSmallest(shown, keeping: Double(maximumBytes) / Double(json.count) * 0.95)
            dropped += before - shown.reduce(0) { $0 + $1.features.count }
            json = Self.json(shown)
        }
        (self.layers, self.json, self.zoom, droppedCount) = (shown, json, zoom, dropped)
    }

    /// The box around the districts, or else the places, extended on each side by its own size, but by at least 0.1°.
    private static func area(of catalog: some PlaceArchive, _ filter: PlaceFilter) throws -> BoundingBox? {
        var extent = PlotExtent()
        for outline in try catalog.districtOutlines() {
            for ring in outline.area.polygons.flatMap(\.rings) { ring.forEach { extent.add($0) } }
        }
        if extent.box == nil {
            try extent.addPlaces(of: catalog, filter)
        }
        return extent.box?.padded(by: 1, atLeast: 0.1)
    }

    /// Returns a layer with changed shapes; nil if no shape is left.
    private static func layer(_ layer: BaseLayer, _ change: (DrawnShape) -> DrawnShape) -> BaseLayer? {
        let features = layer.features.compactMap { feature -> BaseFeature? in
            let shape = change(feature.shape)
            guard !shape.isEmpty else { return nil }
            return BaseFeature(name: feature.name, englishName: feature.englishName, shape: shape)
        }
        return features.isEmpty ? nil : BaseLayer(role: layer.role, source: layer.source, features: features)
    }

    /// Returns the layers without their smallest features, so that about `share` of the positions stay.
    private static func withoutSmallest(_ layers: [BaseLayer], keeping share: Double) -> [BaseLayer] {
        let sizes = layers.flatMap { layer in
            layer.features.map { (size: $0.shape.extent, points: $0.shape.pointCount) }
        }
        let room = Int(Double(sizes.reduce(0) { $0 + $1.points }) * share)
        var points = 0
        var least = Int.max
        for entry in sizes.sorted(by: { $0.size > $1.size }) {
            points += entry.points
            guard points <= room else { break }
            least = entry.size
        }
        return layers.compactMap { layer in
            let features = layer.features.filter { $0.shape.extent >= least }
            return features.isEmpty ? nil : BaseLayer(role: layer.role, source: layer.source, features: features)
        }
    }

    // MARK: JSON

    /// A layer has a role, a title, a license, and all its areas and lines together. Water also has names: `[name,
    /// English name or null, [first area, areas], [first line, lines]]`.
    private static func json(_ layers: [BaseLayer]) -> [UInt8] {
        var json = JSONWriter()
        json.beginArray()
        for layer in layers {
            json.beginObject()
            json.name("role")
            json.string(layer.role.rawValue)
            layer.source.writeMembers(to: &json)
            DrawnShape(all: layer.features.map(\.shape)).writeMembers(to: &json)
            if layer.role == .water { writeNames(of: layer.features, to: &json) }
            json.endObject()
        }
        json.endArray()
        return json.bytes
    }

    private static func writeNames(of features: [BaseFeature], to json: inout JSONWriter) {
        json.name("names")
        json.beginArray()
        var (area, line) = (0, 0)
        for feature in features {
            let (areas, lines) = (feature.shape.areas.count, feature.shape.lines.count)
            if let name = feature.name {
                json.beginArray()
                json.string(shown(name))
                json.string(feature.englishName.map(shown))
                for pair in [(area, areas), (line, lines)] {
                    json.beginArray()
                    json.integer(Int64(pair.0))
                    json.integer(Int64(pair.1))
                    json.endArray()
                }
                json.endArray()
            }
            (area, line) = (area + areas, line + lines)
        }
        json.endArray()
    }

    private static func shown(_ name: String) -> String {
        DisplayText.truncated(DisplayText.singleLine(name), columns: 40)
    }
}

extension OutlineSource {
    /// Writes the title and the license, and both in Korean if the source has them.
    func writeMembers(to json: inout JSONWriter) {
        let members: [(String, String?)] = [
            ("title", title), ("license", license), ("title_ko", koreanTitle), ("license_ko", koreanLicense),
        ]
        for (name, text) in members {
            guard let text else { continue }
            json.name(name)
            json.string(DisplayText.singleLine(text))
        }
    }
}

extension DrawnShape {
    /// The longer side of the box around the shape's largest line or ring, in units of the grid.
    fileprivate var extent: Int {
        (areas.map { $0[0] } + lines).compactMap(\.box).map { max($0.east - $0.west, $0.north - $0.south) }.max() ?? 0
    }
}

extension BoundingBox {
    fileprivate func meets(_ line: GridLine) -> Bool {
        guard let box = line.box else { return false }
        let units = GridPoint.unitsPerDegree
        guard Double(box.south) <= north * units, Double(box.north) >= south * units else { return false }
        return partsWithoutCrossing.contains { part in
            (-1...1).contains { turn in
                let shift = 360 * units * Double(turn)
                return Double(box.west) + shift <= part.east * units && Double(box.east) + shift >= part.west * units
            }
        }
    }
}
