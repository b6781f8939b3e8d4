extension ManPage {
    /// Appends the sections that do not come from the definitions of commands and options.
    static func appendSections(to page: inout Roff) {
        for (title, items) in [("ENVIRONMENT", environment), ("FILES", files), ("EXIT STATUS", exitCodes)] {
            page.section(title)
            for (name, meaning) in items { page.item(Roff.bold(name), meaning) }
        }
        page.section("EXAMPLES")
        page.verbatim(examples)
        page.section("SEE ALSO")
        page.line("\\fBsqlite3\\fR(1), \\fBogr2ogr\\fR(1), \\fBjq\\fR(1)")
    }

    private static let environment = [
        ("GEOCLI_DB", "The catalog, where --db names none."),
        ("GEOCLI_LANG", "The language for people, ko or en, where --lang names none."),
        ("SEOUL_OPENAPI_KEY", "The key of the live service; before the one in the configuration file."),
        (
            "XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME",
            "The folders that hold geocli/catalog.sqlite, geocli/config and geocli/readers; without them ~/.local/share, "
                + "~/.config and ~/.local/state."
        ),
        (
            "LC_ALL, LC_MESSAGES, LANG",
            "The first that is set chooses the language for people, Korean or English, where nothing else does."
        ),
        ("COLUMNS", "The width of a table, where the terminal does not tell its own."),
        ("NO_COLOR", "Makes no difference: nothing is coloured."),
        ("SOURCE_DATE_EPOCH", "The moment of a run in seconds since 1970, so that runs can be repeated."),
        ("SHELL", "The shell for which completions are printed, where none is named."),
        ("SPARK_HOME", "The Spark that runs plans, where --spark-sql names none."),
        ("TMPDIR", "Where run makes its folder for intermediate files, unless --scratch names one."),
        (
            "PGPASSWORD, PGPASSFILE, PGSERVICEFILE, PGCONNECT_TIMEOUT",
            "How a server of --db and push is reached, with all other variables of PostgreSQL's libpq."
        ),
    ]

    private static let files = [
        ("~/.local/share/geocli/catalog.sqlite", "The catalog, where neither --db nor GEOCLI_DB names one."),
        (
            "~/.config/geocli/config",
            "Settings, such as the line 'seoul_openapi_key = KEY'; only you should be able to read the key (mode "
                + "600). See geocli config."
        ),
        ("~/.local/state/geocli/readers/NAME", "How far the reader of that name has read the changes."),
    ]

    /// The exit codes, as docs/manual.md lists them.
    private static let exitCodes = [
        ("0", "Done; also if nothing was found."),
        ("1", "Nothing found, with --fail-empty."),
        ("64", "Wrong usage."),
        (
            "65",
            "What came is not a good snapshot; or the catalog is damaged, another program's, of a newer schema, or "
                + "too old for status --max-age."
        ),
        ("66", "No catalog, file or id there."),
        ("69", "Nothing usable came, or no server answers."),
        ("70", "A bug of geocli."),
        ("73", "The file of -o can't be created."),
        ("74", "Input or output failed, the disk is full, or nothing can be written there."),
        ("75", "Busy; try later."),
        ("77", "The key is missing, refused or used up; or a server refuses the user."),
        ("129, 130, 143", "Ended by a signal."),
    ]

    private static let examples = """
        geocli ingest --sample
        geocli near 37.5563,126.9236 --within 1km --kind used
        geocli bbox 126.90,37.54,126.94,37.57 -o hongdae.geojson
        geocli search 책방 --district 종로
        geocli cluster --zoom 12 --members --format csv
        geocli changes --reader bot --mark-read
        geocli status --max-age 36h -q || echo 'the catalog is old'
        """
}
