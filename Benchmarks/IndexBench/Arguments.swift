internal import Glibc

enum BenchTask: String, CaseIterable {
    case build
    case nearest
    case box
    case count1km
}

/// The arguments of the command line.
struct Arguments {
    static let usage = """
        usage: index-bench POINTS QUERIES build|nearest|box|count1km [--repeats N] [--k K] [--answers FILE] [--threads N]
        """

    let points: String
    let queries: String
    let task: BenchTask
    private(set) var repeats = 1
    private(set) var neighbors = 10
    private(set) var threads = 1
    private(set) var answers: String?

    /// Reads the arguments; nil if they are wrong.
    init?(_ words: [String]) {
        var plain: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                plain.append(word)
                continue
            }
            guard let value = rest.popFirst() else { return nil }
            let number = Int(value) ?? 0
            switch word {
            case "--answers": answers = value
            case "--repeats" where number > 0: repeats = number
            case "--k" where number > 0: neighbors = number
            case "--threads" where number > 0: threads = number
            default: return nil
            }
        }
        guard plain.count == 3, let task = BenchTask(rawValue: plain[2]) else { return nil }
        (points, queries, self.task) = (plain[0], plain[1], task)
    }
}
