/// A kind of flaw in a row, modeled on values that real feeds have sent. `rowsBack` leads to an earlier clean row, from
/// which the flawed row copies values. So no row depends on a later row.
enum Flaw: Sendable {
    case name(Name)
    case phone(Phone)
    case website(Website)
    case point(Point)
    case id(ID)
    case addressWithoutDistrict
    case unknownKind

    case copy(rowsBack: Int)
    /// Another place with the same id.
    case idClash(rowsBack: Int)
    /// Another place at the same address and point.
    case samePoint(rowsBack: Int)
    /// A second branch with the same name.
    case sameName(rowsBack: Int)

    enum Name: Sendable {
        case empty
        case trailingBlanks
        case leadingBlank
        case digitsOnly
        case decomposedHangul
        case quoteAndBackslash
        case markup
        case formula
    }

    enum Phone: Sendable {
        case range
        case bracketedRange
        case twoNumbers
        case dots
        case word
        case blanks
        case safeNumber
        case nationwide
        case withoutAreaCode
    }

    enum Website: Sendable {
        case withoutScheme
        case twoLinks
        case trailingBlank
    }

    enum Point: Sendable {
        case unreadableLatitude
        case blank
        case zero
        case swapped
        case tokyo
    }

    enum ID: Sendable {
        case empty
        case string
        case integer
    }

    /// The number of rows from the copied row to this row; nil if this row copies nothing.
    var rowsBack: Int? {
        switch self {
        case .copy(let rows), .idClash(let rows), .samePoint(let rows), .sameName(let rows): rows
        default: nil
        }
    }
}

/// The flawed rows of the sample. The pattern has 606 rows, as many as the real feed had, and repeats in longer feeds.
/// The first rows are clean, so that a page of five rows shows ordinary places.
enum FlawSchedule {
    static let period = 606

    static func flaw(ofRow row: Int) -> Flaw? {
        byRow[row % period]
    }

    private static let byRow: [Flaw?] = {
        var flaws: [Flaw?] = Array(repeating: nil, count: period)
        for entry in entries { flaws[entry.row] = entry.flaw }
        return flaws
    }()

    /// The flawed rows, spread irregularly, as in real data.
    static let entries: [(row: Int, flaw: Flaw)] = [
        (23, .name(.trailingBlanks)), (31, .phone(.range)), (44, .website(.withoutScheme)),
        (58, .samePoint(rowsBack: 20)), (67, .phone(.word)), (79, .addressWithoutDistrict), (88, .name(.digitsOnly)),
        (101, .id(.string)), (113, .phone(.twoNumbers)), (126, .sameName(rowsBack: 55)),
        (137, .point(.unreadableLatitude)), (149, .website(.twoLinks)), (158, .phone(.dots)),
        (170, .name(.decomposedHangul)), (183, .phone(.blanks)), (194, .copy(rowsBack: 89)), (207, .name(.markup)),
        (216, .phone(.safeNumber)), (228, .samePoint(rowsBack: 1)), (241, .point(.blank)),
        (252, .website(.trailingBlank)), (263, .phone(.nationwide)), (277, .name(.empty)),
        (286, .addressWithoutDistrict), (299, .phone(.range)), (311, .point(.zero)),
        (322, .sameName(rowsBack: 201)), (334, .id(.integer)), (345, .name(.trailingBlanks)),
        (353, .phone(.withoutAreaCode)), (366, .point(.swapped)), (378, .website(.withoutScheme)),
        (389, .name(.quoteAndBackslash)), (397, .phone(.bracketedRange)), (409, .unknownKind),
        (420, .idClash(rowsBack: 147)), (433, .name(.formula)), (441, .phone(.word)), (452, .samePoint(rowsBack: 300)),
        (464, .addressWithoutDistrict), (475, .id(.empty)), (488, .phone(.dots)), (499, .point(.tokyo)),
        (510, .website(.twoLinks)), (521, .phone(.twoNumbers)), (533, .name(.leadingBlank)),
        (544, .sameName(rowsBack: 97)), (556, .phone(.blanks)), (567, .name(.trailingBlanks)),
        (579, .phone(.nationwide)), (590, .phone(.safeNumber)),
    ]
}

