internal import GeocliSearch

/// A city, county or district in a file, with its province.
struct AddressArea: Equatable, Sendable {
    /// The number of the area in the database.
    let id: Int64
    /// The province's full name, as the file has it.
    let region: String
    /// The name of the district, such as 마포구 or 안양시 동안구; empty for Sejong, which has none.
    let district: String
    /// The month of the file, such as 2606.
    let month: String

    /// The words of `district`.
    let parts: [String]
    /// The short names of the area's province; its full name if no short name is known.
    let province: Set<String>

    init(id: Int64, region: String, district: String, month: String) {
        (self.id, self.region, self.district, self.month) = (id, region, district, month)
        parts = district.split(separator: " ").map(String.init)
        province = Province(region)?.names ?? [region]
    }

    /// Whether both are the same district, for example before and after a merger of provinces.
    func isSame(as other: AddressArea) -> Bool {
        district == other.district && !province.isDisjoint(with: other.province)
    }
}

/// What the words before a road say about the province and the district.
struct RegionWords {
    /// The short names of the province; nil if no word names one.
    let province: Set<String>?
    /// The words other than the province.
    let words: [String]

    /// Reads the words before a road.
    ///
    /// - Parameter district: the district that the row states. It is used if the address itself names none.
    init(_ region: [String], district: String?) {
        let stated = Self.province(region.filter { $0 != "," })
        let column = Self.province(district?.split(whereSeparator: \.isWhitespace).map(String.init) ?? [])
        province = stated.province ?? column.province
        words = stated.words.first.map(Self.isDistrict) ?? false ? stated.words : column.words + stated.words
    }

    private static func province(_ words: [String]) -> (province: Set<String>?, words: [String]) {
        guard let first = words.first else { return (nil, []) }
        // 광주시 before a district is the metropolitan city. Alone it is the city in Gyeonggi.
        if first == "광주시", words.count > 1, words[1].hasSuffix("구") { return (["광주"], Array(words.dropFirst())) }
        guard let province = Province(first) else { return (nil, words) }
        return (province.names, Array(words.dropFirst()))
    }

    private static func isDistrict(_ word: String) -> Bool {
        word.hasSuffix("구") || word.hasSuffix("시") || word.hasSuffix("군")
    }

    /// Whether the words name any district.
    var namesDistrict: Bool { words.first.map(Self.isDistrict) ?? false || province == ["세종"] }

    /// Whether the words mean this area: they name the district in full, and name no other province.
    func mean(_ area: AddressArea) -> Bool {
        if let province, province.isDisjoint(with: area.province) { return false }
        let parts = area.parts
        if parts.isEmpty { return province != nil && !words.contains(where: Self.isDistrict) }
        guard words.starts(with: parts) else { return false }
        // 성남시 분당구 does not mean 성남시.
        return !words.dropFirst(parts.count).contains(where: Self.isDistrict)
    }
}
