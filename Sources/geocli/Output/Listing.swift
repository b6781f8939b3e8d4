internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// The own options of a command that lists rows, and how the command makes the rows.
protocol RowSource: ParsableArguments {
    associatedtype Rows: ListedRows

    static var configuration: CommandConfiguration { get }

    func write(_ given: ListingArguments<Rows>) throws
}

struct ListingCommand<Source: RowSource>: ParsableCommand {
    static var configuration: CommandConfiguration { Source.configuration }

    @OptionGroup var source: Source
    @OptionGroup var given: ListingArguments<Source.Rows>

    func run() throws { try source.write(given) }
}

/// The options of all listings: how to write the rows, and those of every command.
struct ListingArguments<Rows: ListedRows>: ParsableArguments {
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<Rows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    /// Checks the options for the output. A command calls this first, before it opens or reads anything.
    func checked(
        mine: MineOptions? = nil, reading inputs: [String?] = [], isPrivate: Bool = false
    ) throws -> ListingOutput {
        try output.checked(common, mine: mine, reading: inputs, isPrivate: isPrivate)
    }

    /// Checks the options, makes the rows, and writes as many as the user wants.
    func list<Row>(_ schema: ListingSchema<Row>, reading inputs: [String?] = [], _ rows: () throws -> [Row]) throws {
        let listing = try checked(reading: inputs)
        let limit = try output.limitCount() ?? .max
        let rows = try rows().prefix(limit)
        try Listing.write(schema, listing) { writer in for row in rows { try writer.write(row) } }
    }
}

/// Options for writing a listing. All listings of the same kind of rows have the same options.
struct OutputOptions<Rows: ListedRows>: ParsableArguments {
    @Option(
        name: .customLong("format"),
        help: ArgumentHelp(
            "\(ValueArgument.choiceWords(Rows.formats)) (default: by the extension of -o, else \(Rows.usualFormat.en)).",
            ko:
                "\(Rows.formats.map(\.rawValue).joined(separator: ", ")) 중 하나 (기본값: -o의 확장자에 따름, 없으면 \(Rows.usualFormat.ko))",
            value: .format),
        completion: .words(Rows.formats.map(\.rawValue)))
    var namedFormat: String?

    @Flag(help: ShortFormat.help(.json, among: Rows.formats)) var json = false
    @Flag(help: ShortFormat.help(.csv, among: Rows.formats)) var csv = false
    @Flag(help: ShortFormat.help(.geojson, among: Rows.formats)) var geojson = false

    @Option(
        help: ArgumentHelp(
            "Only these keys, in this order, such as \(Rows.someKeys).",
            ko: "이 키만 이 순서로 출력합니다. 예: \(Rows.someKeys)",
            value: .keys))
    var fields: String?

    @Option(
        help: ArgumentHelp(
            "Maximum number of rows (default: \(Rows.usualLimit.en)).",
            ko: "출력할 최대 행 수 (기본값: \(Rows.usualLimit.ko))", value: .count, visibility: Self.ofSeveral))
    var limit: String?

    @Option(name: .customShort("o"), help: .outputFile, completion: .file()) var output: String?

    @Flag(
        help: ArgumentHelp(
            "CSV, TSV: do not escape text that a spreadsheet would run as a formula.",
            ko: "CSV, TSV: 스프레드시트가 수식으로 읽을 수 있는 텍스트도 그대로 저장합니다."))
    var raw = false

    @Flag(
        help: ArgumentHelp(
            "CSV, TSV: write for Excel, with a BOM and CRLF, phone numbers in the form 02-325-1984, and codes kept as text even if they look like numbers.",
            ko:
                "CSV, TSV: Excel에서 바로 열 수 있게 저장합니다. BOM과 CRLF를 쓰고, 전화번호에는 02-325-1984처럼 하이픈을 넣고, 숫자처럼 보이는 코드는 텍스트로 저장합니다."
        ))
    var excel = false

