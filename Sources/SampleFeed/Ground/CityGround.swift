/// The invented base map of the sample's city: a river with a stream, three railways, some parks.
///
/// It uses only sums, products and square roots, so every machine computes the same bytes.
struct CityGround {
    /// A river, a stream, a park or a railway.
    struct Piece {
        let name: String
        let englishName: String
        /// The corners in order. An area does not repeat its first corner.
        let spots: [CityMap.Spot]
        let isArea: Bool
    }

    private let seed: UInt64
    private let places: [CityMap.Spot]
    private let course: RiverCourse

    init(seed: UInt64, places: [CityMap.Spot]) {
        self.seed = seed
        self.places = places
        course = RiverCourse(seed: seed, places: places)
    }

    var river: Piece {
        Piece(name: "가온강", englishName: "Gaon River", spots: course.banks, isArea: true)
    }

    /// A stream that flows from the north into the river.
    var stream: Piece {
        let noise = ValueNoise(seed: seed &+ 11, scale: 3000)
        let mouth = course.spot(at: 0.55)
        let spots = stride(from: 0.0, through: 11_000, by: 250).map { run -> CityMap.Spot in
            // The stream bends less near its mouth, so that it meets the river.
            let bend = min(run / 2500, 1)
            return CityMap.Spot(
                x: mouth.x + 0.25 * run + 1100 * bend * noise.value(x: run, y: 0), y: mouth.y + run)
        }
        return Piece(name: "노을내", englishName: "Noeul Stream", spots: spots, isArea: false)
    }

    // MARK: Railways

    var railways: [Piece] {
        let noise = (21...23).map { ValueNoise(seed: seed &+ $0, scale: 7000) }
        let across = stride(from: -28_000.0, through: 66_000, by: 500).map { x in
            CityMap.Spot(x: x, y: 19_600 + 2600 * noise[0].value(x: x, y: 0))
        }
        let down = stride(from: -25_000.0, through: 63_000, by: 500).map { y in
            CityMap.Spot(x: 13_600 + 0.22 * y + 2400 * noise[1].value(x: 0, y: y), y: y)
        }
        let ring = Self.circle(corners: 48).map { corner in
            let reach = 1 + 0.13 * noise[2].value(x: 9000 * corner.x, y: 9000 * corner.y)
            return CityMap.Spot(x: 19_400 + 7600 * reach * corner.x, y: 16_200 + 5200 * reach * corner.y)
        }
        return [
            Piece(name: "가온선", englishName: "Gaon Line", spots: across, isArea: false),
            Piece(name: "누리선", englishName: "Nuri Line", spots: down, isArea: false),
            Piece(name: "마루선", englishName: "Maru Line", spots: ring + ring.prefix(1), isArea: false),
        ]
    }

    // MARK: Parks

    private static let parkNames = [
        ("다솜숲", "Dasom Forest"), ("라온공원", "Raon Park"), ("해솔공원", "Haesol Park"), ("도담숲", "Dodam Forest"),
        ("별빛공원", "Byeolbit Park"), ("온새미공원", "Onsaemi Park"),
    ]

    /// The parks, in the places with the most room between the places and the river.
    var parks: [Piece] {
        let noise = ValueNoise(seed: seed &+ 31, scale: 900)
        var parks: [(middle: CityMap.Spot, radius: Double)] = []
        let spots = stride(from: 9000.0, through: 30_000, by: 300).flatMap { x in
            stride(from: 7000.0, through: 29_000, by: 300).map { CityMap.Spot(x: x, y: $0) }
        }
        let rooms = spots.map { min($0.distance(toNearestOf: places), course.distance(from: $0) - 250) }
        for _ in Self.parkNames {
            var best: (room: Double, spot: CityMap.Spot)?
            for (spot, room) in zip(spots, rooms) where room > best?.room ?? 400 {
                // A spot with 1900 m of room or more is outside the city.
                let isApart = parks.allSatisfy { $0.middle.squaredDistance(to: spot) > 3600 * 3600 }
                if isApart, room < 1900 { best = (room, spot) }
            }
            if let best { parks.append((best.spot, min(best.room * 0.95, 1300))) }
        }
        return zip(Self.parkNames, parks).map { names, park in
            let ring = Self.circle(corners: 24).map { corner -> CityMap.Spot in
                let reach =
                    park.radius
                    * (0.72 + 0.28
                        * noise.value(
                            x: park.middle.x + 1400 * corner.x, y: park.middle.y + 1400 * corner.y))
                return CityMap.Spot(x: park.middle.x + reach * corner.x, y: park.middle.y + reach * corner.y)
            }
            return Piece(name: names.0, englishName: names.1, spots: ring, isArea: true)
        }
    }

    // MARK: Figures

    /// Returns the corners of a regular polygon of radius 1 with 24 or 48 corners, counter-clockwise.
    private static func circle(corners: Int) -> [(x: Double, y: Double)] {
        // The cosine and sine of 15° and of 7.5°.
        let turn =
            corners == 24
            ? (cosine: 0.9659258262890683, sine: 0.25881904510252074)
            : (cosine: 0.9914448613738104, sine: 0.13052619222005157)
        return Array(
            sequence(first: (x: 1.0, y: 0.0)) { corner in
                (corner.x * turn.cosine - corner.y * turn.sine, corner.x * turn.sine + corner.y * turn.cosine)
            }.prefix(corners))
    }
}
