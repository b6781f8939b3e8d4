/// Puts flaws into the fields of a place.
extension RowDraft {
    /// Makes the name odd.
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

    /// Makes the coordinates unusable.
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

    /// Writes the id in another form.
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

    /// Removes the district's name from the address.
    mutating func dropDistrictFromAddress() {
        // An extent without districts has no district name to remove.
        guard !district.isEmpty, address.starts(with: district) else { return }
        address.removeFirst(district.count + 1)
    }

    /// Writes a kind that is not in any list of codes.
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
