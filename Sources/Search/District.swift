internal import GeocliText

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

    /// Whether a text is exactly the Korean name of a district.
    ///
    /// - Complexity: O(1).
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
