internal import GeocliText

/// Links of Apple Maps: `?ll=37.5,126.9&q=…`, `?coordinate=37.5,126.9`, `?q=37.5,126.9`, `/frame?center=…`,
/// `?daddr=`, `/directions?destination=`.
///
/// - Source: Apple, "Map Links" of the URL Scheme Reference, and "Unified map URLs".
extension LinkPoints {
    init(apple link: WebLink) throws(GeoError) {
        let ends = link.values("daddr") + link.values("destination")
        guard ends.isEmpty else {
            isRoute = true
            for value in ends { try add(text: value, .exact) }
            return
        }
        for value in link.values("coordinate") { try add(list: value, .exact) }
        for value in link.values("q") + link.values("address") { try add(text: value, .exact) }
        for value in link.values("ll") { try add(list: value, .named) }
        for name in ["center", "sll", "near"] {
            for value in link.values(name) { try add(list: value, .view) }
        }
    }
}

/// A `geo:` URI: `geo:37.5,126.9`, `geo:37.5,126.9,50;crs=wgs84;u=35`, `geo:37.5,126.9?z=15`, and Android's
/// `geo:0,0?q=37.5,126.9(이름)`.
///
/// - Source: RFC 5870 §3.3; Android, "Common intents: Maps".
struct GeoURI {
    private let coordinates: [String]
    private let parameters: [String]
    private let query: [String]

    init?(_ text: String) {
        guard text.prefix(4).lowercased() == "geo:" else { return nil }
        let rest = text.dropFirst(4)
        let path = rest.prefix { $0 != "?" }
        let parts = WebLink.decoded(path, plusIsBlank: false).split(separator: ";", omittingEmptySubsequences: false)
        coordinates = (parts.first ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        parameters = parts.dropFirst().map { $0.lowercased() }
        query = rest[path.endIndex...].dropFirst().split(separator: "&").filter { $0.hasPrefix("q=") }
            .map { WebLink.decoded($0.dropFirst(2), plusIsBlank: true) }
    }

    /// Throws a `GeoError` for another coordinate system, text that is not coordinates, and numbers out of range.
    func coordinate() throws(GeoError) -> Coordinate {
        for parameter in parameters where parameter.hasPrefix("crs=") && parameter != "crs=wgs84" {
            throw .otherSystem(String(parameter.dropFirst(4)))
        }
        let numbers = coordinates.map { DecimalText.number($0) }
        guard 2...3 ~= numbers.count, let latitude = numbers[0], let longitude = numbers[1], numbers.last != .some(nil)
        else { throw .notURI }
        // In Android's form, `q` is the place. The coordinates before it are only the area to search.
        var place = LinkPoints()
        for text in query { try place.add(text: text, .exact) }
        if let (pin, _) = try place.chosen(.google) { return pin }
        guard latitude != 0 || longitude != 0 || query.isEmpty else { throw .searchURI }
        try Coordinate.checkDegrees(latitude: latitude, longitude: longitude) { "geo:\($0),\($1)" }
        return Coordinate(uncheckedLongitude: longitude, latitude: latitude)
    }
}

/// Links of Google Maps: `/maps/@37.5,126.9,15z`, `/maps/place/…/data=…!3d37.5!4d126.9`, `?q=`, `?query=`, `?ll=`,
/// `/maps/dir/…/…`, `?destination=`, `comgooglemaps://?q=`.
///
/// - Source: Google, "Maps URLs" and "Google Maps URL Scheme for iOS"; the fields of `data=` as Google's pages write
///   them (3d latitude and 4d longitude of a place, 1d longitude and 2d latitude of a route's point).
extension LinkPoints {
    init(google link: WebLink) throws(GeoError) {
        let isApp = !link.scheme.hasPrefix("http")
        let isMap = isApp || link.path.first == "maps" || link.host.hasPrefix("maps.") || link.host.hasPrefix("earth.")
        guard isMap else { return }
        let places = link.path.drop { $0 == "maps" }.map { $0.replacing("+", with: " ") }
        let fields = places.filter { $0.hasPrefix("data=") }.flatMap { $0.split(separator: "!").map(String.init) }
        if places.first == "dir" || !link.values("destination").isEmpty || !link.values("daddr").isEmpty {
            try addRoute(places.dropFirst(), fields, link)
            return
        }
        for (latitude, longitude) in zip(fields, fields.dropFirst())
        where latitude.hasPrefix("3d") && longitude.hasPrefix("4d") {
            try add(latitude: String(latitude.dropFirst(2)), longitude: String(longitude.dropFirst(2)), .exact)
        }
        if ["place", "search"].contains(places.first), places.count > 1 { try add(text: places[1], .named) }
        for value in link.values("q") + link.values("query") { try add(text: value, .named) }
        for place in places where place.hasPrefix("@") { try add(list: String(place.dropFirst()), .view) }
        for name in ["ll", "center", "viewpoint", "cbll", "sll"] {
            for value in link.values(name) { try add(list: value, .view) }
        }
    }

