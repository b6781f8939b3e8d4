public import GeocliGeo

/// A feature of the base map, such as a river, a park or a railway.
public struct BaseFeature: Sendable, Equatable {
    /// Its name in the language of the country; nil if it has none.
    public let name: String?
    /// Its name in English; nil if it has none.
    public let englishName: String?
    /// Its areas and lines.
    public let shape: DrawnShape

    /// Creates a feature.
    public init(name: String?, englishName: String? = nil, shape: DrawnShape) {
        self.name = name
        self.englishName = englishName
        self.shape = shape
    }
}

/// A layer of the base map: all features of one kind, such as water, parks or railways, from one file.
public struct BaseLayer: Sendable, Equatable {
    /// What the layer shows.
    public let role: BaseRole
    /// The file's title and terms of use.
    public let source: OutlineSource
    /// The features to draw, in the order of the file.
    public let features: [BaseFeature]

    /// The zoom for which an import simplifies lines (`GridLine.simplified`).
    public static let zoom = 14.0

    /// Creates a layer.
    public init(role: BaseRole, source: OutlineSource, features: [BaseFeature]) {
        self.role = role
        self.source = source
        self.features = features
    }

    /// The number of positions in all features.
    public var pointCount: Int { features.reduce(0) { $0 + $1.shape.pointCount } }
}

/// A layer's source and size, as a list shows them.
public struct LayerSummary: Sendable, Equatable {
    /// What the layer shows.
    public let role: LayerRole
    /// The file's title and terms of use.
    public let source: OutlineSource
    /// The number of features.
    public let featureCount: Int
    /// The size of the features' text in bytes.
    public let byteCount: Int

    package init(role: LayerRole, source: OutlineSource, featureCount: Int, byteCount: Int) {
        self.role = role
        self.source = source
        self.featureCount = featureCount
        self.byteCount = byteCount
    }
}