    @Flag(
        help: ArgumentHelp("Exit with 1 if nothing is found.", ko: "결과가 없으면 종료 코드 1로 끝냅니다.", visibility: Self.ofSeveral)
    )
    var failEmpty = false

    /// Checks the output options. A command calls this first, before it opens or reads anything.
    ///
    /// - Parameters:
    ///   - mine: the option for the folder of records; nil if the command does not have it. No output may lead into
    ///     this folder.
    ///   - inputs: the files that the command reads besides the catalog; `-` is standard input.
    ///   - isPrivate: whether the rows tell of a person's own records, so that only this person may read the file.
    /// - Throws: `UsageError`; `OutputClash` for a file that must not be overwritten.
    func checked(
        _ common: CommonOptions, mine: MineOptions? = nil, reading inputs: [String?], isPrivate: Bool = false
    ) throws -> ListingOutput {
        let place = try place(common, mine: mine, reading: inputs, isPrivate: isPrivate)
        var options = self.options()
        let word = try formatWord()
        options.format = try chosenFormat(word)
        try checkTextOptions(options.format)
        options.isQuiet = common.quiet
        if options.format != .table { options.isStyled = false }
        return ListingOutput(
            place: place, formats: Rows.formats, options: options, failEmpty: failEmpty,
            usesPager: !common.noPager && path == nil)
    }

    func formatWord() throws -> String? {
        try ShortFormat.word(namedFormat, [(.json, json), (.csv, csv), (.geojson, geojson)])
    }

    /// - Parameter word: the format that `--format` or its short form names; nil if neither was given.
    private func chosenFormat(_ word: String?) throws -> ListingFormat {
        if let word {
            return try checked(try ValueArgument.choice(word, option: "--format", among: Rows.formats), word)
        }
        guard let path else {
            return try Console.outputIsTerminal ? Settings.terminalFormat(among: Rows.formats) : .ndjson
        }
        if path.hasPrefix("/dev/") { return .ndjson }
        try checkEnding(Rows.endings)
        return try checked(pathFormat ?? .ndjson, nil)
    }

    private func checked(_ format: ListingFormat, _ word: String?) throws -> ListingFormat {
        if Rows.formats.contains(format) { return format }
        let (words, name) = (formatWords(word, format), format.rawValue)
        guard ListingFormat.listings.contains(format), let last = Rows.endings.last else {
            throw UsageError(
                en:
                    "\(words): only 'geocli export' writes \(name); run: geocli export --format \(name) -o FILE.\(name)",
                ko:
                    "\(words): \(name) 형식은 'geocli export'로만 만들 수 있습니다. 이렇게 실행하세요: geocli export --format \(name) -o FILE.\(name)"
            )
        }
        let reason = Words(en: "these rows have no position on a map", ko: "지도에 놓을 위치가 없는 행입니다")
        let formats = Rows.formats.map(\.rawValue).joined(separator: ", ")
        let endings = Rows.endings.dropLast().joined(separator: ", ")
        throw word == nil
            ? UsageError(
                en: "\(words): \(reason.en); end the file name in \(endings) or \(last)",
                ko: "\(words): \(reason.ko). 파일 이름을 \(endings), \(last) 가운데 하나로 끝내세요")
            : UsageError(
                en: "\(words): \(reason.en); choose one of \(formats)",
                ko: "\(words): \(reason.ko). \(formats) 가운데 하나를 쓰세요")
    }

    /// The visibility of options that matter only if there are several rows.
    private static var ofSeveral: ArgumentVisibility { Rows.isSingle ? .hidden : .default }

    func limitCount() throws -> Int? {
        try limit.map { try ValueArgument.count($0, option: "--limit", minimum: 0) }
    }

    var path: String? { output == "-" ? nil : output }

