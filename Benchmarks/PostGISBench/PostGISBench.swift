#if PostGIS
internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliPostGIS

/// A client of a catalog on a server: `postgis-bench ADDRESS CATALOG SECONDS SEED [K]` (Benchmarks/postgis.py runs such
/// clients).
///
/// It asks for the K (10) places nearest to positions near those of the catalog, over one connection, one query
/// after the other. The first 200 answers are compared with those of the catalog's file and not timed. Prints one line
/// of JSON.
@main
enum PostGISBench {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count >= 5, let seconds = Double(words[3]), let seed = UInt64(words[4]) else {
            print("usage: postgis-bench ADDRESS CATALOG SECONDS SEED [K]")
            return
        }
        let count = words.count > 5 ? Int(words[5]) ?? 10 : 10
        let file = try Catalog(path: words[2])
        let places = try file.points(PlaceFilter()).coordinates
        var random = Numbers(state: seed)
        func query() -> NearestQuery {
            let place = places[Int.random(in: places.indices, using: &random)]
            let origin = Coordinate(
                uncheckedLongitude: min(180, max(-180, place.longitude + .random(in: -0.01...0.01, using: &random))),
                latitude: min(90, max(-90, place.latitude + .random(in: -0.01...0.01, using: &random))))
            return NearestQuery(from: origin, count: count, PlaceFilter())
        }
        let server = try ServerCatalog(try ServerAddress(words[1]))
        var differences = 0
        for _ in 0..<200 {
            let query = query()
            differences += try answer(query, server) == answer(query, file) ? 0 : 1
        }
        let clock = ContinuousClock()
        let start = clock.now
        var times: [Double] = []
        while clock.now - start < .seconds(seconds) {
            let query = query()
            let begun = clock.now
            _ = try answer(query, server)
            times.append((clock.now - begun) / .milliseconds(1))
        }
        let whole = (clock.now - start) / .seconds(1)
        times.sort()
        print(
            """
            {"queries": \(times.count), "seconds": \(whole), "differences": \(differences), "min_ms": \(times[0]), \
            "median_ms": \(times[times.count / 2]), "p95_ms": \(times[times.count * 95 / 100])}
            """)
    }

    private static func answer(_ query: NearestQuery, _ source: some PlaceSource) throws -> [Neighbor] {
        var neighbors: [Neighbor] = []
        try query.forEachNeighbor(in: source) { neighbors.append($0) }
        return neighbors
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014).
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
#else
/// The program in a build without the PostGIS trait.
@main
enum PostGISBench {
    static func main() { print("postgis-bench: build it with --traits PostGIS") }
}
#endif
