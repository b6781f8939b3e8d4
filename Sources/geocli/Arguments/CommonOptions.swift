internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

/// Options of every command.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The catalog file (default: $GEOCLI_DB, else as 'geocli config' says).", valueName: "path"),
        completion: .file())
    var db: String?

    @Option(
        help: ArgumentHelp("Language for people: ko or en (default: as 'geocli config' says).", valueName: "ko|en"),
        completion: .words(["ko", "en"]))
    var lang: String?

    @Option(
        help: ArgumentHelp(
            "Colours: auto (on a terminal, unless NO_COLOR is set), always or never.", valueName: "when"),
        completion: .words(ColorChoice.allCases.map(\.rawValue)))
    var color: String?

    @Flag(help: "Print a long listing at once, not through $GEOCLI_PAGER, $PAGER or less.")
    var noPager = false

    @Flag(name: .customShort("q"), help: "Print nothing unless something was refused, failed or warned of.")
    var quiet = false

    func validate() throws {
        if let color, ColorChoice(rawValue: color) == nil {
            throw ValidationError("--color \"\(color)\": choose auto, always or never")
        }
        guard let lang, lang != "ko", lang != "en" else { return }
        throw ValidationError("--lang \"\(lang)\": choose ko or en")
    }

    /// The catalogs that stay open until the process ends. Only the main thread opens catalogs.
    nonisolated(unsafe) private static var openCatalogs: [Catalog] = []

    /// Opens the catalog for reading; the command reads the state of one moment.
    func catalog(asOf day: String? = nil) throws -> Catalog {
        let catalog = try Catalog(path: try Environment.catalogPath(db), asOf: day)
        try catalog.holdSnapshot()
        // A process reads one catalog until it ends, and then the system frees everything. Closing the file first would
        // only take time, for example to end a thread.
        Self.openCatalogs.append(catalog)
        return catalog
    }

    /// Opens the catalog's file or server for reading bookstores; the command reads the state of one moment.
    func source() throws -> any PlaceSource {
        switch try Environment.catalogPlace(db) {
        case .file: try catalog()
        case .server(let address): try address.open()
        }
    }

    /// Opens the source for a listing of bookstores; tells the user if it cannot have any bookstores yet.
    func sourceOfBookstores() throws -> any PlaceSource {
        let source = try source()
        try tell(source)
        return source
    }

    /// Opens the catalog's file for a listing of bookstores; tells the user if it cannot have any bookstores yet.
    func catalogOfBookstores() throws -> Catalog {
        let catalog = try catalog()
        try tell(catalog)
        return catalog
    }

    private func tell(_ source: some PlaceSource) throws {
        guard try !source.hasGoodRun() else { return }
        Console.note(
            Words(
                en: "no run has succeeded yet; see 'geocli status'",
                ko: "아직 성공한 실행이 없습니다; 'geocli status'를 보세요"),
            isQuiet: quiet)
    }
}
