/// One of the 25 districts of Seoul: its name, a code, and a disc that is roughly inside it.
///
/// - Units: degrees. Centers and radii are rounded values from common knowledge, precise enough only for a sample.
struct SampleDistrict: Sendable {
    /// The Korean name of the district.
    let name: String
    /// The latitude of the approximate middle of the inhabited area.
    let latitude: Double
    /// The longitude of the approximate middle of the inhabited area.
    let longitude: Double
    /// The radius of the disc in which stray places are drawn.
    let radiusMeters: Double

    private init(_ name: String, _ latitude: Double, _ longitude: Double, _ radiusMeters: Double) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
        self.radiusMeters = radiusMeters
    }

    /// All districts, in the official order.
    static let all: [SampleDistrict] = [
        SampleDistrict("종로구", 37.577, 126.985, 1000), SampleDistrict("중구", 37.561, 126.996, 900),
        SampleDistrict("용산구", 37.534, 126.981, 1200), SampleDistrict("성동구", 37.552, 127.041, 1200),
        SampleDistrict("광진구", 37.547, 127.085, 1300), SampleDistrict("동대문구", 37.581, 127.054, 1200),
        SampleDistrict("중랑구", 37.597, 127.093, 1200), SampleDistrict("성북구", 37.603, 127.022, 1200),
        SampleDistrict("강북구", 37.636, 127.018, 1000), SampleDistrict("도봉구", 37.664, 127.035, 1000),
        SampleDistrict("노원구", 37.647, 127.070, 1500), SampleDistrict("은평구", 37.612, 126.925, 1300),
        SampleDistrict("서대문구", 37.580, 126.939, 1000), SampleDistrict("마포구", 37.560, 126.907, 1200),
        SampleDistrict("양천구", 37.524, 126.857, 1000), SampleDistrict("강서구", 37.553, 126.838, 1400),
        SampleDistrict("구로구", 37.495, 126.860, 900), SampleDistrict("금천구", 37.459, 126.901, 700),
        SampleDistrict("영등포구", 37.520, 126.909, 1200), SampleDistrict("동작구", 37.501, 126.951, 900),
        SampleDistrict("관악구", 37.474, 126.945, 1200), SampleDistrict("서초구", 37.483, 127.015, 1200),
        SampleDistrict("강남구", 37.501, 127.055, 1500), SampleDistrict("송파구", 37.503, 127.113, 1500),
        SampleDistrict("강동구", 37.547, 127.147, 1200),
    ]

    /// The official romanized name, such as `Mapo-gu`.
    var englishName: String { Self.englishNames[Self.index(named: name)] }

    /// The romanized names, in the order of `all`.
    private static let englishNames = """
        Jongno-gu Jung-gu Yongsan-gu Seongdong-gu Gwangjin-gu Dongdaemun-gu Jungnang-gu Seongbuk-gu Gangbuk-gu \
        Dobong-gu Nowon-gu Eunpyeong-gu Seodaemun-gu Mapo-gu Yangcheon-gu Gangseo-gu Guro-gu Geumcheon-gu \
        Yeongdeungpo-gu Dongjak-gu Gwanak-gu Seocho-gu Gangnam-gu Songpa-gu Gangdong-gu
        """.split(separator: " ").map(String.init)

    /// The names as a list of words.
    static let names = WordList(all.map(\.name))

    /// Returns the index of a name in `all`.
    static func index(named name: String) -> Int {
        guard let index = all.firstIndex(where: { $0.name == name }) else {
            preconditionFailure("\(name) is not one of the 25 districts")
        }
        return index
    }
}
