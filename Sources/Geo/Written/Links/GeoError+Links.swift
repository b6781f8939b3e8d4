internal import GeocliText

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
    /// Returns the error for a link of this service that has no coordinates.
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
