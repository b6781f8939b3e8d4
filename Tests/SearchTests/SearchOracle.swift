import Foundation
import GeocliText

@testable import GeocliSearch

/// A second, slow implementation of the definition of an answer, on arrays of characters (Unicode scalars).
struct SearchOracle {
    private typealias Scalars = [Unicode.Scalar]

    private let name: Scalars
    private let squeezedName: Scalars
    private let address: Scalars
    private let district: Scalars
    private let phones: [String]

    init(_ row: Row) {
        name = Array(Folding.folded(row.name).unicodeScalars)
        let squeezed = Self.squeezed(row.name)
        squeezedName = squeezed.isEmpty ? name : squeezed
        address = Self.squeezed(row.address ?? "")
        district = Self.squeezed(row.district ?? "")
        // A character that is not written inside a number separates two numbers.
        phones = (row.phone ?? "").components(separatedBy: CharacterSet(charactersIn: "0123456789-.() ").inverted)
            .map { $0.filter(\.isNumber) }
    }

    func kind(_ query: String) -> MatchKind? {
        let folded = Array(Folding.folded(query).unicodeScalars)
        guard !folded.isEmpty else { return nil }
        if name == folded { return .exact }
        if name.starts(with: folded) { return .prefix }
        if Self.offsets(of: folded, in: name).first != nil { return .substring }
        let squeezed = Self.squeezed(query)
        guard !squeezed.isEmpty else { return nil }
        if Self.offsets(of: squeezed, in: squeezedName).first != nil { return .spacing }
        if hasInitials(squeezed) { return .initials }
        return kind(ofWords: Self.words(folded))
    }

    private func kind(ofWords words: [Scalars]) -> MatchKind? {
        let kinds = words.map { word -> MatchKind? in
            let squeezed = Self.squeezed(String(String.UnicodeScalarView(word)))
            if isIn(squeezedName, squeezed) || hasInitials(squeezed) { return .words }
            if isIn(address, squeezed) || isIn(district, squeezed) || isInDistrict(squeezed) { return .address }
            return Self.numbers(word).contains { digits in phones.contains { $0.contains(digits) } } ? .phone : nil
        }
        if kinds.contains(nil) { return nil }
        if Set(kinds) == [.words] { return .words }
        if kinds.contains(.words) { return .mixed }
        return kinds.contains(.phone) ? .phone : .address
    }

    /// The parts of a phone number are one word, including blanks; so are a district and its "gu".
    private static func words(_ folded: Scalars) -> [Scalars] {
        var words: [Scalars] = []
        for part in folded.split(separator: " ").map(Array.init) {
            if let last = words.last, isOneNumber(last, part) || isOneDistrict(last, part) {
                words[words.count - 1] = last + [" "] + part
            } else {
                words.append(part)
            }
        }
        return words.filter { !squeezed(String(String.UnicodeScalarView($0))).isEmpty }
    }

    private static func isOneNumber(_ first: Scalars, _ second: Scalars) -> Bool {
        let signs = Array("0123456789-.()+ ".unicodeScalars)
        guard first.allSatisfy(signs.contains), second.allSatisfy(signs.contains) else { return false }
        let (left, right) = (first.filter { "0"..."9" ~= $0 }, second.filter { "0"..."9" ~= $0 })
        if left.first == "0", left.dropFirst().first != "0" { return left.count < 8 && right.first != "0" }
        if first.starts(with: "+82".unicodeScalars) { return left.count < 9 }
        if first.first == "+", !left.isEmpty { return left.count + right.count < 16 }
        return left.count < 7 && right.count < 7 && left.count + right.count > 6
    }

    private static func isOneDistrict(_ first: Scalars, _ second: Scalars) -> Bool {
        let name = String(String.UnicodeScalarView(first))
        return second == ["g", "u"] && District.all.contains { $0.romanized.lowercased() == name + "-gu" }
    }

    private static func numbers(_ word: Scalars) -> [String] {
        let text = String(String.UnicodeScalarView(word))
        guard word.allSatisfy({ "0123456789-.()+ ".unicodeScalars.contains($0) }) else { return [] }
        let digits = text.filter { "0"..."9" ~= $0 }
        let national = String(digits.dropFirst(2))
        let hasNoZero = national.hasPrefix("15") || national.hasPrefix("16") || national.hasPrefix("18")
        let international = digits.hasPrefix("82") && national.count >= 3 ? [(hasNoZero ? "" : "0") + national] : []
        if text.hasPrefix("+82") { return international }
        if digits.count >= 10 { return [digits] + international }
        return digits.count < 3 ? [] : [digits]
    }

    private func isInDistrict(_ word: Scalars) -> Bool {
        let text = String(String.UnicodeScalarView(word))
        guard text.allSatisfy({ "a"..."z" ~= $0 }) else { return false }
        let named = District.all.filter {
            let full = $0.romanized.lowercased().replacingOccurrences(of: "-", with: "")
            return [full, String(full.dropLast(2))].contains(text)
        }
        return named.contains {
            isIn(district, Array($0.name.unicodeScalars)) || isIn(address, Array($0.name.unicodeScalars))
        }
    }

    private func hasInitials(_ word: Scalars) -> Bool {
        let doubles: [Unicode.Scalar: String] = [
            "ㄳ": "ㄱㅅ", "ㄵ": "ㄴㅈ", "ㄶ": "ㄴㅎ", "ㄺ": "ㄹㄱ", "ㄻ": "ㄹㅁ", "ㄼ": "ㄹㅂ", "ㄽ": "ㄹㅅ", "ㄾ": "ㄹㅌ", "ㄿ": "ㄹㅍ",
            "ㅀ": "ㄹㅎ", "ㅄ": "ㅂㅅ",
        ]
        let pattern = word.flatMap { doubles[$0].map { Array($0.unicodeScalars) } ?? [$0] }
        let consonants = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
        guard pattern.contains(where: consonants.contains) else { return false }
        let initials = squeezedName.map { Array(String($0).initials.unicodeScalars)[0] }
        return squeezedName.indices.contains { start in
            start + pattern.count <= squeezedName.count
                && pattern.indices.allSatisfy {
                    pattern[$0] == squeezedName[start + $0]
                        || consonants.contains(pattern[$0]) && pattern[$0] == initials[start + $0]
                }
        }
    }

    private func isIn(_ field: Scalars, _ word: Scalars) -> Bool { Self.offsets(of: word, in: field).first != nil }

    private static func offsets(of part: Scalars, in whole: Scalars) -> [Int] {
        guard part.count <= whole.count else { return [] }
        return (0...whole.count - part.count).filter { Array(whole[$0..<$0 + part.count]) == part }
    }

    private static func squeezed(_ text: String) -> Scalars {
        Folding.folded(text).unicodeScalars.filter { CharacterSet.alphanumerics.contains($0) }
    }
}
