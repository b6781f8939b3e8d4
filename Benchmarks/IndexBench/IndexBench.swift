internal import GeocliGeo
internal import Glibc

/// Times the index in memory: `index-bench POINTS QUERIES build|nearest|box|count1km [--repeats N] [--k K] [--answers
/// FILE] [--threads N]`.
///
/// POINTS and QUERIES are little-endian float64, longitude and latitude; for `box`, QUERIES are west, south, east,
/// north. Prints a line of JSON: the seconds of each repeat, and the peak memory of the process. `build` does not read
/// QUERIES. `--answers` writes a line for each query: `index:millimeters` of each neighbor, nearest first, or the count
/// for other tasks. Its peers accept the same arguments: Benchmarks/peers/index_peers.cpp and index_peers.py.
@main
enum IndexBench {
    static func main() {
        guard let arguments = Arguments(Array(CommandLine.arguments.dropFirst())) else {
            fail(Arguments.usage, status: 64)
        }
        do {
            try run(arguments)
        } catch {
            fail("index-bench: \(error)", status: 66)
        }
    }

    private static func run(_ arguments: Arguments) throws {
        var seconds: [Double] = []
        if arguments.task == .build {
            var count = 0
            for _ in 0..<arguments.repeats {
                var coordinates = try PointsFile.coordinates(arguments.points)
                let start = now()
                let tree = PackedRTree(Self.take(&coordinates))
                seconds.append(now() - start)
                count = tree.count
            }
            return report(arguments, points: count, queries: 0, seconds)
        }
        let tree = PackedRTree(try PointsFile.coordinates(arguments.points))
        let questions = try Questions(arguments)
        var answers: [[Answer]] = []
        for _ in 0..<arguments.repeats {
            let start = now()
            answers = questions.answers(from: tree)
            seconds.append(now() - start)
        }
        report(arguments, points: tree.count, queries: questions.count, seconds)
        if let path = arguments.answers { try write(answers, to: path) }
    }

    /// Moves the coordinates out of the array, so that no second copy remains.
    private static func take(_ coordinates: inout [Coordinate]) -> [Coordinate] {
        defer { coordinates = [] }
        return coordinates
    }

    private static func report(_ arguments: Arguments, points: Int, queries: Int, _ seconds: [Double]) {
        var usage = rusage()
        getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
        let times = seconds.map { "\(($0 * 1e6).rounded() / 1e6)" }.joined(separator: ",")
        print(
            "{\"task\":\"\(arguments.task)\",\"points\":\(points),\"queries\":\(queries),"
                + "\"seconds\":[\(times)],\"peak_kb\":\(usage.ru_maxrss)}")
    }

    private static func write(_ answers: [[Answer]], to path: String) throws {
        guard let file = fopen(path, "w") else { throw BenchError(path: path, number: errno) }
        for answer in answers.joined() { fputs(answer.line + "\n", file) }
        guard fclose(file) == 0 else { throw BenchError(path: path, number: errno) }
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        let line = Array((message + "\n").utf8)
        _ = line.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
        exit(status)
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
