import Testing

/// A position in the form of people and map apps, and its values in degrees.
struct WrittenCase: Sendable, CustomTestStringConvertible {
    let text: String
    let latitude: Double
    let longitude: Double

    init(_ text: String, _ latitude: Double, _ longitude: Double) {
        self.text = text
        self.latitude = latitude
        self.longitude = longitude
    }

    var testDescription: String { text }
}

/// The values of angles are quotients of whole numbers, computed with Python's fractions: 37°33'22.7" =
/// 37.55630555555556, 126°55'25" = 126.92361111111111, 37°33.378' = 37.5563, 126°55.416' = 126.9236.
enum WrittenTable {
    private static let north = 37.55630555555556
    private static let east = 126.92361111111111

    static let numbers: [WrittenCase] = [
        .init("37.5563,126.9236", 37.5563, 126.9236),
        .init("37.5563, 126.9236", 37.5563, 126.9236),
        .init("37.5563 126.9236", 37.5563, 126.9236),
        .init("37.5563\t126.9236", 37.5563, 126.9236),
        .init("  37.5563 \u{3000} 126.9236\n", 37.5563, 126.9236),
        .init("37.5563\u{A0},\u{2003}126.9236", 37.5563, 126.9236),
        .init("(37.5563, 126.9236)", 37.5563, 126.9236),
        .init("[37.5563, 126.9236]", 37.5563, 126.9236),
        .init("([37.5563 126.9236])", 37.5563, 126.9236),
        .init("{37.5563,126.9236}", 37.5563, 126.9236),
        .init("（37.5563，126.9236）", 37.5563, 126.9236),
        .init("37.5563;126.9236", 37.5563, 126.9236),
        .init("37.5563 ; 126.9236", 37.5563, 126.9236),
        .init("37.5563；126.9236", 37.5563, 126.9236),
        .init("37.5563、126.9236", 37.5563, 126.9236),
        .init("３７．５５６３，１２６．９２３６", 37.5563, 126.9236),
        .init("+37.5563,+126.9236", 37.5563, 126.9236),
        .init("-33.8688,151.2093", -33.8688, 151.2093),
        .init("−33.8688,151.2093", -33.8688, 151.2093),
        .init("－33.8688，151.2093", -33.8688, 151.2093),
        .init("–33.8688, –70.5", -33.8688, -70.5),
        .init("\u{202D}37.5563\u{202C}, \u{200E}126.9236", 37.5563, 126.9236),
        .init("\u{FEFF}37.5563,126.9236", 37.5563, 126.9236),
        .init("3.75563e1,1.269236e2", 37.5563, 126.9236),
        .init("37,126", 37, 126),
        .init("0,0", 0, 0),
        .init("-90,180", -90, 180),
        .init(".5,-.5", 0.5, -0.5),
        .init("37.55630000000000001,126.9236", 37.5563, 126.9236),
    ]

