internal import ArgumentParser
internal import GeocliIngest
internal import GeocliText

/// `geocli feeds new`: a declaration to fill in.
struct FeedsNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "A declaration to fill in, with a remark on each line.",
        discussion: """
            With --from, a saved page fills in what it can tell: format, encoding, path
            of the rows, total, columns, and guesses at the fields. What only a person
            can know (id, titles, licence, coordinate system, area) stays empty, and the
            declaration is refused until it is stated.

            Examples: geocli feeds new > parks.toml
                      geocli feeds new --from page1.json > parks.toml
            """)

    @Option(
        help: ArgumentHelp("A saved page (JSON, XML or CSV) to begin from, or -.", valueName: "file"),
        completion: .file())
    var from: String?

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        guard let from else { return try StandardText.write(FeedDeclaration.starter) }
        try InputFile.check([from], db: common.db)
        let pages = try SavedPages.at([from]).pages
        guard pages.count == 1 else {
            throw UsageError(
                en: "--from takes one page, and \(from) is a folder of \(pages.count); name one of them",
                ko: "--from에는 페이지 하나를 주세요; \(from)은(는) 페이지 \(pages.count)개가 든 폴더입니다")
        }
        try StandardText.write(try FeedDraft.text(from: try pages[0].open()))
    }
}
