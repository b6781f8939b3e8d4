internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliSearch
internal import GeocliText
internal import Glibc

/// Searches in process: `search-bench CATALOG time|slowest|check|rebuild|=TEXT [COUNT] [SEED]`.
///
/// - `time` runs COUNT queries (1000) of each kind for their first 20 answers and prints minimum, median, 95th
///   percentile and maximum; `slowest` also prints the slowest queries. The queries are parts of names and addresses of
///   the catalog, drawn with the seed.
/// - `check` runs COUNT queries in all, and compares the index's answers with those of a scan of every place.
/// - `rebuild` builds the index again. `=TEXT` searches one text COUNT times, for a profiler.
@main
enum SearchBench {
    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count > 1 else {
            perror("usage: search-bench CATALOG time|slowest|check|rebuild|=TEXT [COUNT] [SEED]")
            exit(64)
        }
        let count = words.count > 2 ? Int(words[2]) ?? 1000 : 1000
        guard words[1] != "rebuild" else { return try rebuild(words[0]) }
        let catalog = try Catalog(path: words[0])
        try catalog.holdSnapshot()
        var draws = QueryDraws(seed: words.count > 3 ? UInt64(words[3]) ?? 1 : 1, catalog: catalog)
        switch words[1] {
        case "check": try check(count, &draws, catalog)
        case let text where text.hasPrefix("="):
            for _ in 0..<count { _ = try answers(String(text.dropFirst()), catalog) }
        default: try time(count, &draws, catalog, isVerbose: words[1] == "slowest")
        }
    }

    private static func rebuild(_ path: String) throws {
        let start = now()
        try CatalogWriter(path: path).rebuildSearchIndex()
        print("index of pieces rebuilt: \(DecimalText.text(now() - start, decimals: 2)) s")
    }

    private static func time(_ count: Int, _ draws: inout QueryDraws, _ catalog: Catalog, isVerbose: Bool) throws {
        print("queries of each kind: \(count), k = 20, times in ms")
        print("kind            min   median      p95      max    answers")
        for kind in QueryKind.allCases {
            let texts = (0..<count).map { _ in draws.next(kind) }
            for text in texts.prefix(20) { _ = try answers(text, catalog) }
            var times: [(milliseconds: Double, text: String)] = []
            var found = 0
            for text in texts {
                let start = now()
                found += try answers(text, catalog)
                times.append(((now() - start) * 1000, text))
            }
            times.sort { $0.milliseconds < $1.milliseconds }
            print(row(kind.rawValue, times.map(\.milliseconds), found))
            guard isVerbose else { continue }
            for slow in times.suffix(8).reversed() {
                print("    \(DecimalText.text(slow.milliseconds, decimals: 3)) ms  \(slow.text)")
            }
        }
    }

    /// Compares the index's complete answers with those of a scan, in order. Guessed answers do not count.
    private static func check(_ count: Int, _ draws: inout QueryDraws, _ catalog: Catalog) throws {
        let kinds = QueryKind.allCases.filter { ![.typo, .keyboard].contains($0) }
        var differences = 0
        var rows = 0
        for number in 0..<count {
            let text = draws.next(kinds[number % kinds.count])
            guard var query = SearchQuery(text, PlaceFilter()) else { continue }
            var found: [String] = []
            var scanned: [String] = []
            let reading = try query.forEachHit(in: catalog) { found.append("\($0.entry.id) \($0.match)") }
            query.usesIndex = false
            try query.forEachHit(in: catalog) { scanned.append("\($0.entry.id) \($0.match)") }
            if reading.guess != nil { found = [] }
            rows += scanned.count
            guard found != scanned else { continue }
            differences += 1
            print("DIFFERENCE \(text): the index finds \(found.count), the scan \(scanned.count)")
        }
        print("\(count) queries, \(rows) rows in all, \(differences) queries differ")
        if differences > 0 { exit(1) }
    }

    private static func answers(_ text: String, _ catalog: Catalog) throws -> Int {
        var count = 0
        try SearchQuery(text, PlaceFilter())?.forEachHit(in: catalog, limit: 20) { _ in count += 1 }
        return count
    }

    private static func row(_ name: String, _ times: [Double], _ found: Int) -> String {
        let figures = [times[0], times[times.count / 2], times[times.count * 95 / 100], times[times.count - 1]]
        let cells = figures.map { figure in
            let text = DecimalText.text(figure, decimals: 3)
            return String(repeating: " ", count: max(1, 9 - text.utf8.count)) + text
        }
        return name + String(repeating: " ", count: 12 - name.utf8.count) + cells.joined() + "  \(found)"
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