    static let angles: [WrittenCase] = [
        .init("37.5563°, 126.9236°", 37.5563, 126.9236),
        .init("37.5563° 126.9236°", 37.5563, 126.9236),
        .init("37.5563º,126.9236º", 37.5563, 126.9236),
        .init("37.5563°N 126.9236°E", 37.5563, 126.9236),
        .init("37.5563° N, 126.9236° E", 37.5563, 126.9236),
        .init("37.5563N,126.9236E", 37.5563, 126.9236),
        .init("37.5563 n 126.9236 e", 37.5563, 126.9236),
        .init("N37.5563 E126.9236", 37.5563, 126.9236),
        .init("N 37.5563, E 126.9236", 37.5563, 126.9236),
        .init("E126.9236 N37.5563", 37.5563, 126.9236),
        .init("126.9236°E, 37.5563°N", 37.5563, 126.9236),
        .init("126.9236E37.5563N", 37.5563, 126.9236),
        .init("33.8688°S 151.2093°E", -33.8688, 151.2093),
        .init("S33.8688 W70.5", -33.8688, -70.5),
        .init("37.5563N, 126.9236", 37.5563, 126.9236),
        .init("126.9236, 37.5563N", 37.5563, 126.9236),
        .init("37°33'22.7\"N 126°55'25\"E", north, east),
        .init("37°33'22.7\"N, 126°55'25\"E", north, east),
        .init("37° 33' 22.7\" N, 126° 55' 25\" E", north, east),
        .init("37°33′22.7″N 126°55′25″E", north, east),
        .init("37°33’22.7”N 126°55’25”E", north, east),
        .init("37˚33`22.7''N 126˚55`25''E", north, east),
        .init("37º33´22.7´´N, 126º55´25´´E", north, east),
        .init("N37°33'22.7\" E126°55'25\"", north, east),
        .init("N 37° 33' 22.7\" E 126° 55' 25\"", north, east),
        .init("E126°55'25\" N37°33'22.7\"", north, east),
        .init("126°55′25″E 37°33′22.7″N", north, east),
        .init("37°33'22.7\" 126°55'25\"", north, east),
        .init("37°33'22.7\", 126°55'25\"", north, east),
        .init("(37°33'22.7\"N, 126°55'25\"E)", north, east),
        .init("37 33 22.7 N 126 55 25 E", north, east),
        .init("37 33 22.7N, 126 55 25E", north, east),
        .init("N 37 33 22.7 E 126 55 25", north, east),
        .init("37:33:22.7N 126:55:25E", north, east),
        .init("37:33:22.7,126:55:25", north, east),
        .init("37d33'22.7\"N 126d55'25\"E", north, east),
        .init("37 deg 33 min 22.7 sec N, 126 deg 55 min 25 sec E", north, east),
        .init("３７°３３′２２．７″Ｎ　１２６°５５′２５″Ｅ", north, east),
        .init("N37°33.378' E126°55.416'", 37.5563, 126.9236),
        .init("N 37° 33.378 E 126° 55.416", 37.5563, 126.9236),
        .init("37° 33.378' N, 126° 55.416' E", 37.5563, 126.9236),
        .init("37 33.378N 126 55.416E", 37.5563, 126.9236),
        .init("37°33′N 126°56′E", 37.55, 126.93333333333334),
        .init("33°51′54″S 151°12′34″E", -33.865, 151.20944444444444),
        .init("40° 26′ 46″ N 79° 58′ 56″ W", 40.44611111111111, -79.98222222222222),
        .init("-33°51'54\", 151°12'34\"", -33.865, 151.20944444444444),
        .init("−0°30′, 0°15′", -0.5, 0.25),
        .init("북위 37도 33분 22.7초 동경 126도 55분 25초", north, east),
        .init("북위 37도 33분 22.7초, 동경 126도 55분 25초", north, east),
        .init("북위37도33분22.7초동경126도55분25초", north, east),
        .init("동경 126도 55분 25초, 북위 37도 33분 22.7초", north, east),
        .init("북위 37.5563도, 동경 126.9236도", 37.5563, 126.9236),
        .init("북위 37°33′22.7″ 동경 126°55′25″", north, east),
        .init("남위 33도 51분 54초 서경 70도 30분", -33.865, -70.5),
        .init("위도 37.5563 경도 126.9236", 37.5563, 126.9236),
        .init("위도: 37.5563, 경도: 126.9236", 37.5563, 126.9236),
        .init("경도: 126.9236, 위도: 37.5563", 37.5563, 126.9236),
        .init("lat 37.5563 lon 126.9236", 37.5563, 126.9236),
        .init("lat=37.5563, lng=126.9236", 37.5563, 126.9236),
        .init("Longitude: 126.9236 Latitude: 37.5563", 37.5563, 126.9236),
        .init("22°54′30″ South 43°14′30″ West", -22.908333333333335, -43.24166666666667),
        .init("North 37.5563 East 126.9236", 37.5563, 126.9236),
        .init("90°N 180°W", 90, -180),
    ]

    static let uris: [WrittenCase] = [
        .init("geo:37.5563,126.9236", 37.5563, 126.9236),
        .init("GEO:37.5563,126.9236", 37.5563, 126.9236),
        .init("geo:37.5563,126.9236?z=15", 37.5563, 126.9236),
        .init("geo:37.5563,126.9236;u=35", 37.5563, 126.9236),
        .init("geo:37.5563,126.9236,50;crs=wgs84;u=35", 37.5563, 126.9236),
        .init("geo:37.5563,126.9236;CRS=WGS84", 37.5563, 126.9236),
        .init("geo:-33.8688,151.2093", -33.8688, 151.2093),
        .init("geo:0,0?q=37.5563,126.9236(%EC%B1%85%EB%B0%A9)", 37.5563, 126.9236),
        .init("geo:37.5,126.9?q=37.5563,126.9236(a%20(b))", 37.5563, 126.9236),
        .init("geo:37.5563,126.9236?q=%EC%B1%85%EB%B0%A9", 37.5563, 126.9236),
    ]

