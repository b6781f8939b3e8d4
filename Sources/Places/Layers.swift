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

/// The source of an imported file, or of a part of the program's ground. It contains the outlines of districts or a
/// layer of the base map.
package struct OutlineSource: Sendable, Equatable {
    package let title: String
    package let license: String
    /// The same in Korean; nil for an imported file, which has one title.
    package let koreanTitle: String?
    package let koreanLicense: String?
    /// SHA-256 of the file, 64 lower-case hexadecimal digits.
    package let sha256: String
    /// The day of the import in Asia/Seoul, `YYYY-MM-DD`.
    package let importedOn: String

    package init(
        title: String, license: String, korean: (title: String, license: String)? = nil, sha256: String,
        importedOn: String
    ) {
        self.title = title
        self.license = license
        koreanTitle = korean?.title
        koreanLicense = korean?.license
        self.sha256 = sha256
        self.importedOn = importedOn
    }
}

package struct DistrictOutline: Sendable, Equatable {
    /// The district's name, as places state it: `마포구`. Only one outline has this name.
    package let name: String
    package let area: MultiPolygon
    /// The official romanized name, `Mapo-gu`; nil for an imported outline.
    package let englishName: String?
    /// The code of the Ministry of the Interior, `11440`; nil for an imported outline.
    package let code: String?

    package init(name: String, area: MultiPolygon, englishName: String? = nil, code: String? = nil) {
        self.name = name
        self.area = area
        self.englishName = englishName
        self.code = code
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

extension DistrictOutline {
    /// Whether a folded and squeezed text is the romanized name, with or without its province, and the ending for
    /// "district".
    fileprivate func isCalled(_ wanted: String) -> Bool {
        guard let englishName else { return false }
        let parts = englishName.split(separator: ",").map { Folding.squeezed(Folding.folded(String($0))) }
        let name = parts[0]
        let stem = ["gu", "si", "gun"].first { name.hasSuffix($0) && englishName.contains("-\($0)") }
            .map { String(name.dropLast($0.count)) }
        return [name, stem ?? name].contains { one in
            wanted == one || parts.dropFirst().contains { wanted == one + $0 || wanted == $0 + one }
        }
    }
}

extension Sequence<DistrictOutline> {
    /// Returns the outlines of the districts that a typed word can mean; one if the word is the name of an outline.
    package func meant(by word: String) -> [DistrictOutline] {
        let wanted = Folding.squeezed(Folding.folded(word))
        if let exact = first(where: { Folding.squeezed(Folding.folded($0.name)) == wanted || $0.code == word }),
            !wanted.isEmpty
        {
            return [exact]
        }
        let name = DistrictName(word)
        let meant = filter { name.means($0.meaning) }
        return meant.isEmpty && !wanted.isEmpty ? filter { $0.isCalled(wanted) } : meant
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
