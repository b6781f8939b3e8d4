internal import GeocliText

/// A district (시, 군, 구) as a text names it: 마포구, 마포, Mapo-gu, 서울특별시마포구, 서울 마포구, 수원시 영통구. The only code that compares
/// two districts. Several cities have a 중구. If a text names no province, an address or a position may tell which one is
/// meant.
package struct DistrictName: Sendable, Hashable {
    /// The province that the text names; nil if it names none.
    package private(set) var province: Province?
    /// The names after the province, such as 마포구, or 수원시 and 영통구; empty if there are none. A district of Seoul has
    /// its Korean name, in whatever spelling the text has it.
    package let words: [String]

    /// The length in bytes after which a text is cut.
    private static let maximumBytes = 256
    private static let maximumAddressBytes = 400

    /// - Complexity: O(length).
    package init(_ text: String) {
        if District.isName(text) {
            self.init(nil, [text])
            return
        }
        var all = Self.words(Self.compatible(text.head(bytes: Self.maximumBytes)))
        var province = Self.takeProvince(&all)
        // English names the province last: Jung-gu, Busan.
        if province == nil, all.count > 1, let last = all.last, last.utf8.first ?? 0x80 < 0x80 {
            province = Province(last)
            if province != nil { all.removeLast() }
        }
        self.init(province, District.named(all.joined(separator: " ")).map { [$0.name] } ?? all.flatMap(Self.parts))
    }

    /// Reads the district with which an address begins; its words are empty if the address names none. The result
    /// contains nothing after the road.
    ///
    /// - Complexity: O(length).
    package init(address: String) {
        var text = Self.compatible(address.head(bytes: Self.maximumAddressBytes))[...]
        // KCISA writes the postcode at the start: (41946) 대구광역시.
        if text.first == "(", let close = text.firstIndex(of: ")") { text = text[text.index(after: close)...] }
        var all = text.split(maxSplits: 4, whereSeparator: \.isWhitespace).prefix(4).map(String.init)
        let province = Self.takeProvince(&all)
        self.init(
            province,
            all.prefix { word in
                Self.hasEnding(word) && word.count >= 2 && word.allSatisfy { $0.isLetter && !$0.isASCII }
            }.flatMap(Self.parts))
    }

    private init(_ province: Province?, _ words: [String]) {
        self.province = province?.with(district: words.first)
        // Sejong is a city without districts.
        self.words = province?.names == ["세종"] && words.first != "세종시" ? ["세종시"] + words : words
    }

    /// The name as people write it: with its province if several provinces have a district of this name.
    package var text: String {
        guard words.count == 1, let sharing = Province.sharing(words[0]), let province,
            let name = province.names.intersection(sharing).min()
        else { return words.isEmpty ? province?.names.min() ?? "" : words.joined(separator: " ") }
        return "\(name) \(words[0])"
    }

    /// The forms of `text` for all provinces that may be meant.
    package var texts: [String] {
        guard isShared, let owners else { return [text] }
        return owners.sorted().map { "\($0) \(words[0])" }
    }

    /// The official romanized name of a district of Seoul; nil for other districts.
    package var romanized: String? {
        guard words.count == 1, provinces?.contains("서울") ?? false else { return nil }
        return District.named(words[0])?.romanized
    }

    /// The provinces that have a district of this name, if geocli knows that: of the districts of Seoul, and of the names
    /// that several provinces have.
    private var owners: Set<String>? {
        guard words.count == 1 else { return nil }
        return Province.sharing(words[0]) ?? (District.isName(words[0]) ? Self.seoul : nil)
    }

    private static let seoul: Set<String> = ["서울"]

    package var isKnown: Bool {
        guard let owners else { return false }
        return province.map { !owners.isDisjoint(with: $0.names) } ?? true
    }

    /// Whether several provinces have a district of this name, and the text does not say which one is meant.
    package var isShared: Bool { province == nil && words.count == 1 && Province.sharing(words[0]) != nil }

    /// The short names of the provinces that may have the district; nil if this is not known.
    package var provinces: Set<String>? { province?.names ?? owners }

    /// Returns the name with the province that an address names, if the name itself leaves the province open.
    package func within(address: @autoclosure () -> String?) -> DistrictName {
        guard isShared, let address = address() else { return self }
        return within(DistrictName(address: address).province)
    }

    package func within(_ province: Province?) -> DistrictName {
        guard isShared, let province, provinces.map({ !$0.isDisjoint(with: province.names) }) ?? false else {
            return self
        }
        var name = self
        name.province = province
        return name
    }

    /// Returns the name with the provinces that may be meant at a position, if the name itself leaves the province open.
    package func around(longitude: Double, latitude: Double) -> DistrictName {
        guard isShared, let provinces else { return self }
        return within(
            Province(names: Province.around(longitude: longitude, latitude: latitude, among: provinces)))
    }

    /// Whether the names can't mean the same district, or one a part of the other. 수원시 영통구 does not differ from 영통구 or
    /// from 수원시. A province alone differs only from districts of other provinces.
    package func differs(from other: DistrictName) -> Bool {
        if let provinces, let others = other.provinces, provinces.isDisjoint(with: others) { return true }
        guard !words.isEmpty, !other.words.isEmpty else { return false }
        let (short, long) = words.count < other.words.count ? (words, other.words) : (other.words, words)
        return !Self.areSame(short, long.prefix(short.count)) && !Self.areSame(short, long.suffix(short.count))
    }

    /// Whether both name a district, and may mean the same one.
    package func isSame(as other: DistrictName) -> Bool {
        !words.isEmpty && words.count == other.words.count && !differs(from: other)
    }

    /// Whether this name, as a person types it, can mean `other`. 영통구 means 수원시 영통구, but 수원시 does not.
    package func means(_ other: DistrictName) -> Bool {
        !words.isEmpty && words.count <= other.words.count && !differs(from: other)
            && Self.areSame(words, other.words.suffix(words.count))
    }

    /// Whether this name, of an outline, covers the whole district `other`.
    package func covers(_ other: DistrictName) -> Bool {
        !words.isEmpty && !differs(from: other)
            && (words.count <= other.words.count || Self.areSame(other.words, words.suffix(other.words.count)))
    }

    /// Returns the name in an address that contradicts this one: a name of the same rank (시, 군 or 구), or the same name
    /// in another province; nil if there is none. 팔달구 contradicts neither 수원시 nor 수원시 팔달구.
    package func contradiction(in address: DistrictName) -> String? {
        guard let rank = words.last?.last, Self.endings.contains(rank) else { return nil }
        if address.words.contains(where: { word in words.contains { Self.isSame($0, word) } }) {
            guard let province, let other = address.province, !province.isSame(as: other) else { return nil }
            return address.text
        }
        return address.words.last { $0.last == rank }
    }

    // MARK: Words

    private static let endings: Set<Character> = ["시", "군", "구"]

    private static func hasEnding(_ word: String) -> Bool { word.last.map(endings.contains) ?? false }

    private static func areSame(_ one: some Collection<String>, _ other: some Collection<String>) -> Bool {
        one.count == other.count && zip(one, other).allSatisfy { isSame($0, $1) }
    }

    /// Whether two words are equal, or one lacks the ending: 해운대 and 해운대구.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        let (short, long) = one.utf8.count < other.utf8.count ? (one, other) : (other, one)
        return short.count >= 2 && long.hasPrefix(short) && long.count == short.count + 1 && hasEnding(long)
            && !hasEnding(short)
    }

    private static func words(_ text: String) -> [String] {
        text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "," }.map { String($0) }
    }

    /// Returns a text in NFKC. Hangul syllables and ASCII are their own normal form.
    private static func compatible(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { $0.isASCII || Hangul.isSyllable($0) }
        return isPlain ? text : Folding.compatible(text)
    }

    /// Removes the province with which the words begin, also if a district follows without a blank.
    private static func takeProvince(_ words: inout [String]) -> Province? {
        guard let first = words.first else { return nil }
        if let province = Province(first) {
            words.removeFirst()
            return province
        }
        // Before a district, 광주시 is the large city. Alone, it is the city in Gyeonggi.
        if first == "광주시", words.count > 1, words[1].hasSuffix("구") {
            words.removeFirst()
            return Province("광주")
        }
        guard hasEnding(first) else { return nil }
        if first.hasPrefix("광주시"), first.hasSuffix("구") {
            words[0] = String(first.dropFirst(3))
            return Province("광주")
        }
        for (name, province) in Province.fullNames where first.hasPrefix(name) && first != name {
            words[0] = String(first.dropFirst(name.count))
            return province
        }
        // After a short name only a known district can follow: 서울마포구, but 부산진구 is one word.
        let rest = String(first.dropFirst(2))
        guard rest.count >= 2, let province = Province(String(first.prefix(2))),
            District.isName(rest) || Province.sharing(rest) != nil
        else { return nil }
        words[0] = rest
        return province
    }

    /// Splits a city and its district that have no blank between them: 수원시장안구.
    private static func parts(_ word: String) -> [String] {
        guard word.hasSuffix("구"), let city = word.firstIndex(of: "시"), city != word.startIndex else { return [word] }
        let rest = word[word.index(after: city)...]
        return rest.count >= 2 ? [String(word[...city]), String(rest)] : [word]
    }
}

