internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

struct ColumnOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Column with a unique id (GeoJSON default: the Feature's id).",
            ko: "장소를 구별하는 고유 ID가 있는 열 (GeoJSON 기본값: 피처의 id)", value: .column))
    var id: String?

    @Option(
        help: ArgumentHelp(
            "Column with the name (GeoJSON default: the property \"name\").", ko: "이름이 있는 열 (GeoJSON 기본값: name 속성)",
            value: .column))
    var name: String?

    @Option(
        name: [.customLong("lat")],
        help: ArgumentHelp(
            "Column with the latitude in degrees, or with the northing of --crs. Not for GeoJSON.",
            ko: "위도(도 단위)나 --crs의 북쪽 값이 있는 열. GeoJSON에는 쓰지 않습니다.",
            value: .column))
    var latitude: String?

    @Option(
        name: [.customLong("lon")],
        help: ArgumentHelp(
            "Column with the longitude in degrees, or with the easting of --crs. Not for GeoJSON.",
            ko: "경도(도 단위)나 --crs의 동쪽 값이 있는 열. GeoJSON에는 쓰지 않습니다.",
            value: .column))
    var longitude: String?

    @Option(
        help: ArgumentHelp(
            "Coordinate system of --lat and --lon, such as EPSG:5174, EPSG:5179 or KATEC (default: degrees, EPSG:4326).",
            ko: "--lat, --lon 열의 좌표계. 예: EPSG:5174, EPSG:5179, KATEC (기본값: 도 단위인 EPSG:4326)", value: .code))
    var crs: String?

    @Option(
        help: ArgumentHelp(
            "Column with the address. In a table without --lat and --lon, the points come from the imported addresses.",
            ko: "주소가 있는 열. 표에 --lat, --lon을 쓰지 않으면 가져온 주소 데이터에서 좌표를 찾습니다.", value: .column))
    var address: String?

    @Option(
        help: ArgumentHelp(
            "Column with the district (default: from the address).", ko: "자치구가 있는 열 (기본값: 주소에서 찾음)", value: .column))
    var district: String?

    @Option(
        help: ArgumentHelp(
            "Column with the phone number.", ko: "전화번호가 있는 열", value: .column))
    var phone: String?

    @Option(
        help: ArgumentHelp(
            "Column with the website.", ko: "웹사이트 주소가 있는 열", value: .column))
    var website: String?

    @Option(
        help: ArgumentHelp(
            "Column with the kind, or one kind for all places.", ko: "종류가 있는 열, 또는 모든 장소에 붙일 종류", value: .columnOrWord))
    var kind: String?

    @Option(
        help: ArgumentHelp(
            "Encoding of the file: UTF-8 (default) or CP949.", ko: "파일의 인코딩: UTF-8(기본값) 또는 CP949", value: .encoding),
        completion: .words(["UTF-8", "CP949"]))
    var encoding: String?

    @Option(
        help: ArgumentHelp(
            "Area that must contain all points, such as 124,33,132,39 (default: the world).",
            ko: "모든 좌표가 들어 있어야 하는 범위. 예: 124,33,132,39 (기본값: 전 세계)", value: .box))
    var area: String?

    /// The first of these options that was given; nil if none was.
    var given: String? { texts.first { $0.value != nil }?.option ?? area.map { _ in "--area" } }

    func columns() throws -> FileColumns {
        var columns = FileColumns()
        for (_, value, column) in texts { columns[keyPath: column] = value?.trimmingBlanks() }
        columns.area = try area.map { try BoundingBox(argument: [$0], named: "--area") }
        return columns
    }

    private var texts: [(option: String, value: String?, column: WritableKeyPath<FileColumns, String?>)] {
        [
            ("--id", id, \.id), ("--name", name, \.name), ("--lat", latitude, \.latitude),
            ("--lon", longitude, \.longitude), ("--address", address, \.address), ("--district", district, \.district),
            ("--phone", phone, \.phone), ("--website", website, \.website), ("--kind", kind, \.kind),
            ("--encoding", encoding, \.encoding), ("--crs", crs, \.crs),
        ]
    }
}

/// A feed that is a person's own file, whose columns are named on the command line.
struct OwnFeed {
    private let options: ColumnOptions
    private let sources: [String]

    private static let endings = [".geojson", ".json", ".geojsonl", ".geojsons", ".geojsonseq", ".ndgeojson"]

    init(_ options: ColumnOptions, sources: [String]) {
        self.options = options
        self.sources = sources
    }

