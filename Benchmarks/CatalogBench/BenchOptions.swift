internal import GeocliCatalog
internal import GeocliPlaces

/// The arguments of `catalog-bench`.
struct BenchOptions {
    let catalog: String
    let task: String
    var queries: String?
    var repeats = 3
    var count = 10
    var filter = PlaceFilter()
    var answers: String?

    /// Reads the arguments; nil if they are wrong.
    init?(_ words: [String]) {
        guard words.count >= 2, words.count % 2 == 0, ["nearest", "box", "pack"].contains(words[1]) else { return nil }
        catalog = words[0]
        task = words[1]
        for place in stride(from: 2, to: words.count, by: 2) {
            guard take(words[place], words[place + 1]) else { return nil }
        }
        guard queries != nil || task == "pack" else { return nil }
    }

    private mutating func take(_ name: String, _ value: String) -> Bool {
        switch (name, Int(value)) {
        case ("--queries", _): queries = value
        case ("--answers", _): answers = value
        case ("--repeats", let number?) where number > 0: repeats = number
        case ("--k", let number?) where number > 0: count = number
        case ("--district", _): filter.districts = [value]
        case ("--kind", _):
            guard let kind = Kind(rawValue: value) else { return false }
            filter.kinds = [kind]
        default: return false
        }
        return true
    }
}
