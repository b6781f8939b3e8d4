internal import GeocliText

/// The parts of a road address. For example, `서울특별시 마포구 와우산로29길 42-5 지하1층` has the words 서울특별시 and 마포구, the road
/// 와우산로29길 and the number 42-5.
///
/// Only spelling is normalized, never a name: spaces within a road's name (`월드컵북로 4길`), decomposed Hangul, a postal
/// code and brackets. A text that could mean two numbers gives no address.
public struct RoadAddress: Equatable, Sendable {
    /// Where the building is: at ground level, below it or above it. The raw values are juso's digits.
    public enum Level: Int, Sendable {
        case ground = 0
        case underground = 1
        case raised = 2
    }

    /// The words before the road: the province, the city or district, and anything else in the text there.
    public let region: [String]
    /// The road's name without spaces.
    public let road: String
    /// The level. For example, `지하 101` is underground.
    public let level: Level
    /// The main number, at least 1.
    public let main: Int
    /// The number after the hyphen; 0 if there is none.
    public let sub: Int

    /// The range of numbers that an address can have: juso's files have at most five digits.
    static let numbers = 0...99_999

    /// Creates an address from its parts.
    public init(region: [String], road: String, level: Level = .ground, main: Int, sub: Int = 0) {
        self.region = region
        self.road = road
        self.level = level
        self.main = main
        self.sub = sub
    }

    /// Reads an address from a text; nil if the text has no road with a number.
    ///
    /// - Edges: only the first 400 bytes are read, and the first road with a number is used.
    /// - Complexity: O(length).
    public init?(_ text: String) {
        let words = Self.words(text)
        for start in words.indices {
            guard let found = Self.address(words, from: start) else { continue }
            self.init(
                region: Array(words[..<start]), road: found.road, level: found.number.level, main: found.number.main,
                sub: found.number.sub)
            return
        }
        return nil
    }

    // MARK: Words

    /// Returns the words of a text, without its brackets, a postal code at its start, and 대한민국.
    private static func words(_ text: String) -> [String] {
        var depth = 0
        var plain = ""
        for character in Folding.composed(text.head(bytes: 400)) {
            switch character {
            case "(", "[", "（": depth += 1
            case ")", "]", "）":
                depth = max(0, depth - 1)
                plain.append(" ")
            case ",", "，": if depth == 0 { plain.append(" , ") }
            default: if depth == 0 { plain.append(character) }
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

    /// Returns the road that begins with word number `start`, and its number; nil if there is none.
    private static func address(_ words: [String], from start: Int) -> (road: String, number: Number)? {
        var road = words[start]
        var next = start + 1
        if !isRoad(road) { return attached(words, start) }
        while next < words.count, isBranch(words[next]) {
            road += words[next]
            next += 1
        }
        // `월드컵북로 4길8`: the branch of the road and the number are in one word.
        if next < words.count, let (branch, number) = split(words[next]), isBranch(branch),
            isEnd(words, after: next), let read = self.number(number)
        {
            return (road + branch, read)
        }
        guard let read = number(words, at: next) else { return nil }
        return (road, read)
    }

    /// Reads a road and a number without a space between them.
    private static func attached(_ words: [String], _ start: Int) -> (road: String, number: Number)? {
        guard let (road, rest) = split(words[start]), isRoad(road), isEnd(words, after: start),
            let read = number(rest)
        else { return nil }
        return (road, read)
    }

    /// Reads the number at a position, and the level before it.
    private static func number(_ words: [String], at index: Int) -> Number? {
        guard index < words.count else { return nil }
        if let level = levels[words[index]] {
            guard index + 1 < words.count, isEnd(words, after: index + 1),
                let read = number(words[index + 1]), read.level == .ground
            else { return nil }
            return Number(level: level, main: read.main, sub: read.sub)
        }
        return isEnd(words, after: index) ? number(words[index]) : nil
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
        if ["가", "및", "&"].contains(next) || digits(next[...]) != nil { return false }
        guard let first = next.first else { return true }
        return !"-~–—−〜～∼/".contains(first)
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
    public var text: String {
        let prefix = level == .underground ? "지하 " : level == .raised ? "공중 " : ""
        return "\(road) \(prefix)\(main)\(sub == 0 ? "" : "-\(sub)")"
    }
}
