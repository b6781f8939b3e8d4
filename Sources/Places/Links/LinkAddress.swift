internal import GeocliSearch
internal import GeocliText

/// An address as the rules of links compare it.
struct LinkAddress: Sendable, Equatable {
    /// The city or province with which the address begins, such as 서울; nil if it names none.
    let province: Province?
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
        province = words.first.flatMap { Province(Self.text($0[...])) }
        road = Self.road(words)
    }

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
}
