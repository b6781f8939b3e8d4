internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliPlaces
internal import Glibc

/// Queries the catalog's index of places in process, for the benchmarks: `catalog-bench CATALOG nearest|box|pack
/// [--queries FILE] [--repeats N] [--k N] [--kind K] [--district D] [--answers FILE]`.
///
/// - `nearest` finds the k places nearest to each position of FILE (pairs of longitude and latitude). `box` counts
///   the places in each box (west, south, east, north). All numbers are little-endian 64-bit floats, in degrees.
/// - `pack` builds the index again, in a copy of the catalog.
/// - The result is one line of JSON: the task, the number of queries, the seconds of each repeat, and the peak memory
///   in KiB. `--answers` writes a line for each query: `id:millimeters …` or the count.
@main
enum CatalogBench {
    static func main() throws {
        guard let options = BenchOptions(Array(CommandLine.arguments.dropFirst())) else {
            print(
                "usage: catalog-bench CATALOG nearest|box|pack [--queries FILE] [--repeats N] [--k N] [--kind K]",
                "[--district D] [--answers FILE]")
            exit(64)
        }
        var seconds: [Double] = []
        var queries = 1
        if options.task == "pack" {
            let copy = try FileCopy(of: options.catalog)
            let writer = try CatalogWriter(path: copy.path)
            for _ in 0..<options.repeats { try seconds.append(timed { try writer.rebuildPointIndex() }) }
        } else {
            let bench = try QueryBench(options)
            queries = bench.count
            // The first pass warms the caches and computes the answers.
            try options.answers.map { try write(try bench.answers(), to: $0) }
            try bench.run()
            for _ in 0..<options.repeats { try seconds.append(timed(bench.run)) }
        }
        let times = seconds.map { "\($0)" }.joined(separator: ", ")
        print(
            "{\"task\": \"\(options.task)\", \"queries\": \(queries), \"seconds\": [\(times)],",
            "\"peak_kb\": \(peakKilobytes())}")
    }

    private static func timed(_ body: () throws -> Void) rethrows -> Double {
        let start = now()
        try body()
        return now() - start
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func peakKilobytes() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss
    }

    private static func write(_ lines: [String], to path: String) throws {
        guard let file = fopen(path, "w") else { throw BenchError(description: "cannot write \(path)") }
        for line in lines { fputs(line + "\n", file) }
        guard fclose(file) == 0 else { throw BenchError(description: "cannot write \(path)") }
    }
}
