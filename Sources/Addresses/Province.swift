/// The provinces and metropolitan cities, by the names that addresses use for them.
enum Province {
    /// Returns the short names of the provinces that a word means; nil if it means none. For a merged province, these
    /// are the short names of both former provinces.
    ///
    /// - Source: the Local Autonomy Act, and the acts on the special provinces: Gangwon (2023), Jeonbuk (2024), and
    ///   Jeonnam and Gwangju (2026).
    static func short(_ word: String) -> Set<String>? {
        if let known = special[word] { return known }
        if shortNames.contains(word) { return [word] }
        let endings = ["특별자치시", "특별자치도", "특별시", "광역시", "시", "도"]
        for ending in endings where word.hasSuffix(ending) {
            let name = String(word.dropLast(ending.count))
            guard shortNames.contains(name) else { continue }
            // 광주시 is also a city in Gyeonggi, and 제주시 is a city in Jeju.
            if ending == "시", !["서울", "부산", "대구", "인천", "대전", "울산", "세종"].contains(name) { return nil }
            if ending == "도", !["경기", "강원", "제주"].contains(name) { return nil }
            return [name]
        }
        return nil
    }

    private static let shortNames: Set<String> = [
        "서울", "부산", "대구", "인천", "광주", "대전", "울산", "세종", "경기", "강원", "충북", "충남", "전북", "전남", "경북", "경남", "제주",
    ]

    private static let special: [String: Set<String>] = [
        "충청북도": ["충북"], "충청남도": ["충남"], "전라북도": ["전북"], "전라남도": ["전남"], "경상북도": ["경북"], "경상남도": ["경남"],
        "전남광주통합특별시": ["전남", "광주"], "광주전남통합특별시": ["전남", "광주"], "전남광주특별시": ["전남", "광주"],
    ]

    /// The district names that several provinces have, with these provinces. A city of the same name counts, too.
    ///
    /// - Source: the standard list of legal districts (행정표준코드), 2026-07, and the districts of Incheon before their
    ///   reform in that month.
    static let sharedDistricts: [String: Set<String>] = [
        "중구": ["서울", "부산", "대구", "인천", "대전", "울산"],
        "동구": ["부산", "대구", "인천", "광주", "대전", "울산"],
        "서구": ["부산", "대구", "인천", "광주", "대전"],
        "남구": ["부산", "대구", "인천", "광주", "울산"],
        "북구": ["부산", "대구", "광주", "울산"],
        "강서구": ["서울", "부산"],
        "고성군": ["강원", "경남"],
    ]
}
