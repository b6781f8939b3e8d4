internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliText
internal import Glibc

struct SQLSource: RowSource {
    static let configuration = CommandConfiguration(
        "sql", en: "Run one SELECT on the views of the catalog.",
        ko: "카탈로그의 뷰에서 SELECT 문 하나를 실행합니다.",
        about: Words(
            en:
                "The views are places, places_all, changes, runs, rejects, issues, links, stations, districts and about. nearest(latitude, longitude, count, kind) has the columns id, distance_m and rank; distance_m(latitude, longitude, latitude, longitude) is a distance in meters. Nothing can be written.",
            ko:
                "뷰는 places, places_all, changes, runs, rejects, issues, links, stations, districts, about입니다. nearest(위도, 경도, 개수, 종류)에는 id, distance_m, rank 열이 있고, distance_m(위도, 경도, 위도, 경도)은 거리(미터)입니다. 아무것도 쓸 수 없습니다."
        ),
        examples: """
            $ geocli sql "SELECT name, phone FROM places WHERE kind = 'used' AND district = '마포구'"
            $ geocli sql 'SELECT name, distance_m FROM nearest(37.5663, 126.9779, 5) JOIN places USING (id)'
            $ geocli sql --datasette > metadata.json
            """)

    @Argument(
        help: ArgumentHelp(
            "One SELECT. - reads it from standard input.", ko: "SELECT 문 하나. -는 표준 입력에서 읽습니다.",
            value: .argument("STATEMENT")))
    var statement: String?

    @Option(
        help: ArgumentHelp(
            "Maximum time for the statement, such as 5s or 2m (default: 30s).",
            ko: "문장을 실행하는 최대 시간. 예: 5s, 2m (기본값: 30s)", value: .time))
    var timeout: String?

    @Flag(
        help: ArgumentHelp(
            "Print a metadata.json for Datasette, which describes the views and hides the internal tables.",
            ko: "뷰를 설명하고 내부 테이블을 숨기는 Datasette용 metadata.json을 출력합니다."))
    var datasette = false

    func write(_ given: ListingArguments<SQLRows>) throws {
        guard !datasette else { return try writeMetadata(given) }
        guard let statement else {
            throw UsageError(
                en: "STATEMENT is missing; write one such as 'SELECT name FROM places LIMIT 5'",
                ko: "STATEMENT가 없습니다. 'SELECT name FROM places LIMIT 5'처럼 쓰세요")
        }
        let listing = try given.checked()
        let limit = try given.output.limitCount()
        var limits = StatementLimits()
        limits.seconds = try FetchingOptions.time(timeout, "--timeout") ?? limits.seconds
        limits.memoryBytes = 128 << 20
        let sql = try Self.text(statement, given.common)
        let catalog = try given.common.catalog()
        StatementStop.begin(afterSeconds: 2 * limits.seconds + 5)
        try catalog.run(statement: sql, limits) { rows in
            try Self.checkPoints(rows.columns, listing.options.format)
            try Listing.write(.statement(rows.columns), listing) { writer in
                var count = 0
                let check = Self.idCheck(rows.columns, listing.options.format)
                while count < limit ?? SQLRows.maximum, let row = try rows.next() {
                    try check(row)
                    try writer.write(row)
                    count += 1
                }
                guard count == limit ?? SQLRows.maximum, try rows.next() != nil else { return }
                guard let limit else { throw Self.tooManyRows }
                Self.tellLimit(limit, given.common)
            }
        }
    }

    private static let tooManyRows = UsageError(
        en: "the statement has more than \(SQLRows.maximum) rows; ask for less, or allow more with --limit",
        ko: "문장의 결과가 \(SQLRows.maximum)행을 넘습니다. 조건을 좁히거나 --limit으로 늘리세요")

    private static func tellLimit(_ limit: Int, _ common: CommonOptions) {
        common.note(
            en: "stopped after \(limit) \(limit == 1 ? "row" : "rows") (--limit); there are more",
            ko: "--limit에 따라 \(limit)행에서 멈췄습니다. 행이 더 있습니다")
    }

    private static func text(_ word: String, _ common: CommonOptions) throws -> String {
        guard word == "-" else { return word }
        guard let bytes = try InputFile.open("-", db: common.db).readAll(limit: 100_000) else {
            throw UsageError(
                en: "the statement from standard input has more than 100000 bytes; write a shorter one",
                ko: "표준 입력의 문장이 100000바이트를 넘습니다. 더 짧게 쓰세요")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError(
                en: "the statement from standard input is not UTF-8; convert it, such as with iconv -f CP949 -t UTF-8",
                ko: "표준 입력의 문장이 UTF-8이 아닙니다. iconv -f CP949 -t UTF-8 등으로 변환하세요")
        }
        return text
    }

    private static func checkPoints(_ columns: [String], _ format: ListingFormat) throws {
        guard [.geojson, .geojsonseq].contains(format), !Set(columns).isSuperset(of: ["latitude", "longitude"]) else {
            return
        }
        throw UsageError(
            en: "--format \(format.rawValue) needs the columns latitude and longitude; add them to the SELECT",
            ko: "--format \(format.rawValue)에는 latitude와 longitude 열이 필요합니다. SELECT에 넣으세요")
    }

