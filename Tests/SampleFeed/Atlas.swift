internal import GeocliGeo
internal import GeocliPlaces

/// The map of possible place positions, from which positions are drawn for one extent.
struct Atlas: Sendable {
    struct Site {
        let point: DecimalPoint
        /// The index in `SampleDistrict.all`; nil outside Seoul.
        let district: Int?
        /// The index in `places`; nil for a stray place.
        let place: Int?
    }

    /// The length of one degree of a meridian, rounded. It only scales the spread of positions.
    static let metersPerDegree = 111_000.0

    let places: [Neighborhood]
    private let extent: SampleExtent
    /// The index of each place, repeated as often as its weight says, so that one draw picks by weight.
    private let picks: [UInt16]

    init(extent: SampleExtent, seed: UInt64) {
        self.extent = extent
        places =
            switch extent {
            case .seoul: Neighborhood.seoul
            case .world: Neighborhood.world(seed: seed)
            }
        picks = places.indices.flatMap { [places] in Array(repeating: UInt16($0), count: places[$0].weight) }
    }

    /// Draws a position: in 85 of 100 cases near one of `places`, and otherwise anywhere. In Seoul, it is on land in
    /// its district.
    func site(using random: inout SplitMix64) -> Site {
        guard random.chance(percent: 85) else { return straySite(using: &random) }
        let index = Int(picks[random.below(picks.count)])
        let place = places[index]
        let point = point(around: place, using: &random)
        return Site(point: point, district: place.district, place: index)
    }

    private func point(around place: Neighborhood, using random: inout SplitMix64) -> DecimalPoint {
        let stretch = place.spreadDegrees / max(roughCosine(degrees: place.latitude), 0.001)
        // If a random position is off the map, in another district or in the river, another one is chosen. Each of
        // `places` is in its district, so this ends soon.
        while true {
            let latitude = place.latitude + place.spreadDegrees * random.bell()
            let longitude = place.longitude + stretch * random.bell()
            if let point = printable(latitude: latitude, longitude: longitude),
                place.district.map({ SampleDistrict.all[$0].holds(point) }) ?? true
            {
                return point
            }
        }
    }

    private func straySite(using random: inout SplitMix64) -> Site {
        switch extent {
        case .seoul:
            let index = random.below(SampleDistrict.all.count)
            return Site(point: strayPoint(in: SampleDistrict.all[index], using: &random), district: index, place: nil)
        case .world:
            return Site(point: strayPointOnGlobe(using: &random), district: nil, place: nil)
        }
    }

    /// Draws evenly over the part of the disc that is in the district.
    private func strayPoint(in district: SampleDistrict, using random: inout SplitMix64) -> DecimalPoint {
        let radius = district.radiusMeters / Self.metersPerDegree
        let stretch = radius / roughCosine(degrees: district.latitude)
        while true {
            let (north, east) = (random.uniform(-1..<1), random.uniform(-1..<1))
            guard north * north + east * east <= 1 else { continue }
            let latitude = district.latitude + radius * north
            if let point = printable(latitude: latitude, longitude: district.longitude + stretch * east),
                district.holds(point)
            {
                return point
            }
        }
    }

    /// Draws evenly over the globe: the chance that a latitude is kept is proportional to the length of its parallel.
    private func strayPointOnGlobe(using random: inout SplitMix64) -> DecimalPoint {
        var latitude = random.uniform(-90..<90)
        while random.uniform(0..<1) > roughCosine(degrees: latitude) { latitude = random.uniform(-90..<90) }
        return DecimalPoint(latitude: latitude, longitude: random.uniform(-180..<180))
    }

    /// Returns nil outside the extent. Seoul ends at its box. The globe continues over the poles and across ±180°.
    private func printable(latitude: Double, longitude: Double) -> DecimalPoint? {
        switch extent {
        case .seoul:
            guard SampleExtent.isInSeoul(latitude: latitude, longitude: longitude) else { return nil }
            return DecimalPoint(latitude: latitude, longitude: longitude)
        case .world:
            return wrapped(latitude: latitude, longitude: longitude)
        }
    }