    /// Returns where to write the rows. Refuses a path that would overwrite a catalog, a file of the records or one of
    /// the `inputs`.
    func place(
        _ common: CommonOptions, mine: MineOptions? = nil, reading inputs: [String?], isPrivate: Bool = false
    ) throws -> OutputDestination {
        try OutputDestination(
            output, db: common.db, mine: mine?.folder().path, reading: inputs, isPrivate: isPrivate || Rows.isPrivate)
    }

    func options() -> ListingOptions {
        var options = ListingOptions()
        options.fields = fields.map { ValueArgument.list([$0]) }
        options.isRaw = raw
        options.isForExcel = excel
        options.language = Console.language
        options.terminalColumns = path == nil ? Console.outputColumns : nil
        options.isStyled = path == nil && Console.color.isOn(1)
        options.hyperlinks = path == nil ? HyperlinkSupport.map : nil
        return options
    }

    /// The format that the path's ending selects; nil for standard output, a device, or an ending that selects none.
    var pathFormat: ListingFormat? {
        path.flatMap { $0.hasPrefix("/dev/") ? nil : ListingFormat(path: $0) }
    }

    /// Refuses the options for CSV and TSV if the format is a different one.
    func checkTextOptions(_ format: ListingFormat) throws {
        let formats: [ListingFormat] = [.csv, .tsv]
        guard !formats.contains(format), let option = excel ? "--excel" : raw ? "--raw" : nil else { return }
        throw UsageError(
            en: "\(option) only works with --format csv or tsv, not with \(format.rawValue)",
            ko: "\(option) 옵션은 --format csv나 tsv와 함께 쓰세요. \(format.rawValue)에는 쓸 수 없습니다")
    }

    /// Returns what selected the format, for an error: `--format "json"`, or the path whose ending selects it.
    func formatWords(_ named: String?, _ format: ListingFormat) -> String {
        let words = named == nil ? path.map { "-o \(DisplayText.singleLine($0))" } : nil
        return words ?? "--format \"\(format.rawValue)\""
    }

    /// Refuses a path whose ending selects no format.
    func checkEnding(_ endings: [String]) throws {
        guard let path, !path.hasPrefix("/dev/"), pathFormat == nil else { return }
        let shown = DisplayText.singleLine(path)
        let list = endings.joined(separator: ", ")
        let choice = endings.dropLast().joined(separator: ", ") + " or " + (endings.last ?? "")
        throw UsageError(
            en: "-o \(shown): unknown file extension; use \(choice), or give --format",
            ko: "-o \(shown): 확장자로 형식을 알 수 없습니다. 파일 이름을 \(list)\(.by) 끝내거나 --format을 쓰세요")
    }
}

/// The destination and format of a listing, checked before anything is read.
struct ListingOutput {
    let place: OutputDestination
    let formats: [ListingFormat]
    var options: ListingOptions
    var failEmpty: Bool
    /// Whether a long listing may go through a pager.
    var usesPager = false

    /// Returns the same output, with links at the end of each row if they are requested.
    func with(links: Bool) -> ListingOutput {
        var output = self
        output.options.hasLinks = links
        return output
    }
}

/// Writes a command's rows to its output, with notes for the user.
enum Listing {
    /// Opens the output, lets `body` write rows, and closes it. A file is written completely or not at all.
    ///
    /// - Precondition: the output was checked with the formats of these rows.
    static func write<Row>(
        _ schema: ListingSchema<Row>, _ output: ListingOutput,
        adjust: (inout ListingOptions) throws -> Void = { _ in }, body: (ListingWriter<Row>) throws -> Void
    ) throws {
        precondition(output.formats == schema.formats, "a command offers the formats that its rows have")
        var output = output
        try adjust(&output.options)
        var counts = (rows: 0, withoutPoint: 0)
        try open(output) { file, put in
            let sink = ByteSink(put: put)
            let writer = try ListingWriter(schema, output.options.reaching(file), into: sink)
            try body(writer)
            try writer.finish()
            try sink.flush()
            counts = (writer.rowCount, writer.withoutPointCount)
        }
        try tell(counts.rows, without: counts.withoutPoint, output)
    }

