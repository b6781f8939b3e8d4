internal import GeocliGeo
package import GeocliPlaces
internal import GeocliSearch
package import GeocliText

/// A GeoJSON file of districts, read into memory as a whole.
package struct DistrictFile {
    /// The districts, ordered by name. Features with the same name form one district, except for the districts of
    /// several provinces or with several codes, which have these in their names: 서울 중구, 부산 중구.
    package let outlines: [DistrictOutline]
    /// The names of the districts whose features don't touch, and of which nothing tells whether they are one district.
    package let scattered: [String]
    /// The districts that several features became, although no code says that they are one, with their number.
    package let joined: [(name: String, featureCount: Int)]
    package let nameKey: String
    /// The license that the file states as text, in `license` or `licence`.
    package let license: String?
    /// The title that the file states as text, in `title` or `name`.
    package let title: String?
    package let sha256: String

    /// Members of a FeatureCollection that state its license; the first one whose value is text is used.
    private static let licenseMembers = ["license", "licence"]
    private static let titleMembers = ["title", "name"]

    /// Reads the districts of `source`.
    /// - Parameter key: the property that names the districts; nil for the first property whose value is the name of a
    ///   district of Seoul in every Feature.
    /// - Throws: `PolygonFileError`; read errors.
    package init(_ source: ByteSource, nameKey key: String? = nil) throws {
        var file = PolygonFile(source)
        var features: [AreaFeature] = []
        while let feature = try file.next() { features.append(feature) }
        nameKey = try key ?? Self.nameKey(of: features, in: source.name)
        let districts = try Self.parts(features, nameKey, in: source.name)
            .flatMap { DistrictParts.districts($0.name, $0.parts) }
        outlines = try DistrictParts.outlines(districts)
        scattered = districts.filter(\.isScattered).map(\.name)
        joined = districts.filter(\.isJoined).map { ($0.name, $0.featureCount) }
        license = Self.text(Self.licenseMembers, in: file.members)
        title = Self.text(Self.titleMembers, in: file.members)
        sha256 = try file.hexDigest()
    }

    private static func nameKey(of features: [AreaFeature], in name: String) throws -> String {
        let keys = features.first.map { $0.properties.map(\.name) } ?? []
        if let key = keys.first(where: { key in
            features.allSatisfy { $0[key]?.stringValue.flatMap(District.named) != nil }
        }) {
            return key
        }
        var seen: Set<String> = []
        let all = features.flatMap { $0.properties.map(\.name) }.filter { seen.insert($0).inserted }
        throw PolygonFileError(name: name, what: .unknownNames(keys: Array(all.prefix(20))))
    }

    /// Returns the features of each name, ordered by name.
    private static func parts(
        _ features: [AreaFeature], _ key: String, in name: String
    ) throws -> [(name: String, parts: [AreaFeature])] {
        var parts: [String: [AreaFeature]] = [:]
        for feature in features {
            guard let text = feature[key]?.stringValue.map({ HTMLText.plain($0).trimmingBlanks() }), !text.isEmpty
            else {
                throw PolygonFileError(name: name, what: .noName(key: key, feature: feature.number))
            }
            parts[District.named(text)?.name ?? text, default: []].append(feature)
        }
        return parts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func text(_ names: [String], in members: [JSONValue.Member]) -> String? {
        names.lazy.compactMap { name in
            members.last { $0.name == name }?.value.stringValue?.trimmingBlanks()
        }.first { !$0.isEmpty }
    }
}

/// The features of a file that are one district: an island may be a feature of its own. Features of one name are
/// several districts if they are in different provinces, or if their codes differ. Features that touch are nevertheless
/// one district if their codes are those of its parts (`areParts`). A province is stated by a property, or by the position
/// of a name that several provinces have.
struct DistrictParts {
    private(set) var name: String
    private var features: [AreaFeature]
    /// The province of the features; nil if nothing tells.
    private var province: Province?
    /// The codes of the features: one, or those of a city's districts; none if no property is a code.
    private var codes: Set<String>
    /// Whether some features don't touch the others, and nothing but the name says that they are one district.
    private(set) var isScattered = false

    /// Whether several features are the district although neither one code nor the province of a known name says so.
    var isJoined: Bool { features.count > 1 && !isScattered && !isComplete && province == nil && codes.count != 1 }
    var featureCount: Int { features.count }
    /// Whether the name is, or contains, that of a province.
    private var isComplete: Bool { DistrictName(name).province != nil }

    /// The number of codes from which features of one name are the parts of a larger area, such as the counties of a state.
    /// Two districts of one name that touch are a city and the county around it.
    private static let fewestParts = 3

    /// The time to compare features grows with the square of their number. No district has more features.
    private static let maximumCompared = 2000

    /// - Parameter isAlone: whether no other feature has the name, so that nothing has to tell them apart.
    private init(_ name: String, _ feature: AreaFeature, isAlone: Bool) {
        (self.name, features) = (name, [feature])
        province = isAlone ? nil : Self.province(of: feature, DistrictName(name))
        codes = []
        if !isAlone, let code = Self.code(of: feature, named: name) { codes.insert(code.district) }
    }

    static func districts(_ name: String, _ features: [AreaFeature]) -> [DistrictParts] {
        guard features.count > 1 else { return features.map { DistrictParts(name, $0, isAlone: true) } }
        // The name may be that of a whole province.
        let isComplete = DistrictName(name).province != nil
        let areParts = areParts(Set(features.compactMap { code(of: $0, named: name)?.district }))
        guard !isComplete, features.count <= maximumCompared else {
            var district = DistrictParts(name, features[0], isAlone: true)
            district.features = features
            district.isScattered = !isComplete
            return [district]
        }
        var districts: [DistrictParts] = []
        for feature in features {
            var new = DistrictParts(name, feature, isAlone: false)
            districts.removeAll { known in
                guard new.isSame(as: known, areParts: areParts) else { return false }
                new.add(known)
                return true
            }
            districts.append(new)
        }
        join(&districts)
        if districts.count > 1 { tellApart(&districts) }
        return districts
    }

    /// Returns the outline of each district, ordered by name.
    static func outlines(_ districts: [DistrictParts]) throws -> [DistrictOutline] {
        // A file may have 서울 중구 and, elsewhere, a 중구 that is in Seoul.
        try Dictionary(grouping: districts, by: \.name).sorted { $0.key < $1.key }.map { name, districts in
            let areas = districts.flatMap { $0.features.map(\.area) }
            // A single area is used as it is, because building it again takes time.
            let area = areas.count == 1 ? areas[0] : try MultiPolygon(areas.flatMap(\.polygons))
            return DistrictOutline(name: name, area: area)
        }
    }

    private mutating func add(_ other: DistrictParts) {
        features = other.features + features
        codes.formUnion(other.codes)
        province = province ?? other.province
    }

    /// Whether districts with these codes are parts of one, if they touch: the districts of a city have codes that differ
    /// only after the fourth digit.
    private static func areParts(_ codes: Set<String>) -> Bool {
        codes.count >= fewestParts || Set(codes.map { $0.prefix(4) }).count == 1
    }

    private func isSame(as other: DistrictParts, areParts: Bool) -> Bool {
        if let province, let theirs = other.province, !province.isSame(as: theirs) { return false }
        if !codes.isDisjoint(with: other.codes) { return true }
        if codes.isEmpty, other.codes.isEmpty, province != nil, other.province != nil { return true }
        if !codes.isEmpty, !other.codes.isEmpty, !areParts { return false }
        return features.contains { one in other.features.contains { one.area.touches($0.area) } }
    }

    /// Joins the districts of which neither a province nor a code tells whether they are one.
    private static func join(_ districts: inout [DistrictParts]) {
        let isOpen: (DistrictParts) -> Bool = { $0.province == nil && $0.codes.isEmpty }
        let open = districts.filter(isOpen)
        guard open.count > 1, var joined = open.first else { return }
        for next in open.dropFirst() { joined.features += next.features }
        joined.isScattered = true
        districts.removeAll(where: isOpen)
        districts.append(joined)
    }

    /// Gives each district a name of its own: with its province, or else with its code.
    private static func tellApart(_ districts: inout [DistrictParts]) {
        let placed = districts.map(\.province)
        let coded = districts.map { district in
            district.features.lazy.compactMap { code(of: $0, named: district.name) }.first?.province
        }
        let telling = [placed, coded].first { provinces in
            provinces.allSatisfy { $0?.names.count == 1 } && Set(provinces).count == provinces.count
        }
        for index in districts.indices {
            if let name = telling?[index]?.names.first {
                districts[index].name = "\(name) \(districts[index].name)"
            } else if let code = districts[index].codes.min() {
                districts[index].name += " (\(code))"
            }
        }
    }

    // MARK: Properties

    /// The province that a property states, such as CTP_KOR_NM, or with the name, as in 서울특별시 중구; else that of the
    /// position.
    private static func province(of feature: AreaFeature, _ name: DistrictName) -> Province? {
        for property in feature.properties {
            guard let text = property.value.stringValue, !text.isEmpty else { continue }
            if let province = Province(text.trimmingBlanks()) { return province }
            let full = DistrictName(text)
            if let province = full.province, name.means(full) { return province }
        }
        let coded = code(of: feature, named: name.text)?.province
        guard name.isShared else { return name.provinces.flatMap(Province.init(names:)) ?? coded }
        let inside = feature.area.innerPosition
        return name.around(longitude: inside.longitude, latitude: inside.latitude).province ?? coded
    }

    /// The code of the feature's district, and the province that it states. The code is the first five digits of a code
    /// such as SIG_CD, adm_cd, EMD_CD or GEOID; if there is none, the longest other code, such as `USA.26.1_1` (GID_2),
    /// E06000001 or US-MO. Only codes of Korean districts state a province, and not those of Statistics Korea, which have
    /// seven digits.
    private static func code(of feature: AreaFeature, named name: String) -> (district: String, province: Province?)? {
        var other = ""
        for property in feature.properties {
            var key = property.name.lowercased()
            while key.last?.isNumber ?? false { key.removeLast() }
            guard
                ["cd", "code", "_c", "sgg", "geoid", "geo_id", "fips"].contains(where: key.hasSuffix)
                    || ["gid_", "hasc", "iso"].contains(where: key.hasPrefix),
                !["zip", "post"].contains(where: key.hasPrefix)
            else { continue }
            let text: String
            switch property.value {
            case .string(let value), .number(let value): text = value
            default: continue
            }
            guard text.utf8.count >= 5 else { continue }
            guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
                if text.utf8.count > other.utf8.count, isCode(text) { other = text }
                continue
            }
            let isKorean = text.utf8.count != 7 && name.unicodeScalars.contains(where: Hangul.isSyllable)
            return (String(text.prefix(5)), isKorean ? Province(code: text.prefix(2)) : nil)
        }
        return other.isEmpty ? nil : (other, nil)
    }

    /// Whether a text is a code with letters: it has a digit or a sign between its parts, and no blank.
    private static func isCode(_ text: String) -> Bool {
        text.utf8.count <= 40 && text.contains { $0.isNumber || "-._".contains($0) }
            && text.allSatisfy { $0.isASCII && !$0.isWhitespace }
    }
}

