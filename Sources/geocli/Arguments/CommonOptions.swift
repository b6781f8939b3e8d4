internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Catalog: the path of a file or the address of a server (default: $GEOCLI_DB, then 'db' in the configuration file, then catalog.sqlite in ~/.local/share/geocli).",
            ko: "카탈로그 파일의 경로나 서버 주소 (기본값: $GEOCLI_DB, 없으면 설정 파일의 'db', 없으면 ~/.local/share/geocli의 catalog.sqlite)",
            value: .path),
        completion: .file())
    var db: String?

    @Option(help: LanguageOption.help, completion: .words(["ko", "en"])) var lang: String?

    @Option(
        help: ArgumentHelp(
            "Use colors: auto (default; on a terminal, unless NO_COLOR is set), always or never.",
            ko: "색 사용: auto(기본값, 터미널에서만. NO_COLOR가 있으면 쓰지 않음), always(항상), never(쓰지 않음)", value: .when),
        completion: .words(ColorChoice.allCases.map(\.rawValue)))
    var color: String?

    @Flag(
        help: ArgumentHelp(
            "Do not send long listings to a pager ($GEOCLI_PAGER, $PAGER or 'less').",
            ko: "긴 목록도 페이저($GEOCLI_PAGER, $PAGER, less)를 거치지 않고 바로 출력합니다."))
    var noPager = false

    @Flag(
        help: ArgumentHelp(
            "Leave out the program's own ground: districts of Korea, the Han in Seoul, well-known stations.",
            ko: "프로그램에 들어 있는 바탕(전국 시군구 경계, 서울 한강, 주요 역)을 쓰지 않습니다."))
    var noGround = false

    @Flag(
        name: .customShort("q"),
        help: ArgumentHelp(
            "Print no messages except refusals, errors and warnings.", ko: "거부, 오류, 주의 외의 메시지는 출력하지 않습니다."))
    var quiet = false

    func validate() throws {
        if let color, ColorChoice(rawValue: color) == nil {
            throw ParserMistake.wrong(
                Words(
                    en: "--color \"\(color)\": choose auto, always or never",
                    ko: "--color \"\(color)\": auto, always, never 가운데 하나를 쓰세요"))
        }
        try LanguageOption.check(lang)
    }

    /// The catalogs that stay open until the process ends. Only the main thread opens catalogs.
    nonisolated(unsafe) private static var openCatalogs: [Catalog] = []

    /// Opens the catalog for reading. All reads of the command see the catalog as it is at one moment.
    func catalog(asOf day: String? = nil, uncorrected: Bool = false) throws -> Catalog {
        let catalog = try Catalog(path: try Environment.catalogPath(db), asOf: day, isUncorrected: uncorrected)
        catalog.hasGround = !noGround
        try catalog.holdSnapshot()
        // The catalog stays open until the process ends, and then the system frees everything. Closing the file first
        // would only take time, for example to end a thread.
        Self.openCatalogs.append(catalog)
        return catalog
    }

    /// Opens the catalog's file or server for reading places. All reads of the command see the catalog as it is at
    /// one moment.
    func source() throws -> any PlaceSource {
        switch try Environment.catalogPlace(db) {
        case .file: try catalog()
        case .server(let address): try address.open()
        }
    }

    /// Opens the source for a listing of places, and tells the user if the source cannot have any places yet.
    func sourceOfPlaces() throws -> any PlaceSource {
        let source = try source()
        try tell(source)
        return source
    }

    /// Opens the catalog's file for a listing of places, and tells the user if the file cannot have any places
    /// yet.
    func catalogOfPlaces() throws -> Catalog {
        let catalog = try catalog()
        try tell(catalog)
        return catalog
    }

    /// Returns the outlines of districts that a person imported into the catalog; none if the catalog doesn't exist or
    /// can't be read. The program's ground would depend on the places that are already there.
    func importedOutlines() throws -> [DistrictOutline] {
        guard case .file(let path)? = try? Environment.catalogPlace(db), CatalogWriter.exists(path),
            let catalog = try? Catalog(path: path)
        else { return [] }
        return try catalog.districtOutlines()
    }

    /// Prints a message, unless `-q` was given.
    func note(en: String, ko: String) { Console.note(Words(en: en, ko: ko), isQuiet: quiet) }

    private func tell(_ source: some PlaceSource) throws {
        guard try !source.hasGoodRun() else { return }
        Console.note(try NoRunWords.words(source, .status), isQuiet: quiet)
    }
}

struct LanguageOption: ParsableArguments {
    @Option(help: help, completion: .words(["ko", "en"])) var lang: String?

    static var help: ArgumentHelp {
        ArgumentHelp(
            "Language of messages and help: ko or en (default: $GEOCLI_LANG, then 'lang' in the configuration file, then the locale).",
            ko: "메시지와 도움말의 언어: ko 또는 en (기본값: $GEOCLI_LANG, 없으면 설정 파일의 'lang', 없으면 로캘)", value: .language)
    }

    func validate() throws { try Self.check(lang) }

    /// Refuses a language that geocli does not have.
    static func check(_ lang: String?) throws {
        guard let lang, lang != "ko", lang != "en" else { return }
        throw ParserMistake.wrongLanguage(lang)
    }
}

struct FeedOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only this feed. Repeat the option for several feeds.",
            ko: "이 피드의 행만. 여러 번 쓰면 지정한 피드의 행을 모두 보여 줍니다.", value: .feed),
        completion: .feeds)
    var feed: [String] = []

    /// Returns the feeds; an empty set if all are wanted. A feed can be named as soon as it has had a run, even a
    /// failed one.
    func feeds(in catalog: Catalog) throws -> Set<String> {
        let wanted = ValueArgument.list(feed)
        guard !wanted.isEmpty else { return [] }
        let known = try catalog.feedIDs()
        if let unknown = wanted.first(where: { !known.contains($0) }) {
            throw ValueArgument.unknown("--feed", unknown, among: known)
        }
        return Set(wanted)
    }
}
