internal import GeocliGeo
public import GeocliPlaces
internal import GeocliSearch
public import GeocliText

/// A GeoJSON file of districts, read into memory as a whole.
public struct DistrictFile {
    /// The districts, ordered by name. Features with the same name form one district, except for the districts of
    /// several provinces or with several codes, which have these in their names: 서울 중구, 부산 중구.
    public let outlines: [DistrictOutline]
    /// The names of the districts whose features don't touch, and of which nothing tells whether they are one district.
    public let scattered: [String]
    /// The property that names the districts.
    public let nameKey: String
    /// The license that the file states as text, in `license` or `licence`.
    public let license: String?
    /// The title that the file states as text, in `title` or `name`.
    public let title: String?
    /// SHA-256 of the file.
    public let sha256: String

    /// Members of a FeatureCollection that state its license; the first one whose value is text is used.
    private static let licenseMembers = ["license", "licence"]
    private static let titleMembers = ["title", "name"]

    /// Reads the districts of `source`.
    ///
    /// - Parameter key: the property that names the districts; nil for the first property whose value is the name of a
    ///   district of Seoul in every Feature.
    /// - Throws: `PolygonFileError`; read errors.
    public init(_ source: ByteSource, nameKey key: String? = nil) throws {
        var file = PolygonFile(source)
        var features: [AreaFeature] = []
        while let feature = try file.next() { features.append(feature) }
        nameKey = try key ?? Self.nameKey(of: features, in: source.name)
        let districts = try Self.parts(features, nameKey, in: source.name)
            .flatMap { DistrictParts.districts($0.name, $0.parts) }
        outlines = try DistrictParts.outlines(districts)
        scattered = districts.filter(\.isScattered).map(\.name)
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
