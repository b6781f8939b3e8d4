internal import GeocliSearch
internal import GeocliText

/// The parts of a road address. For example, `서울특별시 마포구 와우산로29길 42-5 지하1층` has the words 서울특별시 and 마포구, the road
/// 와우산로29길 and the number 42-5.
///
/// Only the spelling is normalized: spaces within a road's name (`월드컵북로 4길`), decomposed Hangul, a postal code and
/// brackets. A name is never replaced. A text that could mean two numbers gives no address.
package struct RoadAddress: Equatable, Sendable {
    /// Where the building is: at ground level, below it or above it. The raw values are juso's digits.
    package enum Level: Int, Sendable {
        case ground = 0
        case underground = 1
        case raised = 2
    }

    /// The words before the road: the province, the city or district, and anything else in the text there.
    package let region: [String]
    /// The road's name without spaces.
    package let road: String
    /// The level. For example, `지하 101` is underground.
    package let level: Level
    /// The main number, at least 1.
    package let main: Int
    /// The number after the hyphen; 0 if there is none.
    package let sub: Int

    package init(region: [String], road: String, level: Level = .ground, main: Int, sub: Int = 0) {
        self.region = region
        self.road = road
        self.level = level
        self.main = main
        self.sub = sub
    }

    /// Reads an address from a text; nil if the text has no road with a number, or if it could mean two numbers.
    ///
    /// - Edges: only the first 400 bytes are read, and the first road with a number is used. If that number is
    ///   incomplete (`12~14`, `165 및 167`), is followed by a comma and another number, or is only near the place (`165
    ///   맞은편`), the result is nil, even if another road with a number comes later.
    /// - Complexity: O(length).
    package init?(_ text: String) {
        let words = Self.words(text)
        for start in words.indices {
            switch Self.reading(words, from: start) {
            case .nothing: continue
            case .uncertain: return nil
            case .found((let road, let number, let end)):
                guard Self.isCertain(words, from: end) else { return nil }
                self.init(
                    region: Array(words[..<start]), road: road, level: number.level, main: number.main, sub: number.sub)
                return
            }
        }
        return nil
    }

    // MARK: Words

    /// Returns the words of a text, but not a postal code at its start, 대한민국, or text in brackets. Text in brackets is
    /// kept if it is a word that means “near”.
    private static func words(_ text: String) -> [String] {
        var depth = 0
        var (plain, inside) = ("", "")
        for character in Folding.composed(text.head(bytes: 400)) {
            switch character {
            case "(", "[", "（":
                depth += 1
                inside = ""
            case ")", "]", "）":
                depth = max(0, depth - 1)
                // `165 (맞은편)` means the same as `165 맞은편`.
                plain.append(nearness.contains(inside.trimmingBlanks()) ? " \(inside) " : " ")
                inside = ""
            case ",", "，": if depth == 0 { plain.append(" , ") } else { inside.append(character) }
            default: if depth == 0 { plain.append(character) } else { inside.append(character) }
            }
        }
        var words = plain.split(whereSeparator: \.isWhitespace).map(String.init)
        if let first = words.first, first.utf8.count >= 5, first.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2D }) {
            words.removeFirst()
        }
        if words.first == "대한민국" { words.removeFirst() }
        // Commas stay as words. A comma ends the number; before the road it has no meaning.
        return words
    }

    private struct Number {
        let level: Level
        let main: Int
        let sub: Int
    }

    private enum Reading<Found> {
        case nothing
        /// A number that is incomplete or that could be two numbers.
        case uncertain
        case found(Found)
    }

    /// A road with its number. The words from `end` on are the rest of the text.
    private typealias Road = (road: String, number: Number, end: Int)

    /// Reads the road that begins with word number `start`, and its number.
    private static func reading(_ words: [String], from start: Int) -> Reading<Road> {
        var road = words[start]
        var next = start + 1
        if !isRoad(road) { return attached(words, start) }
        while next < words.count, isBranch(words[next]) {
            road += words[next]
            next += 1
        }
        // `월드컵북로 4길8`: the branch of the road and the number are in one word.
        if next < words.count, let (branch, number) = split(words[next]), isBranch(branch) {
            return reading(number, words, at: next, of: road + branch)
        }
        guard next < words.count else { return .nothing }
        guard let level = levels[words[next]] else { return reading(words[next], words, at: next, of: road) }
        guard next + 1 < words.count, levels.keys.allSatisfy({ !words[next + 1].hasPrefix($0) }) else {
            return .nothing
        }
        return reading(words[next + 1], words, at: next + 1, of: road, level)
    }

    /// Reads a road and a number without a space between them.
    private static func attached(_ words: [String], _ start: Int) -> Reading<Road> {
        guard let (road, rest) = split(words[start]), isRoad(road) else { return .nothing }
        return reading(rest, words, at: start, of: road)
    }

    /// Reads `text`, which is the word at `index` or the end of that word, as the number of a road.
    private static func reading(
        _ text: String, _ words: [String], at index: Int, of road: String, _ level: Level = .ground
    ) -> Reading<Road> {
        guard let read = number(text) else { return beginsNumber(text) ? .uncertain : .nothing }
        guard isEnd(words, after: index) else { return .uncertain }
        let number = level == .ground ? read : Number(level: level, main: read.main, sub: read.sub)
        return .found((road, number, index + 1))
    }

    /// Whether a text that `number` can't read may still be a number, such as `12~14` or `165번지`. A floor, a unit
    /// and a part of a district (`1가`, `1.2.3.4가동`) are not numbers of a building.
    private static func beginsNumber(_ text: String) -> Bool {
        var rest = text[...]
        for name in levels.keys where rest.hasPrefix(name) { rest = rest.dropFirst(name.count) }
        guard let first = rest.first, first.isNumber else { return false }
        let word = rest.drop { $0.isNumber || ".·".contains($0) }
        return word != "가" && !["가동", "동", "층", "호"].contains(where: word.hasPrefix)
    }

    private static let levels: [String: Level] = ["지하": .underground, "공중": .raised]

    /// Reads a number in one word, such as `42-5` or `지하42-5`.
    private static func number(_ word: String) -> Number? {
        var rest = word[...]
        var level = Level.ground
        for (name, found) in levels where rest.hasPrefix(name) {
            level = found
            rest = rest.dropFirst(name.count)
        }
        if rest.last == "." { rest = rest.dropLast() }
        let parts = rest.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count <= 2, let main = digits(parts[0]), main > 0 else { return nil }
        guard parts.count == 2 else { return Number(level: level, main: main, sub: 0) }
        guard let sub = digits(parts[1]) else { return nil }
        return Number(level: level, main: main, sub: sub)
    }

    private static func digits(_ text: Substring) -> Int? {
        guard 1...5 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(text)
    }

    /// Returns whether the number at `index` is complete. In `42 - 5`, `42 ~ 44`, `42 번지`, `1 길 3`, `1 가 24`, `1 및 3`
    /// and `12 3`, the first number is incomplete or is not the number of a building.
    private static func isEnd(_ words: [String], after index: Int) -> Bool {
        guard index + 1 < words.count else { return true }
        let next = words[index + 1]
        if ["번지", "번길", "길"].contains(where: next.hasPrefix) { return false }
        if next == "가" || conjunctions.contains(next) || digits(next[...]) != nil { return false }
        guard let first = next.first else { return true }
        return !"-~–—−〜～∼/".contains(first)
    }

    private static let conjunctions: Set<String> = ["및", "또는", "혹은", "&"]

    /// Words that say that a place is not in the building but near it.
    private static let nearness: Set<String> = Set(
        ["앞", "뒤", "옆", "앞쪽", "뒤쪽", "옆쪽", "뒤편", "맞은편", "건너편", "건너", "인근", "부근", "근처", "주변"]
            .flatMap { [$0, $0 + "에"] })

    /// Whether the number is still certain after the words that follow it have been read. If these words begin with a
    /// word of nearness, or with a comma and a second number or a second road with a number, the number is uncertain.
    /// One or more floors and units may follow a comma (`94, 2, 3층`). Words of nearness after the name of a building
    /// (`종로 47 종각역 앞`) don't count, because the number is the building's.
    private static func isCertain(_ words: [String], from end: Int) -> Bool {
        let rest = words[end...]
        if let first = rest.first(where: { $0 != "," }), nearness.contains(first) { return false }
        guard rest.first == "," else { return true }
        let list = rest.drop { $0 == "," || conjunctions.contains($0) || isBare($0) }
        let hasNumber = rest.prefix(list.startIndex - rest.startIndex).contains(where: isBare)
        guard let last = list.first else { return !hasNumber }
        if case .found = reading(words, from: list.startIndex) { return false }
        let unit = last.drop { $0.isNumber || "-~.·".contains($0) }
        if hasNumber { return ["층", "호", "동"].contains(where: unit.hasPrefix) }
        return unit.startIndex == last.startIndex || !(unit.hasPrefix("번지") || nearness.contains(String(unit)))
    }

    /// Whether a word has only digits and the signs between them.
    private static func isBare(_ word: String) -> Bool {
        word.first?.isNumber == true && word.allSatisfy { $0.isNumber || "-~–—−〜～∼/.·".contains($0) }
    }

    /// Whether a word can be a road's name: it ends with 로 or 길, and has something before that.
    private static func isRoad(_ word: String) -> Bool {
        guard word.count >= 2, let last = word.last else { return false }
        return (last == "로" || last == "길") && word.contains(where: isHangul)
    }

    /// Whether a word continues a road's name, such as `29길`, `94번길` or `12가길`.
    private static func isBranch(_ word: String) -> Bool {
        guard word.last == "길", let first = word.utf8.first, 0x30...0x39 ~= first else { return false }
        let middle = word.drop { $0.isASCII && $0.isNumber }.dropLast()
        return middle.count <= 3 && middle.allSatisfy(isHangul)
    }

    /// Splits a word after its last 로 or 길 if anything follows: `자하문로94` becomes 자하문로 and 94.
    private static func split(_ word: String) -> (road: String, number: String)? {
        guard let end = word.lastIndex(where: { $0 == "로" || $0 == "길" }) else { return nil }
        let after = word.index(after: end)
        guard after < word.endIndex else { return nil }
        return (String(word[..<after]), String(word[after...]))
    }

    private static func isHangul(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { 0xAC00...0xD7A3 ~= $0.value }
    }

    /// The address as people write it, from the road on.
    package var text: String {
        let prefix = level == .underground ? "지하 " : level == .raised ? "공중 " : ""
        return "\(road) \(prefix)\(main)\(sub == 0 ? "" : "-\(sub)")"
    }
}

/// A city, county or district in a file, with its province.
struct AddressArea: Equatable, Sendable {
    let id: Int64
    /// The province's full name, as the file has it.
    let region: String
    /// The name of the district, such as 마포구 or 안양시 동안구; empty for Sejong, which has none.
    let district: String
    let month: String

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

    /// `district` is the one that the row states. It is used if the address itself names none.
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