    private func wrapped(latitude: Double, longitude: Double) -> DecimalPoint {
        let crossesPole = abs(latitude) > 90
        let turned = crossesPole ? longitude + 180 : longitude
        let folded = crossesPole ? (latitude > 0 ? 180 : -180) - latitude : latitude
        return DecimalPoint(latitude: folded, longitude: turned - 360 * ((turned + 180) / 360).rounded(.down))
    }
}

/// The area in which a `SampleFeed` has its places.
package enum SampleExtent: Sendable, CaseIterable {
    /// In the 25 districts of Seoul, inside 37.428–37.702 N, 126.764–127.184 E.
    case seoul
    /// All over the globe, including ±180° and the poles, without districts.
    case world

    static func isInSeoul(latitude: Double, longitude: Double) -> Bool {
        (37.428...37.702).contains(latitude) && (126.764...127.184).contains(longitude)
    }
}

/// A position with the decimals that the feed prints: 13 of a latitude, 12 of a longitude, in units of the last one. A
/// `Double` holds both numbers and the power of ten exactly, and IEEE 754 division rounds their quotient once, so the
/// result is the same number as the printed text.
struct DecimalPoint: Equatable {
    static let latitudeDecimals = 13
    static let longitudeDecimals = 12

    private let latitudeUnits: Int
    private let longitudeUnits: Int

    /// The latitude in degrees, equal to the printed text read as a number.
    var latitude: Double { Double(latitudeUnits) / 1e13 }
    var longitude: Double { Double(longitudeUnits) / 1e12 }

    /// Makes the nearest printable position; degrees, latitude -90…90, longitude -180…180.
    init(latitude: Double, longitude: Double) {
        latitudeUnits = Int((latitude * 1e13).rounded())
        longitudeUnits = Int((longitude * 1e12).rounded())
    }

    /// Adds the latitude as text, such as `37.5573847248586`.
    func appendLatitude(to bytes: inout [UInt8]) {
        bytes.append(fixedPoint: latitudeUnits, decimals: Self.latitudeDecimals)
    }

    func appendLongitude(to bytes: inout [UInt8]) {
        bytes.append(fixedPoint: longitudeUnits, decimals: Self.longitudeDecimals)
    }
}

struct Neighborhood: Sendable {
    /// The neighborhood's name as it appears in a branch's name, such as 망원 in 망원점; empty for `Extent.world`.
    let name: [UInt8]
    /// The index in `SampleDistrict.all`; nil for `Extent.world`.
    let district: Int?
    let latitude: Double
    let longitude: Double
    /// The spread of the places along a meridian: the standard deviation of a bell curve, in degrees.
    let spreadDegrees: Double
    let weight: Int
}

