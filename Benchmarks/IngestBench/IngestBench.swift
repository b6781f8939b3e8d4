internal import GeocliCatalog
internal import GeocliIngest
internal import GeocliPlaces
internal import Glibc
internal import Logging

/// Ingests pages as `geocli ingest PAGES --db CATALOG` does, but without the index of text pieces: `ingest-bench PAGES
/// CATALOG`. In this way, the rest of the work can be compared with programs that build no such index. Do not search
/// the resulting catalog.
@main
enum IngestBench {
    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count == 2 else {
            perror("usage: ingest-bench PAGES CATALOG")
            exit(64)
        }
        // As `geocli` does before it opens a catalog.
        Catalog.prepareForThreads()
        let writer = try CatalogWriter(path: words[1])
        writer.buildsSearchIndex = false
        let ingester = Ingester(
            feed: .seoulBookstores, options: IngestOptions(), startedAt: SeoulTime(unixSeconds: Int64(time(nil))),
            toolVersion: "bench", log: Logger(label: "ingest") { _ in SwiftLogNoOpLogHandler() })
        let report = try ingester.run(try SavedPages.at([words[0]]), into: writer)
        guard report.refusal == nil else {
            perror("refused")
            exit(65)
        }
        print("\(report.run.counts.total) places")
    }
}