package struct DistrictSummary: Sendable, Equatable {
    package let outline: DistrictOutline
    /// The district's name in Latin letters; nil for a district outside Seoul.
    package let romanized: String?
    /// The number of listed places that state this district.
    package let statedCount: Int
    /// The number of listed places whose point is in the outline, edges included.
    package let insideCount: Int
}

extension PlaceArchive {
    /// Returns the districts that have an outline, ordered by name.
    /// - Complexity: O(n), n places.
    package func districtSummaries() throws -> [DistrictSummary] {
        let stated = try statedCounts()
        return try districtOutlines().map { outline in
            let meaning = outline.meaning
            return DistrictSummary(
                outline: outline, romanized: outline.englishName ?? meaning.romanized,
                statedCount: try count(meaning, stated),
                insideCount: try ids(in: outline.area, PlaceFilter()).count)
        }
    }

    private func count(_ district: DistrictName, _ stated: [String: Int]) throws -> Int {
        var filter = PlaceFilter()
        guard filter.admit(district, among: Array(stated.keys)) else { return 0 }
        // Of places that state only 중구, some may be in another city.
        guard filter.provinces.isEmpty else {
            var count = 0
            try forEachRow(filter, limit: nil) { _ in count += 1 }
            return count
        }
        return filter.districts.reduce(0) { $0 + stated[$1, default: 0] }
    }
}