    /// Writes rows of places like `write(_:_:adjust:body:)`. Tables show the titles that the declarations in `source`
    /// give to kinds.
    static func write<Row>(
        _ schema: ListingSchema<Row>, of source: some PlaceSource, _ output: ListingOutput,
        body: (ListingWriter<Row>) throws -> Void
    ) throws {
        let isTable = output.options.format == .table
        try write(isTable ? schema.naming(kindsBy: try source.placeWords()) : schema, output, body: body)
    }

    static func write(text: String, _ output: ListingOutput) throws {
        var output = output
        // The page has no styles, so no escape sequence in it is ours.
        output.options.isStyled = false
        try open(output) { _, put in try put(Array(text.utf8)) }
    }

    /// Opens the output, lets `body` put bytes into it, and closes it. A file is written completely or not at all.
    static func open(
        _ output: ListingOutput, body: (_ file: OutputFile, _ put: @escaping ([UInt8]) throws -> Void) throws -> Void
    ) throws {
        let file = try OutputFile.create(at: output.place)
        file.keepsStyles = output.options.isStyled
        let paged = PagedOutput(file, isAllowed: output.usesPager)
        defer { paged.abandon() }
        try body(file, paged.write)
        try paged.finish()
        try file.commit()
    }

    /// Tells the user how many rows of a file were skipped because they have no position.
    /// - Parameter file: the name of the file if there are two.
    static func tell(withoutGeometry count: Int, of file: String? = nil, _ common: CommonOptions) {
        guard count > 0 else { return }
        let name = file.map(DisplayText.singleLine)
        let (en, ko) = (name.map { " of \($0)" } ?? "", name.map { "\($0): " } ?? "")
        Console.note(
            Words(
                en:
                    "\(count) \(count == 1 ? "row" : "rows")\(en) \(count == 1 ? "has" : "have") no position and \(count == 1 ? "was" : "were") skipped",
                ko: "\(ko)위치가 없는 행 \(count)개는 건너뛰었습니다"), isQuiet: common.quiet)
    }

    /// Tells the user how many rows of a file were skipped, and why.
    static func tell(_ skipped: SkippedRows, of file: String? = nil, _ common: CommonOptions) {
        tell(withoutGeometry: skipped.blankCount, of: file, common)
        guard let first = skipped.faults.first else { return }
        let count = skipped.badCount
        guard count > 1 else {
            return Console.note(
                Words(
                    en: "1 bad row was skipped: \(first.words.en)",
                    ko: "잘못된 행 1개는 건너뛰었습니다: \(first.words.ko)"), isQuiet: common.quiet)
        }
        let rest = count - skipped.faults.count
        let more = rest > 0 ? [Words(en: "and \(rest) more", ko: "그 밖에 \(rest)개")] : []
        Console.note(
            Words(en: "\(count) bad rows were skipped:", ko: "잘못된 행 \(count)개는 건너뛰었습니다:"), isQuiet: common.quiet)
        for words in skipped.faults.map(\.words) + more {
            Console.note(Words(en: "  " + words.en, ko: "  " + words.ko), isQuiet: common.quiet)
        }
    }

    static func tell(_ rows: Int, without points: Int, _ output: ListingOutput) throws {
        let (format, isQuiet) = (output.options.format, output.options.isQuiet)
        if let note = ListingNotes.withoutPoint(points, of: rows, format) { Console.note(note, isQuiet: isQuiet) }
        guard rows == 0 else { return }
        if format == .table { Console.note(Words(en: "nothing found", ko: "결과가 없습니다"), isQuiet: isQuiet) }
        if output.failEmpty { throw ExitStatus.empty }
    }
}

