internal import GeocliGeo
public import GeocliPlaces
internal import GeocliText

extension ListingSchema where Row == CatalogEntry {
    /// One bookstore with all its known values.
    public static func bookstore(withLinks: Bool) -> ListingSchema {
        let website = Column<CatalogEntry>("website_raw", en: "website as given", ko: "누리집 원문") {
            .text($0.bookstore.websiteRaw)
        }
        return ListingSchema(
            columns: bookstoreColumns + [website] + (withLinks ? MapLink.columns : []), tableKeys: [],
            feature: { FeatureParts(id: .number(String($0.id)), coordinate: $0.coordinate) })
    }
}

/// Links that open a bookstore in a map.
enum MapLink {
    static var columns: [Column<CatalogEntry>] {
        [
            link("link_geo", "geo link", "geo 링크") { _, point in "geo:\(point)" },
            link("link_naver_app", "NAVER Map app", "네이버 지도 앱") { name, _ in "nmap://search?query=\(name)" },
            link("link_naver", "NAVER Map", "네이버 지도") { name, _ in "https://map.naver.com/p/search/\(name)" },
            link("link_kakao_app", "Kakao Map app", "카카오맵 앱") { _, point in "kakaomap://look?p=\(point)" },
            link("link_kakao", "Kakao Map", "카카오맵") { name, point in
                "https://map.kakao.com/link/map/\(name),\(point)"
            },
        ]
    }

    /// Makes a link from the name, percent-encoded, and the point as `LAT,LON`; null without a point.
    private static func link(
        _ key: String, _ en: String, _ ko: String, _ make: @escaping (String, String) -> String
    ) -> Column<CatalogEntry> {
        Column(key, en: en, ko: ko) { entry in
            guard let place = entry.coordinate else { return .null }
            let point = [place.latitude, place.longitude].map { DecimalText.text($0, maximumDecimals: 7) }
            return .code(make(percentEncoded(entry.bookstore.name), point.joined(separator: ",")))
        }
    }

    /// Percent-encodes all but the unreserved characters.
    ///
    /// - Source: RFC 3986 §2.3.
    private static func percentEncoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }
}