extension Neighborhood {
    /// By district; the centers are rounded to about 100 m, from common knowledge.
    static let seoul: [Neighborhood] =
        [
            seoul("종로", "종로구", 37.5705, 126.9910, 300, 4), seoul("대학로", "종로구", 37.5822, 127.0015, 250, 4),
            seoul("서촌", "종로구", 37.5790, 126.9710, 250, 4), seoul("북촌", "종로구", 37.5820, 126.9840, 250, 2),
            seoul("청계천", "중구", 37.5680, 127.0080, 180, 6), seoul("을지로", "중구", 37.5655, 126.9915, 200, 3),
            seoul("명동", "중구", 37.5620, 126.9840, 250, 2), seoul("해방촌", "용산구", 37.5435, 126.9860, 200, 5),
            seoul("이태원", "용산구", 37.5340, 126.9940, 300, 2), seoul("용산", "용산구", 37.5310, 126.9700, 300, 3),
            seoul("성수", "성동구", 37.5445, 127.0540, 350, 5), seoul("왕십리", "성동구", 37.5600, 127.0360, 350, 2),
            seoul("건대", "광진구", 37.5420, 127.0700, 300, 3), seoul("구의", "광진구", 37.5390, 127.0870, 350, 2),
            seoul("회기", "동대문구", 37.5890, 127.0540, 300, 3), seoul("답십리", "동대문구", 37.5700, 127.0540, 300, 2),
            seoul("상봉", "중랑구", 37.5960, 127.0880, 350, 2), seoul("면목", "중랑구", 37.5860, 127.0890, 350, 2),
            seoul("성북동", "성북구", 37.5920, 127.0030, 250, 2), seoul("돈암", "성북구", 37.5930, 127.0170, 250, 3),
            seoul("정릉", "성북구", 37.6050, 127.0130, 350, 2), seoul("수유", "강북구", 37.6380, 127.0220, 350, 3),
            seoul("미아", "강북구", 37.6200, 127.0230, 300, 1), seoul("쌍문", "도봉구", 37.6520, 127.0310, 300, 2),
            seoul("방학", "도봉구", 37.6660, 127.0390, 300, 2), seoul("노원", "노원구", 37.6540, 127.0640, 350, 3),
            seoul("공릉", "노원구", 37.6250, 127.0740, 300, 2), seoul("불광", "은평구", 37.6110, 126.9290, 300, 3),
            seoul("연신내", "은평구", 37.6190, 126.9200, 300, 2), seoul("응암", "은평구", 37.5960, 126.9190, 300, 2),
            seoul("신촌", "서대문구", 37.5600, 126.9370, 200, 5), seoul("연희", "서대문구", 37.5690, 126.9320, 250, 4),
            seoul("홍제", "서대문구", 37.5880, 126.9440, 300, 1), seoul("홍대", "마포구", 37.5545, 126.9225, 350, 10),
            seoul("망원", "마포구", 37.5560, 126.9050, 350, 8), seoul("연남", "마포구", 37.5615, 126.9235, 250, 6),
        ] + seoulSouth

    private static let seoulSouth: [Neighborhood] = [
        seoul("목동", "양천구", 37.5280, 126.8740, 300, 3), seoul("신정", "양천구", 37.5200, 126.8570, 350, 2),
        seoul("화곡", "강서구", 37.5430, 126.8400, 350, 2), seoul("마곡", "강서구", 37.5610, 126.8300, 350, 3),
        seoul("개봉", "구로구", 37.4950, 126.8570, 300, 2), seoul("구로", "구로구", 37.4990, 126.8810, 300, 2),
        seoul("독산", "금천구", 37.4680, 126.8970, 300, 2), seoul("시흥", "금천구", 37.4530, 126.9040, 300, 2),
        seoul("문래", "영등포구", 37.5180, 126.8950, 300, 3), seoul("여의도", "영등포구", 37.5240, 126.9270, 350, 3),
        seoul("노량진", "동작구", 37.5110, 126.9420, 250, 4), seoul("상도", "동작구", 37.5010, 126.9490, 350, 2),
        seoul("샤로수길", "관악구", 37.4780, 126.9560, 250, 4), seoul("신림", "관악구", 37.4820, 126.9300, 300, 4),
        seoul("서초", "서초구", 37.4900, 127.0120, 350, 3), seoul("방배", "서초구", 37.4870, 126.9930, 350, 2),
        seoul("강남", "강남구", 37.5010, 127.0300, 250, 5), seoul("신사", "강남구", 37.5210, 127.0260, 300, 3),
        seoul("선릉", "강남구", 37.5040, 127.0480, 300, 3), seoul("대치", "강남구", 37.4960, 127.0600, 300, 4),
        seoul("잠실", "송파구", 37.5110, 127.0930, 350, 4), seoul("송리단길", "송파구", 37.5090, 127.1080, 250, 4),
        seoul("문정", "송파구", 37.4870, 127.1230, 300, 2), seoul("천호", "강동구", 37.5410, 127.1280, 300, 3),
        seoul("고덕", "강동구", 37.5550, 127.1560, 350, 2),
    ]

