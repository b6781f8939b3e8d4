import GeocliGeo
import TestSupport

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// A catalog after many random nights of two feeds, and its listing after each night.
struct RandomHistory {
    /// A run, and the full listing after it, with places that are not listed.
    struct Stop {
        let run: Int64
        let date: String
        let isGood: Bool
        let entries: [CatalogEntry]
        let runs: [CatalogStatus.Run]
    }

    let bench: CatalogBench
    private(set) var stops: [Stop] = []
    private var snapshots: [String: [String: Shop]] = [:]
    private var lastBytes: [String: String] = [:]
    private var random: SeededGenerator
    /// A generator of its own, so that closings do not change the other values.
    private var closings: SeededGenerator

    init(seed: UInt64, nights: Int = 30) throws {
        bench = try CatalogBench()
        random = SeededGenerator(seed: seed)
        closings = SeededGenerator(seed: seed &+ 1000)
        var day = 0
        for night in 0..<nights {
            // Some days have two runs, and some have none.
            day += [0, 1, 1, 1, 3].randomElement(using: &random) ?? 1
            let feed = Int.random(in: 0..<4, using: &random) == 0 ? "places" : "seoul-bookstores"
            try run(night, Night(day: day, feed: feed))
        }
    }

    private mutating func run(_ number: Int, _ night: Night) throws {
        var night = night
        let before = snapshots[night.feed] ?? [:]
        var snapshot = before
        change(&snapshot)
        night.bytes = "night \(number)"
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where lastBytes[night.feed] != nil:
            snapshot = before
            night.bytes = lastBytes[night.feed]
        case 1: night.refusal = "odd"
        default: break
        }
        // The source may repeat that a place is closed, or say so of a place that the catalog never had.
        night.closed = (1...25).map(String.init).filter { id in
            snapshot[id] == nil && Int.random(in: 0..<4, using: &closings) == 0
        }
        let report = try bench.publish(snapshot.values.shuffled(using: &random), night)
        if report.outcome != .refused {
            snapshots[night.feed] = snapshot
            lastBytes[night.feed] = night.bytes
        }
        let status = try Catalog(path: bench.path).status()
        stops.append(
            Stop(
                run: report.runID ?? 0, date: report.description.startedAt.date, isGood: report.outcome != .refused,
                entries: try bench.entries(), runs: status.lastGoodRuns))
    }

    private mutating func change(_ snapshot: inout [String: Shop]) {
        for number in 1...25 {
            let id = String(number)
            guard var shop = snapshot[id] else {
                if Int.random(in: 0..<4, using: &random) == 0 { snapshot[id] = changed(Shop(id), times: 5) }
                continue
            }
            switch Int.random(in: 0..<10, using: &random) {
            case 0: snapshot[id] = nil
            case 1, 2:
                shop = changed(shop, times: Int.random(in: 1...3, using: &random))
                snapshot[id] = shop
            default: break
            }
        }
    }

    /// Returns the shop after this number of changes of its values; a new value may equal the old one.
    private mutating func changed(_ shop: Shop, times: Int) -> Shop {
        var shop = shop
        for _ in 0..<times {
            let word = ["가나", "Book Café", "책 방", "(주)서점", "a\u{0}b", "ＡＢ"].randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<9, using: &random) {
            case 0: shop.name = word
            case 1: shop.kind = Kind.some.randomElement(using: &random) ?? .new
            case 2: shop.district = [nil, "마포구", "종로구"].randomElement(using: &random) ?? nil
            case 3: shop.contact.address = [nil, word, "종로 1"].randomElement(using: &random) ?? nil
            case 4:
                shop.contact.phoneRaw = [nil, "02-325-1984", "1544-0000"].randomElement(using: &random) ?? nil
                shop.contact.phone = shop.contact.phoneRaw == "02-325-1984" ? "+8223251984" : nil
            case 5: shop.contact.website = [nil, "http://a.kr", "https://b.kr"].randomElement(using: &random) ?? nil
            case 6: shop.contact.sns = [nil, ["@a", word], ["\"q\""]].randomElement(using: &random) ?? nil
            case 7: shop.coordinate = nil
            default:
                shop.coordinate = at(
                    Double.random(in: 126.7...127.2, using: &random), Double.random(in: 37.4...37.7, using: &random))
            }
        }
        return shop
    }
}
