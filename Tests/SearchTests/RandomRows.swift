import Foundation
import TestSupport

@testable import GeocliSearch

/// Seeded rows and texts of difficult characters; the texts are often parts of a row.
struct RandomRows {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private static let tokens = [
        "책", "방", "가", "각", "값", "리", "더", "캘", "린", "ㅊ", "ㅂ", "ㄱ", "ㅏ", "ㄳ", "a", "b", "A", "é", "e\u{301}", "漢",
        "書", " ", " ", " ", " ", "-", ".", "(", ")", "[", "]", "·", "1", "2", "0", "325", "구", "Ａ", "ß", "İ",
        "\u{110E}", "\u{1162}", "\u{11A8}", "\u{FFBA}", "\u{200B}", "\u{0}", "\u{3000}", "\u{1112}\u{1161}\u{11AB}",
        "마포", "mapo-gu", "jongno", "\u{A0}", "😀", "가가", "1984",
    ]
    private static let districts = [nil, "", "마포구", "종로구", "중구", "Mapo-gu", "구", "ㅊ", "-"]
    private static let phones = [
        nil, "", "02-325-1984", "02 325 1984", "02-325-1984, 1985", "1544-0000~1", "0502.325.198", "12", "(02)3251984",
    ]

    mutating func row(id: Int64 = 1) -> Row {
        Row(
            name: text(upTo: 7), address: pick([nil, text(upTo: 7), "서울 마포구 " + text(upTo: 4)]) ?? nil,
            district: pick(Self.districts) ?? nil, phone: pick(Self.phones) ?? nil,
            kind: pick(["used", "new"]) ?? "used",
            id: id)
    }

    /// A text that a person may search for in the row.
    mutating func query(_ row: Row) -> String {
        let sources = [row.name, row.name, row.address ?? "", row.phone ?? "", row.district ?? "", text(upTo: 3)]
        let words = (0..<max(1, number(-2...3))).map { _ in changed(part(pick(sources) ?? "")) }
        return words.joined(separator: pick([" ", " ", "", "-", " - "]) ?? " ")
    }

    mutating func text(upTo count: Int) -> String {
        (0..<Int.random(in: 0...count, using: &random)).compactMap { _ in pick(Self.tokens) }.joined()
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &random) }

    private mutating func part(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        guard !scalars.isEmpty, number(0...3) > 0 else { return text }
        let start = number(0...scalars.count - 1)
        return String(String.UnicodeScalarView(scalars[start...number(start...scalars.count - 1)]))
    }

    /// The same text, or as people may type it.
    private mutating func changed(_ text: String) -> String {
        switch number(0...9) {
        case 0: text.uppercased()
        case 1: text.decomposedStringWithCanonicalMapping
        case 2: String(text.filter { $0 != " " })
        case 3: text.initials
        case 4: text.unicodeScalars.first.map { String($0).initials + String(text.dropFirst()) } ?? ""
        case 5: "+82" + text
        case 6: (pick(["(", "-", ".", "["]) ?? "") + text
        default: text
        }
    }
}

extension String {
    /// The text with each syllable replaced by its initial consonant, computed by Foundation.
    var initials: String {
        let letters = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
        let initials = unicodeScalars.map { scalar -> Unicode.Scalar in
            let jamo = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
            guard jamo.count > 1, let first = jamo.first, 0x1100...0x1112 ~= first.value else { return scalar }
            return letters[Int(first.value - 0x1100)]
        }
        return String(String.UnicodeScalarView(initials))
    }
}