    /// The arguments have no labels, because six labels on each of sixty lines would hide the values.
    private static func seoul(
        _ name: String, _ district: String, _ latitude: Double, _ longitude: Double, _ spreadMeters: Double,
        _ weight: Int
    ) -> Neighborhood {
        Neighborhood(
            name: Array(name.utf8), district: SampleDistrict.index(named: district), latitude: latitude,
            longitude: longitude, spreadDegrees: spreadMeters / Atlas.metersPerDegree, weight: weight)
    }
}

extension Neighborhood {
    /// Two hundred neighborhoods over the globe, drawn from `seed`: eight around ±180°, four near the poles, and the
    /// others anywhere people might live.
    static func world(seed: UInt64) -> [Neighborhood] {
        var random = SplitMix64(seed: seed)
        return (0..<200).map { index in
            switch index {
            case 0..<8: datelinePlace(using: &random)
            case 8..<12: polarPlace(northern: index % 2 == 0, using: &random)
            default: anyPlace(using: &random)
            }
        }
    }

    private static func datelinePlace(using random: inout SplitMix64) -> Neighborhood {
        Neighborhood(
            name: [], district: nil, latitude: random.uniform(-50..<68), longitude: random.uniform(179.8..<180.2),
            spreadDegrees: random.uniform(0.2..<0.6), weight: 1 + random.below(12))
    }

    private static func polarPlace(northern: Bool, using random: inout SplitMix64) -> Neighborhood {
        let latitude = random.uniform(88.5..<89.9)
        return Neighborhood(
            name: [], district: nil, latitude: northern ? latitude : -latitude, longitude: random.uniform(-180..<180),
            spreadDegrees: random.uniform(0.1..<0.4), weight: 1 + random.below(12))
    }

    private static func anyPlace(using random: inout SplitMix64) -> Neighborhood {
        Neighborhood(
            name: [], district: nil, latitude: random.uniform(-55..<70), longitude: random.uniform(-180..<180),
            spreadDegrees: random.uniform(0.03..<1.2), weight: 1 + random.below(12))
    }
}

/// One of the 25 districts of Seoul: its name, a code, and a disc that is roughly inside it.
/// - Units: degrees. Centers and radii are rounded values from common knowledge, precise enough only for a sample.
struct SampleDistrict: Sendable {
    let name: String
    /// The latitude of the approximate middle of the inhabited area.
    let latitude: Double
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

    /// Whether a position is in the real district of this name, and not in the Han.
    func holds(_ point: DecimalPoint) -> Bool {
        guard let position = try? Coordinate(longitude: point.longitude, latitude: point.latitude) else { return false }
        return Self.areas[name]?.contains(position) ?? false && !Ground.river.contains(position)
    }

    private static let areas = Dictionary(
        uniqueKeysWithValues: Ground.outlines(of: [Ground.seoulName]).map { ($0.name, $0.area) })

    static let names = WordList(all.map(\.name))

    static func index(named name: String) -> Int {
        guard let index = all.firstIndex(where: { $0.name == name }) else {
            preconditionFailure("\(name) is not one of the 25 districts")
        }
        return index
    }
}

/// Returns the cosine of an angle within 0.0017 of the true value. It only scales longitudes. Computed by basic
/// arithmetic with one division, it is the same on every machine to the last bit.
/// - Units: degrees, -90…90.
/// - Source: Bhaskara I, Mahabhaskariya, 7th century: cos x ≈ (32400 - 4x²) / (32400 + x²).
func roughCosine(degrees: Double) -> Double {
    let square = degrees * degrees
    return (32400 - 4 * square) / (32400 + square)
}
