internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliProjection
internal import GeocliText

extension Feed {
    /// The feeds whose pages this program can ingest, in the order in which they are offered.
    public static let known: [Feed] = [seoulBookstores, places]

    /// Returns the known feed with this id.
    public static func named(_ id: String) -> Feed? { known.first { $0.id == id } }

    /// "서울 책방(서점) 현황정보", OA-21062 of the Seoul Open Data Plaza: new and used bookstores.
    ///
    /// XCNTS is the latitude and YDNTS the longitude. An unrelated Korean API uses the same names the other way round.
    public static let seoulBookstores = Feed(
        id: "seoul-bookstores", title: Words(en: "Bookstores in Seoul (OA-21062)", ko: "서울 책방 현황정보 (OA-21062)"),
        publisher: "Seoul Open Data Plaza, https://data.seoul.go.kr/dataList/OA-21062/S/1/datasetView.do",
        license: "as stated on the source's page (the portal marks its sets KOGL Type 1, attribution)",
        envelope: .openData(service: "TbSlibBookstoreInfo"), serviceAddress: "http://openapi.seoul.go.kr:8088",
        fields: bookstoreFields, area: aroundSeoul,
        kinds: bookstoreKinds)

    /// The same format and fields with the whole world as area: for places outside Seoul, and for tests.
    public static let places = Feed(
        id: "places", title: Words(en: "Places in the bookstore feed's form", ko: "책방 피드 형식의 장소"),
        publisher: "as stated by the maker of the pages", license: "as stated by the maker of the pages",
        envelope: .openData(service: "TbSlibBookstoreInfo"), fields: bookstoreFields, area: .world,
        kinds: bookstoreKinds)

    /// The made-up bookstores that come with this program, in the form of `seoulBookstores`. Not among `known`: the
    /// first real run deletes what is published under this id.
    public static let sample = Feed(
        id: SampleNames.feed, title: Words(en: "made-up bookstores", ko: "지어낸 책방 (made-up bookstores)"),
        publisher: "the sample that comes with geocli", license: "MIT",
        envelope: .openData(service: "TbSlibBookstoreInfo"), fields: bookstoreFields, area: aroundSeoul,
        kinds: bookstoreKinds)

    private static let bookstoreFields: [FeedField: String] = [
        .id: "STORE_SEQ_NO", .name: "STORE_NAME", .kind: "STORE_TYPE", .district: "CODE_VALUE", .address: "ADRES",
        .phone: "TEL_NO", .website: "HMPG_URL", .sns: "SNS", .x: "YDNTS", .y: "XCNTS",
    ]

    private static let bookstoreKinds: [String: Kind] = ["0002": .new, "0001": .used]

    /// Seoul is within 37.428–37.702 N, 126.764–127.184 E. The area is a little larger, for shops at the border.
    private static let aroundSeoul = BoundingBox(
        checkedWest: 126.73, south: 37.40, east: 127.20, north: 37.72)
}
