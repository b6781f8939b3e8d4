internal import GeocliSearch
internal import GeocliText

/// A name as the rules of links compare it.
public struct LinkName: Sendable, Equatable {
    /// The name in NFKC form, without blanks.
    public let key: String
    /// `key` without the city, the district and the kind of public body at its start: 논현도서관 for 강남구립논현도서관. A branch in
    /// brackets is part of the core, so two names with different branches never agree.
    public let core: String
    /// The part of `key` before `core`.
    public let body: String

    /// The length in bytes above which a name is not compared. No shop has such a long name, and equal beginnings would
    /// prove nothing.
    private static let maximumBytes = 4096

    /// Creates the keys of a name; nil for a name of more than 4 KiB or of blanks only.
    ///
    /// - Complexity: O(length).
    public init?(_ name: String) {
        guard name.utf8.count <= Self.maximumBytes else { return nil }
        let key = Self.key(name)
        guard !key.isEmpty else { return nil }
        self.key = key
        let letters = Array(key.unicodeScalars)
        var start = Self.bodyLength(letters)
        // The rest must still be a name.
        if letters.count - start < 2 { start = 0 }
        guard start > 0 else {
            (core, body) = (key, "")
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

    /// The number by which the catalog finds the rows with one core name. Different names may share a number, so the
    /// rules compare the names themselves.
    ///
    /// - Source: FNV-1a, 64 bits, over the UTF-8 of `core`.
    public var block: Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in core.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int64(bitPattern: hash)
    }

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

    /// Returns the number of letters that `core` leaves out.
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

    /// Returns whether the first letter is that of one of the words.
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