    static let links: [WrittenCase] = [
        // Google
        .init("https://www.google.com/maps/@37.5563,126.9236,15z", 37.5563, 126.9236),
        .init("https://www.google.co.kr/maps/@37.5563,126.9236,15z?entry=ttu&g_ep=EgoyMDI1", 37.5563, 126.9236),
        .init("google.com/maps/@37.5563,126.9236,3a,75y,90t/data=!3m6!1e1!3m4!1sabc!2e0", 37.5563, 126.9236),
        .init(
            "https://www.google.com/maps/place/%EC%84%9C%EC%9A%B8%EC%97%AD/@37.5,126.9,17z/data=!3m1!4b1!4m6!3m5!"
                + "1s0x357ca2:0x9e!8m2!3d37.5546!4d126.9706!16s%2Fm%2F0?entry=ttu", 37.5546, 126.9706),
        .init(
            "https://www.google.com/maps/place/37%C2%B033'22.7%22N+126%C2%B055'25.0%22E/@37.5563051,126.9210362,17z/"
                + "data=!3m1!4b1!4m4!3m3!8m2!3d37.5563051!4d126.9236111", 37.5563051, 126.9236111),
        .init("https://www.google.com/maps/place/37%C2%B033'22.7%22N+126%C2%B055'25.0%22E", north, east),
        .init("https://www.google.com/maps/place/37.5563,126.9236/@37.5,126.9,17z", 37.5563, 126.9236),
        .init("https://www.google.com/maps/place/%EC%84%9C%EC%9A%B8%EC%97%AD/@37.5546,126.9706,17z", 37.5546, 126.9706),
        .init("https://www.google.com/maps/search/%EC%B1%85%EB%B0%A9/@37.5563,126.9236,15z", 37.5563, 126.9236),
        .init("https://www.google.com/maps/search/37.5563,+126.9236?entry=tts", 37.5563, 126.9236),
        .init("https://www.google.com/maps/search/?api=1&query=37.5563%2C126.9236", 37.5563, 126.9236),
        .init("https://www.google.com/maps?q=37.5563,126.9236", 37.5563, 126.9236),
        .init("https://maps.google.com/?q=37.5563,126.9236", 37.5563, 126.9236),
        .init("https://maps.google.com/maps?q=loc:37.5563+126.9236", 37.5563, 126.9236),
        .init("http://maps.google.com/maps?q=37.5563,126.9236(%EC%B1%85)&z=17", 37.5563, 126.9236),
        .init("https://maps.google.com/?ll=37.5563,126.9236&z=15", 37.5563, 126.9236),
        .init("https://maps.google.com/?q=37.5563,126.9236&ll=37.5,126.9", 37.5563, 126.9236),
        .init("https://www.google.com/maps/dir/?api=1&destination=37.5563,126.9236", 37.5563, 126.9236),
        .init("https://www.google.com/maps/dir/?api=1&origin=35.1,129&destination=37.5563,126.9236", 37.5563, 126.9236),
        .init("https://www.google.com/maps/dir//37.5563,126.9236/@37.5,126.9,17z", 37.5563, 126.9236),
        .init(
            "https://www.google.com/maps/dir/35.1,129.04/37.5563,126.9236/@36.3,127.9,8z/data=!3m1!4b1", 37.5563,
            126.9236),
        .init(
            "https://www.google.com/maps/dir/A/B/@36.3,127.9,8z/data=!4m14!4m13!1m5!1m1!1s0x1:0x2!2m2!1d129.04!2d35.1"
                + "!1m5!1m1!1s0x3:0x4!2m2!1d126.9706!2d37.5546!3e0", 37.5546, 126.9706),
        .init(
            "https://www.google.com/maps/@?api=1&map_action=map&center=37.5563%2C126.9236&zoom=12", 37.5563, 126.9236),
        .init("comgooglemaps://?q=37.5563,126.9236&center=37.5,126.9", 37.5563, 126.9236),
        .init("comgooglemaps://?center=37.5563,126.9236&zoom=14", 37.5563, 126.9236),
        .init("comgooglemaps://?daddr=37.5563,126.9236&directionsmode=walking", 37.5563, 126.9236),
        // NAVER
        .init("https://map.naver.com/p?c=126.9236,37.5563,15,0,0,0,dh", 37.5563, 126.9236),
        .init("https://map.naver.com/p/entry/place/11591598?c=126.9236,37.5563,15,0,0,0,dh", 37.5563, 126.9236),
        .init("https://map.naver.com/v5/?c=126.9236000,37.5563000,15,0,0,0,dh", 37.5563, 126.9236),
        .init("map.naver.com/p/search/%EC%B1%85%EB%B0%A9?c=126.9236,37.5563,17,0,0,0,dh", 37.5563, 126.9236),
        .init("https://map.naver.com/?lng=126.9236&lat=37.5563&title=%EC%B1%85%EB%B0%A9", 37.5563, 126.9236),
        .init("http://map.naver.com/?dlevel=11&lat=37.5563&lng=126.9236&mapMode=0", 37.5563, 126.9236),
        .init(
            "https://map.naver.com/p/entry/address/126.9236,37.5563,%EC%A2%85%EB%A1%9C?c=15.00,0,0,0,dh", 37.5563,
            126.9236),
        .init("https://map.naver.com/p/directions/129.04,35.1,a/126.9236,37.5563,b/-/transit", 37.5563, 126.9236),
        .init("nmap://place?lat=37.5563&lng=126.9236&name=%EC%B1%85%EB%B0%A9&appname=geocli", 37.5563, 126.9236),
        .init("nmap://map?lat=37.5563&lng=126.9236&zoom=20&appname=a", 37.5563, 126.9236),
        .init("nmap://route/walk?slat=35.1&slng=129&dlat=37.5563&dlng=126.9236&appname=a", 37.5563, 126.9236),
        // Kakao
        .init("https://map.kakao.com/link/map/37.5563,126.9236", 37.5563, 126.9236),
        .init("https://map.kakao.com/link/map/%EC%B1%85%EB%B0%A9,37.5563,126.9236", 37.5563, 126.9236),
        .init("https://map.kakao.com/link/map/우리 책방, 2호점,37.5563,126.9236", 37.5563, 126.9236),
        .init("https://map.kakao.com/link/to/%EC%B1%85%2C%EB%B0%A9,37.5563,126.9236", 37.5563, 126.9236),
        .init("https://map.kakao.com/link/roadview/37.5563,126.9236", 37.5563, 126.9236),
        .init("https://map.kakao.com/link/by/walk/A,35.1,129.04/B,37.5563,126.9236", 37.5563, 126.9236),
        .init("kakaomap://look?p=37.5563,126.9236", 37.5563, 126.9236),
        .init("kakaomap://route?sp=35.1,129.04&ep=37.5563,126.9236&by=CAR", 37.5563, 126.9236),
        .init("https://m.map.kakao.com/scheme/look?p=37.5563,126.9236", 37.5563, 126.9236),
        // Apple
        .init("https://maps.apple.com/?ll=37.5563,126.9236&q=%EC%B1%85%EB%B0%A9", 37.5563, 126.9236),
        .init("https://maps.apple.com/?ll=37.5563,126.9236", 37.5563, 126.9236),
        .init("https://maps.apple.com/?q=37.5563,126.9236", 37.5563, 126.9236),
        .init("https://maps.apple.com/place?coordinate=37.5563,126.9236&name=%EC%B1%85", 37.5563, 126.9236),
        .init(
            "https://maps.apple.com/?address=Seoul&coordinate=37.5563,126.9236&ll=37.5563,126.9236", 37.5563, 126.9236),
        .init("https://maps.apple.com/frame?center=37.5563%2C126.9236&span=0.01%2C0.01", 37.5563, 126.9236),
        .init("https://maps.apple.com/?saddr=35.1,129&daddr=37.5563,126.9236", 37.5563, 126.9236),
        .init("maps://?ll=37.5563,126.9236&q=a", 37.5563, 126.9236),
        // OpenStreetMap
        .init("https://www.openstreetmap.org/?mlat=37.5563&mlon=126.9236#map=15/37.5/126.9", 37.5563, 126.9236),
        .init("https://www.openstreetmap.org/#map=15/37.5563/126.9236", 37.5563, 126.9236),
        .init("https://www.openstreetmap.org/node/1#map=15/37.5563/126.9236&layers=N", 37.5563, 126.9236),
        .init("https://osm.org/?mlat=37.5563&mlon=126.9236&zoom=15", 37.5563, 126.9236),
        .init("https://www.openstreetmap.org/?lat=37.5563&lon=126.9236&zoom=15", 37.5563, 126.9236),
        .init(
            "https://www.openstreetmap.org/directions?engine=fossgis_osrm_foot&route=35.1%2C129.04%3B37.5563%2C126.9236"
                + "#map=8/36/128", 37.5563, 126.9236),
        .init("https://www.openstreetmap.org/directions?from=&to=37.5563%2C126.9236", 37.5563, 126.9236),
        // The text that KakaoMap's share button makes.
        .init("[카카오맵] 책방\n서울 마포구\nhttps://map.kakao.com/link/map/a,37.5563,126.9236 보세요", 37.5563, 126.9236),
    ]

