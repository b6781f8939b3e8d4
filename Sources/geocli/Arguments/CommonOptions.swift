internal import ArgumentParser
internal import Catalog

/// Options of every command.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The catalog file (default: $GEOCLI_DB, else ~/.local/share/geocli/catalog.sqlite).", valueName: "path"))
    var db: String?

    @Option(
        help: ArgumentHelp("Language for people: ko or en (default: the locale).", valueName: "ko|en"),
        completion: .list(["ko", "en"]))
    var lang: String?

    @Flag(name: .customShort("q"), help: "Print nothing unless something was refused, failed or warned of.")
    var quiet = false

    func validate() throws {
        guard let lang, lang != "ko", lang != "en" else { return }
        throw ValidationError("--lang \"\(lang)\": choose ko or en")
    }

    /// The catalog, for reading; all that a command reads is of one moment.
    func catalog(asOf day: String? = nil) throws -> Catalog {
        let catalog = try Catalog(path: try Environment.catalogPath(db), asOf: day)
        try catalog.holdSnapshot()
        return catalog
    }
}