/// One of the 25 districts (gu) of Seoul.
public struct District: Sendable, Equatable {
    /// The name in Korean, `마포구`.
    public let name: String
    /// The official romanized name, `Mapo-gu`.
    public let romanized: String

    /// All districts, in Korean order. Source: Seoul Metropolitan Government, names of the autonomous districts.
    public static let all: [District] = [
        District(name: "강남구", romanized: "Gangnam-gu"), District(name: "강동구", romanized: "Gangdong-gu"),
        District(name: "강북구", romanized: "Gangbuk-gu"), District(name: "강서구", romanized: "Gangseo-gu"),
        District(name: "관악구", romanized: "Gwanak-gu"), District(name: "광진구", romanized: "Gwangjin-gu"),
        District(name: "구로구", romanized: "Guro-gu"), District(name: "금천구", romanized: "Geumcheon-gu"),
        District(name: "노원구", romanized: "Nowon-gu"), District(name: "도봉구", romanized: "Dobong-gu"),
        District(name: "동대문구", romanized: "Dongdaemun-gu"), District(name: "동작구", romanized: "Dongjak-gu"),
        District(name: "마포구", romanized: "Mapo-gu"), District(name: "서대문구", romanized: "Seodaemun-gu"),
        District(name: "서초구", romanized: "Seocho-gu"), District(name: "성동구", romanized: "Seongdong-gu"),
        District(name: "성북구", romanized: "Seongbuk-gu"), District(name: "송파구", romanized: "Songpa-gu"),
        District(name: "양천구", romanized: "Yangcheon-gu"), District(name: "영등포구", romanized: "Yeongdeungpo-gu"),
        District(name: "용산구", romanized: "Yongsan-gu"), District(name: "은평구", romanized: "Eunpyeong-gu"),
        District(name: "종로구", romanized: "Jongno-gu"), District(name: "중구", romanized: "Jung-gu"),
        District(name: "중랑구", romanized: "Jungnang-gu"),
    ]

    /// Returns the district that a name such as `마포구`, `마포`, `mapo` or `mapo-gu` means; nil if no district has this
    /// name.
    public static func named(_ text: String) -> District? { byKey[key(text)] }

    /// Whether a text is exactly the Korean name of a district, in O(1).
    public static func isName(_ text: String) -> Bool { names.contains(text) }

    private static let names = Set(all.map(\.name))

    private static let byKey = Dictionary(
        uniqueKeysWithValues: all.flatMap { district in district.keys.map { ($0, district) } })

    /// Returns at most `count` districts whose names are spelled most like `text` (see `Spelling`), in Korean order.
    /// The result is empty if no name is similar.
    public static func nearestNames(to text: String, count: Int) -> [District] {
        let near = Set(Spelling.near(key(text), among: all.flatMap(\.keys), limit: .max))
        return Array(all.filter { !near.isDisjoint(with: $0.keys) }.prefix(count))
    }

    /// All spellings of the name, with and without the ending for "district".
    private var keys: [String] {
        let latin = Self.key(romanized)
        return [name, String(name.dropLast()), latin, String(latin.dropLast(2))]
    }

    private static func key(_ text: String) -> String {
        Folding.squeezed(Folding.folded(text))
    }
}
