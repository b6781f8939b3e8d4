internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliQuery

/// `geocli list`: all places that the filters admit.
struct ListCommand: ParsableCommand, PlaceListing {
    static let configuration = CommandConfiguration(
        "list", en: "List all places that pass the filters, ordered by id.",
        ko: "필터에 맞는 장소를 모두 번호순으로 보여 줍니다.",
        examples: """
            $ geocli list --kind used --district mapo --has phone
            $ geocli list --as-of 2026-09-21 --format table
            $ geocli list --fields name,address,phone -o shops.csv
            """)

    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.filters) var past: AsOfOptions
    @OptionGroup(title: HelpSection.filters) var values: UncorrectedOptions
    @OptionGroup(title: HelpSection.output) var sorting: SortOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<PlacedRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let question = try question(local: past.local + values.local) { _ in }
        try question.ask(ListQuestion.self) { try past.sourceOfPlaces(common, uncorrected: values.uncorrected) }
    }
}
