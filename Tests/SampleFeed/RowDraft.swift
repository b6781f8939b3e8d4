/// One row of the feed: each field as it appears in the JSON text, with escapes. All rows of a page use the same draft,
/// so that a row needs no allocation.
struct RowDraft {
    /// The complete JSON token, because the portal's ids are numbers. All other fields are inside quotes.
    var id: [UInt8] = []
    var name: [UInt8] = []
    var districtCode: [UInt8] = []
    var district: [UInt8] = []
    var address: [UInt8] = []
    var phone: [UInt8] = []
    var website: [UInt8] = []
    var kindCode: [UInt8] = []
    var kindName: [UInt8] = []
    var latitude: [UInt8] = []
    var longitude: [UInt8] = []
    var sns: [UInt8] = []

    /// Empties all fields but keeps their memory.
    mutating func clear() {
        id.removeAll(keepingCapacity: true)
        name.removeAll(keepingCapacity: true)
        districtCode.removeAll(keepingCapacity: true)
        district.removeAll(keepingCapacity: true)
        address.removeAll(keepingCapacity: true)
        phone.removeAll(keepingCapacity: true)
        website.removeAll(keepingCapacity: true)
        kindCode.removeAll(keepingCapacity: true)
        kindName.removeAll(keepingCapacity: true)
        latitude.removeAll(keepingCapacity: true)
        longitude.removeAll(keepingCapacity: true)
        sns.removeAll(keepingCapacity: true)
    }

    /// Adds the row as a JSON object with the keys in the portal's order.
    func append(to page: inout [UInt8]) {
        page.append("{\"STORE_SEQ_NO\":")
        page.append(contentsOf: id)
        append(name, under: ",\"STORE_NAME\":\"", to: &page)
        append(districtCode, under: ",\"GU_CODE\":\"", to: &page)
        append(district, under: ",\"CODE_VALUE\":\"", to: &page)
        append(address, under: ",\"ADRES\":\"", to: &page)
        append(phone, under: ",\"TEL_NO\":\"", to: &page)
        append(website, under: ",\"HMPG_URL\":\"", to: &page)
        append(kindCode, under: ",\"STORE_TYPE\":\"", to: &page)
        append(kindName, under: ",\"STORE_TYPE_NAME\":\"", to: &page)
        append(latitude, under: ",\"XCNTS\":\"", to: &page)
        append(longitude, under: ",\"YDNTS\":\"", to: &page)
        append(sns, under: ",\"SNS\":\"", to: &page)
        page.append("}")
    }

    private func append(_ value: [UInt8], under key: StaticString, to page: inout [UInt8]) {
        page.append(key)
        page.append(contentsOf: value)
        page.append("\"")
    }
}

/// The fields of a place without flaws. The order of the random draws must stay the same: it determines all rows.
extension RowDraft {
    /// - Parameter branch: the name of the neighborhood, for the name of a branch; empty for none.
    mutating func writeText(branch: [UInt8], using random: inout SplitMix64) {
        let isUsed = random.chance(percent: 15)
        let noun = random.below(Vocabulary.nouns.count)
        writeKind(isUsed: isUsed)
        writeName(
            noun: noun, shops: isUsed ? Vocabulary.usedShops : Vocabulary.newShops, branch: branch, using: &random)
        if random.chance(percent: 75) { writePhone(using: &random) }
        if random.chance(percent: 30) { writeWebsite(slug: Vocabulary.slugs[noun], using: &random) }
        if random.chance(percent: 55) { writeSNS(slug: Vocabulary.slugs[noun], using: &random) }
        writeStreet(using: &random)
    }

    /// Writes the district, its code, and the beginning of the address.
    mutating func writeDistrict(_ index: Int) {
        // The portal's codes belong to its own feed. These codes are invented, one for each district.
        districtCode.append(decimal: 801 + index)
        district.append(SampleDistrict.names[index])
        address.append(SampleDistrict.names[index])
        address.append(" ")
    }

    mutating func writePoint(_ point: DecimalPoint) {
        point.appendLatitude(to: &latitude)
        point.appendLongitude(to: &longitude)
    }

    /// Writes a phone number that looks valid but can't exist, because exchanges don't begin with a zero.
    mutating func writePhone(using random: inout SplitMix64) {
        switch random.below(10) {
        case 0: phone.append("070-0000-")
        case 1, 2: phone.append("02-0000-")
        default: phone.append("02-000-")
        }
        phone.append(decimal: random.below(10_000), width: 4)
    }

    /// Replaces the phone number that was drawn for a row of a large feed. The new number can't exist either.
    /// - Parameter number: numbers below 10,000,000 get different phone numbers.
    mutating func writePhone(number: Int) {
        phone.removeAll(keepingCapacity: true)
        phone.append("02-0")
        phone.append(decimal: number / 10_000 % 1000, width: 3)
        phone.append("-")
        phone.append(decimal: number % 10_000, width: 4)
    }