/// A kind of rows, which decides the options of a command that lists them.
protocol ListedRows {
    static var formats: [ListingFormat] { get }
    static var endings: [String] { get }
    /// Some of the keys, as an example of `--fields`.
    static var someKeys: String { get }
    /// Whether the listing has only one row, so that no option limits its rows.
    static var isSingle: Bool { get }
    /// Whether the rows are a person's own records, so that only this person can read a file of them.
    static var isPrivate: Bool { get }
    /// What the help says about the format if neither an option nor a file name selects one.
    static var usualFormat: Words { get }
    /// What the help says about the number of rows if `--limit` is not given.
    static var usualLimit: Words { get }
}

extension ListedRows {
    static var isSingle: Bool { false }
    static var isPrivate: Bool { false }
    static var usualLimit: Words { Words(en: "all", ko: "모두") }
    static var usualFormat: Words {
        Words(en: "table on a terminal, ndjson otherwise", ko: "터미널에서는 table, 그 밖에는 ndjson")
    }
}

protocol RowsOnMap: ListedRows {}

extension RowsOnMap {
    static var formats: [ListingFormat] { ListingFormat.listings }
    static var endings: [String] { [".geojson", ".json", ".ndjson", ".csv", ".tsv"] }
}

protocol RowsWithoutPlace: ListedRows {}

extension RowsWithoutPlace {
    static var formats: [ListingFormat] { ListingFormat.tables }
    static var endings: [String] { [".json", ".ndjson", ".csv", ".tsv", ".txt"] }
}

enum PlacedRows: RowsOnMap { static let someKeys = "id,name,phone" }

enum NearRows: RowsOnMap {
    static let someKeys = "id,name,distance_m"
    static var usualLimit: Words { Words(en: "10, or all with --within", ko: "10, --within을 쓰면 모두") }
}

enum SingleRow: RowsOnMap {
    static let someKeys = "id,name,phone"
    static let isSingle = true
}

enum MarkerRows: RowsOnMap { static let someKeys = "id,name,kind" }
enum ChangeRows: RowsOnMap { static let someKeys = "run_id,what,name" }
enum MisplacedRows: RowsOnMap { static let someKeys = "id,name,point_district" }
enum DistrictRows: RowsOnMap { static let someKeys = "name,places" }
/// Layers: those of the base map, and the outlines of districts.
enum LayerRows: RowsWithoutPlace { static let someKeys = "role,title,license" }
enum AddressRows: RowsWithoutPlace { static let someKeys = "region,month,addresses" }
enum FoundAddressRows: RowsWithoutPlace { static let someKeys = "found,latitude,longitude" }
enum RunRows: RowsWithoutPlace { static let someKeys = "run_id,date,outcome" }
enum CheckRows: RowsWithoutPlace { static let someKeys = "check,ok" }

/// The short forms of `--format`: `--json` means `--format json`.
enum ShortFormat {
    /// - Parameter formats: the formats that the command has. The help leaves out the short forms of other formats.
    static func help(_ format: ListingFormat, among formats: [ListingFormat]) -> ArgumentHelp {
        ArgumentHelp(
            "The same as --format \(format.rawValue).", ko: "--format \(format.rawValue) 옵션과 같습니다.",
            visibility: formats.contains(format) ? .default : .hidden)
    }

    /// Returns the format that `--format` or a short form names; nil if neither was given.
    static func word(_ named: String?, _ short: [(format: ListingFormat, isGiven: Bool)]) throws -> String? {
        let given = short.filter(\.isGiven).map(\.format.rawValue)
        guard let first = given.first else { return named }
        let isSame = named.map { $0.trimmingBlanks().lowercased() == first } ?? true
        let other = given.count > 1 ? "--\(given[1])" : isSame ? nil : named
        guard let other else { return first }
        let shown = given.count > 1 ? other : "--format \(DisplayText.singleLine(other))"
        throw UsageError(
            en: "--\(first) and \(shown) are two formats; give only one of them",
            ko: "형식을 두 가지 썼습니다: --\(first), \(shown). 하나만 쓰세요")
    }
}
