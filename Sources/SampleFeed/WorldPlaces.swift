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