    /// Returns the feed; nil if the command line names a declared feed.
    ///
    /// - Parameter other: another option that decides what is read, such as `--sample`; nil if there is none.
    func feed(named word: String?, beside other: String?) throws -> Feed? {
        guard let given = try options.given ?? undeclared(word) else { return nil }
        if let other {
            throw UsageError(
                en: "\(given) is for a file of your own and can't be combined with \(other); leave out one of them",
                ko: "\(given)\(.topic) 내 파일에만 씁니다. \(other)\(.with) 함께 쓰지 마세요")
        }
        guard let word else {
            throw UsageError(
                en: "--feed is missing; give your places an id, such as --feed my-places",
                ko: "--feed가 없습니다. --feed my-places처럼 내 파일에 붙일 ID를 쓰세요")
        }
        try refuseDeclared(word, given)
        if let address = sources.first(where: { $0.contains("://") }) {
            let shown = DisplayText.singleLine(address)
            throw UsageError(
                en: "\(given) is for files; for a file on the web: curl -s \(shown) | geocli ingest - …",
                ko: "\(given)\(.topic) 파일에만 씁니다. 웹에 있는 파일은 이렇게 수집하세요: curl -s \(shown) | geocli ingest - …")
        }
        guard !sources.isEmpty else {
            throw UsageError(
                en: "SOURCE is missing; give your file, such as places.csv, or - for standard input",
                ko: "SOURCE가 없습니다. places.csv 같은 파일 이름이나 표준 입력(-)을 쓰세요")
        }
        var columns = try options.columns()
        try findPoint(&columns)
        columns.hasNoPoint = isTableWithoutPoint(columns)
        return try columns.feed(id: word)
    }

    /// Finds the columns of the point by their names in the first file, if it is a table and the command line names none.
    private func findPoint(_ columns: inout FileColumns) throws {
        // A pipe can't be read twice.
        guard columns.latitude == nil, columns.longitude == nil, let path = sources.first, InputFile.isRegular(path)
        else { return }
        let encoding = columns.encoding.flatMap { TextEncoding(rawValue: $0.uppercased()) } ?? .utf8
        let (first, whole) = try encoding.decoding(try ByteSource.file(path: path), marksWrongBytes: true).opening()
        guard let first, !"{[<".utf8.contains(first) else { return }
        let start = try TableStart(whole) { PointColumns.areNamed(in: PointColumns.names($0)) ? 1 : 0 }
        do throws(PointColumns.Fault) {
            let found = try PointColumns(PointColumns.names(start.names))
            columns.latitude = start.names[found.latitudeIndex].trimmingBlanks()
            columns.longitude = start.names[found.longitudeIndex].trimmingBlanks()
        } catch {
            // A table may have only addresses.
            guard case .two(let one, let other, let role) = error else { return }
            let words = PointColumns.words(two: one, other, role: role)
            throw PlainError(
                .data, en: "\(DisplayText.singleLine(path)): \(words.en)",
                ko: "\(DisplayText.singleLine(path)): \(words.ko)")
        }
    }

    /// Whether a file without coordinates is a table by its name. Any other such file is GeoJSON.
    private func isTableWithoutPoint(_ columns: FileColumns) -> Bool {
        columns.address != nil && columns.latitude == nil && columns.longitude == nil
            && sources.contains { name in Self.tableEndings.contains { name.lowercased().hasSuffix($0) } }
    }

    private static let tableEndings = [".csv", ".tsv", ".txt"]

    /// Returns the option `--feed ID` if the id is not declared, no declared id has a similar spelling, and all sources
    /// are GeoJSON files, which do not need column options.
    private func undeclared(_ word: String?) throws -> String? {
        guard let word, !FeedShelf.isPath(word), !sources.isEmpty,
            sources.allSatisfy({ name in Self.endings.contains { name.lowercased().hasSuffix($0) } })
        else { return nil }
        let ids = FeedShelf.all().compactMap { try? $0.feed.get().id } + [Feed.sample.id]
        return ids.contains(word) || !Spelling.near(word, among: ids).isEmpty ? nil : "--feed \(word)"
    }

    /// Refuses the id of a declared feed: the places of the file would replace the places of that feed.
    private func refuseDeclared(_ word: String, _ given: String) throws {
        guard !FeedShelf.isPath(word) else {
            throw UsageError(
                en:
                    "\(given): the declaration already names the fields; leave out \(given), or give --feed an id for your file",
                ko: "\(given): 필드는 선언에 이미 적혀 있습니다. 이 옵션을 빼거나, --feed에 내 파일에 붙일 ID를 쓰세요")
        }
        let declared = FeedShelf.all().first { (try? $0.feed.get().id) == word }
        guard declared != nil || word == Feed.sample.id else { return }
        let origin = Words(
            en: declared?.path ?? "a feed that comes with geocli", ko: declared?.path ?? "geocli에 내장된 피드")
        throw UsageError(
            en: "--feed: id \(word) already belongs to \(origin.en); choose another id, or leave out \(given)",
            ko: "--feed: ID \(word)\(.topic) \(origin.ko)에서 이미 쓰고 있습니다. 다른 ID를 쓰거나 \(given)\(.object) 빼세요")
    }

