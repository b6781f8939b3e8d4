extension MapService {
    /// Creates the service that a link belongs to by its scheme or host; nil for any other link.
    init?(_ link: WebLink) {
        switch link.scheme {
        case "http", "https": self.init(host: link.host)
        case "nmap": self = .naver
        case "kakaomap", "daummaps": self = .kakao
        case "comgooglemaps", "comgooglemapsurl", "googlemaps": self = .google
        case "maps": self = .apple
        default: return nil
        }
    }

    /// Returns the coordinates in a link of this service.
    ///
    /// - Throws: `GeoError` for numbers that are not degrees.
    func points(of link: WebLink) throws(GeoError) -> LinkPoints {
        switch self {
        case .google: try LinkPoints(google: link)
        case .naver: try LinkPoints(naver: link)
        case .kakao: try LinkPoints(kakao: link)
        case .apple: try LinkPoints(apple: link)
        case .osm: try LinkPoints(openStreetMap: link)
        }
    }

    /// Returns whether a link is a short link, which only redirects to another link.
    func isShort(_ link: WebLink) -> Bool {
        switch self {
        case .google: Self.googleShort.contains(link.host)
        case .naver: link.host == "naver.me"
        case .kakao: ["kko.to", "kko.kakao.com", "dmaps.kr"].contains(link.host)
        case .apple: link.host == "maps.apple"
        case .osm: link.path.first == "go"
        }
    }
}
