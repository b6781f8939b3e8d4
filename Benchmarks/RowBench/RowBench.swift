internal import GeocliIngest
internal import GeocliText
internal import Glibc

/// Measures the feed rows per second that one thread converts from bytes in memory to the catalog's values: `row-bench
/// FILE|FOLDER [REPEATS] [scan|members|rules|folding]`.
///
/// Each pass does more than the one before it (`RowPass`). A pass is repeated, 5 times by default, and its fastest and
/// slowest times are printed. All files of a folder are read, in the order of their names; each page's bytes are read
/// once.
@main
enum RowBench {
    static func main() throws {
        let words = CommandLine.arguments.dropFirst()
        guard let path = words.first else {
            perror("usage: row-bench FILE|FOLDER [REPEATS] [scan|members|rules|folding]")
            exit(64)
        }
        let repeats = words.lazy.compactMap { Int($0) }.first ?? 5
        let chosen = words.compactMap(RowPass.init(rawValue:))
        let pages = try files(path).map { try ByteSource.file(path: $0).readAll(limit: 1 << 30) ?? [] }
        print("pass         rows  rows/s, fastest  slowest   µs a row")
        for pass in chosen.isEmpty ? RowPass.allCases : chosen {
            var seconds: [Double] = []
            var rows = 0
            var sum = 0
            for _ in 0..<max(repeats, 1) {
                let start = now()
                rows = 0
                for page in pages {
                    let read = try pass.read(ByteSource(name: path, bytes: page), of: .places)
                    rows += read.rows
                    sum &+= read.sum
                }
                seconds.append(now() - start)
            }
            guard let fastest = seconds.min(), let slowest = seconds.max(), rows > 0, sum != 0 else { continue }
            print(line(pass.rawValue, rows, fastest: fastest, slowest: slowest))
        }
    }

    private static func line(_ name: String, _ rows: Int, fastest: Double, slowest: Double) -> String {
        let numbers = [
            (String(rows), 9), (DecimalText.text(Double(rows) / fastest, decimals: 0), 17),
            (DecimalText.text(Double(rows) / slowest, decimals: 0), 9),
            (DecimalText.text(fastest / Double(rows) * 1e6, decimals: 3), 11),
        ]
        return numbers.reduce(name + String(repeating: " ", count: 8 - name.count)) { line, number in
            line + String(repeating: " ", count: max(1, number.1 - number.0.count)) + number.0
        }
    }

    private static func files(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [path] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append("\(path)/\(name)") }
        }
        return names.sorted()
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
