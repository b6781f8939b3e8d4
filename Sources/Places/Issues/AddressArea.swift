internal import GeocliText

/// The cities, counties and districts (시, 군, 구) with which an address begins.
struct AddressArea {
    /// Their names in order, such as 수원시 and 팔달구; empty if the address has none.
    let names: [String]

    private static let maximumBytes = 400
    private static let endings: Set<Character> = ["시", "군", "구"]

    /// Reads an address. The result contains neither the city or province at the start nor anything after the road.
    init(_ address: String) {
        var text = Folding.compatible(address.head(bytes: Self.maximumBytes))[...]
        // KCISA writes the postcode at the start: (41946) 대구광역시.
        if text.first == "(", let close = text.firstIndex(of: ")") { text = text[text.index(after: close)...] }
        var names: [String] = []
        for (position, word) in text.split(whereSeparator: \.isWhitespace).prefix(4).enumerated() {
            guard let last = word.last, Self.endings.contains(last), word.count >= 2,
                word.allSatisfy({ $0.isLetter && !$0.isASCII })
            else {
                // Only the name of a city or province may come before a district.
                if position > 0 || LinkAddress(String(word)).province == nil { break }
                continue
            }
            if position == 0, LinkAddress(String(word)).province != nil { continue }
            names.append(String(word))
        }
        self.names = names
    }

    /// Returns the name that contradicts a stated district: the last name with the same rank as the district. Returns
    /// nil if a name is equal to a part of the district, or if no name has its rank.
    ///
    /// - Edges: 팔달구 contradicts neither 수원시 nor 수원시 팔달구.
    func contradicting(_ stated: String) -> String? {
        let parts = stated.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let last = parts.last, let rank = last.last, Self.endings.contains(rank) else { return nil }
        guard !names.contains(where: { parts.contains($0) || Self.isGlued($0, to: last) }) else { return nil }
        return names.last { $0.last == rank }
    }

    /// Whether `name` is a city or province directly followed by `district`, without a blank: 서울특별시영등포구.
    private static func isGlued(_ name: String, to district: String) -> Bool {
        name.hasSuffix(district) && LinkAddress(String(name.dropLast(district.count))).province != nil
    }

    /// Returns the last word of a stated district: 도봉구 for 서울특별시 도봉구.
    static func last(_ district: String) -> String {
        district.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? district
    }
}
