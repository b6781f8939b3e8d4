internal import GeocliText

/// An address as the rules of links compare it.
struct LinkAddress: Sendable, Equatable {
    /// The city or province with which the address begins, such as 서울; nil if it names none.
    let province: String?
    /// The road and the number on the road, such as `독막로 165` or `종로 지하12`; nil if the address has none.
    var road: String?

    /// The length in bytes after which an address is cut.
    private static let maximumBytes = 1024

    /// Reads an address.
    ///
    /// - Complexity: O(length).
    init(_ address: String?) {
        guard let address else {
            (province, road) = (nil, nil)
            return
        }
        var text = Array(Folding.compatible(address.head(bytes: Self.maximumBytes)).unicodeScalars)[...]
        // KCISA writes the postcode at the start: (41946) 대구광역시.
        if text.first == "(", let close = text.firstIndex(of: ")") { text = text[close...].dropFirst() }
        // Floors, buildings and neighborhoods come after a comma or a bracket.
        let end = text.firstIndex { $0 == "," || $0 == "(" } ?? text.endIndex
        let words = text[..<end].split { $0.properties.isWhitespace }.map(Array.init)
        province = words.first.flatMap { Self.province(String(String.UnicodeScalarView($0))) }
        road = Self.road(words)
    }

    /// Returns the city or province that a word names, such as 서울 for 서울특별시; nil if it names none.
    static func province(_ word: String) -> String? { provinces[word] }

    private typealias Letters = ArraySlice<Unicode.Scalar>

    /// Returns the first road that has a number. The parts of the road's name may be separated, as in `개포로 110길 54`.
    /// The number may directly follow the name, without a blank.
    private static func road(_ words: [[Unicode.Scalar]]) -> String? {
        for start in words.indices {
            guard var (name, rest) = split(words[start][...]), name.count >= 2, !isDigit(name.first) else { continue }
            var next = start + 1
            if rest.isEmpty, next < words.count, let (part, after) = split(words[next][...]), isDigit(part.first) {
                name += part
                rest = after
                next += 1
            }
            if rest.isEmpty, next < words.count {
                rest = words[next][...]
                next += 1
            }
            if rest.elementsEqual(underground), next < words.count { rest = underground[...] + words[next] }
            if let number = number(rest) { return text(name) + " " + number }
        }
        return nil
    }

    /// Splits a word after its last 로 or 길. Returns nil if the word has neither, or if anything other than a number
    /// follows.
    private static func split(_ word: Letters) -> (name: Letters, rest: Letters)? {
        guard let last = word.lastIndex(where: { $0 == "로" || $0 == "길" }) else { return nil }
        let rest = word[(last + 1)...]
        guard rest.isEmpty || isDigit(rest.first) || rest.starts(with: underground) else { return nil }
        return (word[...last], rest)
    }

    /// Returns the number on a road, such as `12-3`; nil for any other text. 지하 may come before the number, and a dot
    /// may come after it.
    private static func number(_ word: Letters) -> String? {
        let isUnderground = word.starts(with: underground)
        var digits = isUnderground ? word.dropFirst(underground.count) : word
        if digits.last == "." { digits = digits.dropLast() }
        let parts = digits.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard 1...2 ~= parts.count, parts.allSatisfy({ 1...5 ~= $0.count && $0.allSatisfy { isDigit($0) } }) else {
            return nil
        }
        let numbers = parts.compactMap { Int(text($0)) }
        let main = "\(isUnderground ? "지하" : "")\(numbers[0])"
        return numbers.count == 2 && numbers[1] > 0 ? "\(main)-\(numbers[1])" : main
    }

    private static func isDigit(_ letter: Unicode.Scalar?) -> Bool {
        letter.map { 0x30...0x39 ~= $0.value } ?? false
    }

    private static func text(_ letters: Letters) -> String { String(String.UnicodeScalarView(letters)) }

    private static let underground = Array("지하".unicodeScalars)

    /// The names that an address may use for each city or province. 광주시 is missing because a city in 경기도 has the same
    /// name. 전남광주통합특별시, which was created in 2026, is missing because older rows name one of its two parts.
    private static let provinces: [String: String] = {
        let names = [
            "서울 서울시 서울특별시", "부산 부산시 부산광역시", "대구 대구시 대구광역시", "인천 인천시 인천광역시", "광주 광주광역시",
            "대전 대전시 대전광역시", "울산 울산시 울산광역시", "세종 세종시 세종특별자치시", "경기 경기도", "강원 강원도 강원특별자치도",
            "충북 충청북도", "충남 충청남도", "전북 전라북도 전북특별자치도", "전남 전라남도", "경북 경상북도", "경남 경상남도",
            "제주 제주도 제주특별자치도",
        ].map { $0.split(separator: " ").map(String.init) }
        return Dictionary(uniqueKeysWithValues: names.flatMap { all in all.map { ($0, all[0]) } })
    }()
}
