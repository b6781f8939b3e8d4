internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// The common part of `map` and `plot`: one file to look at, which is never written to a terminal.
struct DrawnFile {
    /// The kind of file, as the start of a sentence: `a page`, `페이지는`.
    let kind: Words
    /// An example of a command that writes such a file.
    let example: String
    let endings: [String]

    func refuseTerminal(_ output: String?) throws {
        guard output == nil, Console.outputIsTerminal else { return }
        throw terminalRefusal
    }

    private var terminalRefusal: UsageError {
        UsageError(
            en: "\(kind.en) can't be shown in a terminal; write it to a file: \(example)",
            ko: "\(kind.ko) 터미널에 표시할 수 없습니다. 파일로 저장하세요: \(example)")
    }

    /// Refuses a path with the ending of a different kind of file, because the name does not change the content.
    ///
    /// - Edges: a name without an ending, a device and standard output are allowed.
    func refuseEnding(of output: String?, _ words: (String) -> Words) throws {
        guard let output, !output.hasPrefix("/dev/"), let name = output.split(separator: "/").last,
            let dot = name.dropFirst().lastIndex(of: "."), !endings.contains(name[dot...].lowercased())
        else { return }
        let sentence = words(DisplayText.singleLine(output))
        throw UsageError(en: sentence.en, ko: sentence.ko)
    }

    /// Opens the file at `place`.
    ///
    /// - Throws: `UsageError` for a terminal, under any name; `OutputError`.
    func open(_ place: OutputDestination) throws -> OutputFile {
        let file = try OutputFile.create(at: place)
        guard !file.isTerminal else { throw terminalRefusal }
        return file
    }
}

protocol DrawnKind { static var file: DrawnFile { get } }

struct DrawingOptions<Kind: DrawnKind>: ParsableArguments {
    @Option(
        name: .customShort("o"), help: .fileOrOutput,
        completion: .file(extensions: Kind.file.endings.map { String($0.dropFirst()) }))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Heading of the map (default: the title of the feed).", ko: "지도의 제목 (기본값: 피드의 제목)", value: .text))
    var title: String?

    @Option(
        help: ArgumentHelp(
            "A credit line of your own, before those of the data (default: none).",
            ko: "데이터 출처 앞에 넣을 나만의 출처 표시 (기본값: 없음)", value: .text))
    var credit: String?

    @Flag(
        help: ArgumentHelp(
            "Draw each shop once, even if several feeds have it.", ko: "여러 피드에 있는 같은 가게를 한 번만 그립니다."))
    var unique = false

    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.filters) var past: AsOfOptions

    /// Opens the catalog.
    ///
    /// - Returns: the catalog, the rows to draw, and whether the filters of the user admit all places.
    func read(
        _ common: CommonOptions, mine: String? = nil
    ) throws -> (catalog: Catalog, shops: ShopRows, filter: PlaceFilter, isWhole: Bool) {
        let catalog = try past.catalog(common)
        let shops = try ShopRows(catalog, isUnique: unique)
        let wanted = try filters.filter(catalog, common, mine: mine)
        let filter = try shops.narrowed(wanted, in: catalog, standing: .withPointIfAny)
        try past.tell(catalog, common)
        return (catalog, shops, filter, wanted == PlaceFilter())
    }
}

struct PreviewFile {
    private let path: String
    private let place: OutputDestination

    /// Checks a path before anything is read.
    init(_ path: String, db: String?, mine: String?, reading inputs: [String], writing page: String?, isPrivate: Bool)
        throws
    {
        guard path.lowercased().hasSuffix(".png"), !path.hasSuffix("/.png") else {
            let shown = DisplayText.singleLine(path)
            throw UsageError(
                en: "--preview \(shown): the picture is a PNG file; end its name in .png",
                ko: "--preview \(shown): 그림은 PNG로 저장합니다. 파일 이름은 .png로 끝나야 합니다")
        }
        self.path = path
        place = try OutputDestination(path, db: db, mine: mine, reading: inputs, writing: [page], isPrivate: isPrivate)
    }

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Writes the file, whole or not at all.
    func write(_ bytes: [UInt8]) throws {
        try place.write(bytes)
    }
}
