/// What keeps a benchmark from running.
struct BenchError: Error, CustomStringConvertible {
    let description: String
}
