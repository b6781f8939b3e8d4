/// A province or large city of Korea, as a text names it.
package struct Province: Sendable, Hashable {
    /// The short names, such as 서울. A merged province has the names of its two parts, because older texts name one of
    /// them.
    package let names: Set<String>

    package init?(names: Set<String>) {
        guard !names.isEmpty else { return nil }
        self.names = names
    }

    /// Reads a word such as 서울, 서울특별시 or Seoul; nil if it names no province. 광주시 alone is a city in Gyeonggi.
    ///
    /// - Source: the Local Autonomy Act, and the acts on the special provinces: Gangwon (2023), Jeonbuk (2024), and
    ///   Jeonnam and Gwangju (2026).
    /// - Complexity: O(length).
    package init?(_ word: String) {
        if let known = Self.bySpelling[word] {
            self = known
            return
        }
        guard word.utf8.allSatisfy({ $0 < 0x80 }), let known = Self.bySpelling[word.lowercased()] else { return nil }
        self = known
    }

    /// Reads the first two digits of a code of the Ministry of the Interior (행정표준코드), such as 26; nil for other
    /// digits. The codes of Statistics Korea are different.
    package init?(code: some StringProtocol) {
        guard let known = Self.all.first(where: { $0.code == code }) else { return nil }
        names = [known.name]
    }

    /// Whether both may be the same province.
    package func isSame(as other: Province) -> Bool { !names.isDisjoint(with: other.names) }

    /// Returns the provinces that a text means with a district of this province: also the new or the former one, if the
    /// district has moved.
    package func with(district: String?) -> Province {
        guard let both = district.flatMap({ Self.moved[$0] }), !both.isDisjoint(with: names) else { return self }
        return Province(names: names.union(both)) ?? self
    }

    /// Returns the short names of the provinces that have a district of this name, if there are several; else nil. A
    /// city of the same name counts, too.
    ///
    /// - Source: the standard list of legal districts (행정표준코드), 2026-07, and the districts of Incheon before their
    ///   reform in that month.
    package static func sharing(_ district: String) -> Set<String>? { shared[district] }

    package static let shortNames = all.map(\.name)

    /// The texts with which an address in one of these provinces may begin. A short name counts only as a word: 세종대로
    /// and 경기대로 are streets elsewhere, and 광주시 is a city in Gyeonggi.
    package static func beginnings(_ names: Set<String>) -> [String] {
        all.filter { names.contains($0.name) }.flatMap { province in
            [province.name + " "] + province.spellings.filter { !$0.utf8.allSatisfy { $0 < 0x80 } }
        }
    }

    /// The boxes around these provinces, rounded outward.
    package static func boxes(_ names: Set<String>) -> [ProvinceBox] {
        all.filter { names.contains($0.name) }.map(\.box)
    }

    /// Those of these provinces whose box contains the position.
    package static func around(longitude: Double, latitude: Double, among names: Set<String>) -> Set<String> {
        names.filter { name in
            boxes([name]).contains { $0.contains(longitude: longitude, latitude: latitude) }
        }
    }

    /// The full names and the province of each, the longest first.
    static let fullNames: [(name: String, province: Province)] =
        bySpelling
        .filter { $0.key.hasSuffix("시") || $0.key.hasSuffix("도") }.map { (name: $0.key, province: $0.value) }
        .sorted { ($1.name.utf8.count, $1.name) < ($0.name.utf8.count, $0.name) }

    private struct Entry {
        let name: String
        let spellings: [String]
        let code: String
        let box: ProvinceBox

        init(
            _ name: String, _ spellings: String, code: String, west: Double, south: Double, east: Double, north: Double
        ) {
            self.name = name
            self.spellings = spellings.split(separator: " ").map(String.init)
            self.code = code
            box = ProvinceBox(west: west, south: south, east: east, north: north)
        }
    }

    /// - Source of the boxes: the published limits of each province's outermost land, including islands.
    private static let all = [
        Entry("서울", "서울시 서울특별시 seoul", code: "11", west: 126.7, south: 37.4, east: 127.3, north: 37.8),
        Entry("부산", "부산시 부산광역시 busan", code: "26", west: 128.6, south: 34.8, east: 129.4, north: 35.4),
        Entry("대구", "대구시 대구광역시 daegu", code: "27", west: 128.2, south: 35.5, east: 128.9, north: 36.4),
        Entry("인천", "인천시 인천광역시 incheon", code: "28", west: 124.5, south: 36.8, east: 126.9, north: 38.1),
        Entry("광주", "광주광역시 gwangju", code: "29", west: 126.5, south: 34.9, east: 127.1, north: 35.4),
        Entry("대전", "대전시 대전광역시 daejeon", code: "30", west: 127.1, south: 36.1, east: 127.7, north: 36.6),
        Entry("울산", "울산시 울산광역시 ulsan", code: "31", west: 128.9, south: 35.3, east: 129.6, north: 35.8),
        Entry("세종", "세종시 세종특별자치시 sejong", code: "36", west: 127.0, south: 36.3, east: 127.5, north: 36.8),
        Entry("경기", "경기도 gyeonggi gyeonggi-do", code: "41", west: 126.0, south: 36.8, east: 128.0, north: 38.4),
        Entry(
            "강원", "강원도 강원특별자치도 강원자치도 gangwon gangwon-do", code: "51", west: 127.0, south: 36.9, east: 129.5, north: 38.7
        ),
        Entry("충북", "충청북도", code: "43", west: 127.1, south: 35.9, east: 128.8, north: 37.4),
        Entry("충남", "충청남도", code: "44", west: 125.2, south: 35.9, east: 127.8, north: 37.2),
        Entry("전북", "전라북도 전북특별자치도 전북자치도", code: "52", west: 125.8, south: 35.2, east: 128.0, north: 36.3),
        Entry("전남", "전라남도", code: "46", west: 124.9, south: 33.7, east: 128.1, north: 35.6),
        Entry("경북", "경상북도", code: "47", west: 127.6, south: 35.4, east: 132.0, north: 37.7),
        Entry("경남", "경상남도", code: "48", west: 127.4, south: 34.3, east: 129.4, north: 36.0),
        Entry("제주", "제주도 제주특별자치도 제주자치도 jeju jeju-do", code: "50", west: 126.0, south: 33.0, east: 127.1, north: 34.1),
    ]

    private static let bySpelling: [String: Province] = {
        var known: [String: Province] = [:]
        for entry in all { for word in [entry.name] + entry.spellings { known[word] = Province(names: [entry.name]) } }
        for word in ["전남광주통합특별시", "광주전남통합특별시", "전남광주특별시"] { known[word] = Province(names: ["전남", "광주"]) }
        return known
    }()

    private static let shared: [String: Set<String>] = [
        "중구": ["서울", "부산", "대구", "인천", "대전", "울산"],
        "동구": ["부산", "대구", "인천", "광주", "대전", "울산"],
        "서구": ["부산", "대구", "인천", "광주", "대전"],
        "남구": ["부산", "대구", "인천", "광주", "울산"],
        "북구": ["부산", "대구", "광주", "울산"],
        "강서구": ["서울", "부산"],
        "고성군": ["강원", "경남"],
    ]

    /// The districts that have moved to another province, with both provinces.
    ///
    /// - Source: the act on the borders of Daegu and Gyeongbuk, in force since 2023-07-01.
    private static let moved: [String: Set<String>] = ["군위군": ["경북", "대구"]]
}

package struct ProvinceBox: Sendable {
    package let west: Double
    package let south: Double
    package let east: Double
    package let north: Double

    package func contains(longitude: Double, latitude: Double) -> Bool {
        west...east ~= longitude && south...north ~= latitude
    }
}
