internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliGeo
internal import GeocliQuery
internal import GeocliText
internal import Glibc

/// The options of `near --from` for a file of places.
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
    var local: [(option: String, isGiven: Bool)] { [("--keep", keep != nil)] + ofPlaces }

    private var ofPlaces: [(option: String, isGiven: Bool)] {
        [
            ("--places", places != nil), ("--places-lat", placesLat != nil), ("--places-lon", placesLon != nil),
            ("--places-id", placesId != nil),
        ]
    }

    var names: PointNames { PointNames(latitude: placesLat, longitude: placesLon, id: placesId) }

    func check() throws {
        if places == nil, let given = ofPlaces.first(where: \.isGiven) {
            throw UsageError(
                en: "\(given.option) only works with --places FILE", ko: "\(given.option) 옵션은 --places와 함께 쓰세요")
        }
        try PointFileOptions.checkPair(placesLat, placesLon, prefix: "places-")
    }
}

/// `near --places FILE --from FILE`: a join of two files, without a catalog.
struct PlacesJoin {
    let places: String
    let questions: JoinQuestions
    let count: Int?
    let withinMeters: Double?
    let threads: Int?
    let options: JoinOptions
    let output: ListingOutput
    let common: CommonOptions
    let showsProgress: Bool

    func run() throws {
        try questions.check(beside: places, option: "--places")
        let (asked, kept) = try questions.open()
        let (points, columns) = try openPlaces(kept: kept)
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
                asked, threads: threads, isParallel: batch.isParallel, rows: batch.rows, put: batch.put,
                onProgress: { progress.report($0, of: nil) })
            Listing.tell(skipped, of: asked.name, common)
        }
    }

    private func openPlaces(kept: [String]) throws -> (PointBlocks, JoinColumns) {
        let fields = output.options.fields
        var read: [String] = []
        let points = try PointBlocks(
            try InputFile.open(places, db: common.db), names: options.names
        ) { names in
            read = JoinColumns.read(fields, keeping: kept, of: names)
            var reading = questions.options.reading
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
        guard places != "-", let facts = FileSystem.facts(places), facts.isRegular else { return nil }
        return Int(facts.st_size)
    }
}
