import GeocliGeo
import GeocliProjection
import GeocliText

@testable import GeocliIngest

/// Sister feeds with real files, declared as a user of this library would declare them.
enum RealFeeds {
    private static let aroundSeoul = BoundingBox(checkedWest: 126.73, south: 37.40, east: 127.20, north: 37.72)

    static let libraries = declare(
        "seoul-libraries", .openData(service: "SeoulPublicLibraryInfo"),
        [
            .id: "LBRRY_SEQ_NO", .name: "LBRRY_NAME", .district: "CODE_VALUE", .address: "ADRES", .phone: "TEL_NO",
            .website: "HMPG_URL", .x: "YDNTS", .y: "XCNTS",
        ])

    static let libraryFile = declare(
        "seoul-libraries-csv", .csv,
        [
            .id: "도서관 일련번호", .name: "도서관명", .district: "구명", .address: "주소", .phone: "전화번호", .website: "홈페이지 URL",
            .x: "경도", .y: "위도",
        ], encoding: .cp949)

    static let gyms = declare(
        "seoul-gyms", .openData(service: "LOCALDATA_104201"),
        [
            .id: "MGTNO", .name: "BPLCNM", .address: "RDNWHLADDR", .phone: "SITETEL", .kind: "TRDSTATEGBN", .x: "X",
            .y: "Y",
        ],
        crs: .epsg5174)

    private static func declare(
        _ id: String, _ envelope: Feed.Envelope, _ fields: [FeedField: String], encoding: TextEncoding = .utf8,
        crs: CRS = .wgs84
    ) -> Feed {
        Feed(
            id: id, title: Words(en: id, ko: id), publisher: "Seoul", license: "-", envelope: envelope,
            encoding: encoding, fields: fields, crs: crs, area: aroundSeoul)
    }
}
