public import GeocliText

/// A map on the web or on a phone. Its links can be read and written.
public enum MapService: String, Sendable, CaseIterable {
    case naver, kakao, google, apple, osm

    /// The name that the service uses for itself.
    public var name: Words {
        switch self {
        case .naver: Words(en: "NAVER Map", ko: "네이버 지도")
        case .kakao: Words(en: "Kakao Map", ko: "카카오맵")
        case .google: Words(en: "Google Maps", ko: "구글 지도")
        case .apple: Words(en: "Apple Maps", ko: "애플 지도")
        case .osm: Words(en: "OpenStreetMap", ko: "OpenStreetMap")
        }
    }

    /// Creates the service that a host belongs to; nil for any other host. The host must be in lower case.
    init?(host: String) {
        if Self.isGoogle(host) || Self.googleShort.contains(host) {
            self = .google
        } else if host == "naver.me" || host == "map.naver.com"
            || Self.naverHosts.contains(where: { host.hasSuffix($0) })
        {
            self = .naver
        } else if Self.kakaoHosts.contains(host) || Self.kakaoElsewhere.contains(host) {
            self = .kakao
        } else if host == "maps.apple.com" || host == "maps.apple" {
            self = .apple
        } else if host == "osm.org" || host == "openstreetmap.org" || host.hasSuffix(".openstreetmap.org") {
            self = .osm
        } else {
            return nil
        }
    }

    private static let naverHosts = [".map.naver.com", ".place.naver.com"]
    private static let kakaoHosts: Set<String> = ["map.kakao.com", "m.map.kakao.com", "map.daum.net", "m.map.daum.net"]
    private static let kakaoElsewhere: Set<String> = [
        "kko.to", "kko.kakao.com", "dmaps.kr", "place.map.kakao.com", "place.map.daum.net",
    ]
    static let googleShort: Set<String> = ["goo.gl", "maps.app.goo.gl", "g.co", "g.page"]

    /// Returns whether a host is Google's in any country: `maps.google.com`, `www.google.co.kr`.
    private static func isGoogle(_ host: String) -> Bool {
        var labels = host.split(separator: ".", omittingEmptySubsequences: false)
        if let first = labels.first, ["www", "maps", "m", "earth"].contains(first) { labels.removeFirst() }
        return labels.first == "google" && 2...3 ~= labels.count
            && labels.dropFirst().allSatisfy { 2...3 ~= $0.utf8.count }
    }
}
