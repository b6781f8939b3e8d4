internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The features of a file that are one district: an island may be a feature of its own.
///
/// Features of one name are several districts if they are in different provinces, or if their codes differ and they do
/// not touch. A province is stated by a property, or by the position of a name that several provinces have.
struct DistrictParts {
    private(set) var name: String
    private var features: [AreaFeature]
    /// The province of the features; nil if nothing tells.
    private var province: Province?
    /// The codes of the features: one, or those of a city's districts; none if no property is a code.
    private var codes: Set<String>
    /// Whether some features don't touch the others, and nothing but the name says that they are one district.
    private(set) var isScattered = false

    /// The time to compare features grows with the square of their number. No district has more features.
    private static let maximumCompared = 2000

    /// Creates a district of one feature.
    ///
    /// - Parameter isAlone: whether no other feature has the name, so that nothing has to tell them apart.
    private init(_ name: String, _ feature: AreaFeature, isAlone: Bool) {
        (self.name, features) = (name, [feature])
        province = isAlone ? nil : Self.province(of: feature, DistrictName(name))
        codes = []
        if !isAlone, let code = Self.code(of: feature) { codes.insert(code.district) }
    }

    /// Returns the districts that the features of one name form.
    static func districts(_ name: String, _ features: [AreaFeature]) -> [DistrictParts] {
        guard features.count > 1 else { return features.map { DistrictParts(name, $0, isAlone: true) } }
        // The name may be that of a whole province.
        let isComplete = DistrictName(name).province != nil
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
                guard new.isSame(as: known) else { return false }
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

    private func isSame(as other: DistrictParts) -> Bool {
        if let province, let theirs = other.province, !province.isSame(as: theirs) { return false }
        if !codes.isDisjoint(with: other.codes) { return true }
        if codes.isEmpty, other.codes.isEmpty, province != nil, other.province != nil { return true }
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
        let coded = districts.map { $0.features.lazy.compactMap { code(of: $0) }.first?.province }
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
        guard name.isShared else { return name.provinces.flatMap(Province.init(names:)) ?? code(of: feature)?.province }
        let inside = feature.area.innerPosition
        return name.around(longitude: inside.longitude, latitude: inside.latitude).province
            ?? code(of: feature)?.province
    }

    /// The code of the feature's district, which is the first five digits of a code such as SIG_CD, adm_cd or EMD_CD, and
    /// the province that it states. Codes of seven digits are those of Statistics Korea, which have other provinces.
    private static func code(of feature: AreaFeature) -> (district: String, province: Province?)? {
        for property in feature.properties {
            var key = property.name.lowercased()
            while key.last?.isNumber ?? false { key.removeLast() }
            guard ["cd", "code", "_c", "sgg"].contains(where: key.hasSuffix),
                !["zip", "post"].contains(where: key.hasPrefix)
            else { continue }
            let text: String
            switch property.value {
            case .string(let value), .number(let value): text = value
            default: continue
            }
            guard text.utf8.count >= 5, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { continue }
            return (String(text.prefix(5)), text.utf8.count == 7 ? nil : Province(code: text.prefix(2)))
        }
        return nil
    }
}
