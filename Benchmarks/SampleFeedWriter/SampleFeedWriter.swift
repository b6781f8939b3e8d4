internal import Glibc
internal import SampleFeed

/// Writes made-up feed pages of any number of rows, for tests and benchmarks:
/// `sample-feed COUNT FOLDER [SEED] [seoul|world] [dirty]`. The same arguments always produce the same bytes.
@main
enum SampleFeedWriter {
    static func main() {
        let words = CommandLine.arguments.dropFirst()
        guard words.count >= 2, let count = Int(words[1]), let seed = UInt64(words.count > 2 ? words[3] : "1") else {
            perror("usage: sample-feed COUNT FOLDER [SEED] [seoul|world] [dirty]")
            exit(64)
        }
        let feed = SampleFeed(
            seed: seed, count: count, extent: words.contains("world") ? .world : .seoul,
            dirt: words.contains("dirty") ? .asFound : .none)
        for page in 0..<feed.pageCount() {
            let path = "\(words[2])/page_\(page + 1).json"
            guard let file = fopen(path, "w") else {
                perror(path)
                exit(73)
            }
            let bytes = feed.page(page)
            guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fclose(file) == 0 else {
                perror(path)
                exit(74)
            }
        }
    }
}
