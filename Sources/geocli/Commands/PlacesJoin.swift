internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliGeo
internal import GeocliQuery
internal import GeocliText
internal import Glibc

/// The options of `near --from` for its files.
struct JoinOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "With --from: the places of this file instead of the catalog: CSV, TSV or GeoJSON; - is standard input.",
            ko: "--from과 함께: 카탈로그 대신 이 파일의 장소에서 찾습니다(CSV, TSV, GeoJSON). -는 표준 입력입니다.", value: .file),
        completion: .file())
    var places: String?

    @Option(
        help: ArgumentHelp(
            "With --from: columns of the file to write in each row.", ko: "--from과 함께: 행마다 함께 출력할 파일의 열", value: .keys))
    var keep: String?

    @OptionGroup var points: PointFileOptions
    @Option(help: ArgumentHelp("Column of the latitude in the --places file.", ko: "--places 파일의 위도 열", value: .column))
    var placesLat: String?
    @Option(
        help: ArgumentHelp("Column of the longitude in the --places file.", ko: "--places 파일의 경도 열", value: .column))
    var placesLon: String?
    @Option(
        help: ArgumentHelp(
            "Column of the id in the --places file (default: id, else the number of the row from 0).",
            ko: "--places 파일의 번호 열 (기본값: id, 없으면 0부터 센 행 번호)", value: .column))
    var placesId: String?

    /// All options, and whether each was given. No service has them.
    var local: [(option: String, isGiven: Bool)] { [("--keep", keep != nil)] + points.local + ofPlaces }

    private var ofPlaces: [(option: String, isGiven: Bool)] {
        [
            ("--places", places != nil), ("--places-lat", placesLat != nil), ("--places-lon", placesLon != nil),
            ("--places-id", placesId != nil),
        ]
    }

    var placeNames: PointNames { PointNames(latitude: placesLat, longitude: placesLon, id: placesId) }

    var reading: PointReading {
        var reading = PointReading()
        reading.skipsBad = points.skipBad
        return reading
    }

    /// - Parameter hasFile: whether `--from` is given.
    func check(hasFile: Bool) throws {
        if !hasFile, let given = local.first(where: \.isGiven) {
            throw UsageError(
                en: "\(given.option) only works with --from FILE", ko: "\(given.option) 옵션은 --from과 함께 쓰세요")
        }
        if places == nil, let given = ofPlaces.first(where: \.isGiven) {
            throw UsageError(
                en: "\(given.option) only works with --places FILE", ko: "\(given.option) 옵션은 --places와 함께 쓰세요")
        }
        try points.check(without: nil)
        guard (placesLat == nil) == (placesLon == nil) else {
            throw UsageError(
                en: "--places-lat and --places-lon belong together; give both",
                ko: "--places-lat와 --places-lon은 함께 쓰세요")
        }
    }

    /// The columns that `--keep` names, each once.
    func keptColumns() throws -> [String] {
        try keep.map { text in
            let kept = ValueArgument.list([text])
            guard !kept.isEmpty else {
                throw UsageError(
                    en: "--keep is empty; name columns of the --from file, such as --keep name",
                    ko: "--keep 값이 비어 있습니다. --keep name처럼 --from 파일의 열 이름을 쓰세요")
            }
            var seen: Set<String> = []
            return kept.filter { seen.insert($0).inserted }
        } ?? []
    }

    /// Opens the file of questions, which has the columns `kept`.
    func questions(_ from: String, keeping kept: [String], _ common: CommonOptions) throws -> PointBlocks {
        let questions = try PointBlocks(try points.open(from, db: common.db), names: points.names()) { names in
            var reading = reading
            reading.kept = names == nil ? kept : kept.map { $0.lowercased() }
            if let names, let missing = reading.kept.first(where: { !names.contains($0) }) {
                let (file, shown) = (DisplayText.singleLine(from), DisplayText.shown(missing, columns: 60))
                let all = DisplayText.singleLine(names.joined(separator: ", "))
                throw UsageError(
                    en: "--keep: \(file) has no column \"\(shown)\"; choose from \(all)",
                    ko: "--keep: \(file)에 \"\(shown)\" 열이 없습니다. 쓸 수 있는 열: \(all)")
            }
            return reading
        }
        Listing.tell(questions, isOneOfTwo: places != nil, common)
        return questions
    }
}

