internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliDrawing
internal import GeocliExport
internal import GeocliGeo
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliQuery
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
    @Argument(
        help: ArgumentHelp(
            "With --within: the middle, in any form that 'geocli near' takes (default: 'here' in the configuration file).",
            ko: "--within의 기준 지점. 'geocli near'처럼 씁니다. (기본값: 설정 파일의 'here')", value: .argument("WHERE")),
        completion: .origins)
    var position: [String] = []

    @Option(
        help: ArgumentHelp(
            "Draw only places within this distance of WHERE, such as 800m or 1.5km. This circle fills the map.",
            ko: "WHERE에서 이 거리 안의 장소만 그립니다(예: 800m, 1.5km). 지도는 이 범위에 맞춥니다.", value: .distance))
    var within: String?

    @Option(
        help: ArgumentHelp(
            "Area that fills the map (default: the chosen districts, else everything).",
            ko: "지도에 담을 범위 (기본값: 고른 자치구, 없으면 전체)", value: .box))
    var bbox: String?

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

    /// What is drawn: the rows of a catalog, and the part that the user chose, if any.
    struct Drawn {
        let catalog: Catalog
        let shops: ShopRows
        let filter: PlaceFilter
        let part: DrawnPart?
        /// Whether the filters of the user admit all places.
        let isWhole: Bool
    }

    func read(_ common: CommonOptions, mine: String? = nil) throws -> Drawn {
        let (box, meters) = try givenPart()
        let catalog = try past.catalog(common)
        let shops = try ShopRows(catalog, isUnique: unique)
        var wanted = try filters.filter(catalog, common, mine: mine)
        var part = box.map { DrawnPart($0) }
        if let meters {
            let start = try position.isEmpty ? Settings.here() : (words: position, name: "WHERE")
            let center = try OriginArgument(start.words, named: start.name).origin(in: catalog, common).coordinate
            var ids: [Int64] = []
            try catalog.forEachEntry(wanted) { entry in
                guard let place = entry.coordinate,
                    Geodesic.distanceMeters(from: center, to: place) <= meters
                else { return }
                ids.append(entry.id)
            }
            wanted.only = ids
            part = DrawnPart(around: center, meters: meters)
        }
        let filter = try shops.narrowed(wanted, in: catalog, standing: .withPointIfAny)
        try past.tell(catalog, common)
        return Drawn(catalog: catalog, shops: shops, filter: filter, part: part, isWhole: wanted == PlaceFilter())
    }

    private func givenPart() throws -> (box: BoundingBox?, meters: Double?) {
        guard bbox == nil || within == nil else {
            throw UsageError(en: "give either --bbox or --within, not both", ko: "--bbox와 --within 가운데 하나만 쓰세요")
        }
        guard position.isEmpty || within != nil else {
            throw UsageError(
                en: "WHERE only works with --within, such as --within 800m", ko: "WHERE는 --within 800m처럼 거리와 함께 쓰세요")
        }
        let meters = try within.map { text in
            let meters = try ValueArgument.meters(text, option: "--within")
            guard meters <= Self.mostMeters else {
                throw ValueArgument.wrong("--within", text, en: "write at most 1000km", ko: "1000km 이하로 쓰세요")
            }
            return meters
        }
        return (try bbox.map { try BoundingBox(argument: [$0], named: "--bbox") }, meters)
    }

    /// A larger circle is no part of a map.
    private static var mostMeters: Double { 1_000_000 }
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