extension RowDraft {
    mutating func spoil(_ flaw: Flaw.Name, using random: inout SplitMix64) {
        switch flaw {
        case .empty: name = []
        case .trailingBlanks: name.append("  ")
        case .leadingBlank: name.insert(UInt8(ascii: " "), at: 0)
        case .digitsOnly:
            name = []
            name.append(decimal: 7000 + random.below(2000))
        case .decomposedHangul: name = NormalFormD.decomposed(name)
        case .quoteAndBackslash: name = Array(#"따옴표 \"쉼\" 역\\빗금 책방"#.utf8)
        case .markup: name = Array("<b>굵은 &amp; 가는</b> 책방".utf8)
        case .formula: name = Array("=1+1 책방".utf8)
        }
    }

    /// Makes the phone number odd; adds one if the row has none.
    mutating func spoil(_ flaw: Flaw.Phone, using random: inout SplitMix64) {
        phone = []
        switch flaw {
        case .range: writeSeoulPhone(last: 1000 + random.below(8) * 10 + 2, "~5")
        case .bracketedRange: writeSeoulPhone(last: 1000 + random.below(800) * 10 + 5, "(6)")
        case .twoNumbers:
            let first = 1000 + random.below(8000)
            writeSeoulPhone(last: first, ", ")
            phone.append(decimal: first + 6)
        case .dots:
            phone.append("02.000.")
            phone.append(decimal: random.below(10_000), width: 4)
        case .word: phone.append(random.chance(percent: 50) ? "없음" : "정보없음")
        case .blanks: phone.append("    ")
        case .safeNumber:
            phone.append("0507-0000-")
            phone.append(decimal: random.below(10_000), width: 4)
        case .nationwide: phone.append("1644-0000")
        case .withoutAreaCode:
            phone.append("000-")
            phone.append(decimal: random.below(10_000), width: 4)
        }
    }

    /// Makes the link odd; adds one if the row has none.
    mutating func spoil(_ flaw: Flaw.Website, using random: inout SplitMix64) {
        let slug = Vocabulary.slugs[random.below(Vocabulary.slugs.count)]
        website = []
        switch flaw {
        case .withoutScheme:
            website.append("www.")
            website.append(slug)
            website.append("-books.example/shop")
        case .twoLinks:
            website.append("http://www.")
            website.append(slug)
            website.append(".example/, www.example.org/")
            website.append(slug)
        case .trailingBlank:
            website.append("https://example.com/")
            website.append(slug)
            website.append(" ")
        }
    }

    mutating func spoil(_ flaw: Flaw.Point) {
        switch flaw {
        case .unreadableLatitude: latitude.append("~2")
        case .blank:
            latitude = []
            longitude = Array("            ".utf8)
        case .zero:
            latitude = [UInt8(ascii: "0")]
            longitude = [UInt8(ascii: "0")]
        case .swapped: swap(&latitude, &longitude)
        case .tokyo:
            latitude = Array("35.6812362011".utf8)
            longitude = Array("139.7671248".utf8)
        }
    }

    mutating func spoil(_ flaw: Flaw.ID) {
        switch flaw {
        case .empty: id = Array(#""""#.utf8)
        case .integer: id.removeLast(2)  // The tail ".0".
        case .string:
            id.removeLast(2)
            id.insert(UInt8(ascii: "\""), at: 0)
            id.append("\"")
        }
    }

    mutating func dropDistrictFromAddress() {
        // An extent without districts has no district name to remove.
        guard !district.isEmpty, address.starts(with: district) else { return }
        address.removeFirst(district.count + 1)
    }

    mutating func writeUnknownKind() {
        kindCode = Array("0009".utf8)
        kindName = Array("복합공간    ".utf8)
    }

    private mutating func writeSeoulPhone(last: Int, _ tail: StaticString) {
        phone.append("02-000-")
        phone.append(decimal: last, width: 4)
        phone.append(tail)
    }
}

enum NormalFormD {
    /// Returns UTF-8 text with each syllable split into its letters (normal form D), as macOS does in file names.
    /// - Edges: other characters stay unchanged.
    /// - Source: The Unicode Standard, section 3.12, "Hangul Syllable Decomposition".
    static func decomposed(_ text: [UInt8]) -> [UInt8] {
        var letters = String.UnicodeScalarView()
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            guard (0xAC00...0xD7A3).contains(scalar.value) else {
                letters.append(scalar)
                continue
            }
            let syllable = scalar.value - 0xAC00
            let final = syllable % 28
            let parts = [0x1100 + syllable / 588, 0x1161 + syllable % 588 / 28] + (final > 0 ? [0x11A7 + final] : [])
            letters.append(contentsOf: parts.compactMap(Unicode.Scalar.init))
        }
        return Array(String(letters).utf8)
    }
}
