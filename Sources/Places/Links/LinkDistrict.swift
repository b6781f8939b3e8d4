internal import GeocliSearch
internal import GeocliText

/// A district as the rules of links compare it. Feeds write 마포구, 서울특별시 마포구 and Mapo-gu.
struct LinkDistrict: Sendable, Equatable {
    /// The city or province with which the text begins, such as 서울; nil if it names none.
    let province: String?
    /// The words after the city or province, such as 마포구, or 수원시 and 영통구. A district of Seoul has its Korean name.
    private let words: [String]

    /// The length in bytes after which a text is cut.
    private static let maximumBytes = 256

    /// Reads a district; nil without a text.
    ///
    /// - Complexity: O(length).
    init?(_ district: String?) {
        guard let district else { return nil }
        if District.isName(district) {
            (province, words) = (nil, [district])
            return
        }
        let text = Folding.compatible(district.head(bytes: Self.maximumBytes))
        var all = text.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }
        province = all.first.flatMap(LinkAddress.province)
        if province != nil || Self.isOtherProvince(all) { all.removeFirst() }
        words = District.named(all.joined(separator: " ")).map { [$0.name] } ?? all
    }

    /// Returns whether the first word is a province that `LinkAddress.province` does not know.
    private static func isOtherProvince(_ words: [String]) -> Bool {
        guard let first = words.first else { return false }
        // Before a district, 광주시 is the large city. Alone, it is the city in Gyeonggi.
        return first.hasSuffix("통합특별시") || first == "광주시" && words.count > 1 && words[1].hasSuffix("구")
    }

    /// Whether both texts name a district and the districts are the same.
    func isSame(as other: LinkDistrict) -> Bool { !words.isEmpty && words == other.words }

    /// Whether both texts name a district and the districts differ. 수원시 영통구 does not differ from 영통구 or from 수원시.
    func differs(from other: LinkDistrict) -> Bool {
        guard !words.isEmpty, !other.words.isEmpty else { return false }
        let (short, long) = words.count < other.words.count ? (words, other.words) : (other.words, words)
        return !long.starts(with: short) && Array(long.suffix(short.count)) != short
    }
}
