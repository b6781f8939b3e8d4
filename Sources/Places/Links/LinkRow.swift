package import GeocliGeo
internal import GeocliSearch
internal import GeocliText
internal import Glibc

/// A row of a feed as the rules of links compare it.
package struct LinkRow: Sendable {
    package let id: Int64
    package let feed: Int64
    package let name: LinkName
    let kind: Kind
    package private(set) var phone: String?
    let district: DistrictName?
    private(set) var address: LinkAddress
    private(set) var point: Coordinate?

    /// Creates a row; nil for a name that can't be compared.
    package init?(id: Int64, feed: Int64, _ place: Values) {
        guard let name = LinkName(place.name) else { return nil }
        self.id = id
        self.feed = feed
        self.name = name
        kind = place.kind
        phone = place.phone
        district = place.district.map { DistrictName($0) }
        address = LinkAddress(place.address)
        // Closer to a pole, a hundred meters would span many cells of longitude.
        point = place.point.flatMap { abs($0.latitude) <= 80 ? $0 : nil }
    }

    package struct Values: Sendable {
        package var name: String
        package var kind: Kind
        package var phone: String?
        package var address: String?
        package var district: String?
        package var point: Coordinate?

        package init(
            name: String, kind: Kind = .other, phone: String? = nil, address: String? = nil, district: String? = nil,
            point: Coordinate? = nil
        ) {
            self.name = name
            self.kind = kind
            self.phone = phone
            self.address = address
            self.district = district
            self.point = point
        }

        package init(_ place: Place) {
            self.init(
                name: place.name, kind: place.kind, phone: place.phone, address: place.address,
                district: place.district, point: place.coordinate)
        }
    }

    /// Returns the same row without the values whose argument is true.
    func without(phone isPhone: Bool, road isRoad: Bool, point isPoint: Bool) -> LinkRow {
        var row = self
        if isPhone { row.phone = nil }
        if isRoad { row.address.road = nil }
        if isPoint { row.point = nil }
        return row
    }

    /// The city or province of its address, or else of its district.
    var province: Province? { address.province ?? district?.province }

    var cell: LinkCell? { point.map(LinkCell.init) }

    /// Whether its phone number may belong to no area, such as 1588-0000 and 080-000-0000. All branches of a chain may
    /// share such a number. Only Korea's numbering plan is known, so any other number may be one.
    var hasNationwidePhone: Bool {
        guard let phone else { return false }
        return !phone.hasPrefix("+82") || phone.hasPrefix("+8280")
            || phone.utf8.count == 11 && ["+8215", "+8216", "+8218"].contains { phone.hasPrefix($0) }
    }
}

/// A cell of 0.001 degrees: about 111 m from south to north, less from west to east.
struct LinkCell: Hashable {
    let x: Int
    let y: Int

    private static let around = 360_000

    init(_ point: Coordinate) {
        self.init(x: Int((point.longitude * 1000).rounded(.down)), y: Int((point.latitude * 1000).rounded(.down)))
    }

    private init(x: Int, y: Int) {
        // -180 and 180 are one meridian.
        self.x = (x % Self.around + Self.around) % Self.around
        self.y = y
    }

    /// The cells that together contain all points within 110 m of this cell. `LinkRule.nearMeters` must not be longer.
    var neighborhood: [LinkCell] {
        let latitude = Double(max(abs(y), abs(y + 1)) + 1) / 1000
        // A cell is at least 110 m from south to north. Its width is 110 m times the cosine of the latitude.
        let reach = Int((1 / cos(latitude * .pi / 180)).rounded(.up))
        return (y - 1...y + 1).flatMap { y in (x - reach...x + reach).map { LinkCell(x: $0, y: y) } }
    }
}

/// The numbers by which the catalog finds the rows that may be the same shop: those with one core name, whose numbers
/// are even, and those with one phone number, whose numbers are odd. Different texts may share a number, so the rules
/// compare the texts themselves.
package enum LinkBlock {
    package static func of(core: String) -> Int64 { hash(core) & ~1 }
    package static func of(phone: String) -> Int64 { hash(phone) | 1 }

    /// - Source: FNV-1a, 64 bits, over the UTF-8.
    private static func hash(_ text: String) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int64(bitPattern: hash)
    }
}