    /// Adds the destination of a route: the coordinates in its text, or, if the text is a name, the last point in the
    /// fields of `data=`.
    private mutating func addRoute(
        _ places: ArraySlice<String>, _ fields: [String], _ link: WebLink
    ) throws(GeoError) {
        isRoute = true
        for value in link.values("destination") + link.values("daddr") { try add(text: value, .exact) }
        guard let last = places.last(where: { !$0.hasPrefix("@") && !$0.hasPrefix("data=") && !$0.hasPrefix("am=") })
        else { return }
        try add(text: last, .exact)
        // A destination that is written as numbers was added above.
        guard try chosen(.google) == nil else { return }
        let points = zip(fields, fields.dropFirst()).filter { $0.hasPrefix("1d") && $1.hasPrefix("2d") }
        guard let (longitude, latitude) = points.last else { return }
        try add(latitude: String(latitude.dropFirst(2)), longitude: String(longitude.dropFirst(2)), .exact)
    }
}

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

/// Links of NAVER Map: `?lat=37.5&lng=126.9`, `?c=126.9,37.5,15,0,0,0,dh`, `/p/entry/address/126.9,37.5,이름`,
/// `/p/directions/…/…`, `nmap://place?lat=37.5&lng=126.9`.
///
/// Pages from 2019 to 2022 write `c` and paths in meters (EPSG:3857), later ones in degrees, and the latest ones write
/// only the zoom into `c`: `c=15.00,0,0,0,dh`.
/// - Source: NAVER Cloud Platform, "URL Scheme" (`nmap://`); the pages' own addresses.
extension LinkPoints {
    init(naver link: WebLink) throws(GeoError) {
        try add(link, latitude: "lat", longitude: "lng", link.host == "map" ? .view : .exact)
        try add(naverX: link.values("x"), y: link.values("y"), .exact)
        for (latitude, longitude) in [("elat", "elng"), ("dlat", "dlng")] where !link.values(latitude).isEmpty {
            isRoute = true
            try add(link, latitude: latitude, longitude: longitude, .exact)
        }
        if let start = link.path.firstIndex(of: "directions") {
            isRoute = true
            // The segments are the start, the destination, the points between them and the means of travel. A hyphen
            // stands for a missing one.
            let destination = link.path[start...].dropFirst(2).first ?? ""
            try add(naver: destination, .exact)
        } else if let start = link.path.firstIndex(of: "address"), start + 1 < link.path.count {
            try add(naver: link.path[start + 1], .exact)
        }
        // A shorter list has no coordinates, only the zoom.
        for list in link.values("c") where list.split(separator: ",", omittingEmptySubsequences: false).count >= 6 {
            try add(naver: list, .view)
        }
    }

    /// Adds the position of a list such as `126.9,37.5,이름`, longitude first.
    private mutating func add(naver list: String, _ level: Level) throws(GeoError) {
        let parts = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 2 else { return }
        try add(naverX: [parts[0]], y: [parts[1]], level)
    }

    private mutating func add(naverX: [String], y: [String], _ level: Level) throws(GeoError) {
        for (x, y) in zip(naverX, y) {
            guard let longitude = DecimalText.number(x), let latitude = DecimalText.number(y) else { continue }
            // Korea's coordinates are millions of meters in EPSG:3857 and hundreds of thousands in older systems.
            if abs(longitude) > 1000 && abs(latitude) > 1000 {
                hasMeters = true
            } else {
                try add(latitude: latitude, longitude: longitude, level)
            }
        }
    }
}

/// Links of OpenStreetMap: `?mlat=37.5&mlon=126.9`, `#map=15/37.5/126.9`, `?lat=&lon=`, `/directions?route=…;…`.
///
/// - Source: OpenStreetMap wiki, "Browsing", "Shortlink" and "Routing on OpenStreetMap.org".
extension LinkPoints {
    init(openStreetMap link: WebLink) throws(GeoError) {
        if link.path.first == "directions" {
            isRoute = true
            for route in link.values("route") {
                try add(list: route.split(separator: ";").last.map(String.init) ?? "", .exact)
            }
            for end in link.values("to") { try add(text: end, .exact) }
            return
        }
        try add(link, latitude: "mlat", longitude: "mlon", .exact)
        try add(link, latitude: "lat", longitude: "lon", .view)
        for map in link.values("map") {
            let parts = map.split(separator: "/").map(String.init)
            if parts.count >= 3 { try add(latitude: parts[1], longitude: parts[2], .view) }
        }
        if link.path.first == "search" {
            for value in link.values("query") { try add(text: value, .named) }
        }
    }
}

/// The messages for links without usable coordinates. They repeat only the link's host.
extension GeoError {
    private static let advice = Words(
        en: "open the link and write the position as latitude,longitude", ko: "링크를 열어 확인한 위도,경도를 쓰세요")