    private mutating func writeKind(isUsed: Bool) {
        kindCode.append(isUsed ? "0001" : "0002")
        // The portal pads this value to ten columns, as a CHAR column of a database does.
        kindName.append(isUsed ? "헌책방      " : "새책방      ")
    }

    private mutating func writeName(
        noun: Int, shops: WordList, branch: [UInt8], using random: inout SplitMix64
    ) {
        switch random.below(100) {
        case 0..<14:
            name.append(Vocabulary.nouns[noun])
            name.append(oneOf: shops, using: &random)
        case 14..<48: writeLongName(noun: noun, shops: shops, using: &random)
        case 48..<60: writeBranchName(noun: noun, shops: shops, branch: branch, using: &random)
        case 60..<72: writeEnglishName(noun: noun, using: &random)
        case 72..<80:
            name.append(Vocabulary.nouns[noun])
            name.append(oneOf: shops, using: &random)
            name.append("(")
            name.append(Vocabulary.english[noun])
            name.append(")")
        case 80..<90: writePairName(noun: noun, using: &random)
        default: writeNumberedName(noun: noun, shops: shops, using: &random)
        }
    }

    private mutating func writeLongName(noun: Int, shops: WordList, using random: inout SplitMix64) {
        name.append(oneOf: Vocabulary.modifiers, using: &random)
        name.append(" ")
        name.append(Vocabulary.nouns[noun])
        if random.chance(percent: 40) { name.append(" ") }
        name.append(oneOf: shops, using: &random)
    }

    private mutating func writeBranchName(
        noun: Int, shops: WordList, branch: [UInt8], using random: inout SplitMix64
    ) {
        name.append(Vocabulary.nouns[noun])
        name.append(oneOf: shops, using: &random)
        name.append(" ")
        if branch.isEmpty {
            name.append(decimal: 2 + random.below(4))
            name.append("호")
        } else {
            name.append(contentsOf: branch)
        }
        name.append("점")
    }

    private mutating func writeEnglishName(noun: Int, using random: inout SplitMix64) {
        name.append(oneOf: Vocabulary.englishModifiers, using: &random)
        name.append(" ")
        name.append(Vocabulary.english[noun])
        name.append(" ")
        name.append(oneOf: Vocabulary.englishShops, using: &random)
    }

    private mutating func writePairName(noun: Int, using random: inout SplitMix64) {
        let isEnglish = random.chance(percent: 40)
        let words = isEnglish ? Vocabulary.english : Vocabulary.nouns
        name.append(words[noun])
        name.append(isEnglish ? " & " : "&")
        name.append(oneOf: words, using: &random)
    }

    private mutating func writeNumberedName(noun: Int, shops: WordList, using random: inout SplitMix64) {
        let number = 2 + random.below(997)
        if random.chance(percent: 50) {
            name.append(decimal: number)
            name.append("번지 ")
            name.append(Vocabulary.nouns[noun])
        } else {
            name.append(Vocabulary.nouns[noun])
            name.append(oneOf: shops, using: &random)
            name.append(" ")
            name.append(decimal: number)
        }
    }

    /// Writes a link with a name that RFC 2606 reserves: `.example` or one of the three example domains.
    private mutating func writeWebsite(slug: ArraySlice<UInt8>, using random: inout SplitMix64) {
        let form = random.below(4)
        switch form {
        case 0: website.append("https://www.example.com/")
        case 1: website.append("http://example.org/bookshops/")
        case 2: website.append("https://")
        default: website.append("http://www.")
        }
        website.append(slug)
        website.append(decimal: random.below(1000))
        if form > 1 { website.append(form == 2 ? ".example" : "-books.example/") }
    }

    private mutating func writeSNS(slug: ArraySlice<UInt8>, using random: inout SplitMix64) {
        switch random.below(10) {
        case 0: sns.append("https://blog.example/")
        case 1: sns.append("https://facebook.example/")
        case 2..<6: sns.append("https://www.instagram.example/")
        default: sns.append("https://instagram.example/")
        }
        sns.append(slug)
        sns.append(random.chance(percent: 50) ? "_books" : ".")
        sns.append(decimal: random.below(10_000))
    }

    private mutating func writeStreet(using random: inout SplitMix64) {
        address.append(oneOf: Vocabulary.roads, using: &random)
        if random.chance(percent: 40) {
            address.append(decimal: 1 + random.below(60))
            address.append("길")
        }
        address.append(" ")
        address.append(decimal: 1 + random.below(300))
        if random.chance(percent: 35) {
            address.append(" ")
            address.append(oneOf: Vocabulary.floors, using: &random)
        }
    }
}