    /// In GeoJSON, the column `id` is the number of a Feature.
    private static func idCheck(
        _ columns: [String], _ format: ListingFormat
    ) -> ([StatementRows.Value]) throws -> Void {
        guard [.geojson, .geojsonseq].contains(format), let id = columns.firstIndex(of: "id") else { return { _ in } }
        return { row in
            switch row[id] {
            case .integer, .null: return
            case .real, .text, .blob:
                throw UsageError(
                    en: "--format \(format.rawValue): the column id is not a whole number; give it another name",
                    ko: "--format \(format.rawValue): id 열이 정수가 아닙니다. 다른 이름을 쓰세요")
            }
        }
    }

    private func writeMetadata(_ given: ListingArguments<SQLRows>) throws {
        guard statement == nil else {
            throw UsageError(
                en: "--datasette prints a file and runs no STATEMENT; leave one of them out",
                ko: "--datasette는 파일을 출력할 뿐 STATEMENT를 실행하지 않습니다. 둘 중 하나를 빼세요")
        }
        let output = given.output
        let others = [
            ("--timeout", timeout != nil), ("--format", output.namedFormat != nil), ("--json", output.json),
            ("--csv", output.csv), ("--geojson", output.geojson), ("--fields", output.fields != nil),
            ("--limit", output.limit != nil), ("--raw", output.raw), ("--excel", output.excel),
            ("--fail-empty", output.failEmpty),
        ]
        if let (option, _) = others.first(where: \.1) {
            throw UsageError(
                en: "--datasette prints a file that has one form; leave out \(option)",
                ko: "--datasette가 출력하는 파일의 형식은 하나뿐입니다. \(option) 옵션을 빼세요")
        }
        let path = try Environment.catalogPath(given.common.db)
        let place = try output.place(given.common, reading: [])
        var text = ""
        PrettyJSON.append(DatasetteMetadata.document(catalog: path), to: &text)
        try place.write(text + "\n")
    }
}

/// The rows of a statement: any columns.
enum SQLRows: RowsOnMap {
    static let someKeys = "name,phone"
    /// The maximum number of rows without `--limit`.
    static let maximum = 1_000_000
    static var usualLimit: Words { Words(en: "all, up to \(maximum)", ko: "모두, \(maximum)행까지") }
}

/// The metadata with which Datasette shows a catalog: the views with the comments of their columns.
enum DatasetteMetadata {
    /// - Source: Datasette 0.65, "Metadata": databases are named as their files without the extension; "Hiding tables".
    static func document(catalog path: String) -> JSONValue {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let name = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
        let views = PublicView.all.map { view in
            let columns = view.columns.map { JSONValue.Member($0.name, .string($0.about)) }
            return JSONValue.Member(
                view.name,
                .object([.init("description", .string(view.about)), .init("columns", .object(columns))]))
        }
        let hidden = PublicView.internalNames.map { JSONValue.Member($0, .object([.init("hidden", .bool(true))])) }
        return .object([
            .init("title", .string("geocli")),
            .init("description", .string("Places and their history. Read the views; the tables are internal.")),
            .init("databases", .object([.init(name, .object([.init("tables", .object(views + hidden))]))])),
        ])
    }
}

/// Limits of the process for a statement. The process ends if the statement stays in one step in which SQLite can't be
/// interrupted, such as `instr` on long texts; `StatementLimits.seconds` ends all others.
private enum StatementStop {
    /// Counts the processor time, so that a reader who takes hours to scroll through the pager loses nothing. A file for
    /// `-o` has no name before it is complete, so none stays behind.
    static func begin(afterSeconds seconds: Double) {
        statementStopText = Console.language == .korean ? Self.korean : Self.english
        signal(SIGVTALRM) { _ in
            statementStopText.withUTF8Buffer { _ = Glibc.write(2, $0.baseAddress, $0.count) }
            _exit(69)
        }
        // SQLite's temporary files; SIGXFSZ is ignored.
        var size = rlimit(rlim_cur: largestFile, rlim_max: largestFile)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &size)
        // A parent may have blocked the signal.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGVTALRM)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        var time = itimerval()
        time.it_value.tv_sec = Int(seconds.rounded(.up))
        setitimer(__itimer_which_t(ITIMER_VIRTUAL.rawValue), &time, nil)
    }

    /// In bytes.
    private static let largestFile: rlim_t = 4 << 30

    private static let english: StaticString =
        "geocli: the statement took too long in one step; ask for less, such as shorter texts\n"
    private static let korean: StaticString = "geocli: 문장의 한 단계가 너무 오래 걸렸습니다. 더 짧은 텍스트처럼 더 적게 요청하세요\n"
}

/// What the handler of the signal writes: a constant, because a handler may not allocate. Only `begin` sets it.
nonisolated(unsafe) private var statementStopText: StaticString = ""