    /// Before the first good run of the feed, refuses a file that can't be read with these columns, because a typing
    /// error must not leave a run in the catalog. A later run with such an error is recorded as failed.
    static func check(_ feed: Feed, _ pages: SavedPages, db: String?) throws {
        guard feed.columns != nil, pages.canBeReadAgain, try !isKnown(feed, db: db) else { return }
        try FilePreview(feed).check(pages)
    }

    /// Returns what a person should know about changes in the columns since the last good run; nil if nothing changed.
    static func change(_ feed: Feed, db: String?) throws -> Words? {
        guard let columns = feed.columns, let run = try lastGoodRun(of: feed.id, db: db) else { return nil }
        let now = words(columns)
        let start = run.source.firstRange(of: " --")?.lowerBound ?? run.source.endIndex
        let former = String(run.source[start...])
        guard former != now else { return nil }
        let none = Words(en: "none", ko: "없음")
        let shown = (
            former: former.isEmpty ? none : Words(en: former.trimmingBlanks(), ko: former.trimmingBlanks()),
            now: now.isEmpty ? none : Words(en: now.trimmingBlanks(), ko: now.trimmingBlanks())
        )
        return Words(
            en: "the columns changed since run \(run.id): now \(shown.now.en), before \(shown.former.en)",
            ko: "실행 #\(run.id)\(.with) 열이 다릅니다: 지금 \(shown.now.ko), 이전 \(shown.former.ko)")
    }

    /// Returns the options that name the columns, in the form in which a catalog keeps them after the file's name.
    static func words(_ columns: FileColumns) -> String {
        columns.arguments.map { " " + NextCommand.quoted($0) }.joined()
    }

    /// Returns the error for an id that is not declared and seems to be the id of a person's own file; nil for any
    /// other id. Throws a `PlainError` for a source that is not text, because no column can be named in such a file.
    static func unknown(_ word: String, sources: [String], db: String?) throws -> UsageError? {
        let ids = FeedShelf.all().compactMap { try? $0.feed.get().id }
        guard !FeedShelf.isPath(word), !ids.contains(word) else { return nil }
        if !sources.isEmpty {
            guard Spelling.near(word, among: ids).isEmpty else { return nil }
            let files = sources.filter { !$0.contains("://") }
            for page in try SavedPages.at(files).pages where page.canBeReadAgain { _ = try page.open().ofText().next() }
            let shown = DisplayText.truncated(DisplayText.singleLine(word), columns: 60)
            return UsageError(
                en:
                    "--feed \(shown): no declaration has this id; for a file of your own, name its columns: --id, --name, --lat, --lon (GeoJSON: --name)",
                ko: "--feed \(shown): 이 ID의 선언이 없습니다. 내 파일이라면 열을 지정하세요: --id, --name, --lat, --lon(GeoJSON은 --name)")
        }
        guard let run = try lastGoodRun(of: word, db: db), !run.source.contains("://") else { return nil }
        let command = NextCommand(feed: word, catalog: try Environment.catalogPath(db)).again(
            run.source, resuming: false)
        return UsageError(
            en:
                "--feed \(word): these places came from a file, and files are not kept; ingest the file again: \(command)",
            ko: "--feed \(word): 이 피드는 파일에서 수집했고, 파일은 보관하지 않습니다. 파일을 다시 수집하세요: \(command)")
    }

    /// Refuses a table without columns, before a run of the bookstore feed could fail.
    static func checkNoTable(_ sources: [String]) throws {
        guard let table = sources.first(where: { [".csv", ".tsv"].contains($0.suffix(4).lowercased()) }) else { return }
        let (shown, word) = (DisplayText.singleLine(table), NextCommand.quoted(table))
        throw UsageError(
            en:
                "\(shown) is a table; give your places an id, and name their columns: geocli ingest \(word) --feed my-places --id COLUMN --name COLUMN",
            ko: "\(shown)\(.topic) 표입니다. 피드 ID를 정하고 열을 지정하세요: geocli ingest \(word) --feed my-places --id 열 --name 열")
    }

    private static func isKnown(_ feed: Feed, db: String?) throws -> Bool {
        try lastGoodRun(of: feed.id, db: db) != nil
    }

    private static func lastGoodRun(of id: String, db: String?) throws -> CatalogStatus.Run? {
        guard case .file(let path) = try Environment.catalogPlace(db), CatalogWriter.exists(path) else { return nil }
        // If the file is not a catalog, the run reports it.
        return try? Catalog(path: path).lastGoodRuns().first { $0.feed == id }
    }
}