    private static func wrong(_ en: String, _ ko: String, _ advice: Words = advice) -> GeoError {
        GeoError(.position, en: "\(en); \(advice.en)", ko: "\(ko). \(advice.ko)")
    }

    static func notDegrees(_ latitude: Double, _ longitude: Double) -> GeoError {
        let numbers = "\(String.shortest(latitude)), \(String.shortest(longitude))"
        return wrong(
            "the link's numbers \(numbers) are not a latitude and longitude in degrees",
            "링크의 숫자(\(numbers))는 도 단위의 위도와 경도가 아닙니다")
    }

    static func severalPins(_ service: MapService) -> GeoError {
        wrong(
            "the \(service.name.en) link marks more than one place", "\(service.name.ko) 링크에 표시된 곳이 둘 이상입니다",
            Words(en: "write the one you mean as latitude,longitude", ko: "그중 한 곳의 위도,경도를 쓰세요"))
    }

    static func unknownLink(_ link: WebLink) -> GeoError {
        let isWeb = link.scheme.hasPrefix("http")
        let shown = DisplayText.truncated(
            DisplayText.singleLine(isWeb ? link.host : "\(link.scheme)://"), columns: 60)
        return GeoError(
            .position,
            en:
                "links to \"\(shown)\" are not supported (only Google Maps, NAVER Map, Kakao Map, Apple Maps and OpenStreetMap are); write latitude,longitude",
            ko:
                "지원하지 않는 링크입니다(\"\(shown)\"). 구글 지도, 네이버 지도, 카카오맵, 애플 지도, OpenStreetMap 링크만 읽습니다. 위도,경도를 쓰세요")
    }

    static var notURI: GeoError {
        GeoError(
            .position, en: "a geo: URI must have latitude,longitude, as in geo:37.5563,126.9236",
            ko: "geo: 뒤에는 위도,경도가 와야 합니다. geo:37.5563,126.9236처럼 쓰세요")
    }

    static var searchURI: GeoError {
        wrong("the geo: URI contains a search text, not a position", "geo: 링크에 위치가 아니라 검색어가 들어 있습니다")
    }

    static func otherSystem(_ name: String) -> GeoError {
        let shown = DisplayText.shown(name, columns: 40)
        return GeoError(
            .position, en: "the geo: URI is in the coordinate system \"\(shown)\"; only wgs84 is supported",
            ko: "geo: 링크의 좌표계가 \"\(shown)\"입니다. wgs84만 읽습니다")
    }
}

extension MapService {
    func withoutCoordinates(_ link: WebLink) -> GeoError {
        // If the link can't be read, the messages below about meters and routes do not apply.
        let points = try? points(of: link)
        if isShort(link) {
            return error(
                "a short link (\(link.host)) only redirects, and geocli does not open links",
                "짧은 링크(\(link.host))에는 위치가 없고, geocli는 링크를 열지 않습니다",
                Words(
                    en: "open the link in a browser and give the address that it leads to",
                    ko: "링크를 브라우저에서 연 다음, 주소창에 나온 주소를 쓰세요")
            )
        }
        if points?.hasMeters == true {
            return error(
                "the numbers of this \(name.en) link are meters of a map projection, not degrees",
                "이 \(name.ko) 링크의 숫자는 도가 아니라 지도 투영의 미터 값입니다")
        }
        if points?.isRoute == true {
            return error(
                "the destination of this \(name.en) link has no coordinates", "이 \(name.ko) 링크의 도착지에 좌표가 없습니다")
        }
        return error(
            "this \(name.en) link has no coordinates, only a name, a place id or a zoom level",
            "이 \(name.ko) 링크에는 좌표가 없고 이름, 장소 번호나 확대 수준만 있습니다")
    }

    private func error(
        _ en: String, _ ko: String,
        _ advice: Words = Words(
            en: "open the link and write the position as latitude,longitude", ko: "링크를 열어 확인한 위도,경도를 쓰세요")
    ) -> GeoError {
        GeoError(.position, en: "\(en); \(advice.en)", ko: "\(ko). \(advice.ko)")
    }
}