/// A name as the rules of links compare it.
package struct LinkName: Sendable, Equatable {
    /// The name in NFKC form, without blanks.
    package let key: String
    /// `key` without the city, the district and the kind of public body at its start: 논현도서관 for 강남구립논현도서관. The number
    /// that some feeds write before a name (102. 망원역) is left out, too. A branch in brackets is part of the core, so two
    /// names with different branches never agree.
    package let core: String
    /// The part of `key` before `core`, without the number.
    package let body: String

    /// The length in bytes above which a name is not compared. No shop has such a long name, and equal beginnings would
    /// prove nothing.
    private static let maximumBytes = 4096

    /// Nil for a name of more than 4 KiB or of blanks only.
    /// - Complexity: O(length).
    package init?(_ name: String) {
        guard name.utf8.count <= Self.maximumBytes else { return nil }
        let key = Self.key(name)
        guard !key.isEmpty else { return nil }
        self.key = key
        let whole = Array(key.unicodeScalars)
        // The rest must still be a name.
        let number = Self.numberLength(whole)
        let letters = whole.count - number < 2 ? whole : Array(whole[number...])
        var start = Self.bodyLength(letters)
        if letters.count - start < 2 { start = 0 }
        guard start > 0 else {
            (core, body) = (letters.count == whole.count ? key : Self.text(letters[...]), "")
            return
        }
        core = Self.text(letters[start...])
        body = Self.text(letters[..<start])
    }

    /// Returns whether the parts before the cores of two names are compatible: one is empty, or one ends with the
    /// other, as 강남구립 ends with 구립. 시립 and 구립 are different bodies.
    func isCompatible(with other: LinkName) -> Bool {
        body.isEmpty || other.body.isEmpty || body.hasSuffix(other.body) || other.body.hasSuffix(body)
    }

    /// Returns whether one name is the other one with letters left out, as 자양4동도서관 is of 자양제4동도서관. Signs and the
    /// public body may differ. At most half of the letters are left out, no digit, and none of the last two letters, which
    /// say what the place is. A name with a branch or a room in brackets never resembles another one.
    package func resembles(_ other: LinkName) -> Bool {
        guard isCompatible(with: other), !key.utf8.contains(UInt8(ascii: "(")),
            !other.key.utf8.contains(UInt8(ascii: "("))
        else { return false }
        return Self.isPart(Self.spoken(key), Self.spoken(other.key))
            || Self.isPart(Self.spoken(core), Self.spoken(other.core))
    }

    private static func isPart(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Bool {
        let (short, long) = one.count <= other.count ? (one, other) : (other, one)
        guard short.count >= 2, 2 * short.count >= long.count, short.suffix(2) == long.suffix(2),
            short.filter(isNumber) == long.filter(isNumber)
        else { return false }
        var left = long[...]
        return short.allSatisfy { letter in
            guard let found = left.firstIndex(of: letter) else { return false }
            left = left[(found + 1)...]
            return true
        }
    }

    /// The letters and digits of a name.
    private static func spoken(_ name: String) -> [Unicode.Scalar] {
        name.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
                .spacingMark, .enclosingMark:
                true
            default: isNumber(scalar)
            }
        }
    }

    private static func isNumber(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .decimalNumber, .letterNumber, .otherNumber: true
        default: false
        }
    }

    /// The number of the block with the rows of this core name.
    package var block: Int64 { LinkBlock.of(core: core) }

    private static func key(_ name: String) -> String {
        // Hangul syllables and ASCII are their own normal form.
        let isPlain = name.unicodeScalars.allSatisfy { $0.isASCII || Hangul.isSyllable($0) }
        guard !isPlain else {
            // The tables of Unicode have no other blanks in such a name, but to ask them takes a fifth of the time.
            guard name.utf8.contains(where: isBlank) else { return name }
            return String(decoding: name.utf8.filter { !isBlank($0) }, as: UTF8.self)
        }
        let text = Folding.compatible(name)
        guard text.unicodeScalars.contains(where: \.properties.isWhitespace) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace }))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

    /// Returns the length of a number and a dot at the start, as in 102. 망원역; 0 if there is none.
    private static func numberLength(_ name: [Unicode.Scalar]) -> Int {
        let digits = name.prefix { 0x30...0x39 ~= $0.value }.count
        guard digits > 0, digits < name.count, name[digits] == "." else { return 0 }
        let next = digits + 1
        return next < name.count && 0x30...0x39 ~= name[next].value ? 0 : next
    }

    private static func bodyLength(_ name: [Unicode.Scalar]) -> Int {
        var start = 0
        if mayBegin(provinceStarts, name[...]),
            let province = provinces.first(where: { name.starts(with: $0) && !isBody(name, $0.count) })
        {
            start = province.count
            if name[start...].starts(with: office) { return start + office.count }
        }
        if let length = publicBody(name[start...]) { return start + length }
        guard mayBegin(districtStarts, name[start...]) else { return start }
        return start + (districts.first { name[start...].starts(with: $0) }?.count ?? 0)
    }

    private static func mayBegin(_ starts: Set<Unicode.Scalar>, _ name: ArraySlice<Unicode.Scalar>) -> Bool {
        name.first.map(starts.contains) ?? false
    }

    /// Returns whether 립 is at this position. If so, the letter before it is part of a word such as 시립.
    private static func isBody(_ name: [Unicode.Scalar], _ position: Int) -> Bool {
        position < name.count && name[position] == "립"
    }

    /// Returns the length of a word such as 구립 or 강남구립 at the start: up to 8 syllables, then a letter of `bodies`, then
    /// 립. Returns nil if there is none.
    private static func publicBody(_ name: ArraySlice<Unicode.Scalar>) -> Int? {
        var offset = name.startIndex
        while offset < name.endIndex, offset - name.startIndex <= 8 {
            guard Hangul.isSyllable(name[offset]) else { return nil }
            if bodies.contains(name[offset]), offset + 1 < name.endIndex, name[offset + 1] == "립" {
                return offset + 2 - name.startIndex
            }
            offset += 1
        }
        return nil
    }

    private static func text(_ letters: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(letters))
    }

    private static func letters(_ words: String) -> [[Unicode.Scalar]] {
        words.split(separator: " ").map { Array($0.unicodeScalars) }
    }

    /// The letters that come before 립 in 국립, 공립, 도립, 시립, 군립, 구립 and 사립.
    private static let bodies = Set("국공도시군구사".unicodeScalars)
    /// The office of education, which comes after the name of a city.
    private static let office = Array("교육청".unicodeScalars)
    /// The cities and provinces at the start of a name; the longer of two possible names comes first.
    private static let provinces = letters(
        """
        서울특별시 부산광역시 대구광역시 인천광역시 광주광역시 대전광역시 울산광역시 세종특별자치시 강원특별자치도 전북특별자치도 \
        제주특별자치도 충청북도 충청남도 전라북도 전라남도 경상북도 경상남도 경기도 강원도 제주도 서울시 부산시 대구시 인천시 \
        대전시 울산시 세종시
        """)
    private static let provinceStarts = Set(provinces.compactMap(\.first))
    private static let districtStarts = Set(districts.compactMap(\.first))
    private static let districts = District.all.map { Array($0.name.unicodeScalars) }
}

/// An address as the rules of links compare it.
struct LinkAddress: Sendable, Equatable {
    /// The city or province with which the address begins, such as 서울; nil if it names none.
    let province: Province?
    /// The road and the number on the road, such as `독막로 165` or `종로 지하12`; nil if the address has none.
    var road: String?

    /// The length in bytes after which an address is cut.
    private static let maximumBytes = 1024

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
        province = words.first.flatMap { Province(Self.text($0[...])) }?
            .with(district: words.dropFirst().first.map { Self.text($0[...]) })
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