    /// Texts that are refused, each with a part of the error message.
    static let refused: [(text: String, says: String)] = [
        ("", "missing"), (" \u{3000}", "missing"),
        ("nan,126.9", "\"nan\" is not a number"), ("37.5,NaN", "\"NaN\" is not a number"),
        ("inf,1", "\"inf\" is not a number"), ("0x25,126.9", "\"0x25\" is not a number"),
        ("[2.3522, 48.8566]", "without brackets: 2.3522,48.8566 or 48.8566,2.3522"),
        ("37.5,0xAF", "\"0xAF\" is not a number"), ("1e999,0", "\"1e999\" is not a number"),
        ("1_0,2", "\"1_0\" is not a number"), ("٣٧,126", "\"٣٧\" is not a number"),
        ("37.5.1,126", "\"37.5.1\" is not a number"), ("37.5\0,126", "is not a number"),
        ("37.5", "\"37.5\" is not 2 numbers"), ("37.5,", "\"37.5,\" is not 2 numbers"),
        ("37.5,126.9,10", "is not 2 numbers"), ("37,5563 126,9236", "is not 2 numbers"),
        ("37,5563;126,9236", "is not 2 numbers"), ("37 33 22.7 126 55 25", "is not 2 numbers"),
        ("37 33 22.7, 126 55 25", "\"37 33 22.7\" is not a number"), ("2+1", "is not 2 numbers"),
        ("37.5/126.9", "is not 2 numbers"), ("3초", "or name:3초 if it is a name"),
        ("91,200", "latitude 91 is not between -90 and 90"), ("37.5,180.5", "longitude 180.5 is not between"),
        ("126.9236,37.5563", "seem to be swapped; write 37.5563,126.9236"),
        ("126°55'25\", 37°33'22.7\"", "seem to be swapped"), ("126.9N 37.5E", "latitude 126.9 is not between"),
        ("37°60'N 126°E", "minutes must be below 60, not 60"),
        ("37°33'60\"N 126°E", "seconds must be below 60, not 60"),
        ("37°75.5'N 126°E", "minutes must be below 60, not 75.5"), ("37.5°30'N 126°E", "is not a number"),
        ("37°-33'N 126°E", "is not a number"), ("37°22.7\"N 126°E", "is not a number"),
        ("-37.5S 126E", "a sign and N/S together"), ("37.5S -126E", "a sign and E/W together"),
        ("37.5N 38.5N", "two latitudes"), ("126.5E 127.5E", "two longitudes"),
        ("lat 37.5E lon 126N", "is not 2 numbers"), ("37.5N 126.9E 5N", "is not 2 numbers"),
        ("POINT", ""), ("geo:", "a geo: URI must have latitude,longitude"), ("geo:37.5", "a geo: URI must have"),
        ("geo:37.5;126.9", "a geo: URI must have"), ("geo:a,b", "a geo: URI must have"),
        ("geo:37.5,126.9,x", "a geo: URI must have"),
        ("geo:37.5,126.9;crs=epsg5179", "\"epsg5179\"; only wgs84 is supported"),
        ("geo:126.9,37.5", "seem to be swapped; write geo:37.5,126.9"), ("geo:37.5,200", "longitude 200 is not"),
        ("geo:0,0?q=%EC%B1%85%EB%B0%A9", "a search text"),
        ("https://naver.me/5abcDEF", "a short link (naver.me) only redirects"),
        ("naver.me/5abcDEF", "a short link (naver.me)"), ("https://goo.gl/maps/abc", "a short link (goo.gl)"),
        ("https://maps.app.goo.gl/AbC?g_st=ic", "a short link (maps.app.goo.gl)"),
        ("https://kko.to/abc", "a short link (kko.to)"), ("https://kko.kakao.com/abc", "a short link (kko.kakao.com)"),
        ("https://maps.apple/p/abc", "a short link (maps.apple)"),
        ("https://osm.org/go/5dl_w--", "a short link (osm.org)"),
        ("[네이버 지도]\n책방\nhttps://naver.me/5abc", "a short link (naver.me)"),
        ("https://place.map.kakao.com/26338954", "Kakao Map link has no coordinates"),
        ("https://map.kakao.com/link/search/%EC%B1%85", "Kakao Map link has no coordinates"),
        ("https://map.kakao.com/link/to/18577297", "the destination of this Kakao Map link has no coordinates"),
        ("https://map.kakao.com/?urlX=497356.9&urlY=1129837.9&itemId=1&q=a", "meters of a map projection"),
        ("https://map.naver.com/v5/?c=14138086.5321113,4521084.3550941,13,0,0,0,dh", "meters of a map projection"),
        ("https://map.naver.com/v5/entry/place/1?c=14124688.5,4186616.0,15,0,0,0,dh", "meters of a map projection"),
        (
            "https://map.naver.com/p/entry/address/14136588.06,4518868.58,a?c=15.00,0,0,0,dh",
            "meters of a map projection"
        ),
        ("https://map.naver.com/p/entry/place/1958047921?c=15.00,0,0,0,dh", "NAVER Map link has no coordinates"),
        ("https://map.naver.com/p/search/%EC%B1%85?c=14,0,0,0,dh", "NAVER Map link has no coordinates"),
        (
            "https://map.naver.com/v5/?c=37.5563,126.9236,15,0,0,0,dh",
            "126.9236, 37.5563 are not a latitude and longitude"
        ),
        ("nmap://search?query=1984&appname=a", "NAVER Map link has no coordinates"),
        ("https://www.google.com/maps/place/%EC%84%9C%EC%9A%B8%EC%97%AD", "Google Maps link has no coordinates"),
        ("https://www.google.com/search?q=37.5,126.9", "Google Maps link has no coordinates"),
        ("https://www.google.com/maps/dir/A/B/@36.3,127.9,8z", "the destination of this Google Maps link"),
        ("https://www.google.com/maps/place/a/data=!3d37.5!4d126.9!8m2!3d37.6!4d126.9", "marks more than one place"),
        ("https://maps.google.com/?q=37.5,126.9&q=37.6,126.9", "marks more than one place"),
        ("https://www.openstreetmap.org/?mlat=37.5&mlon=126.9&mlat=37.6&mlon=126.9", "marks more than one place"),
        ("https://www.google.com/maps?q=95,200", "95, 200 are not a latitude and longitude"),
        ("https://www.google.com/maps/@nan,126.9,15z", "Google Maps link has no coordinates"),
        ("https://www.google.com/maps?q=0x25,126.9", "Google Maps link has no coordinates"),
        ("https://maps.apple.com/?ll=137.5,126.9", "137.5, 126.9 are not a latitude and longitude"),
        ("https://www.openstreetmap.org/node/1", "OpenStreetMap link has no coordinates"),
        ("https://example.com/?lat=37.5&lng=126.9", "links to \"example.com\" are not supported"),
        ("foo://37.5,126.9", "links to \"foo://\" are not supported"),
        ("https://", "links to \"\" are not supported"),
    ]

    /// Texts that may be names.
    static let names = ["책방", "1984 서점", "abc,def", "24시 책방", "mapo", "seoul-bookstores/2283", "nan", "E", "서울.책방"]
}
