internal import GeocliGeo
internal import GeocliPlaces

/// The base map in a picture.
struct PlotGround {
    /// A layer: for each area its rings within the picture, and the visible parts of the lines.
    struct Layer {
        let role: BaseRole
        let areas: [[[PlotPoint]]]
        let lines: [[PlotPoint]]
    }

    /// The layers that are at least partly in the picture, the lowest first.
    let layers: [Layer]
    /// The sources of these layers, each once.
    let sources: [OutlineSource]

    init(_ layers: [BaseLayer], in frame: PlotFrame) {
        var seen: [Layer] = []
        var sources: [OutlineSource] = []
        for layer in layers {
            let shapes = layer.features.map(\.shape)
            let areas = shapes.flatMap(\.areas).map { $0.flatMap(frame.rings) }.filter { !$0.isEmpty }
            let lines = shapes.flatMap(\.lines).flatMap(frame.lines)
            guard !areas.isEmpty || !lines.isEmpty else { continue }
            seen.append(Layer(role: layer.role, areas: areas, lines: lines))
            let isKnown = sources.contains { $0.title == layer.source.title && $0.license == layer.source.license }
            if !isKnown { sources.append(layer.source) }
        }
        (self.layers, self.sources) = (seen, sources)
    }

    /// Whether a layer shows where land is. If not, the background is not drawn as water.
    var hasLand: Bool { layers.contains { $0.role == .land } }
}
