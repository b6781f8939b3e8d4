/// Links of Kakao Map: `/link/map/이름,37.5,126.9`, `/link/to/…`, `/link/roadview/…`, `/link/by/walk/…/…`,
/// `kakaomap://look?p=37.5,126.9`, `kakaomap://route?sp=…&ep=…`.
///
/// `urlX` and `urlY` are 2.5 times the meters on Kakao's own grid (WCONGNAMUL).
/// - Source: Kakao, "지도 URL" of the map API's guide, and its guide to the URL scheme of the app.
extension LinkPoints {
    init(kakao link: WebLink) throws(GeoError) {
        hasMeters = !link.values("urlx").isEmpty || !link.values("rt").isEmpty
        let isSearch = link.host == "search" || link.path.last == "search"
        for value in link.values("p") { try add(list: value, isSearch ? .view : .exact) }
        for value in link.values("ep") {
            isRoute = true
            try add(list: value, .exact)
        }
        guard let start = link.path.firstIndex(of: "link") else { return }
        let words = link.path[start...].dropFirst()
        guard let place = words.last, words.count > 1, words.first != "search" else { return }
        isRoute = words.first == "to" || words.first == "by"
        // A name may contain commas.
        let parts = place.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 2 else { return }
        try add(latitude: parts[parts.count - 2], longitude: parts[parts.count - 1], .exact)
    }
}
