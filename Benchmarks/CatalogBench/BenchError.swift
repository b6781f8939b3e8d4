/// An error that prevents a benchmark from running.
struct BenchError: Error, CustomStringConvertible {
    let description: String
}
