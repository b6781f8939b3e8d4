internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliGeo
internal import GeocliQuery
internal import GeocliText
internal import Glibc

/// `geocli near WHERE`: the bookstores closest to a position or a place.
struct NearCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near", abstract: "The bookstores closest to a place, nearest first.",
        discussion: """
            near LAT,LON, as map apps copy it: geocli near 37.5563,126.9236
            bbox W,S,E,N, longitude first:     geocli bbox 126.90,37.54,126.94,37.57
            WHERE is also 37°33'22.7"N 126°55'25"E, a geo: URI or a map's link (Google,
            NAVER, Kakao, Apple, OpenStreetMap), an id, a reference or an exact name:
            geocli near 196 · near seoul-bookstores/2283 · near name:1984 · near mapo
            near alone answers from 'here' of the configuration file: geocli config --help
            """)

    @Argument(
        help: ArgumentHelp(
            "A position (latitude first), a link of a map, an id, or the name of a bookstore or district.",
            valueName: "WHERE"), completion: .origins)
    var position: [String] = []

    @Option(
        name: .customShort("k", allowingJoined: true),
        help: ArgumentHelp("Maximum number of rows (default: 10, or all with --within).", valueName: "n"))
    var count: String?

    @Option(
        help: ArgumentHelp("Maximum distance: 800m or 1.5km; without -k, all within it.", valueName: "distance"))
    var within: String?

    @Option(
        help: ArgumentHelp(
            "For every point of a CSV, TSV (latitude, longitude) or GeoJSON file, or -.", valueName: "file"),
        completion: .file())
    var from: String?

    @Option(help: ArgumentHelp("With --from: number of threads (default: one for each processor).", valueName: "n"))
    var threads: String?

    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.output) var sorting: SortOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<NearRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [from]).with(links: sorting.links)
        let count = try neighborCount()
        let within = try within.map { try ValueArgument.meters($0, option: "--within") }
        guard from != nil || threads == nil else {
            throw UsageError(en: "--threads only works with --from FILE", ko: "--threads는 --from 파일과 함께 쓰세요")
        }
        let order = try sorting.order(withoutDistance: nil)
        guard from == nil || order == nil else {
            throw UsageError(
                en: "--sort only works with WHERE: answers for a file keep the order of its points",
                ko: "--sort는 WHERE와 함께 쓰세요: 파일의 답은 점의 순서대로 나옵니다")
        }
        guard from == nil else { return try answerFile(count: count, within: within, listing) }
        let asked = try position.isEmpty ? Settings.here() : (words: position, name: "WHERE")
        let place = try OriginArgument(asked.words, named: asked.name)
        let catalog = try common.sourceOfBookstores()
        let origin = try place.origin(in: catalog, common)
        var query = NearestQuery(
            from: origin.coordinate, count: count, withinMeters: within, try filters.filter(catalog, common))
        query.excludedID = origin.bookstoreID
        query.order = order
        try Listing.write(.neighbors(ofSeveral: false), listing) { writer in
            try query.forEachNeighbor(in: catalog, body: writer.write)
        }
    }

    /// Answers each position of a file, in the file's order.
    private func answerFile(count: Int?, within: Double?, _ listing: ListingOutput) throws {
        guard let from, position.isEmpty else {
            throw UsageError(en: "give either WHERE or --from FILE, not both", ko: "WHERE와 --from 가운데 하나만 주세요")
        }
        let source = try common.sourceOfBookstores()
        let filter = try filters.filter(source, common)
        var points = try PointFile(try InputFile.open(from, db: common.db))
        if let columns = points.columns { Listing.tell(columns, common) }
        let query = BatchQuery(count: count, withinMeters: within, filter)
        let progress = ProgressLine(
            Words(en: "points answered", ko: "처리한 점"),
            isAllowed: !common.quiet && !(Console.outputIsTerminal && output.path == nil))
        defer { Console.clearProgress() }
        try Listing.writeBatch(listing) { batch in
            guard let catalog = source as? Catalog else {
                try query.run(
                    { try points.next()?.question }, asking: source, rows: batch.rows, put: batch.put,
                    onProgress: { progress.report($0, of: nil) })
                return Listing.tell(withoutGeometry: points.withoutGeometryCount, common)
            }
            try query.run(
                { try points.next()?.question }, in: catalog, threads: try threadCount(), rows: batch.rows,
                put: batch.put, onProgress: { progress.report($0, of: nil) })
            Listing.tell(withoutGeometry: points.withoutGeometryCount, common)
        }
    }

    private func threadCount() throws -> Int {
        if let threads { return min(try ValueArgument.count(threads, option: "--threads", minimum: 1), 64) }
        return max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// Returns the smaller of `-k` and `--limit`, which mean the same here.
    private func neighborCount() throws -> Int? {
        let wanted = try count.map { try ValueArgument.count($0, option: "-k", minimum: 1) }
        let limit = try output.limit.map { try ValueArgument.count($0, option: "--limit", minimum: 1) }
        if let least = [wanted, limit].compactMap({ $0 }).min() { return least }
        return within == nil ? 10 : nil
    }
}
