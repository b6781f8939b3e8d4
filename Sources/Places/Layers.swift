package import GeocliGeo
package import GeocliSearch
package import GeocliText

/// What a layer of the catalog shows: a part of the base map, or the outlines of districts, which are drawn above it.
package enum LayerRole: RawRepresentable, Sendable, Hashable, CaseIterable {
    case base(BaseRole)
    case districts

    /// All roles, in the order of drawing.
    package static let allCases = BaseRole.allCases.map(LayerRole.base) + [.districts]

    package init?(rawValue: String) {
        guard let role = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = role
    }

    /// The word for the role in options and rows.
    package var rawValue: String {
        switch self {
        case .base(let role): role.rawValue
        case .districts: "districts"
        }
    }

    package var words: Words {
        switch self {
        case .base(let role): role.words
        case .districts: Words(en: "Districts", ko: "자치구 경계")
        }
    }
}

/// What a layer of the base map shows. The cases are in the order of drawing, the lowest layer first.
package enum BaseRole: String, Sendable, CaseIterable {
    case land
    case park
    case water
    case road
    case rail

    package var words: Words {
        switch self {
        case .land: Words(en: "Land", ko: "육지")
        case .park: Words(en: "Parks", ko: "공원")
        case .water: Words(en: "Water", ko: "물")
        case .road: Words(en: "Roads", ko: "도로")
        case .rail: Words(en: "Railways", ko: "철도")
        }
    }
}

/// A layer of the base map: all features of one kind, such as water, parks or railways, from one file.
package struct BaseLayer: Sendable, Equatable {
    package let role: BaseRole
    package let source: OutlineSource
    /// The features to draw, in the order of the file.
    package let features: [BaseFeature]

    /// The zoom for which an import simplifies lines (`GridLine.simplified`).
    package static let zoom = 14.0

    package init(role: BaseRole, source: OutlineSource, features: [BaseFeature]) {
        self.role = role
        self.source = source
        self.features = features
    }

    package var pointCount: Int { features.reduce(0) { $0 + $1.shape.pointCount } }
}

/// A feature of the base map, such as a river, a park or a railway.
package struct BaseFeature: Sendable, Equatable {
    /// Its name in the language of the country; nil if it has none.
    package let name: String?
    package let englishName: String?
    package let shape: DrawnShape

    package init(name: String?, englishName: String? = nil, shape: DrawnShape) {
        self.name = name
        self.englishName = englishName
        self.shape = shape
    }
}

package struct LayerSummary: Sendable, Equatable {
    package let role: LayerRole
    package let source: OutlineSource
    package let featureCount: Int
    /// The size of the features' text in bytes.
    package let byteCount: Int

    package init(role: LayerRole, source: OutlineSource, featureCount: Int, byteCount: Int) {
        self.role = role
        self.source = source
        self.featureCount = featureCount
        self.byteCount = byteCount
    }
}

/// The source of an imported file. The file contains the outlines of districts or a layer of the base map.
package struct OutlineSource: Sendable, Equatable {
    package let title: String
    package let license: String
    /// SHA-256 of the file, 64 lower-case hexadecimal digits.
    package let sha256: String
    /// The day of the import in Asia/Seoul, `YYYY-MM-DD`.
    package let importedOn: String

    package init(title: String, license: String, sha256: String, importedOn: String) {
        self.title = title
        self.license = license
        self.sha256 = sha256
        self.importedOn = importedOn
    }
}

package struct DistrictOutline: Sendable, Equatable {
    /// The district's name, as places state it: `마포구`. Only one outline has this name.
    package let name: String
    package let area: MultiPolygon

    package init(name: String, area: MultiPolygon) {
        self.name = name
        self.area = area
    }

    /// The district that the name means. If several provinces have a district of this name, the position of the outline
    /// decides.
    package var meaning: DistrictName {
        let name = DistrictName(name)
        guard name.isShared else { return name }
        let inside = area.innerPosition
        return name.around(longitude: inside.longitude, latitude: inside.latitude)
    }
}

extension Sequence<DistrictOutline> {
    /// Returns the outlines of the districts that a typed word can mean; one if the word is the name of an outline.
    package func meant(by word: String) -> [DistrictOutline] {
        let wanted = Folding.squeezed(Folding.folded(word))
        if let exact = first(where: { Folding.squeezed(Folding.folded($0.name)) == wanted }), !wanted.isEmpty {
            return [exact]
        }
        let name = DistrictName(word)
        return filter { name.means($0.meaning) }
    }
}

package struct ImportedOutlines: Sendable {
    package let outlines: [DistrictOutline]
    package let source: OutlineSource

    package init(_ outlines: [DistrictOutline], from source: OutlineSource) {
        self.outlines = outlines
        self.source = source
    }
}

/// A place whose point is not in the district that the place states. The point is in another district, or in
/// none.
package struct MisplacedPlace: Sendable, Equatable {
    package let entry: CatalogEntry
    /// The district that contains the point; nil if no district does.
    package let pointDistrict: String?

    package init(
        entry: CatalogEntry, pointDistrict: String?
    ) {
        self.entry = entry
        self.pointDistrict = pointDistrict
    }
}

package struct MisplacedCount: Sendable, Equatable {
    package var located = 0
    package var misplaced = 0
    /// The number of misplaced places that are new in the given run, or whose point or district changed in it.
    package var newlyMisplaced = 0

    package init() {}
}
