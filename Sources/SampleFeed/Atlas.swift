/// The map of possible place positions, from which positions are drawn for one extent.
struct Atlas: Sendable {
    /// One drawn position.
    struct Site {
        let point: DecimalPoint
        /// The index in `SampleDistrict.all`; nil outside Seoul.
        let district: Int?
        /// The index in `places`; nil for a stray place.
        let place: Int?
    }

    /// The length of one degree of a meridian, rounded. It only scales the spread of positions.
    static let metersPerDegree = 111_000.0

    /// The neighborhoods that places gather around.
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

    /// Draws a position: in 85 of 100 cases near one of `places`, and otherwise anywhere.
    func site(using random: inout SplitMix64) -> Site {
        guard random.chance(percent: 85) else { return straySite(using: &random) }
        let index = Int(picks[random.below(picks.count)])
        let place = places[index]
        let point = point(around: place, using: &random)
        return Site(point: point, district: place.district, place: index)
    }

    private func point(around place: Neighborhood, using random: inout SplitMix64) -> DecimalPoint {
        let stretch = place.spreadDegrees / max(roughCosine(degrees: place.latitude), 0.001)
        // If a random position is off the map, another one is chosen. The edge is more than three standard deviations
        // from each of `places`, so this ends soon.
        while true {
            let latitude = place.latitude + place.spreadDegrees * random.bell()
            let longitude = place.longitude + stretch * random.bell()
            if let point = printable(latitude: latitude, longitude: longitude) { return point }
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

    /// Draws evenly over the district's disc.
    private func strayPoint(in district: SampleDistrict, using random: inout SplitMix64) -> DecimalPoint {
        let radius = district.radiusMeters / Self.metersPerDegree
        let stretch = radius / roughCosine(degrees: district.latitude)
        while true {
            let (north, east) = (random.uniform(-1..<1), random.uniform(-1..<1))
            guard north * north + east * east <= 1 else { continue }
            let latitude = district.latitude + radius * north
            if let point = printable(latitude: latitude, longitude: district.longitude + stretch * east) {
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

    /// Returns the position if it is in the extent; nil otherwise. Seoul ends at its box. The globe continues over the
    /// poles and across ±180°.
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
