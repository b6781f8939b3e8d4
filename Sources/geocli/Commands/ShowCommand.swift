internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// `geocli show ID|REF`: one place with all its fields.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "show", en: "Show everything known about one place.", ko: "장소 하나의 모든 정보를 보여 줍니다.",
        examples: """
            $ geocli show 12
            $ geocli show sample/1001 --links
            $ geocli show 12 --format json -o place.json
            """)

    @Argument(ShowQuestion.place, completion: .places) var place: String

    @OptionGroup(title: HelpSection.filters) var past: AsOfOptions
    @OptionGroup(title: HelpSection.filters) var values: UncorrectedOptions
    @OptionGroup(title: HelpSection.output) var links: LinkOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<SingleRow>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        var listing = try output.checked(common, reading: []).with(links: links.links)
        listing.options.isSingle = true
        var given = Given(.option)
        given.add(ShowQuestion.place, place)
        let question = CommandQuestion(
            given: given, output: listing, common: common, server: links.server, local: past.local + values.local)
        let path = place.trimmingBlanks().split(separator: "/", maxSplits: 1).map(String.init)
        try question.ask(ShowQuestion.self, path: [ShowQuestion.name] + path) {
            try past.source(common, uncorrected: values.uncorrected)
        }
    }
}