/// `near --places FILE --from FILE`: a join of two files, without a catalog.
struct PlacesJoin {
    let places: String
    let from: String
    let count: Int?
    let withinMeters: Double?
    let threads: Int?
    let options: JoinOptions
    let output: ListingOutput
    let common: CommonOptions
    let showsProgress: Bool

    func run() throws {
        guard places != "-" || from != "-" else {
            throw UsageError(
                en: "only one of --places and --from can be standard input; give the other a file",
                ko: "--places와 --from 가운데 하나만 표준 입력(-)으로 쓸 수 있습니다. 다른 하나는 파일로 지정하세요")
        }
        let kept = try options.keptColumns()
        let questions = try options.questions(from, keeping: kept, common)
        let keys = questions.columnNames == nil ? kept : kept.map { $0.lowercased() }
        let (points, columns) = try openPlaces(kept: keys)
        let progress = ProgressLine(Words(en: "points done", ko: "처리한 점"), isAllowed: showsProgress)
        defer { Console.clearProgress() }
        let threads = threads ?? JoinPlaces.usualThreads
        let read = try JoinPlaces(
            points, threads: threads, keepsPositions: needsPositions,
            memory: JoinMemory(name: points.name, fileBytes: fileBytes()))
        Listing.tell(read.skipped, of: points.name, common)
        let join = PointJoin(read, count: count, withinMeters: withinMeters)
        try Listing.writeJoin(columns.schema(read), output) { batch in
            let skipped = try join.run(
                questions, threads: threads, isParallel: batch.isParallel, rows: batch.rows, put: batch.put,
                onProgress: { progress.report($0, of: nil) })
            Listing.tell(skipped, of: questions.name, common)
        }
    }

    private func openPlaces(kept: [String]) throws -> (PointBlocks, JoinColumns) {
        let fields = output.options.fields
        var read: [String] = []
        let points = try PointBlocks(
            try InputFile.open(places, db: common.db), names: options.placeNames
        ) { names in
            read = JoinColumns.read(fields, keeping: kept, of: names)
            var reading = options.reading
            reading.kept = read
            reading.needsIDs = true
            return reading
        }
        Listing.tell(points, isOneOfTwo: true, common)
        return (points, JoinColumns(kept: kept, placeColumns: points.columnNames, read: read))
    }

    private var needsPositions: Bool {
        [.geojson, .geojsonseq].contains(output.options.format)
            || output.options.fields?.contains(where: JoinColumns.positionKeys.contains) ?? false
    }

    /// The size of the file with the places; nil for anything but a regular file.
    private func fileBytes() -> Int? {
        var entry = stat()
        guard places != "-", stat(places, &entry) == 0, entry.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(entry.st_size)
    }
}

extension Listing {
    /// Opens the output, lets `body` write the answers of a join, and closes it, as `write` does.
    fileprivate static func writeJoin(
        _ schema: ListingSchema<JoinAnswer>, _ output: ListingOutput, body: (JoinOutput) throws -> Void
    ) throws {
        var rowCount = 0
        try open(output) { file, put in
            let options = output.options.reaching(file)
            let sink = ByteSink(put: put)
            let writer = try ListingWriter(schema, options, into: sink)
            try body(JoinOutput(schema: schema, options: options, writer: writer))
            try writer.finish()
            try sink.flush()
            rowCount = writer.rowCount
        }
        try tell(rowCount, without: 0, output)
    }
}

/// The output of a join, which several threads encode if the format allows it.
private struct JoinOutput {
    let schema: ListingSchema<JoinAnswer>
    let options: ListingOptions
    let writer: ListingWriter<JoinAnswer>

    var isParallel: Bool { options.format.comesInPieces }

    func rows() throws -> JoinListing {
        try isParallel ? JoinListing(schema, options) : JoinListing(writer: writer)
    }

    func put(_ piece: JoinListing.Piece) throws { if let piece { try writer.write(piece) } }
}
