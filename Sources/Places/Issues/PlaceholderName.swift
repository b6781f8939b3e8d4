internal import GeocliText

/// Finds texts that fill the name field but are not names: 테스트, 이름 없음, ㅇㅇㅇ, "-".
package enum PlaceholderName {
    /// Words that make a name a placeholder if the name contains nothing else. 시험공간, 임시정부기념관, 무명서점, 테스트리 and 미정서점 are
    /// real names. For this reason only whole words count, and every word of a placeholder must be one of these words
    /// or a number.
    private static let words: Set<String> = [
        "테스트", "테스트용", "테스트데이터", "test", "testing", "시험용", "임시", "임시명", "임시등록", "미정", "미상", "없음", "이름없음",
        "상호없음", "상호미정", "이름미정", "상호명", "명칭없음", "확인중", "확인필요", "준비중", "입력", "입력요망", "샘플", "sample", "dummy",
        "null", "none", "undefined", "unknown", "n/a", "tbd", "삭제", "삭제예정", "ㅁㄴㅇㄹ", "asdf", "qwerty", "ㅇㅇ", "ㅇㅇㅇ",
    ]

    /// Words that can be part of a placeholder, but that can also be the name of a shop when they stand alone: 이름, 상호,
    /// 데이터, 책방.
    private static let companions: Set<String> = ["이름", "상호", "명칭", "데이터", "data", "중", "용", "입니다", "책방"]

    /// The words, without digits at their ends, with which a placeholder made of letters can begin.
    package static let openings = words.union(companions)

    /// Characters that people type to fill a required name field.
    private static let fillers = Set("ㅇㅁㅋㅎㄱㄴㅏㅡxX○●◯〇0*.-_?".unicodeScalars)

    private static let maximumBytes = 64

    /// Returns whether a name is a test or a placeholder.
    ///
    /// - Edges: a name longer than 64 bytes is never a placeholder. A number of two to six digits counts as a name,
    ///   because a place is called 1984. Exceptions are numbers that consist of zeros or that count up from 1
    ///   (123).
    /// - Complexity: O(length).
    static func isOne(_ name: String) -> Bool {
        guard name.utf8.count <= maximumBytes else { return false }
        // NFKC turns ㅇ into U+110B, a part of a syllable, so both forms are checked.
        return isPlaceholder(name.lowercased()) || isPlaceholder(Folding.compatible(name).lowercased())
    }

    private static func isPlaceholder(_ folded: String) -> Bool {
        let letters = folded.unicodeScalars.filter { !$0.properties.isWhitespace }
        guard let first = letters.first else { return true }
        // The name has only punctuation.
        if !letters.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil }) { return true }
        // One character is repeated: ㅇㅇㅇ, xxx, 000.
        if letters.allSatisfy({ $0 == first }), fillers.contains(first), letters.count >= 2 { return true }
        if letters.allSatisfy({ 0x30...0x39 ~= $0.value }) { return isNoNumber(letters.map(\.value)) }
        if letters.allSatisfy({ 0x3131...0x318E ~= $0.value }) { return letters.count >= 2 && Set(letters).count <= 2 }
        return isOfPlaceholders(folded)
    }

    private static func isNoNumber(_ digits: [UInt32]) -> Bool {
        let counts = digits.count >= 3 && digits.enumerated().allSatisfy { $0.element == 0x31 + UInt32($0.offset) }
        return counts || !(2...6 ~= digits.count)
    }

    private static func isOfPlaceholders(_ folded: String) -> Bool {
        let parts = folded.split { !($0.isLetter || $0.isNumber || $0 == "/") }.map(String.init)
        var found = false
        for part in parts {
            let word = part.trimmedOfDigits
            if words.contains(part) || words.contains(word) {
                found = true
            } else if !word.isEmpty, !companions.contains(word) {
                return false
            }
        }
        if found { return true }
        return words.contains(parts.joined())
    }
}

extension String {
    /// The text without the digits at its end.
    fileprivate var trimmedOfDigits: String {
        let digits = reversed().prefix { $0.isASCII && $0.isNumber }.count
        return String(dropLast(digits))
    }
}
